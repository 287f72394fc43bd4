package effects

import (
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// shownBody is a body that is animated frame by frame.
type shownBody struct {
	x   animations
	e   world.Entity
	now timestream.Time
}

func (s *shownBody) frame() scene.Entity {
	s.now = s.now.Add(16 * timestream.Millisecond)
	b := scene.Entity{ID: uint64(s.e.ID), Block: uint16(s.e.Stack.Item)}
	s.x.animate(&b, &s.e, 0, false, s.now)
	return b
}

func newShownBody() *shownBody {
	s := &shownBody{e: world.Entity{ID: world.AvatarID(2), Kind: world.KindAvatar, Stream: 2}, now: timestream.Time(timestream.Second)}
	s.frame()
	return s
}

// TestEmotesEnd: each emote of the table begins within a frame, without a jump, and ends by itself; another one takes its place; who lies
// makes none.
func TestEmotesEnd(t *testing.T) {
	for m := edits.EmoteWave; m < edits.EmoteCount; m++ {
		s := newShownBody()
		s.x.beginGestures(&predict.Events{Emotes: []predict.Emote{{By: 2, Kind: m}, {By: 77, Kind: m}}}, s.now)
		frames, last := 0, float32(0)
		for range 400 {
			g := s.frame().Gesture
			if g.Kind != scene.GestureNone && g.Kind != scene.GestureKind(m) || g.Weight-last > 0.3 || last-g.Weight > 0.3 {
				t.Fatalf("%v: %+v after %v", m, g, last)
			}
			if last = g.Weight; last > 0 {
				frames++
			}
		}
		if seconds := float64(frames) * 0.016; seconds < 0.8 || seconds > 3 || last != 0 {
			t.Errorf("%v takes %v s", m, seconds)
		}
	}
	s := newShownBody()
	s.x[s.e.ID].makeOwn([]actions.Action{{Kind: actions.Place}, {Kind: actions.MakeEmote, Emote: edits.EmoteWave}}, s.now)
	s.frame()
	s.x[s.e.ID].makeOwn([]actions.Action{{Kind: actions.MakeEmote, Emote: edits.EmoteBow}}, s.now)
	if g := s.frame().Gesture; g.Kind != scene.GestureBow {
		t.Errorf("after another one: %+v", g)
	}
	s.e.Motion.Flags |= world.Lying
	if b := s.frame(); b.Lie == 0 || b.Gesture != (scene.Gesture{}) {
		t.Errorf("lying: %+v", b.Gesture)
	}
}

// TestEatingShows: who eats has the hand at the mouth within a quarter second, whatever the emote, crumbs of what it eats fall, and the hand
// comes down again.
func TestEatingShows(t *testing.T) {
	s := newShownBody()
	bread, _ := world.ItemNamed("bread")
	s.e.Stack = world.Stack{Item: bread, Count: 1}
	s.e.Motion.Needs.Eating = bread
	s.x[s.e.ID].makeEmote(edits.EmoteClap, s.now)
	v := newViewer(Options{Particles: 100})
	crumbs := 0
	var b scene.Entity
	for range 60 {
		b = s.frame()
		v.now = s.now
		f := &Frame{Scene: &v.sc, World: v.w, Land: fakeLand{}, Now: s.now}
		v.fx.particles.addCrumbs(f, &b, s.x[s.e.ID])
	}
	for _, c := range v.fx.particles.list {
		if c.block != world.Block(bread) {
			t.Errorf("a crumb of %v", c.block)
		}
		crumbs++
	}
	if b.Gesture.Kind != scene.GestureEat || b.Gesture.Weight < 0.95 || crumbs < 8 || crumbs > 24 {
		t.Errorf("eating: %+v, %d crumbs", b.Gesture, crumbs)
	}
	s.e.Motion.Needs.Eating = 0
	for range 60 {
		b = s.frame()
	}
	if b.Gesture.Kind == scene.GestureEat {
		t.Errorf("afterwards: %+v", b.Gesture)
	}
}

// TestHarmShows: a body is red when its damage grows and when it is told to be struck, for less than half a second; not when it is first
// seen, nor when it heals.
func TestHarmShows(t *testing.T) {
	s := &shownBody{e: world.Entity{ID: world.AvatarID(2), Kind: world.KindAvatar, Stream: 2}, now: timestream.Time(timestream.Second)}
	s.e.Motion.Needs.Damage = 9
	red := func() (frames int) {
		for range 60 {
			if s.frame().Hurt > 0 {
				frames++
			}
		}
		return frames
	}
	if n := red(); n > 0 {
		t.Errorf("first seen: red for %d frames", n)
	}
	s.e.Motion.Needs.Damage = 12
	if n := red(); n < 20 || n > 30 {
		t.Errorf("harmed: red for %d frames", n)
	}
	s.e.Motion.Needs.Damage = 3
	if n := red(); n > 0 {
		t.Errorf("healed: red for %d frames", n)
	}
	s.x.beginGestures(&predict.Events{Struck: []protocol.Struck{{ID: s.e.ID}}}, s.now)
	if n := red(); n < 20 || n > 30 {
		t.Errorf("struck: red for %d frames", n)
	}
}
