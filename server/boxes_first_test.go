package server

import (
	"testing"

	"voxtide/edits"
	"voxtide/store"
	"voxtide/world"
)

// TestWhoBrokeTheBox: a box with nothing in it is broken by a player of whom another one knows nothing so far. With its end that one is told
// the name, so that who comes too late is told who was first: in an ordinary update, in the full update after a cut, and in the one of the
// next server. Of who broke a stone so far away he is told nothing.
func TestWhoBrokeTheBox(t *testing.T) {
	at := world.Pos{X: 2, Z: 6}
	for _, block := range []string{"chest", "oak_sign", "stone"} {
		for _, how := range []string{"told", "after a cut", "after a kill"} {
			m := store.NewMemory(nil)
			change := func(c *Config) {
				c.Store = m
				c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(i) * 1000}) }
			}
			r := newHarness(t, change)
			ann, cat := r.join("ann"), r.join("cat")
			r.play(60)
			r.as(ann.stream(), func(rec *edits.Recorder) { rec.PutBlock(ann.stream(), at, boxNamed(t, block)) })
			r.play(60)
			if ann.dumb.World().Stream(cat.stream()) != nil {
				t.Fatal("ann knows cat")
			}
			seen, name := 0, ""
			ann.dumb.OnSectionChange = func(_ world.SectionPos, _ uint32, _ uint64, whole bool, b world.Block, cell world.Pos) {
				if whole || cell != at || b != world.Air {
					return
				}
				seen++
				if st := ann.dumb.World().Stream(cat.stream()); st != nil {
					name = st.Name
				}
			}
			ann.conn.full = how != "told"
			r.as(cat.stream(), func(rec *edits.Recorder) { rec.PutBlock(cat.stream(), at, world.Air) })
			r.play(20)
			switch how {
			case "after a cut":
				ann.resume(r)
			case "after a kill":
				hands, now := r.hands, r.now
				m = m.Crash(r.now)
				r = newHarness(t, change)
				r.hands, r.now = hands, now
				ann.resume(r)
				cat.resume(r)
			}
			r.play(60)
			want := "cat"
			if block == "stone" {
				want = ""
			}
			if seen != 1 || name != want {
				t.Errorf("%s, %s: told %d times of its end, by %q, want %q", block, how, seen, name, want)
			}
			ann.agrees()
		}
	}
}
