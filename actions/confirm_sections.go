package actions

import (
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/world"
)

// ConfirmSections{Sections} says that sections have arrived. From this action on the player's bodies may go there, on both
// sides alike. A section of a past epoch is skipped: its subscription was closed while the action was on its way.

func confirmSections(c Context, a *Action) Refusal {
	for _, h := range a.Sections {
		sub := c.W.Subscription(c.Stream, h.Section)
		if sub.Epoch != h.Epoch || sub.Epoch == 0 || sub.Confirmed {
			continue
		}
		sub.Confirmed = true
		c.Do(edits.SubscriptionEdit(c.Stream, sub))
	}
	return Done
}

// writeConfirmSections writes each section and epoch as the difference from the previous one, which is small because
// neighbours arrive together.
func writeConfirmSections(b []byte, a *Action) []byte {
	b = wire.AppendCount(b, len(a.Sections))
	var last SectionEpoch
	for _, h := range a.Sections {
		b = wire.AppendVarint(b, int64(h.Section.X)-int64(last.Section.X))
		b = wire.AppendVarint(b, int64(h.Section.Y)-int64(last.Section.Y))
		b = wire.AppendVarint(b, int64(h.Section.Z)-int64(last.Section.Z))
		b = wire.AppendVarint(b, int64(h.Epoch)-int64(last.Epoch))
		last = h
	}
	return b
}

func readConfirmSections(r *wire.Reader, a *Action) {
	n := r.Count(ConfirmMax, 4)
	a.Sections = a.Sections[:0]
	var last SectionEpoch
	for range n {
		x := int64(last.Section.X) + r.Varint()
		y := int64(last.Section.Y) + r.Varint()
		z := int64(last.Section.Z) + r.Varint()
		e := int64(last.Epoch) + r.Varint()
		last = SectionEpoch{world.SectionPos{X: int32(x), Y: int32(y), Z: int32(z)}, uint32(e)}
		if int64(last.Section.X) != x || int64(last.Section.Y) != y || int64(last.Section.Z) != z || int64(last.Epoch) != e || e == 0 {
			r.Fail(ErrValue)
			return
		}
		a.Sections = append(a.Sections, last)
	}
}
