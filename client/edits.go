package client

import (
	"math"
	"slices"

	"voxtide/light"
	"voxtide/predict"
	"voxtide/world"
)

// change takes the blocks that look different from the picture before: first all blocks, then all tops, then what they touch,
// so that this sees the land before and after all of them.
func (v *view) change(w sections, changed []predict.Cell, eye [3]float64) {
	v.stale = v.stale[:0]
	if len(changed) == 0 {
		return
	}
	for i := range changed {
		p := changed[i].Pos.Section()
		s, sec := v.seen[p], w.Section(p)
		if s == nil || sec == nil || s.was != nil {
			continue
		}
		s.was = s.sec
		s.set(sec)
		v.edited = append(v.edited, s)
	}
	for i := range changed {
		if before, now, ok := v.differs(changed[i].Pos); ok && light.Stops(before) != light.Stops(now) {
			v.top(changed[i].Pos, light.Stops(now))
		}
	}
	for i := range changed {
		at := changed[i].Pos
		before, now, ok := v.differs(at)
		if !ok {
			continue
		}
		own := near(at, eye, urgentFar)
		beside(at, func(q world.SectionPos) {
			v.touch(q)
			if own && !slices.Contains(v.stale, q) {
				v.stale = append(v.stale, q)
			}
		})
		v.reach(at, before, now)
	}
	for _, s := range v.edited {
		s.was = nil
	}
	for _, c := range v.capped {
		c.was = nil
	}
	v.edited, v.capped = v.edited[:0], v.capped[:0]
}

// differs returns how a cell was shown and how it is, and whether that is not the same.
func (v *view) differs(at world.Pos) (before, now world.Block, ok bool) {
	s := v.seen[at.Section()]
	if s == nil || s.was == nil {
		return before, now, false
	}
	i := at.Index()
	before, now = s.was.Get(i), s.sec.Get(i)
	return before, now, before != now
}

// top follows a block that stops light now, or does so no longer, in the tops of its column.
func (v *view) top(at world.Pos, stops bool) {
	c := v.columns[[2]int32{at.X >> 4, at.Z >> 4}]
	i := int(at.X&15 | at.Z&15<<4)
	if stops && int32(c.tops[i]) >= at.Y || !stops && int32(c.tops[i]) != at.Y {
		return
	}
	if c.was == nil {
		c.was = c.tops
		v.capped = append(v.capped, c)
		t := *c.tops
		c.tops = &t
	}
	here, s := at.Section(), v.seen[at.Section()]
	c.tops.Change(i, at.Y, stops, func(y int32) world.Block {
		if q := (world.SectionPos{X: here.X, Y: y >> 4, Z: here.Z}); q != here {
			here, s = q, v.seen[q]
		}
		if s == nil {
			return world.Air
		}
		return s.sec.Get(i | int(y&15)<<8)
	})
}

// near tells whether a cell is not further from a point than so many blocks, on each axis.
func near(p world.Pos, eye [3]float64, far float64) bool {
	for i, x := range [3]int32{p.X, p.Y, p.Z} {
		if math.Abs(float64(x)+0.5-eye[i]) > far {
			return false
		}
	}
	return true
}

// beside calls f with the sections whose meshes a block is part of or shades: its own first, then those it touches.
func beside(p world.Pos, f func(world.SectionPos)) {
	f(p.Section())
	lo := world.Pos{X: p.X - 1, Y: p.Y - 1, Z: p.Z - 1}.Section()
	hi := world.Pos{X: p.X + 1, Y: p.Y + 1, Z: p.Z + 1}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				if q := (world.SectionPos{X: x, Y: y, Z: z}); q != p.Section() {
					f(q)
				}
			}
		}
	}
}

// urgent meshes what own edits changed, before the picture is drawn.
func (v *view) urgent() {
	for i, p := range v.stale {
		if s := v.seen[p]; i < urgentMax && s != nil && s.near == 26 {
			j := v.job(p, s)
			v.hand.make(j)
			v.offer(j, true)
		}
	}
}
