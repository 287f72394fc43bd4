package main

import (
	"math"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/physics"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/ui"
	"voxtide/world"
)

// openedBlock is the block that a page of the screens shows, and the stations in reach.
type openedBlock struct {
	wanted   *world.Pos // that place was pressed on in this frame; nil for none
	placed   *world.Pos // where this frame's actions put a sign; nil for nowhere
	pos      world.Pos
	kind     world.Kind
	boxed    *world.Pos  // the box of a shop, which is to be opened itself; nil for none
	offer    world.Offer // that the page of a shop shows
	stations [len(recipes.StationClasses)]world.Pos
}

// openBlock opens the page of the block that place was pressed on in this frame.
func (s *app) openBlock() {
	o := &s.controls.opened
	if p := o.wanted; p != nil {
		o.wanted = nil
		s.openBlockAt(*p)
	}
	if p := o.boxed; p != nil && s.ui.CapturesMouse() {
		o.boxed = nil
		s.openBoxAt(*p, true)
	}
}

// openBlockAt opens the page of the block in a cell. The state of the screens of this frame has the rest.
func (s *app) openBlockAt(p world.Pos) { s.openBoxAt(p, false) }

// openBoxAt is openBlockAt; with itself, of a shop the box is opened, and not what it sells.
func (s *app) openBoxAt(p world.Pos, itself bool) {
	w, o := s.session.client.World(), &s.controls.opened
	b, _ := w.Block(p)
	o.pos, o.kind = p, b.Kind()
	box := ui.Box{Item: uint16(world.ItemOf(b)), Class: b.Class()}
	if x := w.BlockEntityAt(p); x != nil {
		box.Text, box.Shop = x.Text, shopAt(x, s.session.client)
		box.Shop.Own = box.Shop.Own || itself
	}
	s.ui.OpenBlock(&box)
}

// fillOpened copies into the state of the screens the open block and the stations in reach, if a page shows them. A block that has become
// another, or is out of reach, is gone.
func (s *app) fillOpened(st *ui.State, frameTime int64) {
	st.Box, st.Near = ui.Box{}, 0
	c, o := s.session.client, &s.controls.opened
	if p := o.placed; p != nil {
		o.placed = nil
		if b, _ := c.World().Block(*p); b.HasText() {
			s.openBlockAt(*p)
		}
	}
	if s.ui.ItemsShown() {
		st.Near, o.stations = actions.StationsNear(c.World(), c.Stream())
	}
	if !s.ui.BlockShown() {
		return
	}
	e, there := c.Avatar()
	b, _ := c.World().Block(o.pos)
	if there && b.Kind() == o.kind && physics.WithinReach(physics.EyePos(&e.Motion), o.pos, client.Reach*1024) {
		st.Box = boxAt(c.World(), o.pos, timestream.Time(frameTime))
		x := c.World().BlockEntityAt(o.pos)
		st.Box.Shop, o.offer = shopAt(x, c), x.OfferOf()
	}
}

// boxAt returns what the block of a cell holds at an instant.
func boxAt(w *world.World, p world.Pos, t timestream.Time) (out ui.Box) {
	b, _ := w.Block(p)
	x := w.BlockEntityAt(p)
	out.Item, out.Class, out.Count = uint16(world.ItemOf(b)), b.Class(), b.BoxSlots()
	if x != nil {
		out.Text = x.Text
	}
	if b.IsOven() {
		o := recipes.OvenOf(x)
		burnt, takes := o.Progress(out.Class, t)
		out.Burnt, out.Takes = float64(burnt)/float64(timestream.Second), float64(takes)/float64(timestream.Second)
		o = o.At(out.Class, t)
		for i, slot := range [...]world.Stack{world.OvenIn: o.In, world.OvenFuel: o.Fuel, world.OvenOut: o.Out} {
			out.Slots[i] = stackOf(slot)
		}
		return out
	}
	for i := range out.Count {
		out.Slots[i] = stackOf(x.Slot(i))
	}
	return out
}

// shopAt returns what is sold at a box, and how often the player could buy it now.
func shopAt(x *world.BlockEntity, c *client.Client) (out ui.Shop) {
	o := x.OfferOf()
	own := c.World().Player(c.Stream())
	if o == (world.Offer{}) || own == nil {
		return out
	}
	out = ui.Shop{Goods: stackOf(o.Goods), Price: stackOf(o.Price), Own: o.By == c.Stream(), Left: world.CountNew(x.Slots, o.Goods.Item), Have: world.CountNew(own.Slots[:], o.Price.Item)}
	most := min(out.Left/int(o.Goods.Count), out.Have/int(o.Price.Count), world.TradeMax)
	for out.Times = most; out.Times > 0; out.Times-- { // fewer may find room
		if _, why := actions.AfterTrade(own.Slots, x, out.Times); why == actions.Done {
			return out
		}
	}
	if _, why := actions.AfterTrade(own.Slots, x, 1); why != actions.Done {
		out.Why = why.String()
	}
	return out
}

func stackOf(s world.Stack) ui.Stack {
	return ui.Stack{Item: uint16(s.Item), Count: s.Count, Wear: s.Wear}
}

// pitchOf returns a pitch in degrees as actions say it: 65536 a turn, positive up.
func pitchOf(degrees float64) int16 { return int16(math.Round(degrees / 360 * 65536)) }
