//go:build browser

package host

import (
	"fmt"
	"image"
	"io"
	"math"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"voxtide/internal/browser"
	"voxtide/server"
	"voxtide/world"
)

// spaceView is where the camera of the map is, as the address says it.
type spaceView struct{ x, y, z, turn, tilt, distance float64 }

func (v spaceView) hash() string {
	return fmt.Sprintf("#3d,%g,%g,%g,%g,%g,%g", v.x, v.y, v.z, v.turn, v.tilt, v.distance)
}

// readView returns the view that the address of the page tells.
func readView(t *testing.T, b *browser.Browser) (v spaceView) {
	t.Helper()
	var hash string
	b.Eval("location.hash", &hash)
	if n, err := fmt.Sscanf(strings.ReplaceAll(strings.TrimPrefix(hash, "#3d,"), ",", " "), "%g %g %g %g %g %g", &v.x, &v.y, &v.z, &v.turn, &v.tilt, &v.distance); n != 6 {
		t.Fatalf("the address tells no view: %q, %v", hash, err)
	}
	return v
}

// mapInSpace is the part of TestMapInBrowser in three dimensions: foot is a red block that ann placed.
func mapInSpace(t *testing.T, h *Host, b *browser.Browser, ann *mapBuilder, web net.Addr, foot world.Pos) {
	const wide, high = 640, 400 // no graphics card draws here
	run := func(lines ...string) {
		for _, line := range lines {
			h.Do(func(s *server.Server) { s.RunCommand(consoleIssuer, line, func([]string) {}) })
			time.Sleep(100 * time.Millisecond)
		}
	}
	box := func(block string, x0, y0, z0, x1, y1, z1 int32) {
		run(fmt.Sprintf("select %d %d %d %d %d %d", x0, y0, z0, x1, y1, z1), "fill "+block+" now")
	}
	x, y, z := foot.X+8, foot.Y, foot.Z-14 // a house with a roof
	box("cobblestone", x-1, y-5, z-1, x+9, y-1, z+7)
	box("air", x-1, y, z-1, x+9, y+12, z+7)
	box("planks", x, y, z, x+8, y+3, z+6)
	box("air", x+1, y, z+1, x+7, y+3, z+5)
	box("glass", x+1, y+1, z+6, x+2, y+2, z+6)
	box("air", x+4, y, z+6, x+4, y+1, z+6)
	for i := range int32(5) {
		box("bricks", x-1, y+4+i, z-1+i, x+9, y+4+i, z-1+i)
		box("bricks", x-1, y+4+i, z+7-i, x+9, y+4+i, z+7-i)
	}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		said, err := http.Get(fmt.Sprintf("http://%s/at.json?x=%d&z=%d", web, x+4, z+3))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(said.Body)
		said.Body.Close()
		if strings.Contains(string(text), "bricks") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("the house has no roof: %s", text)
		}
	}

	settled := "!document.querySelector('#solid.waiting')"
	look := func(v spaceView) {
		b.Eval("location.hash = '"+v.hash()+"'", nil)
		time.Sleep(300 * time.Millisecond)
		b.Until("the view has come", "document.querySelector('#solid canvas') && location.hash.startsWith('#3d,')")
		for end := time.Now().Add(5 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
			var done bool
			if b.Eval(settled, &done); done {
				break
			}
			if time.Now().After(end) {
				b.Shot("failed")
				t.Fatal("not all tiles come")
			}
		}
		time.Sleep(1200 * time.Millisecond) // walls of claims, haze
	}
	b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{}}, nil)
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.Eval("document.getElementById('three').click()", nil)
	b.Until("the button shows three dimensions", "document.body.classList.contains('threed') && location.hash.startsWith('#3d,')")
	middle := spaceView{float64(x) + 4, float64(y) + 2, float64(z) + 3, 20, 38, 42}
	look(middle)
	b.Until("ann stands there with her name", "[...document.querySelectorAll('.pin:not([hidden]) span')].some(e => e.textContent === 'ann')")
	b.Until("claims have their names", "[...document.querySelectorAll('.pin.land span')].map(e => e.textContent).sort().join() === 'land of bob,mill'")
	b.Shot("7-space-house")

	// A block that ann places is seen within 1 s, the past does not have it.
	above := spaceView{float64(foot.X) - 1.5, float64(y) + 1, float64(foot.Z) + .5, 0, 89, 30}
	look(above)
	spot := image.Pt(wide/2, high/2)
	if shot := b.Shot(""); red(shot.At(spot.X, spot.Y)) {
		b.Shot("failed")
		t.Fatal("the place was red before")
	}
	time.Sleep(2 * time.Second) // the block is to be later than the past that is looked at
	b.Eval("performance.clearResourceTimings(); performance.clearMarks()", nil)
	drew := h.MapCounts()
	if at := ann.pillar(t, 1, 1, 2); at.X != foot.X-2 || at.Z != foot.Z {
		t.Fatalf("the block is at %v, beside %v", at, foot)
	}
	placed := time.Now()
	b.Until("the view draws it", "performance.getEntriesByName('relief drawn').length > 0")
	if shot := b.Shot(""); !red(shot.At(spot.X, spot.Y)) {
		b.Shot("failed")
		t.Errorf("the view says that it has drawn the block, and shows %v", shot.At(spot.X, spot.Y))
	}
	var when struct{ Told, Asked, Had, Drawn float64 } // ms since 1970
	b.Eval("(() => { const o = performance.timeOrigin, r = performance.getEntriesByType('resource').filter(e => e.name.includes('/relief/0/')).sort((a, b) => a.responseEnd - b.responseEnd)[0], "+
		"mark = n => o + performance.getEntriesByName(n)[0].startTime; "+
		"return { Told: mark('relief told'), Asked: o + r.startTime, Had: o + r.responseEnd, Drawn: mark('relief drawn') } })()", &when)
	late := func(ms float64) time.Duration {
		return time.UnixMicro(int64(ms * 1000)).Sub(placed).Round(time.Millisecond)
	}
	now := h.MapCounts()
	t.Logf("in three dimensions: the page was told of the block after %v, asked for its tile after %v, had it after %v, and drew it after %v; the server drew %d tiles in %v", late(when.Told), late(when.Asked),
		late(when.Had), late(when.Drawn), now.Drawn-drew.Drawn, (now.Busy - drew.Busy).Round(time.Millisecond))
	if took := late(when.Drawn); took > time.Second {
		t.Errorf("the page showed the block after %v", took)
	}
	b.Shot("8-space-placed")
	until := func(what string, want bool) {
		for end := time.Now().Add(30 * time.Second); ; {
			shot := b.Shot("")
			if red(shot.At(spot.X, spot.Y)) == want {
				return
			}
			if time.Now().After(end) {
				b.Shot("failed")
				t.Fatalf("never: %s", what)
			}
		}
	}
	b.Eval("document.getElementById('slider').focus()", nil)
	b.Key("Home", 36)
	until("the past without the block", false)
	b.Shot("9-space-past")
	b.Key("End", 35)
	until("the block is back", true)

	look(spaceView{float64(foot.X), float64(y), float64(foot.Z), 60, 18, 260})
	b.Shot("10-space-wide")
	look(spaceView{float64(foot.X), float64(y), float64(foot.Z), 300, 14, 1800})
	b.Shot("11-space-far")

	// Mouse and keys.
	mouse := func(kind string, x, y, wheel int, button string) {
		b.Call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": button, "buttons": map[string]int{"left": 1, "right": 2, "none": 0}[button], "clickCount": 1, "deltaX": 0, "deltaY": wheel}, nil)
	}
	// Without a graphics card a frame takes its time: moved waits until something has changed, rest until nothing does.
	rest := func() (v spaceView) {
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
			was := readView(t, b)
			time.Sleep(2500 * time.Millisecond)
			if v = readView(t, b); v == was {
				break
			}
		}
		return v
	}
	moved := func(what string, f func(v spaceView) bool) spaceView {
		for end := time.Now().Add(30 * time.Second); !f(readView(t, b)); time.Sleep(100 * time.Millisecond) {
			if time.Now().After(end) {
				t.Errorf("never: %s: %+v", what, readView(t, b))
				break
			}
		}
		return rest()
	}
	drag := func(button string, dx, dy int) {
		mouse("mousePressed", wide/2, high/2, 0, button)
		mouse("mouseMoved", wide/2+dx, high/2+dy, 0, button)
		mouse("mouseReleased", wide/2+dx, high/2+dy, 0, button)
	}
	look(middle)
	before := rest()
	drag("left", -100, 40)
	after := moved("the camera turns", func(v spaceView) bool { return v.turn != before.turn })
	if turned := math.Mod(after.turn-before.turn+360, 360); math.Abs(turned-30) > 1 || math.Abs(after.tilt-before.tilt-10) > 1 || math.Abs(after.x-before.x) > .2 {
		t.Errorf("drawn to the left and down: %+v, was %+v", after, before)
	}
	before = after
	drag("right", 0, 60)
	after = moved("the camera moves", func(v spaceView) bool { return v.z != before.z })
	if math.Hypot(after.x-before.x, after.z-before.z) < 3 || after.turn != before.turn {
		t.Errorf("drawn with the right button: %+v, was %+v", after, before)
	}
	before = after
	mouse("mouseWheel", wide/2, high/2, 240, "none")
	after = moved("the wheel leads away", func(v spaceView) bool { return v.distance > before.distance*1.2 })
	before = after
	b.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyDown", "key": "w", "text": "w"}, nil)
	time.Sleep(time.Second)
	b.Call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": "w"}, nil)
	after = moved("the key W leads ahead", func(v spaceView) bool { return math.Hypot(v.x-before.x, v.z-before.z) > 1 })
	b.Key("3", 51)
	b.Until("the flat map is back", "!document.body.classList.contains('threed') && document.querySelector('.leaflet-tile') && !location.hash.startsWith('#3d')")
	var at []float64
	b.Eval("location.hash.slice(1).split(',').map(Number)", &at)
	if math.Hypot(at[0]-after.x, at[1]-after.z) > 2 {
		t.Errorf("the flat map is back at %v, where the camera was not: %+v", at, after)
	}
	b.Shot("12-flat-again")

	// Without WebGL 2 the page says so, and stays flat.
	b.Call("Page.navigate", map[string]any{"url": fmt.Sprintf("http://%s/?again#%d,%d,0", web, foot.X, foot.Z)}, nil)
	b.Until("the page is there", "document.querySelector('.leaflet-tile') && document.getElementById('three')")
	b.Eval("HTMLCanvasElement.prototype.getContext = () => null", nil)
	b.Eval("document.getElementById('three').click()", nil)
	b.Until("it says that there is no WebGL", "!document.getElementById('notice').hidden && document.getElementById('notice').textContent.includes('WebGL') && !document.body.classList.contains('threed')")
}
