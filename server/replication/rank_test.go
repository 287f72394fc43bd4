package replication

import (
	"testing"
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// TestRateRises: a body that comes near out of a crowd, where it was told twice a second, is told at its new rate from the ranking on that finds it
// there, whenever it was told last: with this very update where each tells it, else at most one new interval later.
func TestRateRises(t *testing.T) {
	const step = time.Second / 60
	for _, rise := range []struct {
		blocks   int32 // to which it comes: nearer than all, behind 20, behind 120 of the 300 others
		interval time.Duration
	}{{3, 0}, {20, midInterval}, {40, farInterval}} {
		left, waited := time.Duration(0), time.Duration(0) // of the old interval; since the ranking: the longest
		phases := int(time.Second / 2 / step)
		for phase := range phases {
			k := newCrossing()
			k.c.schedule.rankedAt -= time.Duration(phase%6) * step                 // beside what else is looked at 10 times a second
			for k.body().interval != crowdInterval || k.body().toldAt != k.r.Now { // it was told right now, at the old rate
				k.step(step, 60)
			}
			for range phase {
				k.step(step, 60)
			}
			told := k.body().toldAt
			for k.body().interval == crowdInterval {
				if k.step(step, rise.blocks); k.r.Now-told > 2*time.Second {
					t.Fatal("the ranking does not find it")
				}
			}
			if k.body().interval != rise.interval {
				t.Fatalf("at %d blocks its interval is %v, not %v", rise.blocks, k.body().interval, rise.interval)
			}
			ranked := k.r.Now
			left = max(left, told+crowdInterval-ranked)
			for k.body().toldAt < ranked {
				k.step(step, rise.blocks)
			}
			wait := k.r.Now - ranked
			if waited = max(waited, wait); rise.interval == 0 && wait > 0 || wait > rise.interval+step {
				t.Errorf("phase %d: told %v after the ranking that put it at %d blocks, where its interval is %v", phase, wait, rise.blocks, rise.interval)
			}
		}
		t.Logf("to %d blocks in each of %d steps: told %v after the ranking at most, where the old interval had up to %v left", rise.blocks, phases, waited, left)
		if left < crowdInterval/2 {
			t.Error("too little to tell")
		}
	}
}

// crossing is a client among 300 who stand, 20 of them 10 blocks off, 100 of them 30 and the others 50, and one more who turns in every step.
type crossing struct {
	r    *relay
	c    *Client
	slot world.EntitySlot // of the one who moves
	at   timestream.Time
}

func newCrossing() *crossing {
	r, clients := walkersRanked(302, false)
	for s := timestream.Stream(1); s <= 302; s++ {
		slot := r.World.Find(world.AvatarID(s))
		m := r.World.Entity(slot).Motion
		switch at := (world.Pos{}); {
		case s <= 2:
			m.Pos = world.BottomCentre(at)
		case s <= 22:
			m.Pos = world.BottomCentre(world.Pos{X: 10})
		case s <= 122:
			m.Pos = world.BottomCentre(world.Pos{X: 30})
		default:
			m.Pos = world.BottomCentre(world.Pos{X: 50})
		}
		r.World.SetMotion(slot, 0, &m)
	}
	k := &crossing{r: r, c: clients[0], slot: r.World.Find(world.AvatarID(2))}
	k.step(0, 60)
	return k
}

// body returns what the client knows of the one who moves.
func (k *crossing) body() *knownEntity { return k.c.entities.find(k.slot, world.AvatarID(2)) }

// step is a step after which the one who moves is at a distance from the client in blocks; the client's update is written.
func (k *crossing) step(by time.Duration, blocks int32) {
	r := k.r
	r.Now += by
	k.at += timestream.Time(by.Microseconds())
	for i := range r.World.StreamCount() {
		r.World.SetStamp(r.World.StreamAt(i).Stream, k.at)
	}
	m := r.World.Entity(k.slot).Motion
	m.Pos = world.BottomCentre(world.Pos{Z: blocks})
	m.Yaw++
	r.World.SetMotion(k.slot, k.at, &m)
	r.Trajectories.Update(r.World, nil)
	r.beginStep()
	r.writer.Begin(r.update[:0], 1, 0)
	if r.Now-k.c.schedule.rankedAt >= rankInterval || by == 0 {
		r.Rank(k.c)
	}
	r.writeMotion(k.c)
	r.update = r.writer.End()
}
