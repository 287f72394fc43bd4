package recipes

import (
	"voxtide/timestream"
	"voxtide/world"
)

// Oven is what lies in an oven, and its fire. What it has made at an instant is a function of that: nothing ticks, nothing is sent, and
// it goes on while its section is not loaded.
type Oven struct {
	In, Fuel, Out world.Stack
	Since         timestream.Time     // when the first of In began to burn; 0: nothing burns
	Heat          timestream.Duration // how long what burnt at Since had still to burn
}

// OvenOf returns what lies in an oven, as it was last changed.
func OvenOf(x *world.BlockEntity) (o Oven) {
	if x != nil {
		o = Oven{x.Slot(world.OvenIn), x.Slot(world.OvenFuel), x.Slot(world.OvenOut), x.Since, x.Heat}
	}
	return o
}

// At returns the oven at an instant: each of In that had its time is made. An instant before Since changes nothing, so that those whose
// time is behind another player's do not undo it. at is the class of the oven.
func (o Oven) At(at world.Class, t timestream.Time) Oven {
	for o.Since != 0 {
		s, burns := o.next(at)
		if !burns {
			o.Since = 0
			break
		}
		if t.Sub(o.Since) < s.Time {
			break
		}
		for at != world.ClassCampfire && o.Heat < s.Time {
			o.Heat += o.Fuel.Item.Info().Fuel
			o.Fuel = o.Fuel.With(o.Fuel.Count - 1)
		}
		if at != world.ClassCampfire {
			o.Heat -= s.Time
		}
		o.In = o.In.With(o.In.Count - 1)
		o.Out = world.Stack{Item: s.Out, Count: o.Out.Count + 1}
		o.Since = o.Since.Add(s.Time)
	}
	return o
}

// Lit returns the oven, which somebody has changed at an instant, with its fire: what can burn begins to.
func (o Oven) Lit(at world.Class, t timestream.Time) Oven {
	if _, burns := o.next(at); !burns {
		o.Since = 0
	} else if o.Since == 0 {
		o.Since = max(t, 1)
	}
	return o
}

// next returns what the oven makes next, and whether all is there for it. A campfire burns by itself.
func (o *Oven) next(at world.Class) (Smelt, bool) {
	s, known := Smelting(at, o.In.Item)
	if o.In.Count == 0 || !known || o.Out.Count > 0 && (o.Out.Item != s.Out || o.Out.Count >= o.Out.Max()) {
		return s, false
	}
	heat := o.Heat
	if o.Fuel.Count > 0 {
		heat += timestream.Duration(o.Fuel.Count) * o.Fuel.Item.Info().Fuel
	}
	return s, at == world.ClassCampfire || heat >= s.Time
}

// Progress returns for how long what the oven makes next has burnt at an instant, and how long it takes; 0 for an oven that is out.
func (o Oven) Progress(at world.Class, t timestream.Time) (burnt, of timestream.Duration) {
	o = o.At(at, t)
	if s, burns := o.next(at); o.Since != 0 && burns {
		return min(max(t.Sub(o.Since), 0), s.Time), s.Time
	}
	return 0, 0
}

// Takes reports whether a slot of an oven takes an item: what it makes something of, what burns, and nothing where it puts what it made.
func Takes(at world.Class, slot int, it world.Item) bool {
	switch slot {
	case world.OvenIn:
		_, known := Smelting(at, it)
		return known
	case world.OvenFuel:
		return at != world.ClassCampfire && it.Info().Fuel > 0
	}
	return false
}
