package rollback

import (
	"testing"
	"time"
)

// TestGate: it closes when as much as waitingMax is not durable, whatever was committed besides, and opens when the batch after the one before is durable.
func TestGate(t *testing.T) {
	var g Gate
	durable, opened, closed := uint64(3), 0, 0
	for n := uint64(10); n < 10+2*waitingMax/StepSlice; n++ {
		if !g.Open(durable) {
			closed++
			continue
		}
		opened++
		g.HandedOver(n, StepSlice)
		g.HandedOver(n, 0) // a step without edits is in no batch
	}
	if opened != waitingMax/StepSlice || closed != opened {
		t.Errorf("open %d times and closed %d times", opened, closed)
	}
	if g.Open(10) {
		t.Error("open, though the batch with the first slice is not durable")
	}
	if !g.Open(11) {
		t.Error("closed, though it is")
	}
	if g.HandedOver(40, StepSlice); g.Open(11) {
		t.Error("open with as much as before")
	}
	if !g.Open(1000) || g.waiting != 0 || len(g.slices) != 0 {
		t.Errorf("%d edits of %d slices wait, though all is durable", g.waiting, len(g.slices))
	}
	t.Logf("open %d times, closed %d times", opened, closed)
}

// TestGateLeavesOut: steps after long ones are left out, two in a row at most, so that a rollback goes on where all steps are long.
func TestGateLeavesOut(t *testing.T) {
	var g Gate
	const short, long = longStep - 1, longStep
	took := []time.Duration{short, long, short, long, long, long, long, long, short, short}
	out := []bool{false, true, false, true, true, false, true, true, false, false}
	for i, d := range took {
		if got := g.LeavesOut(d); got != out[i] {
			t.Errorf("after a step of %v, the %dth: left out %v", d, i, got)
		}
	}
}
