package netview

import (
	"voxtide/client/netstats"
	"voxtide/render/draw2d"
	"voxtide/render/scene"
	"voxtide/timestream"
)

// Sizes of a player's box, in blocks.
const (
	bodyHalf  = 0.3
	bodyTall  = 1.8
	footTall  = 0.02 // of what stands for the own body where the camera is in it
	boxThick  = 2.2  // times an outline
	boxGrowth = 0.018
	insideOf  = 0.9 // the eye is within such a distance of the own body, in blocks
)

// Boxes appends the boxes of the players' bodies: as received, predicted, drawn, and as the server had them. Of the own body,
// where the eye is in it, the lower edge alone.
func Boxes(dst []scene.Outline, n *netstats.Recorder) []scene.Outline {
	all := n.Bodies()
	if len(all) == 0 {
		return dst
	}
	newest := timestream.Time(0)
	for i := range all {
		newest = max(newest, all[i].Seen)
	}
	eye := all[0].Drawn
	for i := range all {
		b := &all[i]
		if newest.Sub(b.Seen) > timestream.Second/2 {
			continue // it has left
		}
		if pos, _, ok := b.Server(); ok {
			dst = appendBox(dst, b, pos, eye, 0, Server)
		}
		if b.Stamp > 0 {
			dst = appendBox(dst, b, b.Received, eye, 1, Received)
		}
		dst = appendBox(dst, b, b.Predicted, eye, 2, Predicted)
		dst = appendBox(dst, b, b.Drawn, eye, 3, Drawn)
	}
	return dst
}

// appendBox appends the box of a body at a position. Each kind is a little larger than the one before, so that all are seen
// where they lie at one place.
func appendBox(dst []scene.Outline, b *netstats.Body, pos, eye [3]float64, kind int, c draw2d.Colour) []scene.Outline {
	tall, half, under := bodyTall, bodyHalf+boxGrowth*float64(kind), boxGrowth*float64(kind)
	if x, z := pos[0]-eye[0], pos[2]-eye[2]; b.Own && x*x+z*z < insideOf*insideOf {
		tall, under = footTall, -footTall*float64(kind+1)
	}
	return append(dst, scene.Outline{
		Low: [3]float64{pos[0] - half, pos[1] - under, pos[2] - half}, High: [3]float64{pos[0] + half, pos[1] + tall + boxGrowth*float64(kind), pos[2] + half},
		Colour: [4]uint8{c.R, c.G, c.B, 235}, Thick: boxThick,
	})
}
