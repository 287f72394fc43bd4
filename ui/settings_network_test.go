package ui

import (
	"image"
	"math"
	"testing"

	"voxtide/client/netstats"
	"voxtide/protocol"
	"voxtide/settings"
	"voxtide/timestream"
	"voxtide/ui/netview"
	"voxtide/window"
)

// exampleNotes returns the notes of twelve seconds in which somebody else strafes and a few things go wrong.
func exampleNotes() *netstats.Recorder {
	const ms = timestream.Millisecond
	n := &netstats.Recorder{}
	up, lost := uint64(0), uint64(0)
	for i := range 720 {
		now := timestream.Duration(i) * 16667
		frame := timestream.Time(now) + timestream.Time(timestream.Minute)
		delay := 110*ms + timestream.Duration(i*i%23)*ms
		if i > 400 && i < 440 {
			delay += 80 * ms
		}
		other := math.Sin(float64(now) / 4e5)
		n.Late(now, 1, "own", delay)
		n.Late(now, 0, "server", delay/2+30*ms)
		n.Late(now, 2, "Grace", delay+50*ms)
		if i%9 == 0 {
			n.Took(now, uint64(i/9+1))
			n.Shown(now, uint64(i/9+1))
		}
		if i%3 == 0 && i > 20 {
			stamp := frame.Add(-delay)
			n.Told(now, 7, true, frame, stamp, [3]float64{float64(stamp) / 4e5, 64, 0})
			n.Told(now, 8, false, frame, stamp, [3]float64{math.Sin(float64(now-delay) / 4e5), 64, -5})
			n.Updated(now, uint64(900+i), 90+i*37%300, 2+i%7, n.Acked(now, uint64(max(0, i-14)/9)), i == 600)
			n.Replayed(now, int64(60+i*i%90))
		}
		if i == 300 || i == 420 || i == 610 {
			n.Corrected(now, protocol.CauseEdit, "body", 4.2)
		}
		if i%31 == 0 {
			n.Moved(now, 1+float64(i%13))
		}
		n.Drew(7, true, false, frame, [3]float64{float64(frame) / 4e5, 64, 0}, [3]float64{float64(frame) / 4e5, 64, 0})
		n.Drew(8, false, false, frame, [3]float64{other, 64, -5}, [3]float64{other - 0.1, 64, -5})
		n.Frame(now, 2+i*i%5)
		if up++; i%37 == 0 {
			lost += 2
		}
		n.Counted(now, netstats.Packets{Up: up, Down: up / 3, Lost: lost})
	}
	n.Linked([]netstats.Link{{Name: "Grace", How: "direct", RoundTrip: 21.4, Loss: 0.02, Seen: 12}, {Name: "Konrad Zuse", How: "server", State: "stale", Lies: 16}})
	return n
}

// exampleRows are rows of the page of the network.
func exampleRows() []NetworkRow {
	return []NetworkRow{
		{"Method", exampleAbout, false, 7, 10, "kazap"}, {"vtol (m/s)", "What it does.", true, 1, 21, "0.5"}, {"multiplier", "What it does.", true, 1, 41, "0.05"}, {"goal", "What it does.", false, 0, 2, "received"},
		{"Own body drawn", "What it does.", false, 3, 4, "converge"}, {"Others", "What it does.", false, 1, 4, "received"}, {"Hits", "What it does.", false, 1, 3, "present"},
		{"Network", "What it does.", false, 4, 8, "wifi-bad"}, {"Delay each way", "What it does.", true, 3, 101, "15 ms"}, {"Jitter", "What it does.", true, 8, 41, "40 ms"}, {"Loss", "What it does.", true, 10, 61, "5%"}, {"Loss in bursts", "What it does.", false, 1, 2, "On"},
	}
}

const exampleAbout = "The own moves of one round trip are added to each received position; the drawn body converges to a goal so slowly that it stays near the server's. (Kazap)"

// TestNetView checks that F4 shows the overlay, that F3 and F4 exclude each other, and that the key that freezes it keeps what
// is shown while the notes go on.
func TestNetView(t *testing.T) {
	r := newHarness(t)
	r.s.Net, r.s.Method = exampleNotes(), "kazap,others=interpolate"
	r.draw()
	if r.u.NetView() != nil {
		t.Fatal("the overlay is on from the start")
	}
	r.key(window.KeyF4)
	r.expectText("kazap,others=interpolate", ". freezes", "wait", "behind", "re-predict", "3 corrections: other's edit")
	if r.u.NetView() != r.s.Net {
		t.Fatal("it shows something else")
	}
	r.key(window.KeyPeriod)
	r.expectText("FROZEN, . goes on")
	at := r.s.Net.Now()
	r.s.Net.Frame(at+timestream.Second, 9)
	if r.u.NetView().Now() != at {
		t.Error("it goes on though it is frozen")
	}
	r.key(window.KeyPeriod)
	if r.u.NetView() != r.s.Net {
		t.Error("it stays frozen")
	}
	if r.key(window.KeyF3); r.u.NetView() != nil || !r.u.DebugShown() {
		t.Error("F3 leaves the overlay on")
	}
	if r.key(window.KeyF4); r.u.NetView() == nil || r.u.DebugShown() {
		t.Error("F4 leaves the debug screen on")
	}
	r.key(window.KeyPeriod, window.KeyF4, window.KeyF4)
	if r.u.NetView() != r.s.Net {
		t.Error("what was frozen is still there after the overlay was off")
	}
}

