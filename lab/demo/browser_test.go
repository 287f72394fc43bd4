//go:build browser

package demo

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"testing"
	"time"

	"voxtide/internal/browser"
)

// overWire is what the page may take on the wire in all, in bytes.
const overWire = 2_500_000

// openPage serves the page as `make demo` built it, and opens it in a browser.
func openPage(t *testing.T) (b *browser.Browser, url string) {
	t.Helper()
	dir := os.Getenv("VOXTIDE_DEMO")
	site, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan error, 1)
	go func() { over <- site.Serve(ctx, l) }()
	b = browser.Open(t, "1280", "720")
	t.Cleanup(func() {
		stop()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	size(b, 1280, 720)
	b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": "light"}}}, nil)
	b.Call("Network.enable", nil, nil)
	url = fmt.Sprintf("http://%s/", l.Addr())
	began := time.Now()
	b.Call("Page.navigate", map[string]any{"url": url}, nil)
	b.Until("the game has come", "globalThis.demo && !document.body.classList.contains('loading')")
	var got int
	b.Eval("performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).reduce((n, e) => n + e.transferSize, 0)", &got)
	t.Logf("the page was there after %v; %d bytes over the wire with headers", time.Since(began).Round(10*time.Millisecond), got)
	if got > overWire || got < 100_000 {
		t.Errorf("%d bytes over the wire, more than %d", got, overWire)
	}
	return b, url
}

func size(b *browser.Browser, wide, high int) {
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": wide < 600}, nil)
}

// press presses a key down, or lets it go.
func press(b *browser.Browser, down bool, code, key string, number int) {
	kind := "keyUp"
	if down {
		kind = "keyDown"
	}
	b.Call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number}, nil)
}

// of returns a number of a client in the newest frame.
func of(b *browser.Browser, client int, name string) (v float64) {
	b.Eval(fmt.Sprintf("demo.core.layout.of(demo.run.shown.data, %d, '%s')", client, name), &v)
	return v
}

// begin begins a run with methods and a lag of client 1, in ms one way.
func begin(b *browser.Browser, method string, lag int) {
	b.Eval(fmt.Sprintf("demo.tour.close(); demo.settings.methods = ['%s', 'timestream']; demo.settings.networks = [{lag: %d, jitter: 0, loss: 0, burst: false}, "+
		"{lag: 40, jitter: 0, loss: 0, burst: false}]; demo.restart()", method, lag), nil)
	b.Until("the run has begun", "demo.run.length > 60")
}

// TestDemoInBrowser: real keys in a real browser. At 250 ms one way "dumb" shows a step after at least 500 ms, "timestream" in the
// frame of the key; a link plays a run again to the same hash; 60 pictures a second are drawn.
func TestDemoInBrowser(t *testing.T) {
	b, url := openPage(t)
	for _, c := range []struct {
		method      string
		least, most float64 // ms
	}{{"dumb", 500, 600}, {"timestream", 0, 0}} {
		begin(b, c.method, 250)
		press(b, true, "KeyD", "d", 68)
		b.Until("the step shows", "demo.core.layout.of(demo.run.shown.data, 0, 'wait') >= 0")
		wait := of(b, 0, "wait")
		t.Logf("%s at 250 ms: the step shows after %.1f ms", c.method, wait)
		if wait < c.least || wait > c.most {
			t.Errorf("%s shows a step after %.1f ms, not %v to %v", c.method, wait, c.least, c.most)
		}
		time.Sleep(700 * time.Millisecond)
		press(b, false, "KeyD", "d", 68)
		b.Shot("1-" + c.method)
	}
	var drawing, making float64
	b.Eval("(() => { const t = performance.now(); for (let i = 0; i < 60; i++) demo.draw(); return (performance.now() - t) / 60 })()", &drawing)
	b.Eval("(() => { const t = performance.now(); for (let i = 0; i < 60; i++) demo.run.play(1); return (performance.now() - t) / 60 })()", &making)
	t.Logf("a frame takes %.2f ms to play and %.2f ms to draw", making, drawing)
	rates := make([]float64, 7) // of a second each: the middle one counts, since others share the machine
	for i := range rates {
		b.Eval("demo.frameRates.length = 0", nil)
		time.Sleep(time.Second)
		b.Eval("demo.picturesPerSecond", &rates[i])
	}
	slices.Sort(rates)
	t.Logf("%.1f pictures a second", rates)
	if rates[len(rates)/2] < 58 {
		t.Errorf("%.1f pictures a second", rates[len(rates)/2])
	}
	testLink(t, b, url)
	if len(b.Errors) > 0 {
		t.Errorf("the page complains of %q", b.Errors)
	}
}

// testLink: the link of a run plays it again to the same hash, in a page that was opened again.
func testLink(t *testing.T, b *browser.Browser, url string) {
	t.Helper()
	begin(b, "dumb", 120)
	for range 3 {
		press(b, true, "KeyD", "d", 68)
		press(b, true, "ArrowLeft", "ArrowLeft", 37)
		time.Sleep(300 * time.Millisecond)
		press(b, false, "KeyD", "d", 68)
		b.Eval("demo.act(0, 5, 7, true); demo.act(1, 17, 6, true)", nil)
		time.Sleep(200 * time.Millisecond)
		press(b, false, "ArrowLeft", "ArrowLeft", 37)
	}
	var link, hash, again string
	b.Eval("demo.share(); location.href", &link)
	b.Eval("document.getElementById('hash').textContent", &hash)
	b.Call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.Call("Page.navigate", map[string]any{"url": link}, nil)
	b.Until("the tape was played", "globalThis.demo && !document.body.classList.contains('loading') && /^[0-9a-f]{16}$/.test(document.getElementById('hash').textContent)")
	b.Eval("document.getElementById('hash').textContent", &again)
	t.Logf("the link has %d letters; hash %s, played again %s", len(link), hash, again)
	if again != hash {
		t.Errorf("played again the hash is %s, not %s", again, hash)
	}
	b.Shot("2-link")
}

// TestDemoLooks takes screenshots of the page for eyes.
func TestDemoLooks(t *testing.T) {
	b, _ := openPage(t)
	time.Sleep(2 * time.Second)
	b.Shot("3-tour-first")
	var stops int
	b.Eval("demo.tour.stops.length", &stops)
	for i := 1; i < stops; i++ {
		b.Eval(fmt.Sprintf("demo.tour.go(%d)", i), nil)
		time.Sleep(2500 * time.Millisecond)
		b.Shot(fmt.Sprintf("4-tour-%d", i+1))
	}
	b.Eval("demo.tour.close(); demo.clients[0].toggle()", nil)
	b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": "dark"}}}, nil)
	time.Sleep(300 * time.Millisecond)
	b.Shot("5-dark")
	b.Eval("demo.clients[0].toggle(); demo.compare.begin(0, 'dumb')", nil)
	b.Until("both runs are there", "demo.compare.active && demo.run.cursor > 120")
	b.Shot("6-compare")
	size(b, 400, 800)
	time.Sleep(500 * time.Millisecond)
	b.Shot("7-narrow")
	size(b, 760, 900)
	time.Sleep(500 * time.Millisecond)
	b.Shot("8-tablet")
	if len(b.Errors) > 0 {
		t.Errorf("the page complains of %q", b.Errors)
	}
}
