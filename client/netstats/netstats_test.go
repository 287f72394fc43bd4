package netstats

import (
	"math"
	"testing"

	"voxtide/protocol"
	"voxtide/timestream"
)

const (
	ms  = timestream.Millisecond
	sec = timestream.Second
)

// TestSeries checks that columns keep the greatest value or the sum, and forget after ten seconds.
func TestSeries(t *testing.T) {
	var greatest, sums Series
	for _, v := range []struct {
		now timestream.Duration
		v   float64
	}{{0, 3}, {49 * ms, 5}, {50 * ms, 2}, {9*sec + 999*ms, 7}} {
		greatest.max(v.now, v.v)
		sums.sum(v.now, v.v)
	}
	now := 9*sec + 999*ms
	for i, want := range map[int][2]float64{0: {5, 8}, 1: {2, 2}, Columns - 1: {7, 7}} {
		a, ok1 := greatest.At(now, i)
		b, ok2 := sums.At(now, i)
		if a != want[0] || b != want[1] || !ok1 || !ok2 {
			t.Errorf("column %d: %v %v, %v %v; want %v", i, a, ok1, b, ok2, want)
		}
	}
	if _, ok := greatest.At(now, 2); ok {
		t.Error("a column without a note has a value")
	}
	if top, sum := greatest.Top(now), sums.Sum(now, Columns); top != 7 || sum != 17 {
		t.Errorf("top %v, sum %v", top, sum)
	}
	if v, ok := greatest.At(now+50*ms, 0); v != 2 || !ok {
		t.Errorf("a column later the oldest is %v", v)
	}
	if v, ok := greatest.Newest(now + 3*sec); v != 7 || !ok {
		t.Errorf("the newest is %v", v)
	}
	greatest.max(now+20*sec, 1)
	if top := greatest.Top(now + 20*sec); top != 1 {
		t.Errorf("after a long pause the top is %v", top)
	}
	if _, ok := greatest.At(now, Columns-1); ok {
		t.Error("a time before the ring has a value")
	}
}

// TestWaits checks the wait of each action from the frame that takes it to its frame and to its ack.
func TestWaits(t *testing.T) {
	var r Recorder
	r.Took(100*ms, 1)
	r.Took(100*ms, 2)
	r.Shown(100*ms, 1)
	r.Took(120*ms, 3)
	r.Shown(120*ms, 3)
	if v, _ := r.WaitFrame.Newest(120 * ms); v != 20 {
		t.Errorf("number 2 waited 20 ms for its frame, not %v", v)
	}
	if n := r.Acked(300*ms, 2); n != 2 {
		t.Errorf("%d acked", n)
	}
	if v, _ := r.WaitAck.Newest(300 * ms); v != 200 {
		t.Errorf("waited %v ms for the ack", v)
	}
	if n := r.Acked(310*ms, 1); n != 0 {
		t.Errorf("%d acked twice", n)
	}
	if n := r.Acked(400*ms, 3); n != 1 {
		t.Errorf("%d acked", n)
	}
	if v, _ := r.WaitAck.Newest(400 * ms); v != 280 {
		t.Errorf("waited %v ms for the ack", v)
	}
}

// TestUpdates checks the gaps, the ring and the corrections.
func TestUpdates(t *testing.T) {
	var r Recorder
	for i := range UpdatesKept + 3 {
		r.Updated(20*sec+timestream.Duration(i*i)*ms, uint64(i+1), 100+i, i, i%2, i == 0)
	}
	if n := r.UpdateCount(); n != UpdatesKept {
		t.Fatalf("%d updates", n)
	}
	first, last := r.UpdateAt(0), r.UpdateAt(UpdatesKept-1)
	if first.Number != 4 || last.Number != UpdatesKept+3 || last.Gap != (2*66-1)*ms || last.Bytes != 166 || last.Acks != 0 {
		t.Errorf("first %+v, last %+v", *first, *last)
	}
	now := r.Now()
	r.Corrected(now-11*sec, protocol.CauseBody, "body", 5)
	r.Corrected(now, protocol.CauseEdit, "blocks", 0)
	r.Corrected(now, protocol.CauseStream, "body", 12.5)
	var marks []Mark
	r.Marks(func(m *Mark) { marks = append(marks, *m) })
	if len(marks) != 2 || marks[0].Kind != "blocks" || marks[1].Jump != 12.5 || r.Totals.Corrections[protocol.CauseBody] != 1 {
		t.Errorf("marks %+v, totals %v", marks, r.Totals.Corrections)
	}
	if top := r.JumpOwn.Top(now); top != 12.5 {
		t.Errorf("jump %v", top)
	}
}

