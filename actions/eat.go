package actions

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
)

// Eating one of what is in the hand is StartEat and, when EatTime has passed, FinishEat; CancelEat gives up. Who changes what is in the
// hand meanwhile has eaten nothing.

// EatTime is how long eating takes, in time of the stream.
const EatTime = 1200 * timestream.Millisecond

func startEat(c Context, _ *Action) Refusal {
	m := c.motion()
	held := c.held()
	switch {
	case held.Count == 0:
		return NothingHeld
	case held.Item.Info().Food == 0:
		return NotFood
	case m.Needs.Hunger == 0:
		return NotHungry
	}
	m.Needs.Eating, m.Needs.EatingSince = held.Item, c.Stamp
	c.setMotion(&m)
	return Done
}

func finishEat(c Context, _ *Action) Refusal {
	m := c.motion()
	held := c.held()
	switch {
	case m.Needs.Eating == 0 || held.Count == 0 || held.Item != m.Needs.Eating:
		return NothingHeld
	case c.Stamp.Sub(m.Needs.EatingSince) < EatTime:
		return TooSoon
	}
	m.Needs.Feed(held.Item.Info().Food)
	m.Needs.Eating, m.Needs.EatingSince = 0, 0
	c.setMotion(&m)
	if c.player != nil && !faults.Active(faults.FoodLasts) {
		c.PutInventorySlot(c.Stream, int(c.player.Selected), held.With(held.Count-1))
	}
	return Done
}

func cancelEat(c Context, _ *Action) Refusal {
	m := c.motion()
	m.Needs.Eating, m.Needs.EatingSince = 0, 0
	c.setMotion(&m)
	return Done
}
