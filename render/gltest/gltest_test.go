package gltest

import (
	"errors"
	"runtime"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

// ended is a test that ends without failing the one that runs it.
type ended struct {
	testing.TB
	fatal, failed int
}

func (e *ended) Fatal(...any) { e.fatal++; runtime.Goexit() }
func (e *ended) FailNow()     { e.failed++; runtime.Goexit() }

// TestFatalInside: who ends in the middle, by t.Fatal or with an error, ends as a test does, and the next ones draw.
func TestFatalInside(t *testing.T) {
	drawn := 0
	for i := range 4 {
		e := &ended{TB: t}
		over := make(chan struct{})
		go func() {
			defer close(over)
			Run(e, func() error {
				if i%2 == 0 {
					e.Fatal("in the middle")
				}
				return errors.New("at the end")
			})
			t.Error("a test went on after it had ended")
		}()
		<-over
		if i%2 == 0 && (e.fatal != 1 || e.failed != 1) || i%2 == 1 && (e.fatal != 1 || e.failed != 0) {
			t.Errorf("test %d: Fatal was called %d times, FailNow %d times", i, e.fatal, e.failed)
		}
		Run(t, func() error { drawn++; return nil })
	}
	if t.Logf("%d tests drew after others had ended", drawn); drawn != 4 {
		t.Error("4 should have")
	}
}
