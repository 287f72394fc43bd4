package actions

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Context is what a rule of an action works on: the recorder, the player's stream, the moment of that stream, and the
// action's own stamp, which is never later than the moment.
type Context struct {
	*edits.Recorder
	Stream timestream.Stream
	At     timestream.Time
	Stamp  timestream.Time

	avatar world.EntitySlot
	player *world.Player
}

// motion returns a copy of the avatar's motion.
func (c *Context) motion() world.Motion { return c.W.Entity(c.avatar).Motion }

// held returns what the player has in the hand; of a player whose inventory is not known here what his avatar shows, which says which
// tool, not how worn it is.
func (c *Context) held() world.Stack {
	if c.player != nil {
		return c.player.Held()
	}
	return c.W.Entity(c.avatar).Stack
}

// setMotion sets the avatar's motion, at the instant at which it held before.
func (c *Context) setMotion(m *world.Motion) {
	c.SetMotion(c.avatar, c.W.Entity(c.avatar).At, m)
}
