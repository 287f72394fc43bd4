package client

import (
	"fmt"
	"math"

	"voxtide/actions"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/world"
)

// TargetBody returns the action that strikes the player whom the own player sees along a look, where the last frame drew them;
// false if there is none within reach, or a block is nearer. Nothing of the struck is predicted: the swing shows at once, and the
// rest when the server tells it.
func (c *Client) TargetBody(yaw uint16, pitch float64) (a actions.Action, ok bool) {
	e := c.avatar()
	if e == nil {
		return a, false
	}
	from, dir := physics.EyePos(&e.Motion), Direction(yaw, pitch)
	var eye [3]float64
	for i := range eye {
		eye[i] = float64(from[i]) / float64(world.Unit)
	}
	best := math.Inf(1)
	for i := range c.scene.Entities {
		b := &c.scene.Entities[i]
		if d, met := rayMeetsBody(eye, dir, b); met && d <= Reach && d < best {
			best = d
			a, ok = c.hitAction(b, yaw, pitch), true
		}
	}
	if ok {
		if _, wall := Raycast(c.World(), from, dir, best); wall {
			return actions.Action{}, false
		}
	}
	return a, ok
}

// rayMeetsBody returns the distance at which a ray from a point in a direction of length 1 enters the drawn body of a player.
func rayMeetsBody(from, dir [3]float64, b *scene.Entity) (distance float64, ok bool) {
	if b.Kind != scene.EntityKind(world.KindAvatar) {
		return 0, false
	}
	k := &world.EntityKinds[world.KindAvatar]
	half, high := float64(k.HalfWidth)/float64(world.Unit), float64(k.Height)/float64(world.Unit)
	lo := [3]float64{b.Drawn[0] - half, b.Drawn[1], b.Drawn[2] - half}
	hi := [3]float64{b.Drawn[0] + half, b.Drawn[1] + high, b.Drawn[2] + half}
	near, far := 0.0, math.Inf(1)
	for i, d := range dir {
		if d == 0 {
			if from[i] < lo[i] || from[i] > hi[i] {
				return 0, false
			}
			continue
		}
		t0, t1 := (lo[i]-from[i])/d, (hi[i]-from[i])/d
		near, far = max(near, min(t0, t1)), min(far, max(t0, t1))
	}
	return near, near <= far
}

// hitAction returns the hit of a body with a look. It says where the frame drew the body: at which time of its stream, or how far
// beside its simulated place, within what fits.
func (c *Client) hitAction(b *scene.Entity, yaw uint16, pitch float64) actions.Action {
	a := actions.Action{Kind: actions.Hit, Target: world.EntityID(b.ID), Yaw: yaw, Pitch: int16(math.Round(pitch / 360 * 65536))}
	if a.Seen = c.effects.SeenAt(a.Target); a.Seen != 0 {
		return a
	}
	for i := range a.Lean {
		a.Lean[i] = int8(math.Round(max(-127, min(127, (b.Drawn[i]-b.Simulated[i])*64))))
	}
	return a
}

// fillStruck fills in the hits that were told since the last frame, and counts those of the own player.
func (c *Client) fillStruck(sc *scene.Scene, told []protocol.Struck) {
	own := world.AvatarID(c.stream)
	for _, h := range told {
		by := world.AvatarID(h.By)
		sc.Struck = append(sc.Struck, scene.Struck{ID: uint64(h.ID), By: uint64(by), Own: h.ID == own, ByOwn: by == own, Age: int(h.Age)})
		switch own {
		case by:
			c.stats.HitsGiven++
		case h.ID:
			c.stats.HitsTaken++
			name := "somebody"
			if st := c.World().Stream(h.By); st != nil && st.Name != "" {
				name = st.Name
			}
			sc.Refusals = append(sc.Refusals, fmt.Sprintf("%s hit you, as seen %d ms ago", name, h.Age))
		}
	}
}
