package client

import (
	"fmt"
	"math"
	"strings"

	"voxtide/render/scene"
	"voxtide/world"
)

// The boards of signs, in sixteenths: the middle of a standing one above its floor, and of one at the wall, and how far in front of the
// middle of the cell its front is. A hair more keeps the text off the wood.
const (
	standingMiddle, wallMiddle = 11.5, 8.5
	standingFront, wallFront   = 1.1, -5.9
)

// The middle of the front of a box of a shop, and how far it is in front of the middle of the cell, in sixteenths as of signs.
const boxMiddle, chestFront, barrelFront = 4.2, 7.15, 8.15

// offerText says what a shop offers, on the front of its box.
func offerText(o world.Offer) string {
	text := fmt.Sprintf("%d %v\nfor\n%d %v", o.Goods.Count, o.Goods.Item, o.Price.Count, o.Price.Item)
	return strings.ReplaceAll(text, "_", " ")
}

// fillSigns fills in the texts of the signs that are near and in sight of an eye.
func fillSigns(sc *scene.Scene, w *world.World, eye world.Vec) {
	var room [64]int
	at := eye.Block().Section()
	for i := range int32(27) {
		p := world.SectionPos{X: at.X + i%3 - 1, Y: at.Y + i/3%3 - 1, Z: at.Z + i/9 - 1}
		s := w.Section(p)
		if s == nil {
			continue
		}
		for _, cell := range s.AppendBlockEntityCells(room[:0]) {
			switch x := s.BlockEntity(cell); {
			case x.Text != "":
				addSign(sc, w, eye, p.PosAt(cell), x.Text)
			case x.Offer != world.Offer{}:
				addSign(sc, w, eye, p.PosAt(cell), offerText(x.Offer))
			}
		}
	}
}

// addSign adds the text of the sign in a cell, if nothing is before it.
func addSign(sc *scene.Scene, w *world.World, eye world.Vec, p world.Pos, text string) {
	b, _ := w.Block(p)
	if !b.HasText() && !b.CanBeShop() {
		return
	}
	front := world.Pos{}.Next(b.Facing())
	s := scene.Sign{Text: text, Front: [3]float32{float32(front.X), 0, float32(front.Z)}}
	middle, before := standingMiddle, standingFront
	switch {
	case b.CanBeShop():
		middle, before = boxMiddle, barrelFront
		if b.Class() == world.ClassChest {
			before = chestFront
		}
	case b.Get(world.PropWall) == 1:
		middle, before = wallMiddle, wallFront
	}
	s.Pos = [3]float64{float64(p.X) + 0.5 + before/16*float64(front.X), float64(p.Y) + middle/16, float64(p.Z) + 0.5 + before/16*float64(front.Z)}
	var dir [3]float64
	way := 0.0
	for i := range dir {
		dir[i] = s.Pos[i] - float64(eye[i])/float64(world.Unit)
		way += dir[i] * dir[i]
	}
	way = math.Sqrt(way)
	if way > scene.SignDistance || way == 0 {
		return
	}
	for i := range dir {
		dir[i] /= way
	}
	if h, meets := Raycast(w, eye, dir, way); meets && h.Pos != p {
		return
	}
	sc.Signs = append(sc.Signs, s)
}
