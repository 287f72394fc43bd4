package links

import (
	"voxtide/actions"
	"voxtide/timestream"
)

// EffectKind is what an effect does to a session.
type EffectKind uint8

// The kinds of effects.
const (
	Act    EffectKind = iota // a peer's action, for the prediction
	Look                     // how far up a peer looks
	Forget                   // the link of a peer has ended: the prediction forgets what it showed
	Tell                     // a message to the server over the live lane
	Say                      // a line for the player
	EffectKindCount
)

// Effect is what links do to a session. Which fields count depends on the kind.
type Effect struct {
	Kind    EffectKind
	Stream  timestream.Stream
	Action  actions.Action
	Stamp   timestream.Time // of Look: when
	Pitch   int8            // degrees upward
	Message []byte          // of Tell; of Say its text
}
