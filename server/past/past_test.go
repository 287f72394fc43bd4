package past

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// gallery is a floor with a striker who looks east and a body that walks past, 3 blocks away, northward at 4 m/s.
type gallery struct {
	w    *world.World
	p    *Past
	now  time.Duration
	near *world.Entity
}

const step = 20 * time.Millisecond

func newGallery(b Bounds) *gallery {
	w := world.New()
	w.SetSection(world.SectionPos{Y: -1}, world.NewSection(world.Stone))
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	for s := timestream.Stream(1); s <= 2; s++ {
		w.AddStream(s, 0, 1)
		e := world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s}
		e.Motion.Pos = world.Vec{int64(s)*3*world.Unit - 2*world.Unit, 0, 8 * world.Unit}
		if s == 2 {
			e.Motion.Vel[world.AxisZ], e.Motion.Keys, e.Motion.Flags = -4317, world.KeyForward, world.OnGround
		}
		w.AddEntity(e)
	}
	g := &gallery{w: w, p: New(b)}
	g.near = w.Entity(w.Find(world.AvatarID(1)))
	return g
}

// play lets the body walk for a number of steps, the last of which ends now.
func (g *gallery) play(steps int) {
	for range steps {
		slot := g.w.Find(world.AvatarID(2))
		e := *g.w.Entity(slot)
		to := e.At.Add(timestream.Duration(step / time.Microsecond))
		m := e.Motion
		m.Pos = flown(g.w, &state{at: e.At, motion: m}, to)
		g.w.SetMotion(slot, to, &m)
		g.now += step
		g.p.Record(g.w, g.now)
	}
}

func (g *gallery) body() *world.Entity { return g.w.Entity(g.w.Find(world.AvatarID(2))) }

// turn makes the body walk back.
func (g *gallery) turn() {
	slot := g.w.Find(world.AvatarID(2))
	e := *g.w.Entity(slot)
	e.Motion.Vel[world.AxisZ] = -e.Motion.Vel[world.AxisZ]
	e.Motion.Keys ^= world.KeyBack | world.KeyForward
	g.w.SetMotion(slot, e.At, &e.Motion)
}

// aim returns a shot at the body's middle, were it at a place.
func (g *gallery) aim(t *testing.T, at world.Vec) Shot {
	t.Helper()
	at[world.AxisY] += world.Unit
	eye := physics.EyePos(&g.near.Motion)
	best, found := actions.Action{Kind: actions.Hit, Target: world.AvatarID(2)}, false
	for yaw := 0; yaw < 1<<15 && !found; yaw += 16 {
		for pitch := -3000; pitch <= 0 && !found; pitch += 100 {
			r := world.Vec{world.Unit / 50, world.Unit / 20, world.Unit / 50}
			lo, hi := at, at
			for i := range r {
				lo[i], hi[i] = lo[i]-r[i], hi[i]+r[i]
			}
			if _, found = physics.RayMeetsBox(eye, physics.AimVector(uint16(yaw), int16(pitch), 8*world.Unit), lo, hi); found {
				best.Yaw, best.Pitch = uint16(yaw), int16(pitch)
			}
		}
	}
	if !found {
		t.Fatalf("no way to look at %v", at)
	}
	best.At = g.body().At
	return Shot{Action: &best, By: g.near, How: protocol.HitsRewind, Now: g.now, Told: g.now}
}

// TestSeenIsRebuilt: a body turned back 120 ms ago, and the striker was last told 160 ms ago: where it would be had it gone on counts,
// and where it is does not; judged by the present it is the other way round.
func TestSeenIsRebuilt(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(20)
	told := g.now
	g.play(2)
	g.turn()
	g.play(6)
	shown := flown(g.w, g.p.tracks[world.AvatarID(2)].back(8), g.body().At)
	for _, c := range []struct {
		name string
		at   world.Vec
		how  protocol.Hits
		want actions.Refusal
	}{
		{"what was shown", shown, protocol.HitsRewind, actions.Done},
		{"where it is", g.body().Motion.Pos, protocol.HitsRewind, actions.HitMissed},
		{"where it is, by the present", g.body().Motion.Pos, protocol.HitsPresent, actions.Done},
		{"what was shown, by the present", shown, protocol.HitsPresent, actions.HitMissed},
	} {
		s := g.aim(t, c.at)
		s.Told, s.How = told, c.how
		if v := g.p.Judge(g.w, &s); v.Why != c.want {
			t.Errorf("%s: %v, want %v", c.name, v.Why, c.want)
		} else if c.how == protocol.HitsRewind && v.Age != 160*time.Millisecond {
			t.Errorf("%s: a picture of %v ago", c.name, v.Age)
		}
	}
	s := g.aim(t, shown)
	s.Told, s.Old = 0, true
	if v := g.p.Judge(g.w, &s); v.Why != actions.HitTooOld {
		t.Errorf("an update that is not known any more: %v", v.Why)
	}
}

