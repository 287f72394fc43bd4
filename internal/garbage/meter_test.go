package garbage

import (
	"runtime"
	"testing"
)

var kept []byte

// TestMeter: a meter sees what was allocated since it was made and the collections that were asked for, with their pauses, and a second one
// begins at nothing; reading what was allocated allocates nothing.
func TestMeter(t *testing.T) {
	m := NewMeter()
	kept = make([]byte, 1<<20)
	if n := m.Allocated(); n < 1<<20 || n > 64<<20 {
		t.Errorf("%d bytes are allocated", n)
	}
	runtime.GC()
	runtime.GC()
	p := m.Pauses()
	if p.Collections < 2 || p.Count < p.Collections || p.Longest <= 0 {
		t.Errorf("%+v after two collections", p)
	}
	t.Logf("%d bytes, %+v", m.Allocated(), p)
	if p := NewMeter().Pauses(); p.Count > 4 {
		t.Errorf("a new meter has %+v", p)
	}
	if n := testing.AllocsPerRun(100, func() { m.Allocated() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
