package actions

import (
	"voxtide/edits"
	"voxtide/wire"
	"voxtide/world"
)

// Have{Haves}: these sections have arrived. From now on the player's bodies may go there, on both sides alike. One
// for an epoch that has passed is skipped: the subscription was closed while the action was on its way.

func have(c Context, a *Action) Refusal {
	for _, h := range a.Haves {
		sub := c.W.Sub(c.Stream, h.Section)
		if sub.Epoch != h.Epoch || sub.Epoch == 0 || sub.Confirmed {
			continue
		}
		sub.Confirmed = true
		c.Do(edits.Sub(c.Stream, sub))
	}
	return Done
}

func writeHave(b []byte, a *Action) []byte {
	b = wire.AppendCount(b, len(a.Haves))
	for _, h := range a.Haves {
		b = edits.AppendPos(b, world.Pos(h.Section))
		b = wire.AppendUvarint(b, uint64(h.Epoch))
	}
	return b
}

func readHave(r *wire.Reader, a *Action) {
	n := r.Count(HaveMax, 4)
	a.Haves = a.Haves[:0]
	for range n {
		p := world.SectionPos(edits.ReadPos(r))
		e := r.Uvarint()
		if e == 0 || e > 1<<32-1 {
			r.Fail(ErrValue)
			return
		}
		a.Haves = append(a.Haves, Arrived{p, uint32(e)})
	}
}

// Chat{Text}: say a line. It is not predicted: everybody sees it in the server's order.

func chat(c Context, a *Action) Refusal {
	c.Do(edits.Edit{Kind: edits.Chat, Stream: c.Stream, Text: a.Text})
	return Done
}

func writeChat(b []byte, a *Action) []byte { return wire.AppendString(b, a.Text) }
func readChat(r *wire.Reader, a *Action)   { a.Text = r.String(edits.TextMax) }