// TestLean: smoothing draws the body on its way from where it was computed to where it is computed now. Such a place counts, and none
// beside it or further back.
func TestLean(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(20)
	g.turn()
	g.play(4)
	now := flown(g.w, g.p.tracks[world.AvatarID(2)].back(0), g.body().At)
	before := flown(g.w, g.p.tracks[world.AvatarID(2)].back(4), g.body().At)
	half := now
	half[world.AxisZ] = (now[world.AxisZ] + before[world.AxisZ]) / 2
	lean := int8((half[world.AxisZ] - now[world.AxisZ]) / (world.Unit / 64))
	s := g.aim(t, half)
	s.Lean = [3]int8{0, 0, lean}
	if v := g.p.Judge(g.w, &s); v.Why != actions.Done {
		t.Errorf("half way, %d/64 block off: %v", lean, v.Why)
	}
	far := now
	far[world.AxisZ] += 3 * world.Unit / 2
	s = g.aim(t, far)
	s.Lean = [3]int8{0, 0, 96}
	if v := g.p.Judge(g.w, &s); v.Why != actions.HitMissed {
		t.Errorf("a lie about where it was drawn: %v", v.Why)
	}
}

// TestInterpolatedIsRebuilt: a drawn time between two told states, on the way there and back; and times that nobody can have drawn.
func TestInterpolatedIsRebuilt(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(20)
	g.turn()
	g.play(5)
	e := g.body()
	for _, back := range []timestream.Duration{0, 30 * timestream.Millisecond, 90 * timestream.Millisecond, 150 * timestream.Millisecond} {
		at := e.Motion.Pos
		at[world.AxisZ] -= 4317 * int64(back)
		if past := back - 100*timestream.Millisecond; past > 0 { // before the turn
			at[world.AxisZ] += 2 * 4317 * int64(past)
		}
		s := g.aim(t, at)
		s.Seen = e.At.Add(-back)
		if v := g.p.Judge(g.w, &s); v.Why != actions.Done {
			t.Errorf("%d us back: %v", back, v.Why)
		}
	}
	s := g.aim(t, e.Motion.Pos)
	for _, seen := range []timestream.Time{e.At.Add(-seenBefore - 1), e.At.Add(seenAfter + 1)} {
		if s.Seen = seen; g.p.Judge(g.w, &s).Age != 0 {
			t.Errorf("drawn %d us from what was told, and not judged by the present", seen.Sub(e.At))
		}
	}
}

// TestRewindHasABound: a striker who was last told half a second ago is judged by the body as it was 250 ms ago.
func TestRewindHasABound(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(10)
	told := g.now
	g.turn()
	g.play(10)
	g.turn()
	g.play(15)
	for back, want := range map[int]actions.Refusal{25: actions.HitMissed, 12: actions.Done} {
		s := g.aim(t, flown(g.w, g.p.tracks[world.AvatarID(2)].back(back), g.body().At))
		s.Told = told
		v := g.p.Judge(g.w, &s)
		if v.Why != want || v.Age > 250*time.Millisecond {
			t.Errorf("aimed at the picture of %d ms ago: %v by one of %v, want %v", back*20, v.Why, v.Age, want)
		}
	}
}

// TestCover: somebody who went behind a wall 80 ms ago by their own time is struck; 120 ms ago, not.
func TestCover(t *testing.T) {
	for hidden, want := range map[int]actions.Refusal{4: actions.Done, 7: actions.HitCovered} {
		g := newGallery(Bounds{})
		g.play(5)
		shown := g.body().Motion.Pos
		s := g.aim(t, shown)
		s.Told = g.now
		slot := g.w.Find(world.AvatarID(2))
		m := g.body().Motion
		m.Pos, m.Vel, m.Keys = world.Vec{4 * world.Unit, 0, 1 * world.Unit}, world.Vec{}, 0
		for z := range int32(6) {
			for y := range int32(3) {
				g.w.SetBlock(world.Pos{X: 3, Y: y, Z: z}, world.Stone)
			}
		}
		g.w.SetMotion(slot, g.body().At, &m)
		g.play(hidden)
		s.Now = g.now
		s.Seen = s.Action.At
		if v := g.p.Judge(g.w, &s); v.Why != want {
			t.Errorf("%d ms in cover: %v, want %v", hidden*20, v.Why, want)
		}
	}
}

// TestRefusals: each reason for which a swing meets nobody.
func TestRefusals(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(3)
	at := g.body().Motion.Pos
	check := func(name string, want actions.Refusal, s Shot) {
		t.Helper()
		if v := g.p.Judge(g.w, &s); v.Why != want {
			t.Errorf("%s: %v, want %v", name, v.Why, want)
		}
	}
	s := g.aim(t, at)
	check("aimed well", actions.Done, s)
	s.Action.Yaw += 1 << 15
	check("aimed at nothing", actions.HitMissed, s)
	s = g.aim(t, at)
	s.Target = world.AvatarID(7)
	check("nobody", actions.NoTarget, s)
	s.Target = world.AvatarID(1)
	check("oneself", actions.NoTarget, s)
	g.w.SetBlock(world.Pos{X: 2, Y: 1, Z: 7}, world.Stone)
	check("a wall", actions.NoSight, g.aim(t, at))
	m := g.near.Motion
	m.Pos[world.AxisX] -= 4 * world.Unit
	g.w.SetMotion(g.w.Find(world.AvatarID(1)), g.near.At, &m)
	check("too far", actions.TooFar, g.aim(t, at))
}

// TestBounds: memory does not grow with time, and who is gone is forgotten.
func TestBounds(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(3 * statesMax)
	if len(g.p.tracks) != 2 {
		t.Fatalf("%d tracks of 2 avatars", len(g.p.tracks))
	}
	slot := g.w.Find(world.AvatarID(2))
	g.w.RemoveEntity(slot)
	for range 2 * statesMax {
		g.now += step
		g.p.Record(g.w, g.now)
	}
	if len(g.p.tracks) != 1 {
		t.Fatalf("%d tracks of 1 avatar", len(g.p.tracks))
	}
}
