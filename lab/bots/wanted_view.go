package bots

import (
	"iter"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/world"
)

// wantedView follows what a bot's view asks for, and finds the moment when all of that is there for the first time.
//
// When a view is full: the bot holds every section of the cylinder that the server gives to its view distance, around the section of
// its avatar (protocol.InView and ViewBounds, by which the server itself opens them), and no subscription that it was told of lacks its
// section, so that nothing is on its way. That the count of sections stops to grow would not do: it stops wherever a server is late. A
// server may give less than it was asked for and does not say how much. Then the view is full when the bot holds a smaller cylinder whole,
// nothing beyond the one section farther that is closed late, and its subscriptions have not changed for calmTime. A late server does not look
// like that: it opens sections by their distance in space, and before a cylinder is whole, which is 8 sections high and low, it has opened sections
// 8 away to the sides, too; for views of less than 30 sections that is more than one beyond.
//
// What is needed is counted from where the bot goes and not from what it is sent: at first all sections of the view, then those that come into
// it. What left the view by one section is held still, as the server closes it one farther on.
type wantedView struct {
	view    int // in sections
	center  world.SectionPos
	columns map[[2]int32]layers // of the sections that the bot should hold
	needed  int                 // sections that have come into view
	full    int                 // sections that the bot held when its view was full for the first time; 0: it never was

	subscribed    int // how many subscriptions there were
	changedAt     time.Duration
	nextLookAt    time.Duration
	wantedColumns int // within the view
}

// layers are the lowest and the highest section of a column.
type layers struct{ low, high int32 }

func (l layers) count() int { return max(0, int(l.high-l.low)+1) }

// calmTime is how long subscriptions do not change where a server gives less than it was asked for.
const calmTime = 2 * time.Second

// lookEvery is the time between two looks at the whole view.
const lookEvery = 200 * time.Millisecond

// forget begins again: another session holds nothing.
func (v *wantedView) forget() { v.columns, v.wantedColumns = nil, 0 }

// moveTo counts what comes into view where the avatar is now.
func (v *wantedView) moveTo(center world.SectionPos) {
	if v.columns != nil && v.center == center {
		return
	}
	v.center = center
	low, high := protocol.ViewBounds(center.Y, protocol.ViewHeight)
	lowest, highest := protocol.ViewBounds(center.Y, protocol.ViewHeight+1)
	for at, have := range v.columns {
		have.low, have.high = max(have.low, lowest), min(have.high, highest)
		if have.count() == 0 || !protocol.InView(at[0]-center.X, at[1]-center.Z, v.view+1) {
			delete(v.columns, at)
			continue
		}
		v.columns[at] = have
	}
	if v.columns == nil {
		v.columns = map[[2]int32]layers{}
	}
	v.wantedColumns = 0
	for z := -int32(v.view); z <= int32(v.view); z++ {
		for x := -int32(v.view); x <= int32(v.view); x++ {
			if !protocol.InView(x, z, v.view) {
				continue
			}
			v.wantedColumns++
			at, all := [2]int32{center.X + x, center.Z + z}, layers{low, high}
			have, there := v.columns[at]
			if there { // the layers of a column that are kept reach up to those that are wanted
				all = layers{min(low, have.low), max(high, have.high)}
				v.needed -= have.count()
			}
			v.needed += all.count()
			v.columns[at] = all
		}
	}
}

// wanted returns how many sections lie within a view distance.
func (v *wantedView) wanted(view int) (n int) {
	low, high := protocol.ViewBounds(v.center.Y, protocol.ViewHeight)
	columns := v.wantedColumns
	if view != v.view {
		columns = 0
		for z := -int32(view); z <= int32(view); z++ {
			for x := -int32(view); x <= int32(view); x++ {
				if protocol.InView(x, z, view) {
					columns++
				}
			}
		}
	}
	return columns * layers{low, high}.count()
}

// look looks whether the view is full, unless it was before, and reports it.
func (v *wantedView) look(now time.Duration, c *client.Client) bool {
	if v.full > 0 || now < v.nextLookAt {
		return v.full > 0
	}
	v.nextLookAt = now + lookEvery
	c.InspectReceived(func(w *world.World) {
		st := w.Stream(c.Stream())
		if st == nil {
			return
		}
		n := st.Subscriptions.Len()
		if n != v.subscribed {
			v.subscribed, v.changedAt = n, now
		}
		if n < v.wanted(v.view) && now-v.changedAt < calmTime {
			return
		}
		v.take(w, st.Subscriptions.All(), now)
	})
	return v.full > 0
}

// take notes a view that is full; one that the server makes smaller is that view from now on.
func (v *wantedView) take(w *world.World, subscriptions iter.Seq[world.Subscription], now time.Duration) {
	low, high := protocol.ViewBounds(v.center.Y, protocol.ViewHeight)
	within := make([]int, v.view+1) // how many subscriptions each view distance has
	reach := 1                      // the view distance within which all of them are
	for sub := range subscriptions {
		p := sub.Section
		if !w.HasSection(p) {
			return
		}
		for reach <= v.view && !protocol.InView(p.X-v.center.X, p.Z-v.center.Z, reach) {
			reach++
		}
		if p.Y < low || p.Y > high {
			continue
		}
		for view := v.view; view >= 1 && protocol.InView(p.X-v.center.X, p.Z-v.center.Z, view); view-- {
			within[view]++
		}
	}
	for view := v.view; view >= 1; view-- {
		if within[view] == v.wanted(view) && (view == v.view || reach <= view+1 && now-v.changedAt >= calmTime) {
			v.full = within[view]
			if view != v.view { // what the server does not give is not needed
				v.view, v.needed = view, 0
				v.forget()
				v.moveTo(v.center)
			}
			return
		}
	}
}
