package client

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Strategy turns what was received and what was done into what is shown. Each stands in a file of package predict.
type Strategy interface {
	World() *world.World
	Complete() bool // the whole state has come
	Push(a *actions.Action)
	PushPeer(s timestream.Stream, a *actions.Action)
	Receive(f *protocol.Frame) error
	Snapshot(s protocol.Snapshot, sec *world.Section)
	Picture(to timestream.Time) (predict.Correction, bool)
	Now() timestream.Time
	Performed() uint64
	Visible() []predict.Cell
	Inspect(f func(w *world.World))
	ChangedHash() uint64 // of what is shown; within Inspect, of what was received
	Restart()
	Earlier(by timestream.Duration)
	Resumed()

	Unacked() int
	Counted() int
	Each(f func(a *actions.Action))
	Acked() uint64
	Progress() (frame, edits uint64)
	Held(dst []actions.Arrived) []actions.Arrived
	Forget()
	Happened() *predict.Events
	Pitch(of timestream.Stream) int8 // of another player's look, degrees upward
}

// Strategies lists the names of the strategies, the default first.
func Strategies() []string { return []string{"timestream", "dumb"} }

// strategise makes the strategy of a fresh session.
func (c *Client) strategise(own timestream.Stream) {
	var see func(p world.SectionPos, epoch uint32, seq uint64, whole bool, b world.Block, at world.Pos)
	if c.cfg.Observe != nil {
		see = c.cfg.Observe.SectionEdit
	}
	follow := c.view != nil
	if follow {
		c.view.reset()
	}
	c.dust.forget()
	switch c.cfg.Strategy {
	case "dumb":
		d := predict.NewDumb(own)
		d.Saw, d.Follow, d.Alone = see, follow, c.cfg.Blind
		c.strategy = d
	default:
		p := predict.New(own)
		p.Saw, p.Follow, p.Check, p.Every, p.Sampled = see, follow, c.cfg.Check, c.cfg.Every, c.cfg.Interpolate
		c.strategy = p
	}
}
