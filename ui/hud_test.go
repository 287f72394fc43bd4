package ui

import (
	"image"
	"image/color"
	"math"
	"strings"
	"syscall"
	"testing"

	"voxtide/protocol"
	"voxtide/render"
	"voxtide/store/disk"
	"voxtide/world"
)

// TestContrast: every text is read easily on its ground, whatever the picture behind.
func TestContrast(t *testing.T) {
	white, black := [3]float64{255, 255, 255}, [3]float64{}
	for _, c := range []struct {
		name  string
		text  render.Colour
		under []render.Colour // from the picture up
	}{
		{"text on a plate", colourText, []render.Colour{colourPlate}},
		{"lesser text on a plate", colourDim, []render.Colour{colourPlate}},
		{"names in the chat", colourAccent, []render.Colour{colourPlate}},
		{"text on a panel", colourText, []render.Colour{colourShade, colourPanel}},
		{"lesser text on a panel", colourDim, []render.Colour{colourShade, colourPanel}},
		{"warnings on a panel", colourWarn, []render.Colour{colourShade, colourPanel}},
		{"text on a button", colourText, []render.Colour{colourPanel, colourRest}},
		{"lesser text on a button", colourDim, []render.Colour{colourShade, colourPanel, colourRest}},
		{"warnings on a button", colourWarn, []render.Colour{colourShade, colourPanel, colourRest}},
		{"text with the focus", colourText, []render.Colour{colourPanel, colourLit}},
		{"lesser text with the focus", colourDim, []render.Colour{colourPanel, colourLit}},
		{"the accent with the focus", colourAccent, []render.Colour{colourPanel, colourLit}},
		{"warnings with the focus", colourWarn, []render.Colour{colourPanel, colourLit}},
		{"hints in a field", colourDim.Fade(0.75), []render.Colour{colourShade, colourPanel, colourWell}},
		{"a button that is off", colourDim.Fade(0.8), []render.Colour{colourShade, colourPanel, colourRest}},
	} {
		for _, ground := range [][3]float64{white, black} {
			for _, u := range c.under {
				ground = mix(ground, u)
			}
			if got := contrast(mix(ground, c.text), ground); got < 4.5 {
				t.Errorf("%s: %.2f", c.name, got)
			}
		}
	}
}

// mix returns a colour over a ground.
func mix(ground [3]float64, c render.Colour) [3]float64 {
	a := float64(c.A) / 255
	for i, v := range []uint8{c.R, c.G, c.B} {
		ground[i] = ground[i]*(1-a) + float64(v)*a
	}
	return ground
}

// contrast returns the ratio of two colours' brightness as the guidelines for accessible texts count it.
func contrast(a, b [3]float64) float64 {
	bright := func(c [3]float64) float64 {
		sum := 0.0
		for i, w := range []float64{0.2126, 0.7152, 0.0722} {
			v := c[i] / 255
			if v <= 0.03928 {
				sum += w * v / 12.92
			} else {
				sum += w * math.Pow((v+0.055)/1.055, 2.4)
			}
		}
		return sum
	}
	l, d := bright(a), bright(b)
	return (max(l, d) + 0.05) / (min(l, d) + 0.05)
}

// TestHUD: counts in survival only, the name after a change, refusals and badges for their time.
func TestHUD(t *testing.T) {
	r := newRig(t)
	r.sees("20", "64")
	if _, ok := r.find("1"); ok {
		t.Error("a single block is counted")
	}
	r.s.Survival = false
	r.draw()
	if len(r.f.texts) > 0 {
		t.Errorf("%v", r.f.texts)
	}
	r.s.Selected = 4
	r.feed()
	r.sees(BlockName(uint16(world.Stone) + 1))
	r.now += namedFor + namedFade
	r.s.Refused = []string{"too far", "somebody is in the way"}
	r.feed()
	r.sees("Somebody is in the way")
	r.now += refusedFor + refusedFade
	r.feed()
	if len(r.f.texts) > 0 {
		t.Errorf("%v", r.f.texts)
	}
	r.s.Unacked = unackedFrom + 1
	r.draw()
	r.sees("17 actions are on their way")
	for _, w := range []struct {
		silent  float64
		unacked int
		want    string
	}{
		{0.4, 0, "No word from the server"},
		{3.9, 0, "No word from the server for 3 s"},
		{3.9, 1, "No word from the server for 3 s; 1 action is not confirmed"},
		{9.9, 17, "No word from the server for 9 s; 17 actions are not confirmed"},
	} {
		r.s.Waiting, r.s.Unacked = w.silent, w.unacked
		r.draw()
		r.sees(w.want)
	}
	r.s.Waiting = 3.9
	r.s.Resuming = true
	r.draw()
	r.sees("Reconnecting … 3 s")
}

