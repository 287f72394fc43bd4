//go:build browser

package host

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"net"
	"sync"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/browser"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/world"
)

// mapBuilder is a player who is driven by the test, on a goroutine of its own.
type mapBuilder struct {
	*testClient
	mu   sync.Mutex
	stop chan bool
	over sync.WaitGroup
}

func newMapBuilder(t *testing.T, name string, at net.Addr) *mapBuilder {
	b := &mapBuilder{testClient: join(t, name, at), stop: make(chan bool)}
	b.over.Go(func() {
		for {
			select {
			case <-b.stop:
				return
			case <-time.After(15 * time.Millisecond):
			}
			b.mu.Lock()
			b.Frame(Monotonic(), b.in)
			b.in.Actions = b.in.Actions[:0]
			b.mu.Unlock()
		}
	})
	return b
}

// do has an action done in the next frame.
func (b *mapBuilder) do(a ...actions.Action) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.in.Actions = append(b.in.Actions, a...)
}

// wait waits until a condition of the client holds.
func (b *mapBuilder) wait(t *testing.T, what string, f func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		b.mu.Lock()
		ok := f()
		b.mu.Unlock()
		if ok {
			return
		}
		if time.Now().After(end) {
			e, _ := b.Avatar()
			t.Fatalf("never: %s (%v %s, at %v, refused %v)", what, b.State(), b.Reason(), e.Motion.Pos.Block(), b.Stats().Refused)
		}
	}
}

// pillar places blocks on top of each other beside the player, and returns where.
func (b *mapBuilder) pillar(t *testing.T, high int32, dx, dz int32) (foot world.Pos) {
	t.Helper()
	b.wait(t, "there is ground to build on", func() bool {
		e, ok := b.Avatar()
		if !ok {
			return false
		}
		foot = e.Motion.Pos.Block()
		foot.X, foot.Z, foot.Y = foot.X+dx, foot.Z+dz, foot.Y+2
		for range 6 {
			at, _ := b.World().Block(foot)
			below, there := b.World().Block(foot.Below())
			if there && world.Blocks[at].Replaceable && below.Solid() {
				return true
			}
			foot.Y--
		}
		return false
	})
	for i := range high {
		p := world.Pos{X: foot.X, Y: foot.Y + i, Z: foot.Z}
		b.do(actions.Action{Kind: actions.Place, Pos: p, Face: world.Down, Aim: actions.Aim{8, 14, 8}})
		b.wait(t, fmt.Sprintf("a block at %v", p), func() bool {
			got, _ := b.World().Block(p)
			return got == world.RedWool && b.UnackedCount() == 0
		})
	}
	return foot
}

const wide, high, zoom = 1280, 800, 8 // pixels of the window, and of a block at the nearest scale

func red(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	return r > 0x7000 && g < r/2 && b < r/2
}

func equal(a, b image.Image, r image.Rectangle) bool {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a.At(x, y) != b.At(x, y) {
				return false
			}
		}
	}
	return true
}

