package actions

import (
	"strings"

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

// Sections and epochs go as the difference to the one before: what arrives together lies together.
func writeHave(b []byte, a *Action) []byte {
	b = wire.AppendCount(b, len(a.Haves))
	var last Arrived
	for _, h := range a.Haves {
		b = wire.AppendVarint(b, int64(h.Section.X)-int64(last.Section.X))
		b = wire.AppendVarint(b, int64(h.Section.Y)-int64(last.Section.Y))
		b = wire.AppendVarint(b, int64(h.Section.Z)-int64(last.Section.Z))
		b = wire.AppendVarint(b, int64(h.Epoch)-int64(last.Epoch))
		last = h
	}
	return b
}

func readHave(r *wire.Reader, a *Action) {
	n := r.Count(HaveMax, 4)
	a.Haves = a.Haves[:0]
	var last Arrived
	for range n {
		x := int64(last.Section.X) + r.Varint()
		y := int64(last.Section.Y) + r.Varint()
		z := int64(last.Section.Z) + r.Varint()
		e := int64(last.Epoch) + r.Varint()
		last = Arrived{world.SectionPos{X: int32(x), Y: int32(y), Z: int32(z)}, uint32(e)}
		if int64(last.Section.X) != x || int64(last.Section.Y) != y || int64(last.Section.Z) != z || int64(last.Epoch) != e || e == 0 {
			r.Fail(ErrValue)
			return
		}
		a.Haves = append(a.Haves, last)
	}
}

// Chat{Text}: say a line. Of it only the rate is predicted: the line shows when it comes back, in the server's order for
// everybody. A line that begins with a slash is a command: nobody hears it, and the server alone carries it out.

// IsCommand tells whether a line of chat is a command.
func IsCommand(text string) bool { return strings.HasPrefix(text, "/") }

func chat(c Context, a *Action) Refusal {
	if IsCommand(a.Text) {
		return Done
	}
	text := edits.Line(a.Text, edits.TextMax)
	if text == "" {
		return NotAllowed
	}
	m := c.motion()
	if !take(&m.ChatFull, c.Stamp, chatCost, chatBurst) {
		return TooMuchSaid
	}
	c.setMotion(&m)
	c.Do(edits.Edit{Kind: edits.Chat, Stream: c.Stream, Text: text})
	return Done
}

func writeChat(b []byte, a *Action) []byte { return wire.AppendString(b, a.Text) }
func readChat(r *wire.Reader, a *Action)   { a.Text = edits.ReadLine(r, edits.TextMax) }
