package past

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/world"
)

// TestLinkedPicture: a body turned back 120 ms ago, and the server's last word to the striker is 160 ms old. Who has a direct link to it saw it
// turn: where its own stream has it counts for that striker, at the time of the shot and leaning towards where it was computed a moment before, and
// a place beside counts for nobody. By the present and for methods that draw others in the past the link changes nothing.
func TestLinkedPicture(t *testing.T) {
	g := newGallery(Bounds{})
	g.play(20)
	told := g.now
	g.play(2)
	g.turn()
	g.play(6)
	is := g.body().Motion.Pos
	shown := flown(g.w, g.p.tracks[world.AvatarID(2)].back(8), g.body().At)
	beside := is
	beside[world.AxisZ] += 2 * world.Unit
	for _, c := range []struct {
		name   string
		at     world.Vec
		linked bool
		lean   int8
		how    protocol.Hits
		want   actions.Refusal
	}{
		{"not linked, where it is", is, false, 0, protocol.HitsRewind, actions.HitMissed},
		{"linked, where it is", is, true, 0, protocol.HitsRewind, actions.Done},
		{"linked, what was told", shown, true, 0, protocol.HitsRewind, actions.Done},
		{"linked, beside", beside, true, 0, protocol.HitsRewind, actions.HitMissed},
		{"linked, a lie about where it was drawn", beside, true, 127, protocol.HitsRewind, actions.HitMissed},
		{"linked, what was told, by the present", shown, true, 0, protocol.HitsPresent, actions.HitMissed},
	} {
		s := g.aim(t, c.at)
		s.Told, s.Linked, s.How, s.Lean = told, c.linked, c.how, [3]int8{0, 0, c.lean}
		v := g.p.Judge(g.w, &s)
		if v.Why != c.want {
			t.Errorf("%s: %v, want %v", c.name, v.Why, c.want)
		}
		t.Logf("%s: %v, a picture of %v ago", c.name, v.Why, v.Age)
	}

	// Its stream has not come so far on the server: it is moved on from where it is. What turned after the shot does not count.
	s := g.aim(t, is)
	s.Told, s.Linked = told, true
	s.At = s.At.Add(40_000)
	if v := g.p.Judge(g.w, &s); v.Why != actions.Done || v.Age != 0 {
		t.Errorf("40 ms ahead of the server: %v, a picture of %v ago", v.Why, v.Age)
	}
	s.Seen = 1
	if s.linkedPicture() {
		t.Error("a method that draws others in the past does not see what a link shows")
	}

	// The time of the shot says where, as far back as hits are judged.
	track := g.p.tracks[world.AvatarID(2)]
	for i := range 20 {
		s.At = track.back(i).at
		at, age := g.p.seenLinked(g.w, track, &s)
		want, old := track.back(i).motion.Pos, time.Duration(i)*step
		if oldest := track.back(12); old > 12*step {
			want, old = oldest.motion.Pos, 12*step
		}
		if at != want || age != old {
			t.Errorf("a shot of %v ago: %v, a picture of %v ago; want %v", time.Duration(i)*step, at, age, want)
		}
	}
}
