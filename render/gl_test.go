package render

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"voxtide/window"
)

var update = flag.Bool("update", false, "write the golden pictures anew")

// Size of the pictures of the tests.
const testWide, testHigh = 480, 270

// The tests that draw share one window. It belongs to the main thread, so they send what they do there.
var (
	work    = make(chan func())
	shared  *window.Window // opened by the first test that draws, so that the test cache sees which display it was
	display error          // why there is no window
)

func TestMain(m *testing.M) {
	done := make(chan int)
	go func() { done <- m.Run() }()
	for {
		select {
		case f := <-work:
			f()
		case code := <-done:
			if shared != nil {
				shared.Close()
			}
			os.Exit(code)
		}
	}
}

// onGPU runs a test's part that needs the context. It fails where there is no display: a picture that nobody looked at
// must not pass.
func onGPU(t testing.TB, cfg Config, f func(r *Renderer)) {
	t.Helper()
	var failed error
	finished := make(chan struct{})
	work <- func() {
		defer close(finished)
		if shared == nil && display == nil {
			shared, display = window.Open(window.Config{Title: "test of render", Width: testWide, Height: testHigh, Hidden: true})
		}
		if display != nil {
			failed = fmt.Errorf("this test draws: run it with a display, e.g. xvfb-run -a -s \"-screen 0 1280x720x24\" go test ./render (%w)", display)
			return
		}
		r, err := New(cfg)
		if err != nil {
			failed = err
			return
		}
		defer r.Close()
		if failed = r.SetTextures(testTextures()); failed != nil {
			return
		}
		f(r)
		if err := r.check("drawing"); err != nil {
			failed = fmt.Errorf("at the end of %s: %w", t.Name(), err)
		}
	}
	<-finished
	if failed != nil {
		t.Fatal(failed)
	}
}
