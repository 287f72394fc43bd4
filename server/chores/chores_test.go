package chores

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/internal/leaktest"
	"voxtide/internal/testrand"
	"voxtide/world"
)

// fakeMade makes squares of nothing; each takes a while of work.
type fakeMade struct {
	mu   sync.Mutex
	made map[Square]bool
	busy time.Duration
	full bool
}

func (m *fakeMade) Has(q Square) bool { m.mu.Lock(); defer m.mu.Unlock(); return m.made[q] }

func (m *fakeMade) Room() error {
	if m.full {
		return errors.New("the disk is full")
	}
	return nil
}

func (m *fakeMade) Make(q Square, each func(int) error) (int, error) {
	for i := range 4 {
		begun := time.Now()
		for time.Since(begun) < 8*time.Millisecond { // work
		}
		m.mu.Lock()
		m.busy += time.Since(begun)
		m.mu.Unlock()
		if err := each(i + 1); err != nil {
			return 0, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made[q] = true
	return 100, nil
}

// begun returns a worker over a file, whose answers come into a channel.
func begun(t *testing.T, m *fakeMade, file string) (*Worker, chan []string) {
	n := 0
	k := New(nil, m, file, slog.New(slog.DiscardHandler), func() int { n++; return n }, func(f func()) { f() })
	k.Begin()
	return k, make(chan []string, 16)
}

// TestHalfACore: a worker rests as long as it works, orders are done in the order in which they came, one that is cancelled or finds no room says so,
// more than a few are refused, and what is not done when the world ends is gone on with.
func TestHalfACore(t *testing.T) {
	defer leaktest.Check(t)
	file := filepath.Join(t.TempDir(), FileName)
	m := &fakeMade{made: map[Square]bool{}}
	k, answers := begun(t, m, file)
	add := func(o Order) { k.Add(o, func(l []string) { answers <- l }) }
	start := time.Now()
	add(Order{Kind: Pregenerate, Radius: 500, By: "ann"})
	got := strings.Join(<-answers, " ")
	took := time.Since(start)
	if !strings.Contains(got, "4 squares of 512 by 512 blocks made in 400 bytes, 0 were there already") || took < 2*m.busy-20*time.Millisecond {
		t.Errorf("%s in %v, with %v of work", got, took, m.busy)
	}
	add(Order{Kind: Pregenerate, Radius: 500, By: "ann"})
	if got := strings.Join(<-answers, " "); !strings.Contains(got, "4 were there already") {
		t.Error(got)
	}
	m.full = true
	add(Order{Kind: Pregenerate, Radius: 600, By: "ann"})
	if got := strings.Join(<-answers, " "); !strings.Contains(got, "it is not done: the disk is full") {
		t.Error(got)
	}
	m.full = false
	for range OrdersMax + 1 {
		add(Order{Kind: Pregenerate, Radius: RadiusMax, By: "bob"})
	}
	if got := strings.Join(<-answers, " "); got != ErrBusy.Error() {
		t.Error(got)
	}
	if line, ok := k.Cancel(5); !ok || !strings.Contains(line, "job 5") || !strings.Contains(strings.Join(k.Status(), " "), "job 4: pregenerate 4096 around 0 0, for bob") {
		t.Errorf("%s: %q", line, k.Status())
	}
	if _, ok := k.Cancel(5); ok {
		t.Error("cancelled twice")
	}
	if _, ok := k.Cancel(99); ok {
		t.Error("there is no job 99")
	}
	if line, ok := k.Cancel(0); !ok || !strings.Contains(line, "job 4") {
		t.Error(line)
	}
	for range 2 {
		if got := strings.Join(<-answers, " "); !strings.Contains(got, "cancelled") {
			t.Error(got)
		}
	}
	k.Close()
	k, _ = begun(t, m, file)
	if all := k.Status(); len(all) != OrdersMax-2 || !strings.Contains(all[0], "job 6") {
		t.Errorf("after a restart: %q", all)
	}
	k.Close()
	t.Logf("%v of work in %v", m.busy, time.Since(start))
}

// TestFileOfJobs: whatever the file of orders holds, the worker begins, and goes on with those orders alone that somebody could have given. One byte is
// changed in each round, which can make an order of what was none: -5 is 95 then.
func TestFileOfJobs(t *testing.T) {
	r, file := testrand.New(t), filepath.Join(t.TempDir(), FileName)
	left := func(data string) []*task {
		os.WriteFile(file, []byte(data), 0o600)
		return New(nil, nil, file, slog.New(slog.DiscardHandler), nil, nil).list
	}
	whole := `[{"Number":3,"Kind":"prune","By":"ann","Unseen":100,"At":{"X":0,"Y":0,"Z":0}},{"Kind":"nonsense"},{"Kind":"pregenerate","Radius":-5}]`
	for data, want := range map[string]int{
		whole:                                      1,
		strings.Replace(whole, "-5", "95", 1):      2,
		strings.Replace(whole, "-5", "4097", 1):    1,
		strings.Replace(whole, ":100", ":-100", 1): 0,
		whole[1:]: 0,
	} {
		if got := left(data); len(got) != want {
			t.Errorf("%s: %d orders, not %d", data, len(got), want)
		}
	}
	kept := 0
	for range 2000 {
		data := []byte(whole)
		data[r.IntN(len(data))] = byte(r.Uint32())
		for _, o := range left(string(data)) {
			kept++
			if o.Kind != Prune && o.Kind != Pregenerate || o.Kind == Prune && o.Unseen <= 0 || o.Kind == Pregenerate && (o.Radius <= 0 || o.Radius > RadiusMax) {
				t.Fatalf("%s: %+v is gone on with", data, o.Order)
			}
		}
	}
	if kept < 200 {
		t.Errorf("%d orders were kept of 2000 files: too little happened", kept)
	}
	t.Logf("2000 files, %d orders kept", kept)
}

// TestSquares: the nearest come first, and they cover what was asked for.
func TestSquares(t *testing.T) {
	r := testrand.New(t)
	for range 200 {
		o := Order{Radius: 1 + r.Int32N(3000), At: world.Pos{X: r.Int32N(1<<22) - 1<<21, Z: r.Int32N(1<<22) - 1<<21}}
		list := squaresAround(&o)
		far := func(q Square) int64 {
			dx, dz := int64(q.X)*512+256-int64(o.At.X), int64(q.Z)*512+256-int64(o.At.Z)
			return dx*dx + dz*dz
		}
		for i := range list[1:] {
			if far(list[i]) > far(list[i+1]) {
				t.Fatalf("around %v %v comes before %v", o.At, list[i], list[i+1])
			}
		}
		there := map[Square]bool{}
		for _, q := range list {
			there[q] = true
		}
		for range 50 {
			x, z := o.At.X-o.Radius+r.Int32N(2*o.Radius+1), o.At.Z-o.Radius+r.Int32N(2*o.Radius+1)
			if !there[Square{x >> 9, z >> 9}] || len(there) != len(list) {
				t.Fatalf("%d %d is not covered", x, z)
			}
		}
	}
}