// TestPackets checks that packets are counted by column, and that a new connection begins at its own counts.
func TestPackets(t *testing.T) {
	var r Recorder
	r.Counted(0, Packets{100, 50, 2})
	r.Counted(10*ms, Packets{103, 51, 2})
	r.Counted(60*ms, Packets{104, 55, 5})
	r.Counted(110*ms, Packets{1, 1, 0})
	r.Counted(120*ms, Packets{2, 3, 1})
	up, down, lost := r.Up.Sum(120*ms, Columns), r.Down.Sum(120*ms, Columns), r.Lost.Sum(120*ms, Columns)
	if up != 5 || down != 7 || lost != 4 {
		t.Errorf("%v up, %v down, %v lost", up, down, lost)
	}
}

// TestBodies checks the distance between what was drawn for an instant and what the server had then, and the body that the
// server had a while ago.
func TestBodies(t *testing.T) {
	var r Recorder
	at := func(x float64) [3]float64 { return [3]float64{x, 64, 0} }
	for i := range 41 { // 20 ms a frame, 5 blocks a second; drawn 10 cm ahead of the server
		frame := timestream.Time(i) * timestream.Time(20*ms)
		now := timestream.Duration(frame)
		if i >= 10 && i%2 == 0 { // an update each 40 ms, of 200 ms ago
			stamp := frame.Add(-200 * ms)
			r.Told(now, 7, true, frame, stamp, at(float64(stamp)/1e6*5))
		}
		r.Drew(7, true, false, frame, at(float64(frame)/1e6*5+0.1), at(float64(frame)/1e6*5+0.1))
	}
	b := &r.Bodies()[0]
	if cm := r.ApartOwn.Top(r.Now()); math.Abs(cm-10) > 1e-5 {
		t.Errorf("drawn %v cm from the server's body", cm)
	}
	if b.Stamp != timestream.Time(600*ms) || math.Abs(b.Received[0]-3) > 1e-9 || math.Abs(b.Drawn[0]-4.1) > 1e-9 {
		t.Errorf("received %v at %d, drawn %v", b.Received, b.Stamp, b.Drawn)
	}
	pos, ago, ok := b.Server()
	if !ok || ago != 240*ms || math.Abs(pos[0]-(0.8-0.24)*5) > 1e-9 {
		t.Errorf("the server's body %v ms ago at %v (%v)", ago/ms, pos, ok)
	}
}

// TestCrowd checks that the own body keeps its place, however many others there are, and that a body that left makes room.
func TestCrowd(t *testing.T) {
	var r Recorder
	for i := range uint64(BodiesKept + 5) {
		r.Drew(100+i, false, false, 0, [3]float64{}, [3]float64{})
	}
	r.Drew(1, true, false, 0, [3]float64{}, [3]float64{})
	if all := r.Bodies(); len(all) != BodiesKept || !all[0].Own {
		t.Fatalf("%d bodies, the first own %v", len(all), all[0].Own)
	}
	r.Drew(1, true, false, timestream.Time(3*sec), [3]float64{}, [3]float64{})
	r.Drew(200, false, false, timestream.Time(3*sec), [3]float64{1, 2, 3}, [3]float64{})
	if b := r.Bodies()[1]; b.ID != 200 || b.Predicted[2] != 3 {
		t.Errorf("a body that left is still there: %v", b.ID)
	}
}

