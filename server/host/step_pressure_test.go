package host

import (
	"testing"
	"time"
)

// TestPressure: the loop needs the processors while its steps take more than a quarter of their time, and for a while after a late one.
func TestPressure(t *testing.T) {
	var p pressure
	now := time.Duration(0)
	steps := func(n int, took time.Duration) (pressed bool) {
		for range n {
			now += stepEvery
			pressed = p.note(now, took, stepEvery)
		}
		return pressed
	}
	if steps(300, stepEvery/8) {
		t.Error("steps that take an eighth")
	}
	if !steps(1, 2*stepEvery) || !steps(30, stepEvery/8) {
		t.Error("a late step is forgotten at once")
	}
	if steps(int(pressedFor/stepEvery)+2, stepEvery/8) {
		t.Error("a late step counts for ever")
	}
	if !steps(300, stepEvery/2) {
		t.Error("steps that take half")
	}
	if steps(300, 0) {
		t.Error("steps that take nothing")
	}
}
