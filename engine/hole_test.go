package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
)

// good is a network on which nothing goes wrong.
func good() simulated.Conditions {
	return simulated.Conditions{DelayMin: time.Millisecond, DelayMax: 4 * time.Millisecond}
}

// desk is a cluster with one client, a clock, and what was written.
type desk struct {
	cluster *simulated.Cluster
	client  *simulated.Client
	shared  *engine.Shared
	now     time.Duration
}

func newDesk(c simulated.Conditions) *desk {
	d := &desk{cluster: simulated.NewCluster(5, c)}
	d.client = d.cluster.Connect("desk")
	d.shared = engine.Share(d.client)
	return d
}

// run advances who is there for a time.
func (d *desk) run(length time.Duration, who ...interface{ Advance(time.Duration) }) {
	for end := d.now + length; d.now < end; d.now += 5 * time.Millisecond {
		d.shared.Poll(d.now)
		for _, w := range who {
			w.Advance(d.now)
		}
	}
}

func (d *desk) writer(holder string, after engine.Position) *engine.Writer {
	return engine.NewWriter(d.shared, engine.WriterOptions{Log: logName, Holder: holder, After: after})
}

// write claims the log and writes entries into it.
func (d *desk) write(t *testing.T, holder string, after engine.Position, entries int) *engine.Writer {
	t.Helper()
	w := d.writer(holder, after)
	d.run(200*time.Millisecond, w)
	for i := range entries {
		w.Append(d.now, []byte(fmt.Sprint(holder, " ", i)))
	}
	d.run(100*time.Millisecond, w)
	if n, _ := w.Waiting(); n > 0 || w.Err() != nil {
		t.Fatalf("%d entries wait, %v", n, w.Err())
	}
	return w
}

// TestHoles: a log that is not what was written stops readers and those who claim it, and says so; so does a reader who has something else, and
// one for whom the log does not reach back.
func TestHoles(t *testing.T) {
	other := engine.Entry{N: 4, Claim: 1, Kind: engine.Data, Data: []byte("another")}
	var first, fourth engine.Position
	for _, c := range []struct {
		name   string
		damage func(d *desk, w *engine.Writer)
		after  func() engine.Position
		want   error
	}{
		{"whole", func(*desk, *engine.Writer) {}, nil, nil},
		{"an entry is another", func(d *desk, w *engine.Writer) {
			other.Claim = w.Claim()
			d.cluster.Damage(logName, 4, engine.AppendEntry(nil, &other))
		}, nil, engine.ErrHole},
		{"an entry is garbage", func(d *desk, _ *engine.Writer) { d.cluster.Damage(logName, 4, []byte("garbage")) }, nil, engine.ErrHole},
		{"the middle is lost", func(d *desk, _ *engine.Writer) { d.cluster.Damage(logName, 4, nil) }, nil, engine.ErrHole},
		{"here is what the log has", func(*desk, *engine.Writer) {}, func() engine.Position { return fourth }, nil},
		{"here is another entry", func(*desk, *engine.Writer) {}, func() engine.Position {
			at := fourth
			at.Hash[3]++
			return at
		}, engine.ErrDiverged},
		{"here is more than in the log", func(*desk, *engine.Writer) {}, func() engine.Position {
			at := fourth
			at.N = 1000
			return at
		}, engine.ErrDiverged},
		{"the log begins behind what is here", func(d *desk, _ *engine.Writer) { trim(d, 5) }, nil, engine.ErrTrimmed},
		{"the log begins right behind it", func(d *desk, _ *engine.Writer) { trim(d, 4) }, func() engine.Position { return fourth }, nil},
		{"the same, and here is another entry", func(d *desk, _ *engine.Writer) { trim(d, 4) }, func() engine.Position {
			at := fourth
			at.Hash[3]++
			return at
		}, engine.ErrDiverged},
		{"here is much less", func(d *desk, _ *engine.Writer) { trim(d, 5) }, func() engine.Position { return first }, engine.ErrTrimmed},
	} {
		d := newDesk(good())
		w := d.write(t, "north", engine.Position{}, 8)
		for v, ok := w.Next(); ok; v, ok = w.Next() {
			switch at := (engine.Position{N: v.N, Claim: v.Claim, Hash: v.Hash}); v.N {
			case 1:
				first = at
			case 4:
				fourth = at
			}
		}
		end := w.Durable()
		w.Stop()
		c.damage(d, w)
		after := engine.Position{}
		if c.after != nil {
			after = c.after()
		}
		f := engine.NewFollower(d.shared, logName, after)
		d.run(300*time.Millisecond, f)
		if err := f.Err(); !errors.Is(err, c.want) || c.want == nil && f.Position().N != end {
			t.Errorf("%s: a follower says %v at %d of %d, want %v", c.name, err, f.Position().N, end, c.want)
		}
		south := d.writer("south", after)
		d.run(300*time.Millisecond, south)
		if err := south.Err(); !errors.Is(err, c.want) || (c.want == nil) != south.Holding() {
			t.Errorf("%s: a claimant says %v, want %v", c.name, err, c.want)
		}
	}
}

