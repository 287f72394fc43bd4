package client_test

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// TestKilledServer: actions that were un-acked when the server was killed are performed when the session is resumed. None is
// refused because the sections around are not loaded yet, or because many come at once. Each takes effect once.
func TestKilledServer(t *testing.T) {
	rnd := testrand.New(t)
	unacked, before, refused := 0, 0, map[actions.Refusal]int{}
	done := map[actions.Kind]int{}
	kept, rounds := 0, 10
	if testing.Short() {
		rounds = 2
	}
	few := func() bool { return unacked < 6*rounds || done[actions.FinishBreak] == 0 || done[actions.Place] == 0 }
	for round := 0; round < rounds || few(); round++ {
		if round == 10*rounds {
			t.Fatalf("too few actions for this test: %d un-acked, done again %v", unacked, done)
		}
		k := newKillableServer(t, rnd, 3, round%2 == 0)
		k.run(3*time.Second, false)
		for range 4 {
			k.run(time.Duration(1500+k.rnd.IntN(1500))*time.Millisecond, true)
			k.kill(time.Duration(k.rnd.IntN(2500)) * time.Millisecond)
			k.run(time.Duration(k.rnd.IntN(1500))*time.Millisecond, true)
			var first, last []uint64
			for _, c := range k.all {
				s := c.cl.Stats()
				first, last = append(first, uint64(s.Acked)+1), append(last, uint64(s.Actions))
			}
			sections := k.all[0].cl.World().SectionCount()
			k.start()
			snaps := k.srv.Metrics().Snapshots
			k.run(7*time.Second, false)
			if k.srv.Metrics().Snapshots == snaps {
				kept += sections
			}
			for i, c := range k.all {
				if c.cl.State() != client.Playing || c.cl.UnackedCount() > 0 {
					t.Fatalf("%v (%s), %d un-acked", c.cl.State(), c.cl.Reason(), c.cl.UnackedCount())
				}
				for n := first[i]; n <= last[i]; n++ {
					unacked++
					why, ok := k.what[c.cl.Stream()][n]
					switch {
					case !ok:
						before++ // it had been performed, and its ack was lost
					case why != actions.Done:
						refused[why]++
						if why == actions.NotLoaded || why == actions.TooSoon || why == actions.TooFast {
							t.Errorf("round %d: %v of %d: %v", round, c.kind[n], i, why)
						}
					default:
						done[c.kind[n]]++
					}
				}
				if s := c.cl.Stats(); s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 {
					t.Fatalf("%+v", s)
				}
				c.till = 0
			}
		}
		for _, c := range k.all {
			c.cl.InspectReceived(func(w *world.World) {
				for _, p := range w.AppendSections(nil) {
					if a, b := w.Section(p), k.srv.World().Section(p); b == nil || a.Hash() != b.Hash() {
						t.Fatalf("round %d: section %v differs", round, p)
					}
				}
			})
		}
	}
	t.Logf("%d un-acked at four kills a round: %d performed before, done again %v, refused %v; %d sections were kept", unacked, before, done, refused, kept)
}

// TestOlderClock: the disk hung for longer than the stored clock is kept ahead, while players without persistent actions went
// on receiving stamps; then the server was killed. The next server is behind these stamps. Un-acked actions move back with it
// and are performed once.
func TestOlderClock(t *testing.T) {
	rnd := testrand.New(t)
	for _, hung := range []time.Duration{5 * time.Second, 14 * time.Second, 40 * time.Second} {
		k := newKillableServer(t, rnd, 3, true)
		until := time.Duration(0)
		k.m = store.NewMemory(func() time.Duration { return max(0, until-k.now) })
		k.start()
		k.run(3*time.Second, false)
		until = k.now + time.Hour
		k.run(hung, false)
		before := k.srv.Now()
		k.run(500*time.Millisecond, true)
		k.kill(1500 * time.Millisecond)
		unacked, first, last := 0, []uint64{}, []uint64{}
		for _, c := range k.all {
			s := c.cl.Stats()
			unacked += c.cl.UnackedCount()
			first, last = append(first, uint64(s.Acked)+1), append(last, uint64(s.Actions))
		}
		until = 0
		k.start()
		back := before.Sub(k.srv.Now())
		k.run(8*time.Second, false)
		done, refused := 0, map[actions.Refusal]int{}
		for i, c := range k.all {
			if s := c.cl.Stats(); c.cl.State() != client.Playing || c.cl.UnackedCount() > 0 || s.Corrections[protocol.Unexplained] > 0 || s.Desyncs > 0 {
				t.Fatalf("%v (%s), %d un-acked, %+v", c.cl.State(), c.cl.Reason(), c.cl.UnackedCount(), s)
			}
			for n := first[i]; n <= last[i]; n++ {
				if why, ok := k.what[c.cl.Stream()][n]; !ok {
					t.Errorf("hung %v: %v of %d is lost", hung, c.kind[n], i)
				} else if done++; why != actions.Done {
					refused[why]++
					done--
				}
			}
			w := c.cl.World()
			ahead := w.Entity(w.Find(world.AvatarID(c.cl.Stream()))).At.Sub(k.srv.Now())
			if ahead > 300*timestream.Millisecond || ahead < -300*timestream.Millisecond {
				t.Errorf("hung %v: %d is %d us ahead in the end", hung, i, ahead)
			}
		}
		t.Logf("the disk hung for %v: the clock went back by %d ms; of %d un-acked %d were performed, refused %v", hung, back/timestream.Millisecond, unacked, done, refused)
		if unacked == 0 || len(refused) > 0 || hung > 12*time.Second && back <= 0 {
			t.Errorf("hung %v: %d un-acked, refused %v, back by %d us", hung, unacked, refused, back)
		}
	}
}
