// Package gltest gives tests an OpenGL context: one hidden window for all tests of a package.
//
// Owner: the TestMain of that package. Invariants: the functions that tests hand over run one after the other on the main
// thread, which owns the window; a test that draws fails without a display instead of passing unseen.
package gltest

import (
	"fmt"
	"image"
	"os"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"

	"voxtide/window"
)

// Width and Height are the size of the window in pixels.
const Width, Height = 480, 270

var (
	mainThread = make(chan func())
	opened     *window.Window // by the first test that draws, so that the test cache sees its display
	openErr    error          // why there is no window
)

// Main runs the tests of a package and exits. Its TestMain calls it from the main thread, which then serves Run.
func Main(m *testing.M) {
	go func() { done <- m.Run() }()
	serve()
}

// done gives the code with which the program exits.
var done = make(chan int)

// serve runs what Run hands over until all tests are done, and exits.
func serve() {
	for {
		select {
		case f := <-mainThread:
			f()
		case code := <-done:
			if opened != nil {
				opened.Close()
			}
			os.Exit(code)
		}
	}
}

// Run runs the part of a test that needs the context. The test fails with the error of f, or with an error that the driver
// noted; f may call t.Fatal, too.
func Run(t testing.TB, f func() error) {
	t.Helper()
	var failed error
	returned, finished := false, make(chan struct{})
	mainThread <- func() {
		defer func() {
			if r := recover(); r != nil {
				panic(r)
			}
			close(finished)
			if !returned {
				serve() // t.Fatal has ended the goroutine of the main thread, but for what was deferred: the next tests run from here
			}
		}()
		if opened == nil && openErr == nil {
			if opened, openErr = window.Open(window.Config{Title: "a test", Width: Width, Height: Height, Hidden: true}); openErr == nil {
				openErr = gl.Init()
			}
		}
		if openErr != nil {
			failed = fmt.Errorf("this test draws: run it with a display, e.g. xvfb-run -a -s \"-screen 0 1280x720x24\" go test ./render/... (%w)", openErr)
			returned = true
			return
		}
		failed = f()
		if returned = true; failed != nil {
			return
		}
		if code := gl.GetError(); code != gl.NO_ERROR {
			failed = fmt.Errorf("at the end of %s: error 0x%04x", t.Name(), code)
		}
	}
	<-finished
	switch {
	case failed != nil:
		t.Fatal(failed)
	case !returned:
		t.FailNow()
	}
}

// ReadFrame reads the window's framebuffer; its alpha is 255.
func ReadFrame() *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, Width, Height))
	pix := make([]byte, len(out.Pix))
	gl.PixelStorei(gl.PACK_ALIGNMENT, 1)
	gl.ReadBuffer(gl.BACK)
	gl.ReadPixels(0, 0, Width, Height, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(pix))
	for y := range Height {
		copy(out.Pix[y*out.Stride:(y+1)*out.Stride], pix[(Height-1-y)*out.Stride:])
	}
	for i := 3; i < len(out.Pix); i += 4 {
		out.Pix[i] = 255
	}
	return out
}