// trim trims the log and waits until that is done.
func trim(d *desk, upTo uint64) {
	d.shared.Trim(logName, upTo)
	d.run(100 * time.Millisecond)
}

// TestMajorityAway: ten seconds without a majority cost an owner nothing but time: it stays the owner, and what it has written meanwhile becomes
// durable in its order. What is in flight is bounded, and the log is known to be ours only as of before.
func TestMajorityAway(t *testing.T) {
	d := newDesk(good())
	w := d.write(t, "north", engine.Position{}, 3)
	asked := d.cluster.Done.Appends
	d.cluster.SetMajority(false)
	start, last := d.now, uint64(0)
	for range 100 {
		last = w.Append(d.now, []byte("while nobody answers"))
		d.run(100*time.Millisecond, w)
	}
	if w.Err() != nil || w.Held() > start || d.cluster.Done.Appends != asked {
		t.Fatalf("%v; ours as of %v, %v before; %d appends were carried out", w.Err(), w.Held(), start-w.Held(), d.cluster.Done.Appends-asked)
	}
	if n, bytes := w.Waiting(); n != 100 || bytes < 100*len("while nobody answers") {
		t.Errorf("%d entries wait, %d bytes", n, bytes)
	}
	d.cluster.SetMajority(true)
	d.run(3*time.Second, w)
	if w.Err() != nil || w.Durable() < last || w.Held() <= start {
		t.Errorf("%v; durable to %d of %d, ours as of %v", w.Err(), w.Durable(), last, w.Held())
	}
	log, err := wholeLog(d.cluster)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, v := range log {
		if string(v.Data) == "while nobody answers" {
			n++
		}
	}
	if n != 100 || w.Stats().Unknown == 0 {
		t.Errorf("%d of 100 entries are there, %+v", n, w.Stats())
	}
}

// TestHeartbeat: an owner that has nothing to write is heard all the same, and one that is gone is silent.
func TestHeartbeat(t *testing.T) {
	d := newDesk(good())
	w := d.write(t, "north", engine.Position{}, 0)
	f := engine.NewFollower(d.shared, logName, engine.Position{})
	d.run(5*time.Second, w, f)
	heard, ok := f.Heard()
	if silent := d.now - heard; !ok || silent > 300*time.Millisecond {
		t.Errorf("nothing is heard for %v of an owner that is well", silent)
	}
	if claim, holder := f.Owner(); claim != w.Claim() || holder != "north" {
		t.Errorf("the owner is %q by claim %d", holder, claim)
	}
	if n := f.Position().N; n < 20 || n > 30 {
		t.Errorf("%d entries in five seconds", n)
	}
	d.run(2*time.Second, f)
	if heard, _ := f.Heard(); d.now-heard < 1900*time.Millisecond {
		t.Errorf("something was heard %v after the end of the owner", d.now-heard)
	}
}

// TestDirectory: small values by key, on the connection of the log.
func TestDirectory(t *testing.T) {
	d := newDesk(good())
	got := map[string]any{}
	note := func(what string) func(time.Duration, *engine.Answer) {
		return func(_ time.Duration, a *engine.Answer) {
			got[what] = string(a.Value)
			if a.Values != nil {
				got[what] = a.Values
			}
		}
	}
	d.shared.Put("w/nodes/a", []byte("1"), nil)
	d.shared.Put("w/nodes/b", []byte("2"), note("put"))
	d.shared.Put("v/nodes/c", []byte("3"), nil)
	d.run(50 * time.Millisecond)
	d.shared.Get("w/nodes/a", note("a"))
	d.shared.Get("nothing", note("nothing"))
	d.shared.List("w/nodes/", note("list"))
	d.run(50 * time.Millisecond)
	d.shared.Put("w/nodes/a", nil, nil)
	d.run(50 * time.Millisecond)
	d.shared.List("w/nodes/", note("later"))
	d.run(50 * time.Millisecond)
	want := map[string]any{
		"put": "", "a": "1", "nothing": "", "list": map[string][]byte{"w/nodes/a": []byte("1"), "w/nodes/b": []byte("2")},
		"later": map[string][]byte{"w/nodes/b": []byte("2")},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRepeats: the same seed gives the same run.
func TestRepeats(t *testing.T) {
	a, err := lawRun(7, bad(), 5*time.Second)
	b, err2 := lawRun(7, bad(), 5*time.Second)
	c, err3 := lawRun(8, bad(), 5*time.Second)
	if err != nil || err2 != nil || err3 != nil || a != b || a == c {
		t.Errorf("%v, %v, %v\n%v\n%v\n%v", err, err2, err3, a, b, c)
	}
}

// BenchmarkWriter is what an entry costs, the simulated engine included.
func BenchmarkWriter(b *testing.B) {
	d := newDesk(simulated.Conditions{})
	w := d.writer("north", engine.Position{})
	d.run(100*time.Millisecond, w)
	data := make([]byte, 2000)
	b.ReportAllocs()
	for b.Loop() {
		w.Append(d.now, data)
		d.run(5*time.Millisecond, w)
		for _, ok := w.Next(); ok; _, ok = w.Next() {
		}
		if w.Durable()%1000 == 0 {
			d.shared.Trim(logName, w.Durable()-1)
		}
	}
}
