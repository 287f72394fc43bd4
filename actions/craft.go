package actions

import (
	"voxtide/internal/faults"
	"voxtide/internal/wire"
	"voxtide/physics"
	"voxtide/recipes"
	"voxtide/timestream"
	"voxtide/world"
)

// Craft{Recipe, Count, Pos} takes what a recipe needs, Count times, from the own inventory and stows what it makes: all of it or
// nothing. Pos is a block of the class that the recipe needs, within stationReach.

// stationReach is the greatest distance from the eye to a station, in 1/1024 block.
const stationReach = 4 * 1024

func craft(c Context, a *Action) Refusal {
	if c.player == nil || int(a.Recipe) >= len(recipes.Table) || a.Count == 0 || a.Count > recipes.TimesMax {
		return NotAllowed
	}
	r := &recipes.Table[a.Recipe]
	if why := checkStation(c, r.Station, a.Pos); why != Done && !faults.Active(faults.CraftAnywhere) {
		return why
	}
	for i := range r.In {
		n := int(r.In[i].Count) * int(a.Count)
		if faults.Active(faults.CraftTakesHalf) {
			n = int(r.In[i].Count)
		}
		if !c.takeItems(&r.In[i], n) {
			return MissingItems
		}
	}
	most := int(r.Out.Max())
	for n := int(r.Out.Count) * int(a.Count); n > 0; n -= most {
		if c.AddItemPartly(c.Stream, r.Out.With(uint8(min(n, most)))) > 0 {
			return NoRoom
		}
	}
	return Done
}

// checkStation refuses a cell that does not hold a class of block within stationReach.
func checkStation(c Context, class world.Class, p world.Pos) Refusal {
	if class == world.ClassPlain {
		return Done
	}
	m := c.motion()
	switch b, there := c.W.Block(p); {
	case !p.InHeight() || !there || !c.confirmed(p):
		return NotLoaded
	case b.Class() != class:
		return NoStation
	case !physics.WithinReach(physics.EyePos(&m), p, stationReach):
		return TooFar
	}
	return Done
}

// takeItems takes n items of an ingredient from the own slots, from the last one on, so that the hand keeps what it holds as long as it
// can. It reports whether there were as many.
func (c *Context) takeItems(g *recipes.Ingredient, n int) bool {
	for i := len(c.player.Slots) - 1; i >= 0 && n > 0; i-- {
		s := c.player.Slots[i]
		if s.Count == 0 || !g.Takes(s.Item) {
			continue
		}
		take := min(n, int(s.Count))
		n -= take
		c.PutInventorySlot(c.Stream, i, s.With(s.Count-uint8(take)))
	}
	return n == 0
}

// StationsNear returns the stations that a stream's player can use from where he stands, and the nearest block of each, by
// the order of recipes.StationClasses.
func StationsNear(w *world.World, s timestream.Stream) (near recipes.Stations, at [len(recipes.StationClasses)]world.Pos) {
	slot := w.Find(world.AvatarID(s))
	if slot == world.NoEntity {
		return 0, at
	}
	eye := physics.EyePos(&w.Entity(slot).Motion)
	best := [len(recipes.StationClasses)]int64{}
	const r = int32(stationReach/1024) + 1
	from := eye.Block()
	for i := range (2*r + 1) * (2*r + 1) * (2*r + 1) {
		x, y, z := i%(2*r+1)-r, i/(2*r+1)%(2*r+1)-r, i/(2*r+1)/(2*r+1)-r
		p := world.Pos{X: from.X + x, Y: from.Y + y, Z: from.Z + z}
		b, there := w.Block(p)
		if !there || b == world.Air {
			continue
		}
		for k, class := range recipes.StationClasses {
			far := int64(x*x+y*y+z*z) + 1
			if b.Class() == class && (best[k] == 0 || far < best[k]) && p.InHeight() && w.Subscription(s, p.Section()).Confirmed &&
				physics.WithinReach(eye, p, stationReach) {
				near, at[k], best[k] = near.With(class), p, far
			}
		}
	}
	return near, at
}

// CraftAction returns the action that makes a recipe some times, by what StationsNear returned.
func CraftAction(n recipes.Number, times uint8, at *[len(recipes.StationClasses)]world.Pos) Action {
	a := Action{Kind: Craft, Recipe: n, Count: times}
	for k, class := range recipes.StationClasses {
		if recipes.Table[n].Station == class {
			a.Pos = at[k]
		}
	}
	return a
}

func writeCraft(b []byte, a *Action) []byte {
	b = append(wire.AppendUvarint(b, uint64(a.Recipe)), a.Count)
	if recipes.Table[a.Recipe].Station != world.ClassPlain {
		b = world.AppendPos(b, a.Pos)
	}
	return b
}

func readCraft(r *wire.Reader, a *Action) {
	n := r.Uvarint()
	if a.Count = r.Byte(); n >= uint64(len(recipes.Table)) || a.Count == 0 || a.Count > recipes.TimesMax {
		r.Fail(ErrValue)
		return
	}
	if a.Recipe = recipes.Number(n); recipes.Table[n].Station != world.ClassPlain {
		a.Pos = world.ReadPos(r)
	}
}
