package effects

import (
	"testing"

	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

const ms = timestream.Time(timestream.Millisecond)

// TestInterpolation adds the states of an entity that walks at 4 m/s, every 50 ms and 120 ms late, and then none.
func TestInterpolation(t *testing.T) {
	var p tracks
	o := OthersDrawing{Kind: OthersInterpolate, Delay: 100 * timestream.Millisecond, Dry: 250 * timestream.Millisecond}
	id := world.AvatarID(2)
	at := func(tm timestream.Time) int64 { return int64(tm) * 4000 }
	for tm := timestream.Time(0); tm <= 1000*ms; tm += 50 * ms {
		p.add(predict.Sample{ID: id, Stream: 2, At: tm, Pos: world.Vec{at(tm)}, Vel: world.Vec{4000}}, tm+120*ms)
	}
	for _, c := range []struct{ now, want timestream.Time }{
		{1120 * ms, 900 * ms},  // 100 ms behind the received states
		{1130 * ms, 910 * ms},  // between two states
		{1300 * ms, 1080 * ms}, // past the last state: it flies on
		{2000 * ms, 1250 * ms}, // without a state for too long: it stands
		{9000 * ms, 1250 * ms}, //
	} {
		got, ok := p.at(id, &o, c.now)
		if !ok || got.pos[0] != at(c.want) || got.at != c.want {
			t.Errorf("drawn at %d, its time %d, at %d, want %d", got.pos[0], got.at, c.now, at(c.want))
		}
	}
	p.prune(9000 * ms)
	if _, ok := p.at(id, &o, 9000*ms); ok {
		t.Error("an entity without states is still drawn")
	}
}

// TestSmoothing: an offset halves in each 60 ms, and a large one is not smoothed.
func TestSmoothing(t *testing.T) {
	var s smoother
	id := world.AvatarID(2)
	s.advance(nil, 1000*ms)
	s.advance([]predict.Displacement{{ID: id, Delta: world.Vec{world.Unit}}}, 1010*ms)
	if by := s.offsetOf(id); by[0] != -1 {
		t.Fatalf("drawn at offset %v at once, want the old position", by)
	}
	s.advance(nil, 1070*ms)
	if by := s.offsetOf(id); by[0] < -0.5001 || by[0] > -0.4999 {
		t.Fatalf("%v after 60 ms", by)
	}
	s.advance([]predict.Displacement{{ID: id, Delta: world.Vec{3 * world.Unit}}}, 1080*ms)
	if by := s.offsetOf(id); by != ([3]float64{}) {
		t.Fatalf("%v after a jump of 3 blocks, want none", by)
	}
	s.advance([]predict.Displacement{{ID: id, Delta: world.Vec{world.Unit}}}, 1090*ms)
	s.advance(nil, 3000*ms)
	if len(s.offsets) != 0 {
		t.Fatal("an offset is never forgotten")
	}
}
