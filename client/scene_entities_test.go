package client

import (
	"testing"

	"voxtide/edits"
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
	for g, m := range map[scene.GestureKind]edits.Emote{
		scene.GestureNone: edits.EmoteNone, scene.GestureWave: edits.EmoteWave, scene.GesturePoint: edits.EmotePoint, scene.GestureNod: edits.EmoteNod,
		scene.GestureNo: edits.EmoteNo, scene.GestureCheer: edits.EmoteCheer, scene.GestureClap: edits.EmoteClap, scene.GestureBow: edits.EmoteBow,
		scene.GestureEat: edits.EmoteCount,
	} {
		if uint8(g) != uint8(m) {
			t.Errorf("the emote %d has number %d in render/scene", m, g)
		}
	}
	if scene.FirstThing != int(world.FirstThing) {
		t.Errorf("things begin at %d in render/scene, at %d in package world", scene.FirstThing, world.FirstThing)
	}
}
