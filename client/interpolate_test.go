package client

import (
	"testing"

	"voxtide/predict"
	"voxtide/timestream"
	"voxtide/world"
)

const ms = timestream.Time(timestream.Millisecond)

// TestInterpolation tells a body that walks at 4 m/s every 50 ms, 120 ms late, and then falls silent.
func TestInterpolation(t *testing.T) {
	var p interpolator
	id := world.AvatarID(2)
	at := func(tm timestream.Time) int64 { return int64(tm) * 4000 }
	for tm := timestream.Time(0); tm <= 1000*ms; tm += 50 * ms {
		p.take(predict.Sample{ID: id, Stream: 2, At: tm, Pos: world.Vec{at(tm)}, Vel: world.Vec{4000}}, tm+120*ms)
	}
	for _, c := range []struct{ now, want timestream.Time }{
		{1120 * ms, 900 * ms},  // 100 ms behind what has come
		{1130 * ms, 910 * ms},  // between two states
		{1300 * ms, 1080 * ms}, // past the last: flies on
		{2000 * ms, 1250 * ms}, // dry for too long: stands
		{9000 * ms, 1250 * ms}, //
	} {
		got, ok := p.place(id, c.now)
		if !ok || got[0] != at(c.want) {
			t.Errorf("drawn at %d at %d, want %d", got[0], c.now, at(c.want))
		}
	}
	p.forget(9000 * ms)
	if _, ok := p.place(id, 9000*ms); ok {
		t.Error("a body that is gone is still drawn")
	}
}

// TestSmoothing halves an offset each 60 ms and snaps a large one.
func TestSmoothing(t *testing.T) {
	var s smoother
	id := world.AvatarID(2)
	s.step(nil, 1000*ms)
	s.step([]predict.Jump{{ID: id, Delta: world.Vec{world.Unit}}}, 1010*ms)
	if by := s.of(id); by[0] != -1 {
		t.Fatalf("drawn %v from the ghost at once, want where it was", by)
	}
	s.step(nil, 1070*ms)
	if by := s.of(id); by[0] < -0.5001 || by[0] > -0.4999 {
		t.Fatalf("%v after 60 ms", by)
	}
	s.step([]predict.Jump{{ID: id, Delta: world.Vec{3 * world.Unit}}}, 1080*ms)
	if by := s.of(id); by != ([3]float64{}) {
		t.Fatalf("%v after a jump of 3 blocks, want none", by)
	}
	s.step([]predict.Jump{{ID: id, Delta: world.Vec{world.Unit}}}, 1090*ms)
	s.step(nil, 3000*ms)
	if len(s.offsets) != 0 {
		t.Fatal("an offset is never forgotten")
	}
}
