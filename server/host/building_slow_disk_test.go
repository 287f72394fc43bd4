package host

import (
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/store"
)

// syncingStore is a store on a disk that is synced for a tenth of a second, and writes 20 MB a second beside that: batches that come meanwhile wait for the
// next sync, which takes all of them.
type syncingStore struct {
	store.Store
	mu      sync.Mutex
	waiting []waitingBatch
	taken   int           // batches of waiting that the sync under way takes
	until   time.Duration // when it is over, Monotonic
	told    uint64
	most    int           // batches that waited at once
	longest time.Duration // that one waited
}

// waitingBatch is a batch that is not durable.
type waitingBatch struct {
	seq   uint64
	at    time.Duration
	edits int
}

const (
	slowSync     = 100 * time.Millisecond
	slowSyncEdit = 36 * time.Second / 20e6 // an edit takes 36 bytes of the log
)

func (s *syncingStore) Commit(now time.Duration, b *store.Batch) uint64 {
	edits := len(b.Changes)
	seq := s.Store.Commit(now, b)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, waitingBatch{seq, Monotonic(), edits})
	s.most = max(s.most, len(s.waiting))
	return seq
}

func (s *syncingStore) Committed(now time.Duration) uint64 {
	written := s.Store.Committed(now)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken > 0 && Monotonic() >= s.until {
		s.longest = max(s.longest, Monotonic()-s.waiting[0].at)
		s.told = s.waiting[s.taken-1].seq
		s.waiting, s.taken = s.waiting[s.taken:], 0
	}
	if s.taken == 0 {
		s.until = Monotonic() + slowSync
		for s.taken < len(s.waiting) && s.waiting[s.taken].seq <= written {
			s.until += time.Duration(s.waiting[s.taken].edits) * slowSyncEdit
			s.taken++
		}
	}
	return s.told
}

// start returns what was counted since the last call.
func (s *syncingStore) start() (most int, longest time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	most, longest = s.most, s.longest
	s.most, s.longest = 0, 0
	return most, longest
}

// TestPasteOnASlowDisk: 64 by 64 by 64 blocks, all of them changed, come within two seconds on a disk that is synced for a tenth of a second, and
// what builders do meanwhile is durable a tenth of a second later than without it, at most. It is in virtual time: what the machine needs to compute is not in it.
func TestPasteOnASlowDisk(t *testing.T) {
	if testing.Short() { // under the race detector it takes ten minutes
		t.Skip("it measures a paste")
	}
	runInMemory(t, testPasteOnASlowDisk)
}

func testPasteOnASlowDisk(t *testing.T) {
	disk := &syncingStore{}
	h, at := openHost(t, t.TempDir(), func(cfg *Config) {
		cfg.ViewDistance, cfg.wrapStore = 32, func(st store.Store) store.Store { disk.Store = st; return disk }
	})
	who := joinBuilders(t, 4, at, testrand.New(t))
	playBuilders(t, who, patience, false, settled(who))
	give := func(line string) (done func() bool, answer *[]string) {
		answer = new([]string)
		ended := make(chan bool)
		h.Do(func(s *server.Server) {
			s.RunCommand(admin.Console, line, func(l []string) { *answer = l; close(ended) })
		})
		return func() bool {
			select {
			case <-ended:
				return true
			default:
				return false
			}
		}, answer
	}
	do := func(line string) string {
		done, answer := give(line)
		playBuilders(t, who, patience, false, done)
		return strings.Join(*answer, "\n")
	}
	disk.start()
	playBuilders(t, who, 3*time.Second, true, func() bool { return false })
	_, without := disk.start()
	do("select 1000 -70 1000 1063 -7 1063")
	if got := do("copy"); !strings.Contains(got, "262144 cells") {
		t.Fatal(got)
	}
	for _, to := range []string{"1024 192 1024 1087 255 1087", "1001 120 1203 1064 183 1266"} { // sections whole, and not
		do("select " + to)
		for _, line := range []string{"paste", "undo"} {
			disk.start()
			begun, steps := Monotonic(), h.metrics.stepTimes().total
			done, answer := give(line)
			playBuilders(t, who, 2*time.Minute, true, done)
			if !done() {
				t.Fatalf("%s is not done after %v", line, Monotonic()-begun)
			}
			took := Monotonic() - begun
			most, longest := disk.start()
			t.Logf("%s; %v in %d steps, at most %d batches waited; what was done was durable after %v at most, %v without", (*answer)[0], took, h.metrics.stepTimes().total-steps, most, longest, without)
			if took > 2*time.Second {
				t.Errorf("%s took %v", line, took)
			}
			if longest > without+slowSync+stepEvery {
				t.Errorf("beside it what was done was durable after %v, %v without", longest, without)
			}
		}
	}
	for _, b := range who {
		b.Leave()
		b.conn.Close("over")
	}
	if err := h.Close("over"); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}
