package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/socket"
)

const (
	testLog   = "world"
	entrySize = 2000
	window    = 8 // entries on their way
)

// writer appends entries to a log and notes which were acked. Each has the next number of its own count in it, whatever number it gets.
type writer struct {
	t       testing.TB
	client  engine.Engine
	claim   uint64
	last    uint64          // the highest number that was given to an entry
	acked   map[uint64]bool // by number, of this writer
	ended   map[uint64]bool // those of the numbers on their way that ended otherwise
	flying  map[engine.Request]uint64
	made    map[uint64]time.Time
	delays  []time.Duration
	lastAck time.Time
	longest time.Duration
	unknown int // requests that ended so
	answers []engine.Answer
}

// newWriter claims the log and goes on where it ends.
func newWriter(t testing.TB, path string) *writer {
	return newWriterOver(t, socket.Dial(path))
}

func newWriterOver(t testing.TB, client engine.Engine) *writer {
	w := &writer{t: t, client: client, acked: map[uint64]bool{}, ended: map[uint64]bool{}, flying: map[engine.Request]uint64{}, made: map[uint64]time.Time{}}
	seen := uint64(0)
	for {
		a := w.ask(func() engine.Request {
			return w.client.Claim(testLog, seen, fmt.Sprint("test ", time.Now().UnixNano()))
		})
		if a.Outcome == engine.OK {
			w.claim = a.Claim
			break
		}
		seen = a.Claim
	}
	w.last = w.ask(func() engine.Request { return w.client.Read(testLog, 1) }).Last
	return w
}

func (w *writer) close() { w.client.Close() }

// ask makes a request again and again until it has an outcome.
func (w *writer) ask(make func() engine.Request) engine.Answer {
	w.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		for r, over := make(), false; !over; {
			w.poll(20 * time.Millisecond)
			for i, a := range w.answers {
				if a.Request == r {
					w.answers = slices.Delete(w.answers, i, i+1)
					if a.Outcome != engine.Unknown {
						return a
					}
					over = true
					break
				}
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.t.Fatal("no outcome in 20 s")
	return engine.Answer{}
}

func (w *writer) poll(most time.Duration) {
	select {
	case <-w.client.Ready():
	case <-time.After(most):
	}
	w.answers = w.client.Poll(0, w.answers)
}

// data is what entry n has.
func data(n uint64) []byte {
	b := binary.LittleEndian.AppendUint64(nil, n)
	return append(b, bytes.Repeat([]byte{byte(n)}, entrySize-8)...)
}

// run appends entries at a rate: a number of them, or until the context ends if that is 0.
func (w *writer) run(ctx context.Context, count, rate int) {
	began, given := time.Now(), 0
	w.lastAck = began
	for {
		due := int(time.Since(began).Seconds() * float64(rate))
		if count > 0 {
			due = min(due, count)
		}
		if ctx.Err() != nil || count > 0 && given == count {
			due = given
			if len(w.flying) == 0 && len(w.ended) == 0 {
				w.longest = max(w.longest, time.Since(w.lastAck))
				return
			}
		}
		for ; given < due && len(w.flying) < window && len(w.ended) == 0; given++ {
			w.last++
			w.made[w.last] = began.Add(time.Duration(float64(given+1) / float64(rate) * float64(time.Second)))
			w.flying[w.client.Append(testLog, w.claim, w.last, data(w.last))] = w.last
		}
		w.poll(time.Millisecond)
		for _, a := range w.answers {
			n, ok := w.flying[a.Request]
			if !ok {
				continue
			}
			delete(w.flying, a.Request)
			switch {
			case a.Outcome == engine.OK:
				w.ack(n)
			case a.Outcome == engine.Refused && a.Claim != w.claim:
				w.t.Fatalf("fenced by nobody: %+v", a)
			default:
				w.unknown++
				w.ended[n] = true
			}
		}
		w.answers = w.answers[:0]
		if len(w.ended) > 0 && len(w.flying) == 0 {
			w.settle()
		}
	}
}

func (w *writer) ack(n uint64) {
	now := time.Now()
	w.acked[n] = true
	w.delays = append(w.delays, now.Sub(w.made[n]))
	w.longest = max(w.longest, now.Sub(w.lastAck))
	w.lastAck = now
	delete(w.made, n)
}

// settle finds out what became of requests that ended as Unknown, and makes those again of which nothing is there.
func (w *writer) settle() {
	lowest := uint64(1 << 63)
	for n := range w.ended {
		lowest = min(lowest, n)
	}
	a := w.ask(func() engine.Request { return w.client.Read(testLog, lowest) })
	if a.Claim != w.claim {
		w.t.Fatalf("fenced by nobody: %+v", a)
	}
	for _, e := range a.Entries {
		if w.ended[e.N] {
			delete(w.ended, e.N)
			if !bytes.Equal(e.Data, data(e.N)) {
				w.t.Fatalf("entry %d is another", e.N)
			}
			w.ack(e.N)
		}
	}
	for n := range w.ended {
		w.flying[w.client.Append(testLog, w.claim, n, data(n))] = n
		delete(w.ended, n)
	}
}

// tally is what a look at the log has found.
type tally struct{ acked, lost, twice, there int }

func (t tally) String() string {
	return fmt.Sprintf("%d acked, %d lost, %d twice", t.acked, t.lost, t.twice)
}

// check reads the whole log at a node and compares it with what was acked.
func (w *writer) check(t testing.TB, path string) tally {
	t.Helper()
	reader := &writer{t: t, client: socket.Dial(path)}
	defer reader.close()
	var c tally
	seen := map[uint64]int{}
	for next := uint64(1); ; {
		a := reader.ask(func() engine.Request { return reader.client.Read(testLog, next) })
		if len(a.Entries) == 0 {
			break
		}
		for _, e := range a.Entries {
			if e.N != next || len(e.Data) != entrySize {
				t.Fatalf("entry %d of %d bytes, want %d", e.N, len(e.Data), next)
			}
			seen[binary.LittleEndian.Uint64(e.Data)]++
			next++
		}
	}
	c.there, c.acked = len(seen), len(w.acked)
	for n := range w.acked {
		if seen[n] == 0 {
			c.lost++
		}
	}
	for _, times := range seen {
		if times > 1 {
			c.twice++
		}
	}
	if c.lost > 0 || c.twice > 0 || c.acked == 0 {
		t.Errorf("at %s: %v", path, c)
	}
	return c
}

func (w *writer) percentiles() string {
	s := slices.Sorted(slices.Values(w.delays))
	if len(s) == 0 {
		return "no acks"
	}
	at := func(p float64) float64 { return float64(s[int(p*float64(len(s)-1))].Microseconds()) / 1000 }
	return fmt.Sprintf("p50 %.2f ms, p99 %.2f ms, max %.1f ms of %d acks", at(0.5), at(0.99), at(1), len(s))
}

// usage returns the memory in MB and the processor time of a process.
func usage(t testing.TB, pid int) (rss float64, cpu time.Duration) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(status) {
		var kb float64
		if n, _ := fmt.Sscanf(string(line), "VmRSS: %f kB", &kb); n == 1 {
			rss = kb / 1024
		}
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+2:])
	var user, system int64
	fmt.Sscan(string(fields[11]), &user)
	fmt.Sscan(string(fields[12]), &system)
	return rss, time.Duration(user+system) * 10 * time.Millisecond
}