// TestMapInBrowser: the map in a real browser shows a block that was placed 2 s ago, and the slider shows the place
// without it.
func TestMapInBrowser(t *testing.T) {
	h, at := openHost(t, t.TempDir(), nil)
	defer h.Close(protocol.ReasonStopping.String())
	web, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.ServeMap(web, MapShows{Players: true, Regions: true}); err != nil {
		t.Fatal(err)
	}
	ann := newMapBuilder(t, "ann", at)
	defer func() { close(ann.stop); ann.over.Wait(); ann.Leave() }()
	ann.wait(t, "ann plays", func() bool { return ann.State() == client.Playing && ann.Playable() })
	ann.do(actions.Action{Kind: actions.MoveItem, Slot: 19, ToSlot: 0, Count: world.StackMax}) // red wool
	ann.wait(t, "ann holds wool", func() bool { return ann.World().Player(ann.Stream()).Held().Block() == world.RedWool })
	e, _ := ann.Avatar()
	home := e.Motion.Pos.Block()

	for _, line := range []string{fmt.Sprintf("claim 12 %d %d %d bob", home.X-40, home.Y, home.Z-15), fmt.Sprintf("region add mill %d 0 %d %d 90 %d", home.X+40, home.Z-30, home.X+60, home.Z-10)} {
		h.Do(func(s *server.Server) { s.RunCommand(consoleIssuer, line, func([]string) {}) })
	}
	b := browser.Open(t, fmt.Sprint(wide), fmt.Sprint(high))
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": wide, "height": high, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.Call("Page.navigate", map[string]any{"url": fmt.Sprintf("http://%s/#%d,%d,3", web.Addr(), home.X, home.Z)}, nil)
	settled := "document.querySelector('.leaflet-tile') && !document.body.classList.contains('busy') && !document.querySelector('.leaflet-tile:not(.leaflet-tile-loaded)')"
	b.Until("all tiles have come", settled)
	b.Until("ann is on the map", "document.querySelector('.who .label')?.textContent === 'ann'")
	b.Until("ann is on the list", "document.querySelector('.player .name')?.textContent === 'ann'")
	b.Until("claims and regions have their names", "[...document.querySelectorAll('.area:not(.narrow)')].map(e => e.textContent).sort().join() === 'land of bob,mill'")
	var areas []float64
	b.Eval("[...document.querySelectorAll('.leaflet-overlay-pane path')].map(e => Math.round(e.getBoundingClientRect().width)).sort()", &areas)
	if len(areas) != 2 || math.Abs(areas[0]-21*zoom) > 4 || math.Abs(areas[1]-25*zoom) > 4 {
		t.Errorf("a region of 21 blocks and a claim of 25, with %d pixels each, are drawn %v wide", zoom, areas)
	}
	time.Sleep(3 * time.Second) // the block is to be later than the past that is looked at
	before := b.Shot("1-before")

	foot := ann.pillar(t, 1, 3, 2)
	placed := time.Now()
	// The page's middle is the corner of the block that stands behind the #.
	spot := image.Rect(0, 0, zoom, zoom).Add(image.Pt(wide/2+int(foot.X-home.X)*zoom, high/2+int(foot.Z-home.Z)*zoom)).Inset(2)
	if red(before.At(spot.Min.X, spot.Min.Y)) {
		t.Fatal("the place was red before")
	}
	var after image.Image
	for after = b.Shot(""); !red(after.At(spot.Min.X, spot.Min.Y)); after = b.Shot("") {
		if time.Since(placed) > 10*time.Second {
			b.Shot("failed")
			t.Fatalf("10 s later the page does not show the block at %v, pixel %v", foot, spot)
		}
	}
	// Pictures of the page take their time; the page itself knows when it had the tile.
	var had float64
	b.Eval("Math.max(...performance.getEntriesByType('resource').filter(e => e.name.includes('/tiles/')).map(e => performance.timeOrigin + e.responseEnd))", &had)
	took := time.UnixMilli(int64(had)).Sub(placed).Round(time.Millisecond)
	if t.Logf("the page had the block after %v", took); took > time.Second {
		t.Errorf("the page had the block after %v", took)
	}
	after = b.Shot("2-placed")
	if !red(after.At(spot.Max.X-1, spot.Max.Y-1)) {
		t.Error("the block is not whole")
	}
	far := spot.Add(image.Pt(-20*zoom, 6*zoom)) // what was not built on is as it was
	if !equal(before, after, far) {
		t.Error("another place has changed")
	}

	// The slider, by its keys: to the beginning, and back to now.
	b.Eval("document.getElementById('slider').focus()", nil)
	b.Key("Home", 36)
	b.Until("the past has come", "document.body.classList.contains('past') && document.querySelectorAll('.leaflet-tile-container').length > 0 && "+settled)
	time.Sleep(500 * time.Millisecond) // fading
	past := b.Shot("3-past")
	if !equal(before, past, spot) {
		t.Errorf("the slider does not show the place without the block: %v, was %v", past.At(spot.Min.X, spot.Min.Y), before.At(spot.Min.X, spot.Min.Y))
	}
	b.Key("End", 35)
	b.Until("the present is back", "!document.body.classList.contains('past') && "+settled)
	time.Sleep(500 * time.Millisecond)
	if again := b.Shot(""); !equal(after, again, spot) {
		t.Error("the present does not come back")
	}

	// Pictures for eyes: from afar, in the dark, on a small screen.
	b.Eval("location.hash = '#"+fmt.Sprintf("%d,%d,0", home.X, home.Z)+"'", nil)
	time.Sleep(500 * time.Millisecond)
	b.Until("tiles", settled)
	time.Sleep(500 * time.Millisecond) // fading
	b.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": 760, "y": 300}, nil)
	b.Until("the place under the pointer is told", "document.getElementById('what').textContent.includes('·')")
	b.Call("Input.dispatchMouseEvent", map[string]any{"type": "mouseMoved", "x": wide/2 - 40, "y": high/2 - 15}, nil)
	b.Until("whose land it is, too", "document.getElementById('what').textContent.endsWith('land of bob')")
	b.Shot("4-near")
	b.Call("Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": "dark"}}}, nil)
	b.Eval("location.hash = '#"+fmt.Sprintf("%d,%d,-3", home.X, home.Z)+"'", nil)
	time.Sleep(500 * time.Millisecond)
	b.Until("tiles", settled)
	time.Sleep(500 * time.Millisecond) // fading
	b.Shot("5-far-dark")
	b.Call("Emulation.setDeviceMetricsOverride", map[string]any{"width": 400, "height": 780, "deviceScaleFactor": 1, "mobile": true}, nil)
	b.Eval("location.hash = '#"+fmt.Sprintf("%d,%d,1", home.X, home.Z)+"'", nil)
	time.Sleep(500 * time.Millisecond)
	b.Until("tiles", settled)
	time.Sleep(500 * time.Millisecond)
	b.Shot("6-small")
	mapInSpace(t, h, b, ann, web.Addr(), foot)
	if len(b.Errors) > 0 {
		t.Errorf("the page complains of %q", b.Errors)
	}
	var m server.Metrics
	h.Do(func(s *server.Server) { m = s.Metrics() })
	t.Logf("%+v; %d late steps", h.MapCounts(), m.LateSteps)
}
