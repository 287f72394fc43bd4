package client

import (
	"slices"

	"voxtide/light"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/world"
)

// come takes a section that has come, or has come anew with other blocks.
func (v *view) come(p world.SectionPos, sec *world.Section, biomes protocol.Biomes) {
	s := v.seen[p]
	fresh := s == nil
	if fresh {
		s = &seen{near: 26, shown: v.version, made: nothing} // whatever was asked for when it was here before is no more of it
		if old := v.awaited[p]; old != nil {
			s.made, s.drawn = old.made, old.drawn // the renderer still has that
			delete(v.awaited, p)
		}
		v.seen[p] = s
		around(p, 1, func(q world.SectionPos) {
			n := v.seen[q]
			switch {
			case n != nil:
				n.near++
			case q.Origin().InHeight():
				s.near--
			}
		})
	}
	s.set(sec)
	s.biomes = biomes
	key := [2]int32{p.X, p.Z}
	c := v.columns[key]
	if c == nil {
		c = &column{tops: &noTops}
		v.columns[key] = c
		v.recolour(p)
	}
	if fresh {
		c.count++
		v.rise(key, c, p.Y, sec)
	} else {
		v.fell(key, c)
	}
	around(p, 1, v.touch)
	v.touch(p)
}

// recolour forgets the tints of the columns around one that has come.
func (v *view) recolour(p world.SectionPos) {
	for z := p.Z - 1; z <= p.Z+1; z++ {
		for x := p.X - 1; x <= p.X+1; x++ {
			if c := v.columns[[2]int32{x, z}]; c != nil {
				c.tints = nil
			}
		}
	}
}

// goAway takes a section away. One that is awaited again is shown as it was until it comes, as a hole would be nobody's doing.
func (v *view) goAway(p world.SectionPos, awaited bool) {
	s := v.seen[p]
	if s == nil {
		return
	}
	delete(v.seen, p)
	around(p, 1, func(q world.SectionPos) {
		if n := v.seen[q]; n != nil {
			n.near--
		}
	})
	key := [2]int32{p.X, p.Z}
	if c := v.columns[key]; c.count > 1 {
		c.count--
		v.fell(key, c)
	} else {
		delete(v.columns, key)
	}
	if awaited {
		v.awaited[p] = s
	} else {
		v.drop(p)
	}
}

// drop has the renderer forget a section.
func (v *view) drop(p world.SectionPos) {
	key := [3]int32{p.X, p.Y, p.Z}
	v.drops = append(v.drops, key)
	v.uploads = slices.DeleteFunc(v.uploads, func(u scene.Upload) bool { return u.Mesh.Section == key })
}

// vain drops the sections that are awaited no more.
func (v *view) vain(w sections) {
	for p := range v.awaited {
		if !w.Awaited(p) {
			delete(v.awaited, p)
			v.drop(p)
		}
	}
}

// noTops are the tops of a column in which nothing stops light.
var noTops = func() (t light.Tops) {
	t.Clear()
	return t
}()

// rise takes the tops of a section that has come into a column.
func (v *view) rise(key [2]int32, c *column, y int32, sec *world.Section) {
	if c.stale {
		return
	}
	t := *c.tops
	if t.Rise(y, sec) {
		v.cap(key, c, &t)
	}
}

// fell notes that a column may have lost tops: they are looked for when all that goes has gone.
func (v *view) fell(key [2]int32, c *column) {
	if !c.stale {
		c.stale = true
		v.lowered = append(v.lowered, key)
	}
}

// lower looks for the tops of the columns that may have lost some.
func (v *view) lower() {
	for _, key := range v.lowered {
		c := v.columns[key]
		if c == nil || !c.stale {
			continue
		}
		c.stale = false
		t := noTops
		for y := int32(world.MaxY >> 4); y >= world.MinY>>4; y-- {
			if s := v.seen[world.SectionPos{X: key[0], Y: y, Z: key[1]}]; s != nil && t.Cover(y, s.sec) {
				break
			}
		}
		v.cap(key, c, &t)
	}
	v.lowered = v.lowered[:0]
}

// cap sets the tops of a column. Where they have moved, the light of what lies between is no more what it was, nor is that of
// what it reaches.
func (v *view) cap(key [2]int32, c *column, t *light.Tops) {
	lo, hi := int32(world.MaxY), int32(light.NoTop)
	for i := range t {
		if a, b := int32(c.tops[i]), int32(t[i]); a != b {
			lo, hi = min(lo, a, b), max(hi, a, b)
		}
	}
	if lo > hi {
		return
	}
	kept := *t
	c.tops = &kept
	for y := (lo - skyFar) >> 4; y <= (hi+skyFar+1)>>4; y++ {
		for dz := int32(-1); dz <= 1; dz++ {
			for dx := int32(-1); dx <= 1; dx++ {
				v.relight(world.SectionPos{X: key[0] + dx, Y: y, Z: key[1] + dz})
			}
		}
	}
}