// TestNetViewKeepsClear checks at all usual sizes and GUI scales that the overlay lies within the frame, leaves the hotbar, the
// chat, the crosshair and the warnings free, and that no two of its texts overlap.
func TestNetViewKeepsClear(t *testing.T) {
	checked := 0
	for _, size := range []image.Point{{640, 400}, {800, 600}, {1024, 768}, {1280, 720}, {1920, 1080}, {2560, 1440}, {3840, 2160}} {
		for _, scale := range []float64{0, 1, 1.5, 2, 2.5, 3} {
			for _, chat := range []bool{false, true} {
				r := newHarness(t)
				r.w, r.h = size.X, size.Y
				r.f.clip = image.Rect(0, 0, r.w, r.h)
				c := testOptions()
				c.GUIScale = scale
				r.u.SetOptions(c)
				r.s.Net, r.s.Method, r.s.NetworkWorse = exampleNotes(), "kazap,multiplier=0.05", "150 ms, 5%"
				r.key(window.KeyF4)
				if chat {
					r.u.openPage(pageChat)
				}
				r.draw()
				k := &r.u.widgets
				area := r.u.netArea(r.u.hotbarRect())
				own := &fakeCanvas{clip: r.f.clip}
				netview.Draw(own, &area, r.s.Net, &netview.Info{Method: r.s.Method, Network: r.s.NetworkWorse, Figures: "re-simulated 6 ticks, at most 31 at once; slack 20 ms, reused 3, late 1", Key: "."})
				free := []image.Rectangle{area.Hotbar, area.Chat, image.Rect(k.w/2-k.px(12), k.h/2-k.px(12), k.w/2+k.px(12), k.h/2+k.px(12))}
				for i, a := range own.texts {
					at := image.Rect(a.x, a.y, a.x+a.w, a.y+a.h)
					if !at.In(image.Rect(0, 0, k.w, k.h)) {
						t.Errorf("%v at scale %v: %q lies at %v", size, scale, a.text, at)
					}
					for _, f := range free {
						if at.Overlaps(f) {
							t.Errorf("%v at scale %v, chat %v: %q at %v covers %v", size, scale, chat, a.text, at, f)
						}
					}
					for _, b := range own.texts[:i] {
						if at.Overlaps(image.Rect(b.x, b.y, b.x+b.w, b.y+b.h)) && a.text != "" && b.text != "" {
							t.Errorf("%v at scale %v: %q covers %q", size, scale, a.text, b.text)
						}
					}
					checked++
				}
			}
		}
	}
	t.Logf("%d texts checked", checked)
}

// TestNetworkPage checks that rows move by keys and by the mouse, and that the refusal of a server is said in words.
func TestNetworkPage(t *testing.T) {
	r := newHarness(t)
	r.s.NetworkRows = exampleRows()
	r.u.openPage(pagePause)
	r.u.openPage(pageSettings)
	r.draw()
	r.clickText("Network")
	r.expectText("Delay each way", "wifi-bad", "Loss in bursts")
	r.u.topPage().focus = 0
	r.key(window.KeyArrowRight)
	if q := r.onlyRequest(); q != (Request{Kind: RequestNetwork, Row: 0, Position: 8}) {
		t.Errorf("%+v", q)
	}
	r.u.topPage().focus = 8
	r.key(window.KeyArrowLeft)
	if q := r.onlyRequest(); q != (Request{Kind: RequestNetwork, Row: 8, Position: 2}) {
		t.Errorf("%+v", q)
	}
	r.clickText("A good network")
	if q := r.onlyRequest(); q != (Request{Kind: RequestNetwork, Row: -1}) {
		t.Errorf("%+v", q)
	}
	r.s.NetworkRefused = "This server keeps to its own method."
	r.draw()
	r.expectText("This server keeps to its own method.")
}

// TestNetworkWarning checks that a line on the HUD says that the network is made worse.
func TestNetworkWarning(t *testing.T) {
	r := newHarness(t)
	r.s.NetworkWorse = "150 ms, 5%"
	r.draw()
	r.expectText("Network made worse: 150 ms, 5%")
	r.s.SilentFor = 3.2
	r.draw()
	r.expectText("Network made worse: 150 ms, 5%", "No response from the server for 3 s")
	r.s.NetworkWorse = ""
	r.draw()
	if _, ok := r.find("Network made worse: 150 ms, 5%"); ok {
		t.Error("the line stays")
	}
}

// BenchmarkNetView measures the overlay of one frame, without the canvas.
func BenchmarkNetView(b *testing.B) {
	n := exampleNotes()
	u := New(&fakeCanvas{forgetful: true}, Config{Options: settings.DefaultClient()})
	area := netview.Area{W: 1280, H: 720, Halves: 2, Hotbar: image.Rect(440, 650, 840, 720)}
	for b.Loop() {
		netview.Draw(u.widgets.canvas, &area, n, &netview.Info{Method: "kazap", Key: "."})
	}
}
