package client

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/predict/rival"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// Strategy turns received updates and own actions into the world that is shown. Each strategy has a file in package predict
// or predict/rival and a line in builders. A strategy may have optional parts, which are further interfaces: ReceivedView, PeerActions and TickInput.
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
	// Revert takes all predictions back, which leaves the received state: another strategy goes on over it.
	Revert()
	// ResetTime allows the next AdvanceTo to go to an earlier time.
	ResetTime()
	// VisibleChanges returns the blocks that look different at an instant from the last call.
	VisibleChanges(now timestream.Time) []predict.BlockChange
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
	// AddPeerAction adds an action of a peer; ForgetPeer forgets them all when its link ends.
	AddPeerAction(s timestream.Stream, a *actions.Action) predict.PeerVerdict
	ForgetPeer(s timestream.Stream)
}

// TickInput is the optional part of a strategy that simulates by ticks: it gets the input of each tick, in order. After a pause ticks
// may be left out.
type TickInput interface {
	AddTick(tick uint64, keys world.Keys, yaw uint16)
}

// strategyOptions are what a strategy is made over and with.
type strategyOptions struct {
	received    *predict.Received // no prediction is applied
	checkRevert bool
	checkAlways bool
	roundTrip   func(estimate string) timestream.Duration
}

// rival returns the options of a method of package rival.
func (o *strategyOptions) rival(c Choice) rival.Options {
	estimate, roundTrip := c.Word("rtt"), o.roundTrip
	return rival.Options{Others: c.Others == "streams", Check: o.checkRevert, RoundTrip: func() timestream.Duration { return roundTrip(estimate) }}
}

// builders make the strategies, by the values of the axis "own". A method whose strategy is not here is not offered.
var builders map[string]func(o *strategyOptions, c Choice) Strategy

func init() { // the table of methods reads the builders
	builders = map[string]func(o *strategyOptions, c Choice) Strategy{
		"streams": func(o *strategyOptions, _ Choice) Strategy {
			p := predict.NewOver(o.received)
			p.Check, p.CheckAlways = o.checkRevert, o.checkAlways
			return p
		},
		"dumb": func(o *strategyOptions, _ Choice) Strategy {
			return predict.NewNoPredictionOver(o.received)
		},
		"commit": func(o *strategyOptions, _ Choice) Strategy { return rival.NewCommit(o.received) },
		"naive": func(o *strategyOptions, c Choice) Strategy {
			return rival.NewNaive(o.received, o.rival(c), c.Word("state") == "ignore")
		},
		"order": func(o *strategyOptions, c Choice) Strategy {
			return rival.NewOrder(o.received, o.rival(c), int(c.Number("order")))
		},
		"sequence": func(o *strategyOptions, c Choice) Strategy { return rival.NewSequence(o.received, o.rival(c)) },
		"history": func(o *strategyOptions, c Choice) Strategy {
			return rival.NewHistory(o.received, o.rival(c), rival.HistorySettings{Size: int(c.Number("buffer")), Spread: int(c.Number("spread")),
				Tolerance: int64(c.Number("tolerance") * float64(world.Unit))})
		},
		"deltas": func(o *strategyOptions, c Choice) Strategy {
			return rival.NewDeltas(o.received, o.rival(c), int64(c.Number("vtol")*1000))
		},
	}
}

// Offered reports whether the method's strategy exists, so that it can be chosen.
func (m *Method) Offered() bool { return builders[m.Own] != nil }

// Strategies returns the names of the methods that can be chosen, the default first.
func Strategies() (names []string) {
	for i := range Methods {
		if Methods[i].Offered() {
			names = append(names, Methods[i].Name)
		}
	}
	return names
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
