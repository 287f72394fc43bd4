package ui

import (
	"fmt"
	"math"

	"voxtide/render"
)

// Debug is what the debug screen shows beside what State holds.
type Debug struct {
	Position   [3]float64 // of the feet, in blocks
	Section    [3]int32
	Yaw, Pitch float64 // degrees: yaw 0 north, growing clockwise; pitch grows upward
	Biome      string
	LookingAt  string // the block, empty for none
	Streams    []Stream
	Causes     []Count // of corrections
	Desyncs    int
	Driver     string
	Sections   int // drawn
	Known      int // held
	Quads      int
	Draws      int
	View       int     // blocks
	Resolution float64 // pixels drawn per pixel shown along each side
	Quality    string  // name of the preset
	UpKB       float64 // a second
	DownKB     float64
	RTT        float64 // ms, 0 for unknown
	Extra      []string
}

// Stream is a time stream with its stamp.
type Stream struct {
	Name  string
	Stamp float64 // seconds of world time
	Lag   float64 // ms behind the picture
}

// Count is a number of something by name.
type Count struct {
	Name string
	N    int
}

// Sizes of the debug screen, in pixels at a scale of one.
const (
	debugLine  = 17
	debugWide  = 960 // of a picture that has room for two columns
	graphTall  = 64
	graphMS    = 33.4 // at the top of the graph
	streamsMax = 8    // that are listed
)

var compass = [8]string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}

// overlay draws the debug screen.
func (u *UI) overlay() {
	d := u.state.Debug
	if d == nil {
		return
	}
	y := u.column(u.debugLeft(d), 0, u.kit.px(8))
	if u.kit.w >= u.kit.px(debugWide) {
		y = u.kit.px(8) // there is room for both side by side
	}
	y = u.column(u.debugRight(d), 2, y)
	u.graph(y + u.kit.px(6))
}

// debugLeft are the lines about the place and the network.
func (u *UI) debugLeft(d *Debug) []string {
	s := &u.state
	heading := compass[int(math.Round(math.Mod(math.Mod(d.Yaw, 360)+360, 360)/45))%8]
	out := []string{
		fmt.Sprintf("position   %.3f  %.3f  %.3f", d.Position[0], d.Position[1], d.Position[2]),
		fmt.Sprintf("section    %d  %d  %d", d.Section[0], d.Section[1], d.Section[2]),
		fmt.Sprintf("heading    %s  %.1f° %+.1f°", heading, d.Yaw, d.Pitch),
	}
	for _, p := range [][2]string{{"biome", d.Biome}, {"looking at", d.LookingAt}} {
		if p[1] != "" {
			out = append(out, fmt.Sprintf("%-10s %s", p[0], p[1]))
		}
	}
	out = append(out, "")
	for i, t := range d.Streams {
		if i == streamsMax {
			out = append(out, fmt.Sprintf("           and %d streams more", len(d.Streams)-streamsMax))
			break
		}
		line := fmt.Sprintf("stream     %-12s %.3f s", t.Name, t.Stamp)
		if t.Lag > 0 {
			line += fmt.Sprintf("  %.1f ms behind", t.Lag)
		}
		out = append(out, line)
	}
	sum := 0
	for _, c := range d.Causes {
		sum += c.N
	}
	out = append(out, fmt.Sprintf("un-acked   %d", s.Unacked), fmt.Sprintf("corrected  %d", sum))
	for _, c := range d.Causes {
		if c.N > 0 {
			out = append(out, fmt.Sprintf("           %s %d", c.Name, c.N))
		}
	}
	out = append(out, fmt.Sprintf("desyncs    %d", d.Desyncs), fmt.Sprintf("network    %.1f kB/s down  %.1f kB/s up", d.DownKB, d.UpKB))
	if d.RTT > 0 {
		out = append(out, fmt.Sprintf("round trip %.0f ms", d.RTT))
	}
	return append(out, d.Extra...)
}

// debugRight are the lines about the picture.
func (u *UI) debugRight(d *Debug) []string {
	p50, p99, most := u.times.quantiles()
	rate := 0.0
	if p50 > 0 {
		rate = 1000 / float64(p50)
	}
	return []string{
		d.Driver,
		fmt.Sprintf("%d × %d  resolution scale %.2f  view %d blocks  %s", u.kit.w, u.kit.h, d.Resolution, d.View, d.Quality),
		fmt.Sprintf("%d of %d sections  %d quads  %d draws", d.Sections, d.Known, d.Quads, d.Draws),
		fmt.Sprintf("picture %.1f ms (%.0f a second)", p50, rate),
		fmt.Sprintf("p99 %.1f ms  longest %.1f ms", p99, most),
	}
}

// column draws lines at the left (0) or the right (2) from y down, each on its own ground, and returns where it ends.
func (u *UI) column(lines []string, align, y int) int {
	k := &u.kit
	h := k.px(debugLine)
	for _, s := range lines {
		if s == "" {
			y += h / 2
			continue
		}
		s = k.cut(render.Mono, textSmall, s, k.w-k.px(28))
		w := k.measure(render.Mono, textSmall, s) + k.px(12)
		r := rect{k.px(8), y, w, h}
		if align == 2 {
			r.x = k.w - k.px(8) - w
		}
		k.fill(r, colourPlate)
		k.text(render.Mono, r.x+k.px(6), r.y+k.px(1), textSmall, colourText, s)
		y += h
	}
	return y
}

// graph draws the last times of pictures as bars, with a line at 16.7 ms.
func (u *UI) graph(y int) {
	k := &u.kit
	bar := max(1, k.half/2)
	tall := k.px(graphTall)
	r := rect{k.w - k.px(8) - timesKept*bar, y, timesKept * bar, tall}
	k.fill(r, colourPlate)
	for i := range u.times.count() {
		ms := u.times.at(i)
		h := min(int(ms*float32(tall)/graphMS)+1, tall)
		c := colourAccent
		if ms > 17.5 {
			c = colourWarn
		}
		k.fill(rect{r.x + (timesKept-u.times.count()+i)*bar, y + tall - h, bar, h}, c)
	}
	k.fill(rect{r.x, y + tall/2, r.w, 1}, colourText.Fade(0.5))
	k.text(render.Mono, r.x+k.px(4), y+tall/2-k.px(textSmall), textSmall, colourText, "16.7 ms")
}
