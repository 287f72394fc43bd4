package client

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Strategy turns received updates and own actions into the world that is shown. Each strategy has a file in package predict
// or predict/rival and a line in builders. A strategy may have optional parts, which are further interfaces: ReceivedView and PeerActions.
type Strategy interface {
	// Base returns the received state and the un-acked own actions, which all strategies build on.
	Base() *predict.Received
	// World returns the shown world, which must not be changed.
	World() *world.World
	// Now returns the time that the world was advanced to.
	Now() timestream.Time

	// AddAction adds an own action.
	AddAction(a *actions.Action)
	// ApplyUpdate applies an update of the server.
	ApplyUpdate(u *protocol.Update) error
	// ApplySnapshot applies a section of the bulk lane.
	ApplySnapshot(s protocol.Snapshot, sec *world.Section)

	// AdvanceTo advances the world to a frame's time. It reports a correction of the own body.
	AdvanceTo(to timestream.Time) (predict.Correction, bool)
	// ResetTime allows the next AdvanceTo to go to an earlier time.
	ResetTime()
	// VisibleChanges returns the blocks that look different from the last call.
	VisibleChanges() []predict.BlockChange
}

// ReceivedView is the optional part of a strategy that shows something else than the received state.
type ReceivedView interface {
	// InspectReceived calls f with the received state, without predictions.
	InspectReceived(f func(w *world.World))
	// LastPerformed returns the number of the last own action that shows.
	LastPerformed() uint64
}

// PeerActions is the optional part of a strategy that shows actions of directly linked peers before the server sends them.
type PeerActions interface {
	AddPeerAction(s timestream.Stream, a *actions.Action)
}

// strategyOptions are the settings of a new strategy.
type strategyOptions struct {
	own             timestream.Stream
	onSectionChange func(p world.SectionPos, epoch uint32, seq uint64, snapshot bool, b world.Block, at world.Pos)
	trackSections   bool // list the sections that come and go
	ownOnly         bool // leave out the entities of others, if the strategy can
	checkRevert     bool
	checkAlways     bool
	collectSamples  bool // list the received states of others' entities
}

// builders make the strategies, by the values of the axis "own". A method whose strategy is not here is not offered.
var builders map[string]func(o *strategyOptions, c Choice) Strategy

func init() { // the table of methods reads the builders
	builders = map[string]func(o *strategyOptions, c Choice) Strategy{
		"streams": func(o *strategyOptions, _ Choice) Strategy {
			p := predict.New(o.own)
			p.OnSectionChange, p.TrackSections = o.onSectionChange, o.trackSections
			p.Check, p.CheckAlways, p.CollectSamples = o.checkRevert, o.checkAlways, o.collectSamples
			return p
		},
		"dumb": func(o *strategyOptions, _ Choice) Strategy {
			p := predict.NewNoPrediction(o.own)
			p.OnSectionChange, p.TrackSections, p.OwnOnly = o.onSectionChange, o.trackSections, o.ownOnly
			return p
		},
	}
}

// lastPerformed returns the number of the last own action that a strategy shows.
func lastPerformed(s Strategy) uint64 {
	if v, ok := s.(ReceivedView); ok {
		return v.LastPerformed()
	}
	return s.Base().LastAcked()
}

// inspectReceived calls f with the received state of a strategy.
func inspectReceived(s Strategy, f func(w *world.World)) {
	if v, ok := s.(ReceivedView); ok {
		v.InspectReceived(f)
		return
	}
	f(s.World())
}
