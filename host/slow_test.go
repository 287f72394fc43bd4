package host

import (
	"sync"
	"testing"
	"time"

	"voxtide/chance"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/store"
)

// slow is a store whose tickets are told half a second after they are durable.
type slow struct {
	store.Store
	mu   sync.Mutex
	done []reached
	told uint64
}

// reached is a ticket and when it may be told.
type reached struct {
	ticket uint64
	at     time.Time
}

const slowBy = 500 * time.Millisecond

func (s *slow) Committed(now time.Duration) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.told
	if n := len(s.done); n > 0 {
		last = s.done[n-1].ticket
	}
	if t := s.Store.Committed(now); t > last {
		s.done = append(s.done, reached{t, time.Now().Add(slowBy)})
	}
	for len(s.done) > 0 && !time.Now().Before(s.done[0].at) {
		s.told = s.done[0].ticket
		s.done = s.done[1:]
	}
	return s.told
}

// TestSlowDisk runs two worlds in virtual time, one on a store that takes half a second for each batch: its loop steps as the other
// one's does and waits for nothing, its builders wait for their acks and notice nothing else.
func TestSlowDisk(t *testing.T) { inAir(t, testSlowDisk) }

func testSlowDisk(t *testing.T) {
	var hosts []*Host
	var who [][]*builder
	rnd := chance.Source(t)
	for _, wrap := range []func(store.Store) store.Store{nil, func(st store.Store) store.Store { return &slow{Store: st} }} {
		h, at := open(t, t.TempDir(), func(cfg *Config) { cfg.View, cfg.wrap = 32, wrap })
		hosts, who = append(hosts, h), append(who, builders(t, 2, at, rnd))
	}
	all := append(append([]*builder{}, who[0]...), who[1]...)
	build(t, all, 30*time.Second, false, settled(all))
	before := [2]steps{hosts[0].gauges.read(), hosts[1].gauges.read()}
	var waited [2]time.Duration // in which something was un-acked
	last := Since()
	build(t, all, 10*time.Second, true, func() bool {
		now := Since()
		for i := range who {
			if who[i][0].Unacked() > 0 {
				waited[i] += now - last
			}
		}
		last = now
		return false
	})
	build(t, all, 20*time.Second, false, settled(all))
	var n [2]uint64 // steps
	for i, h := range hosts {
		after := h.gauges.read()
		n[i] = after.all - before[i].all
		if waits := after.sum - before[i].sum; waits > 0 { // a step that waits for nothing takes no virtual time
			t.Errorf("host %d: in its steps the loop waited for %v", i, waits)
		}
		agree(t, h, who[i], "built")
		for j, b := range who[i] {
			if s := b.Stats(); s.Corrections[predict.Unexplained] > 0 || s.InputToPicture > 1 || s.Desyncs > 0 || s.Broken != "" || s.Resumes > 0 || len(b.told) < 10 {
				t.Errorf("host %d, builder %d: %+v, %d cells", i, j, s, len(b.told))
			}
		}
		if err := h.Close(protocol.ReasonStopping); err != nil {
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
