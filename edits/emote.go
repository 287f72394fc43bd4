package edits

import (
	"slices"

	"voxtide/internal/wire"
	"voxtide/world"
)

// Emote is a gesture of a player, which others see. It is an event, as a line of chat is: no state, and nothing is kept of it.
type Emote uint8

// The emotes, in the order of their numbers on the wire.
const (
	EmoteNone Emote = iota
	EmoteWave
	EmotePoint // at what the player looks at
	EmoteNod
	EmoteNo // a shake of the head
	EmoteCheer
	EmoteClap
	EmoteBow
	EmoteCount
)

var emoteNames = [EmoteCount]string{"", "wave", "point", "nod", "no", "cheer", "clap", "bow"}

// String returns the name of an emote.
func (e Emote) String() string { return emoteNames[min(e, EmoteCount-1)] }

// EmoteNames returns the names of all emotes.
func EmoteNames() []string { return slices.Clone(emoteNames[EmoteWave:]) }

// EmoteNamed returns the emote of a name, EmoteNone if there is none.
func EmoteNamed(name string) Emote { return Emote(max(0, slices.Index(emoteNames[:], name))) }

// MakeEmote{Stream, Number} is a gesture of a player, Number the Emote. Applying it changes nothing.

func applyMakeEmote(_ *world.World, e, inv *Edit) bool {
	*inv = *e
	return true
}

func writeMakeEmote(b []byte, e *Edit) []byte {
	return append(wire.AppendUvarint(b, uint64(e.Stream)), byte(e.Number))
}

func readMakeEmote(r *wire.Reader, e *Edit) {
	e.Stream, e.Number = world.ReadStream(r), uint64(r.Byte())
	if e.Number == 0 || e.Number >= uint64(EmoteCount) {
		r.Fail(ErrValue)
	}
}
