package control

import (
	"testing"
	"time"
)

// TestSamples: a sample says what happened in its span, and an hour of them is kept.
func TestSamples(t *testing.T) {
	var l SampleLog
	for i := range 500 {
		n := uint64(i)
		l.Add(Sums{At: time.Duration(i+1) * 10 * time.Second, Steps: 600 * n, StepSum: time.Duration(1200*n) * time.Millisecond, Late: n, Sent: 50_000 * n, Edits: 30 * n, Players: i, Memory: n << 20}, time.Unix(int64(10*i), 0))
	}
	all := l.All()
	if len(all) != samplesMax {
		t.Fatalf("%d samples", len(all))
	}
	if got, want := all[len(all)-1], (Sample{At: 4990, Players: 499, StepMS: 2, Late: 1, Memory: 499 << 20, Sent: 5000, Edits: 3}); got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
	l.Add(Sums{At: time.Hour}, time.Unix(5000, 0)) // a server that took the place of the one before counts from 0
	if v := l.All()[samplesMax-1]; v.Sent != 0 || v.Late != 0 {
		t.Errorf("%+v", v)
	}
}
