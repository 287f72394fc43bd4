package ui

import (
	"fmt"
	"math"
	"slices"

	"voxtide/render/draw2d"
)

// Sizes of the debug screen, in pixels at a scale of one.
const (
	debugLine  = 17
	debugWide  = 960 // width of a frame with room for two columns
	graphTall  = 64
	graphMS    = 33.4 // ms at the top of the graph
	streamsMax = 8    // at most, in the list
)

var compass = [8]string{"north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"}

// drawDebug draws the debug screen.
func (u *UI) drawDebug() {
	d := u.state.Debug
	if d == nil {
		return
	}
	y := u.drawColumn(u.debugPlace(d), 0, u.widgets.px(8))
	if u.widgets.w >= u.widgets.px(debugWide) {
		y = u.widgets.px(8) // both columns fit side by side
	}
	y = u.drawColumn(u.debugDraw(d), 2, y)
	u.drawFrameTimes(y + u.widgets.px(6))
}

// debugPlace returns the lines about the place, the streams and the network.
func (u *UI) debugPlace(d *Debug) []string {
	s := &u.state
	heading := compass[int(math.Round(math.Mod(math.Mod(d.Yaw, 360)+360, 360)/45))%8]
	out := []string{
		fmt.Sprintf("position   %.3f  %.3f  %.3f", d.Position[0], d.Position[1], d.Position[2]),
		fmt.Sprintf("section    %d  %d  %d", d.Section[0], d.Section[1], d.Section[2]),
		fmt.Sprintf("facing     %s  %.1f° %+.1f°", heading, d.Yaw, d.Pitch),
	}
	for _, p := range [][2]string{{"biome", d.Biome}, {"looking at", d.LookingAt}} {
		if p[1] != "" {
			out = append(out, fmt.Sprintf("%-10s %s", p[0], p[1]))
		}
	}
	out = append(out, "")
	for i, t := range d.Streams {
		if i == streamsMax {
			out = append(out, fmt.Sprintf("           and %d more streams", len(d.Streams)-streamsMax))
			break
		}
		line := fmt.Sprintf("stream     %-12s %.3f s", t.Name, t.Stamp)
		if t.Lag > 0 {
			line += fmt.Sprintf("  %.1f ms behind", t.Lag)
		}
		out = append(out, line)
	}
	sum := 0
	for _, c := range d.Corrections {
		sum += c.N
	}
	out = append(out, fmt.Sprintf("unacked    %d", s.Unacked), fmt.Sprintf("corrected  %d", sum))
	for _, c := range d.Corrections {
		if c.N > 0 {
			out = append(out, fmt.Sprintf("           %s %d", c.Name, c.N))
		}
	}
	out = append(out, fmt.Sprintf("desyncs    %d", d.Desyncs), fmt.Sprintf("network    %.1f kB/s down  %.1f kB/s up", d.DownKB, d.UpKB))
	if d.RTT > 0 {
		out = append(out, fmt.Sprintf("round trip %.0f ms", d.RTT))
	}
	for i := range s.Links.Rows {
		out = append(out, s.Links.Rows[i].debugLine())
	}
	return append(out, d.Extra...)
}

// debugDraw returns the lines about rendering.
func (u *UI) debugDraw(d *Debug) []string {
	p50, p99, most := u.frameTimes.quantiles()
	rate := 0.0
	if p50 > 0 {
		rate = 1000 / float64(p50)
	}
	lod := ""
	if d.LODDistance > 0 {
		lod = fmt.Sprintf("  LOD from %d", d.LODDistance)
	}
	return []string{
		d.Driver,
		fmt.Sprintf("%d × %d  resolution scale %.2f  view %d blocks%s  %s", u.widgets.w, u.widgets.h, d.ResolutionScale, d.ViewDistance, lod, d.Quality),
		fmt.Sprintf("%d of %d sections  %d quads  %d draws", d.Sections, d.KnownSections, d.Quads, d.Draws),
		fmt.Sprintf("frame %.1f ms (%.0f fps)", p50, rate),
		fmt.Sprintf("p99 %.1f ms  max %.1f ms", p99, most),
	}
}

// drawColumn draws lines at the left (0) or the right (2) from y down, each on a plate, and returns the y below them.
func (u *UI) drawColumn(lines []string, align, y int) int {
	k := &u.widgets
	h := k.px(debugLine)
	for _, s := range lines {
		if s == "" {
			y += h / 2
			continue
		}
		s = k.ellipsize(draw2d.Mono, textSmall, s, k.w-k.px(28))
		w := k.measure(draw2d.Mono, textSmall, s) + k.px(12)
		r := rect{k.px(8), y, w, h}
		if align == 2 {
			r.x = k.w - k.px(8) - w
		}
		k.fill(r, colourTextPlate)
		k.text(draw2d.Mono, r.x+k.px(6), r.y+k.px(1), textSmall, colourText, s)
		y += h
	}
	return y
}

// drawFrameTimes draws the last frame times as bars, with a line at 16.7 ms.
func (u *UI) drawFrameTimes(y int) {
	k := &u.widgets
	bar := max(1, k.scaleHalves/2)
	tall := k.px(graphTall)
	r := rect{k.w - k.px(8) - frameTimesKept*bar, y, frameTimesKept * bar, tall}
	k.fill(r, colourTextPlate)
	for i := range u.frameTimes.count() {
		ms := u.frameTimes.at(i)
		h := min(int(ms*float32(tall)/graphMS)+1, tall)
		c := colourAccent
		if ms > 17.5 {
			c = colourWarn
		}
		k.fill(rect{r.x + (frameTimesKept-u.frameTimes.count()+i)*bar, y + tall - h, bar, h}, c)
	}
	k.fill(rect{r.x, y + tall/2, r.w, 1}, colourText.Fade(0.5))
	k.text(draw2d.Mono, r.x+k.px(4), y+tall/2-k.px(textSmall), textSmall, colourText, "16.7 ms")
}

// frameTimesKept is the number of frame times that the debug screen shows.
const frameTimesKept = 240

// frameTimes are the last frame times, in ms.
type frameTimes struct {
	ms     [frameTimesKept]float32
	n      int // added so far
	sorted [frameTimesKept]float32
}

// add adds a frame time, unless it is unknown.
func (t *frameTimes) add(ms float32) {
	if ms > 0 {
		t.ms[t.n%frameTimesKept] = ms
		t.n++
	}
}

// count returns the number of kept frame times.
func (t *frameTimes) count() int { return min(t.n, frameTimesKept) }

// at returns the i-th kept frame time, the oldest first.
func (t *frameTimes) at(i int) float32 { return t.ms[(t.n-t.count()+i)%frameTimesKept] }

// quantiles returns the median, the 99th percentile and the maximum.
func (t *frameTimes) quantiles() (p50, p99, most float32) {
	n := t.count()
	if n == 0 {
		return 0, 0, 0
	}
	s := t.sorted[:n]
	copy(s, t.ms[:n])
	slices.Sort(s)
	return s[n/2], s[min(n-1, n*99/100)], s[n-1]
}