// TestStreams checks the lateness of streams, and that only the first ones are kept until one is silent.
func TestStreams(t *testing.T) {
	var r Recorder
	for i, name := range []string{"own", "server", "ann", "bob", "eve"} {
		r.Late(sec, uint32(i), name, timestream.Duration(i)*50*ms)
	}
	all := r.Streams()
	if len(all) != StreamsKept || all[0].Name != "own" || all[3].Late.Top(sec) != 150 {
		t.Fatalf("streams %d: %v", len(all), all[3].Late.Top(sec))
	}
	r.Late(12*sec, 0, "own", 0)
	r.Late(12*sec, 4, "eve", 30*ms)
	if s := r.Streams()[1]; s.Name != "eve" || s.Late.Top(12*sec) != 30 {
		t.Errorf("the silent stream is still there: %v", s.Name)
	}
}

// TestAllocations checks that notes allocate nothing, and that a copy is a freeze.
func TestAllocations(t *testing.T) {
	r := &Recorder{}
	n := uint64(0)
	note := func() {
		n++
		now := timestream.Duration(n) * 16 * ms
		r.Took(now, n)
		r.Shown(now, n)
		r.Acked(now, n)
		r.Frame(now, 3)
		r.SeenDirectly(now, 30*ms)
		r.Replayed(now, 40)
		r.Updated(now, n, 200, 4, 1, false)
		r.Late(now, 1, "own", 20*ms)
		r.Counted(now, Packets{n, n, 0})
		r.Corrected(now, protocol.CauseBody, "body", 3)
		r.Told(now, 5, true, timestream.Time(now), timestream.Time(now), [3]float64{})
		r.Drew(5, true, false, timestream.Time(now), [3]float64{}, [3]float64{})
	}
	if allocs := testing.AllocsPerRun(500, note); allocs != 0 {
		t.Errorf("%v allocations of a frame", allocs)
	}
	if v, ok := r.SeenDirect.Newest(r.Now()); v != 30 || !ok {
		t.Errorf("a peer's action was seen after %v ms", v)
	}
	frozen := *r
	at := frozen.Now()
	note()
	if frozen.Now() != at || frozen.UpdateAt(UpdatesKept-1).Number == r.UpdateAt(UpdatesKept-1).Number {
		t.Error("a copy went on")
	}
}

// BenchmarkFrame measures the notes of a frame with an update.
func BenchmarkFrame(b *testing.B) {
	r := &Recorder{}
	for n := range uint64(b.N) {
		now := timestream.Duration(n) * 16 * ms
		r.Took(now, n)
		r.Shown(now, n)
		r.Frame(now, 3)
		r.Updated(now, n, 200, 4, 1, false)
		for id := range uint64(8) {
			r.Told(now, id+1, id == 0, timestream.Time(now), timestream.Time(now), [3]float64{})
			r.Drew(id+1, id == 0, false, timestream.Time(now), [3]float64{}, [3]float64{})
		}
	}
}

// TestLinks checks that the newest links are kept, as many as there is room for, and that a copy of the notes keeps its own.
func TestLinks(t *testing.T) {
	var r Recorder
	if len(r.Links()) != 0 {
		t.Error("links from the start")
	}
	r.Linked(make([]Link, LinksKept+3))
	r.Linked([]Link{{Name: "ann", RoundTrip: 20}, {Name: "bob"}})
	frozen := r
	r.Linked([]Link{{Name: "carl"}})
	if got := frozen.Links(); len(got) != 2 || got[0].Name != "ann" {
		t.Errorf("frozen are %+v", got)
	}
	if got := r.Links(); len(got) != 1 || got[0].Name != "carl" {
		t.Errorf("now are %+v", got)
	}
	if r.Linked(make([]Link, LinksKept+3)); len(r.Links()) != LinksKept {
		t.Errorf("%d are kept", len(r.Links()))
	}
}
