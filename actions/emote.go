package actions

import (
	"voxtide/edits"
	"voxtide/internal/wire"
)

// MakeEmote{Emote} shows a gesture to those who see the player. Only its rate is predicted, which it shares with chat; that the own body
// makes it is the client's own doing.

func makeEmote(c Context, a *Action) Refusal {
	m := c.motion()
	if !c.spendChat(&m.ChatFullAt) {
		return ChatTooFast
	}
	c.setMotion(&m)
	c.Do(edits.Edit{Kind: edits.MakeEmote, Stream: c.Stream, Number: uint64(a.Emote)})
	return Done
}

func writeMakeEmote(b []byte, a *Action) []byte { return append(b, byte(a.Emote)) }

func readMakeEmote(r *wire.Reader, a *Action) {
	a.Emote = edits.Emote(r.Byte())
	if a.Emote == edits.EmoteNone || a.Emote >= edits.EmoteCount {
		r.Fail(ErrValue)
	}
}
