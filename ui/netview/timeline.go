package netview

import (
	"fmt"
	"image"

	"voxtide/client/netstats"
	"voxtide/timestream"
)

// drawTimeline draws the last updates, the newest at the right: the higher the bar the larger the update; a red foot is a gap
// to the one before, a dot an ack of own actions. It returns the y below it.
func (v *view) drawTimeline(r image.Rectangle) int {
	v.fill(r, plate)
	in := image.Rect(r.Min.X+v.px(6), r.Min.Y+v.px(line), r.Max.X-v.px(6), r.Max.Y-v.px(line))
	count := v.n.UpdateCount()
	if count == 0 || in.Empty() {
		v.write(in.Min.X, r.Min.Y+v.px(2), in.Max.X, dim, "no update yet")
		return r.Max.Y
	}
	most, usual := 1, gapUsual
	for i := range count {
		most = max(most, v.n.UpdateAt(i).Bytes)
	}
	step := in.Dx() / netstats.UpdatesKept
	thick := max(1, step-max(1, step/4))
	for i := range count {
		u := v.n.UpdateAt(i)
		x := in.Min.X + in.Dx()*(netstats.UpdatesKept-count+i)/netstats.UpdatesKept
		foot := in.Max.Y - v.px(8)
		tall := max(v.px(1), (foot-in.Min.Y-v.px(6))*u.Bytes/most)
		c := Received
		if u.Full {
			c = Others
		}
		v.fill(image.Rect(x, foot-tall, x+thick, foot), c.Fade(0.35))
		parts := max(v.px(1), min(tall, v.px(u.Entries))) // a pixel for each entry
		v.fill(image.Rect(x, foot-parts, x+thick, foot), c.Fade(0.9))
		if u.Acks > 0 {
			side := min(thick, v.px(4))
			v.fill(image.Rect(x, foot-tall-v.px(5), x+side, foot-tall-v.px(5)+side), Drawn)
		}
		gap := min(v.px(8), int(u.Gap)*v.px(8)/int(4*usual))
		g := dim
		if u.Gap > 2*usual {
			g = Bad
		}
		v.fill(image.Rect(x, foot+v.px(1), x+thick, foot+v.px(1)+gap), g)
	}
	v.describeUpdates(r, in, count)
	return r.Max.Y
}

// gapUsual is the gap between two updates of a server that sends 20 a second to a body that moves.
const gapUsual = 50 * timestream.Millisecond

// describeUpdates writes the figures of the newest update and of all that are kept.
func (v *view) describeUpdates(r, in image.Rectangle, count int) {
	u, first := v.n.UpdateAt(count-1), v.n.UpdateAt(0)
	var widest timestream.Duration
	bytes, acks := 0, 0
	for i := range count {
		w := v.n.UpdateAt(i)
		if i > 0 {
			widest = max(widest, w.Gap)
		}
		bytes += w.Bytes
		acks += w.Acks
	}
	v.write(in.Min.X, r.Min.Y+v.px(2), in.Max.X, text,
		fmt.Sprintf("update %d: %d B, %d entries, %d acked, %d ms after the last", u.Number, u.Bytes, u.Entries, u.Acks, u.Gap/1000))
	v.write(in.Min.X, r.Max.Y-v.px(line)+v.px(2), in.Max.X, dim, fmt.Sprintf("%d to %d in %.1f s: %.1f kB, %d acked, widest gap %d ms",
		first.Number, u.Number, float64(u.At-first.At)/1e6, float64(bytes)/1000, acks, widest/1000))
}
