package host

import (
	"sync"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/store"
)

// delayedStore is a store whose batches count as durable half a second late.
type delayedStore struct {
	store.Store
	mu   sync.Mutex
	done []delayedSeq
	told uint64
}

// delayedSeq is the number of a batch and the time from which it counts as durable.
type delayedSeq struct {
	seq uint64
	at  time.Time
}

const commitDelay = 500 * time.Millisecond

func (s *delayedStore) Committed(now time.Duration) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.told
	if n := len(s.done); n > 0 {
		last = s.done[n-1].seq
	}
	if t := s.Store.Committed(now); t > last {
		s.done = append(s.done, delayedSeq{t, time.Now().Add(commitDelay)})
	}
	for len(s.done) > 0 && !time.Now().Before(s.done[0].at) {
		s.told = s.done[0].seq
		s.done = s.done[1:]
	}
	return s.told
}

// TestSlowDisk runs two worlds in virtual time, one on a store that takes half a second for each batch: its loop steps as the
// other one's does and waits for nothing, its players wait for their acks and notice nothing else.
func TestSlowDisk(t *testing.T) { runInMemory(t, testSlowDisk) }

func testSlowDisk(t *testing.T) {
	var hosts []*Host
	var who [][]*buildingClient
	rnd := testrand.New(t)
	for _, wrap := range []func(store.Store) store.Store{nil, func(st store.Store) store.Store { return &delayedStore{Store: st} }} {
		h, at := openHost(t, t.TempDir(), func(cfg *Config) { cfg.ViewDistance, cfg.wrapStore = 32, wrap })
		hosts, who = append(hosts, h), append(who, joinBuilders(t, 2, at, rnd))
	}
	all := append(append([]*buildingClient{}, who[0]...), who[1]...)
	playBuilders(t, all, patience, false, settled(all))
	before := [2]stepTimes{hosts[0].metrics.stepTimes(), hosts[1].metrics.stepTimes()}
	var waited [2]time.Duration // in which something was un-acked
	last := Monotonic()
	playBuilders(t, all, 10*time.Second, true, func() bool {
		now := Monotonic()
		for i := range who {
			if who[i][0].UnackedCount() > 0 {
				waited[i] += now - last
			}
		}
		last = now
		return false
	})
	playBuilders(t, all, patience, false, settled(all))
	var n [2]uint64 // steps
	for i, h := range hosts {
		after := h.metrics.stepTimes()
		n[i] = after.total - before[i].total
		if waits := after.sum - before[i].sum; waits > 0 { // a step that waits for nothing takes no virtual time
			t.Errorf("host %d: in its steps the loop waited for %v", i, waits)
		}
		agree(t, h, who[i], "built")
		for j, b := range who[i] {
			if s := b.Stats(); s.Corrections[protocol.Unexplained] > 0 || s.InputToFrame > 1 || s.Desyncs > 0 || s.BrokenLaw != "" || s.Resumes > 0 || len(b.told) < 10 {
				t.Errorf("host %d, builder %d: %+v, %d cells", i, j, s, len(b.told))
			}
		}
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			t.Error(err)
		}
	}
	t.Logf("steps %v, un-acked for %v", n, waited)
	if n[1] < n[0]*99/100 || n[0] < n[1]*99/100 || n[0] < 500 {
		t.Errorf("%v steps", n)
	}
	if waited[1] < waited[0]+2*time.Second {
		t.Errorf("un-acked for %v: the store is not slow", waited)
	}
	for _, b := range all {
		b.conn.Close("over")
	}
	time.Sleep(200 * time.Millisecond)
}