// TestQuiet: a picture in which nothing is said allocates nothing.
func TestQuiet(t *testing.T) {
	r := newRig(t)
	r.f.quiet = true
	if n := testing.AllocsPerRun(100, func() {
		r.u.Feed(1, nil)
		r.u.Draw(1280, 720, &r.s)
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestBlockNames: every block has a name that people can read.
func TestBlockNames(t *testing.T) {
	for b := range world.BlockCount {
		if n := BlockName(uint16(b)); strings.ContainsAny(n, "_") || n[0] < 'A' || n[0] > 'Z' {
			t.Errorf("%q", n)
		}
	}
	for b, want := range map[world.Block]string{world.StoneStairsWest: "Stone stairs", world.PlankSlabTop: "Upper plank slab", world.TallGrass: "Tall grass"} {
		if got := BlockName(uint16(b)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestIcons: every block but air has a picture; when the canvas is full, those that are there stay.
func TestIcons(t *testing.T) {
	for b := 1; b < world.BlockCount; b++ {
		seen := 0
		for _, v := range painted(uint16(b)).Pix {
			if v > 0 {
				seen++
			}
		}
		if seen < 60 {
			t.Errorf("%s: %d bytes that are not clear", world.Block(b), seen)
		}
	}
	r := newRig(t)
	r.f.room = r.f.added + 1
	r.u.kit.drawing = true
	for range 3 {
		for b := range 9 {
			r.u.icon(0, 0, 48, uint16(b))
		}
	}
	if r.f.added != r.f.room || !r.u.icons.full {
		t.Errorf("%d added", r.f.added)
	}
}

// TestResized: pixels of another size are the exact mean of what they cover.
func TestResized(t *testing.T) {
	p := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	p.SetNRGBA(0, 0, color.NRGBA{R: 200, A: 255})
	p.SetNRGBA(1, 0, color.NRGBA{G: 100, A: 255})
	p.SetNRGBA(0, 1, color.NRGBA{R: 40, G: 40, B: 40})
	got := resized(p, 3)
	for _, c := range []struct {
		x, y int
		want color.NRGBA
	}{
		{0, 0, color.NRGBA{R: 200, A: 255}}, {1, 0, color.NRGBA{R: 100, G: 50, A: 255}}, {2, 0, color.NRGBA{G: 100, A: 255}},
		{0, 1, color.NRGBA{R: 200, A: 128}}, {0, 2, color.NRGBA{}},
	} {
		if got.NRGBAAt(c.x, c.y) != c.want {
			t.Errorf("at %d, %d: %v, want %v", c.x, c.y, got.NRGBAAt(c.x, c.y), c.want)
		}
	}
	if one := resized(p, 1).NRGBAAt(0, 0); one != (color.NRGBA{R: 100, G: 50, A: 128}) {
		t.Errorf("%v", one)
	}
}

// TestTimes: quantiles are of the last pictures alone.
func TestTimes(t *testing.T) {
	var s times
	if a, b, c := s.quantiles(); a+b+c != 0 {
		t.Error(a, b, c)
	}
	for i := range 3 * timesKept {
		s.add(float32(i))
	}
	if a, b, c := s.quantiles(); a != 2.5*timesKept || b != 3*timesKept-3 || c != 3*timesKept-1 || s.at(0) != 2*timesKept {
		t.Error(a, b, c, s.at(0))
	}
}

// TestEndings: every reason that the game gives has words of its own, others are shown as they are.
func TestEndings(t *testing.T) {
	for _, reason := range []string{
		"another version of the protocol", "another version of the transport", "name taken", protocol.ReasonFull, protocol.ReasonStopping, protocol.ReasonOwned, protocol.ReasonVersion, protocol.ReasonElsewhere, "timeout",
		"kicked by an operator", "banned for another 2h: noise", "only guests of this server may come in: ask whoever runs it",
		"no answer: timeout", "the server is silent", "the own state differs", "clock is ahead", "too much to send", "resumed over another connection",
		"too many connections from your address", "the server is busy, try again", "the world cannot be kept: ask whoever runs the server", "the socket is closed",
		"the server's words do not fit: protocol: value out of bounds", "dial udp: lookup nowhere: no such host",
	} {
		if e := endingOf(reason); e == unknownEnding || e.title == "" || e.what == "" || e.try == "" {
			t.Errorf("%q: %+v", reason, e)
		}
	}
	for _, err := range []error{disk.ErrLocked, disk.ErrNewer, disk.ErrOlder, disk.ErrNotAWorld, disk.ErrUnreadable, disk.ErrSeed, disk.ErrGenerator,
		syscall.ENOSPC, syscall.EACCES, syscall.EROFS} {
		if e := troubleOf("open db: " + err.Error()); e == unknownTrouble || e.title == "" || e.what == "" || e.try == "" {
			t.Errorf("%q: %+v", err, e)
		}
	}
	r := newRig(t)
	r.s.Ended = "be nice: go home"
	r.u.Show(Ended)
	r.draw()
	r.sees("Reason: be nice: go home", unknownTrouble.title)
	r.s.Server = "host:7400"
	r.draw()
	r.sees("Reason: be nice: go home", unknownEnding.title)
	for in, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 3600: "3,600", 1234567: "1,234,567", -1234: "-1,234", -123: "-123"} {
		if got := thousands(in); got != want {
			t.Errorf("%d: %q", in, got)
		}
	}
}
