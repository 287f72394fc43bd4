package client

import (
	"testing"

	"voxtide/render/scene"
	"voxtide/world"
)

// TestSceneEntityKinds: the kinds of entities have the same numbers in package scene as in package world.
func TestSceneEntityKinds(t *testing.T) {
	for drawn, k := range map[scene.EntityKind]world.EntityKind{
		scene.EntityNone: world.KindNone, scene.EntityAvatar: world.KindAvatar, scene.EntityFallingBlock: world.KindFallingBlock,
		scene.EntityItem: world.KindItem, scene.EntityKindCount: world.KindCount,
	} {
		if uint8(drawn) != uint8(k) {
			t.Errorf("entity kind %d of package world has number %d in render/scene", k, drawn)
		}
	}
	if scene.FirstThing != int(world.FirstThing) {
		t.Errorf("things begin at %d in render/scene, at %d in package world", scene.FirstThing, world.FirstThing)
	}
}
