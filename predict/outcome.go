package predict

import (
	"cmp"
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/world"
)

// outcome is what a cell was shown to hold that own doing had set, or that an own action was to change and did not.
type outcome struct {
	pos   world.Pos
	block world.Block
	set   bool // own doing had set it
}

// bag is what the own inventory holds.
type bag struct {
	slots    [world.Slots]world.Stack
	selected uint8
	there    bool
}

// carried returns the own inventory as it is now.
func (p *Predictor) carried() (b bag) {
	if pl := p.R.W.Player(p.Own); pl != nil {
		b = bag{pl.Slots, pl.Selected, true}
	}
	return b
}

// outcomes notes at the end of a picture what own doing has come to in it: whatever the next frames bring, the prediction
// for that instant must give the same.
func (p *Predictor) outcomes() {
	p.shown = p.shown[:0]
	for _, at := range p.mine {
		p.shown = append(p.shown, outcome{pos: at, set: true})
	}
	if q := p.queue(p.Own); q != nil {
		for i := range q.acts[:q.performed] {
			if a := &q.acts[i]; a.Kind == actions.Place || a.Kind == actions.Dug {
				p.shown = append(p.shown, outcome{pos: a.Pos})
			}
		}
	}
	slices.SortFunc(p.shown, func(a, b outcome) int {
		if a.pos != b.pos {
			return cmp.Or(cmp.Compare(a.pos.Y, b.pos.Y), cmp.Compare(a.pos.Z, b.pos.Z), cmp.Compare(a.pos.X, b.pos.X))
		}
		if a.set == b.set {
			return 0
		}
		if a.set {
			return -1
		}
		return 1
	})
	p.shown = slices.CompactFunc(p.shown, func(a, b outcome) bool { return a.pos == b.pos })
	kept := p.shown[:0]
	for _, o := range p.shown {
		if b, there := p.R.W.Block(o.pos); there {
			o.block = b
			kept = append(kept, o)
		}
	}
	p.shown = kept
	p.bag = p.carried()
	p.did = append(p.did[:0], p.doing...)
}

// compareDeeds adds to list the own actions that were performed in the last picture and are refused by now, by the server or
// in the prediction, or the other way round.
func (p *Predictor) compareDeeds(list []Correction) []Correction {
	acked := p.influences.deeds
	k := 0
	for _, d := range p.did {
		now, found := actions.Done, false
		for _, a := range acked {
			if a.number == d.number {
				now, found = a.why, true
			}
		}
		for ; !found && k < len(p.doing) && p.doing[k].number <= d.number; k++ {
			if p.doing[k].number == d.number {
				now, found = p.doing[k].why, true
			}
		}
		if !found || (now == actions.Done) == (d.why == actions.Done) {
			continue
		}
		d.was, d.why = d.why, now
		list = append(list, Correction{Kind: kindDeed, Pos: d.pos, deed: d})
	}
	return list
}

// compareOutcomes adds to list where the prediction for the last picture's time has come to something else than was shown in
// it. What others alone changed is no correction, nor is what is not known any more.
func (p *Predictor) compareOutcomes(list []Correction) []Correction {
	f := &p.influences
	for i := range p.shown {
		o := &p.shown[i]
		b, there := p.R.W.Block(o.pos)
		if !there || b == o.block || !o.set && !slices.Contains(p.mine, o.pos) && !slices.Contains(f.own, o.pos) {
			continue
		}
		list = append(list, Correction{At: p.now, Kind: KindBlocks, Frame: p.frame, Pos: o.pos, WasBlock: o.block, IsBlock: b})
	}
	was, is := &p.bag, p.carried()
	if !was.there || !is.there {
		return list
	}
	for i := range was.slots {
		if was.slots[i] == is.slots[i] || was.slots[i] == p.bagBefore.slots[i] && is.slots[i] == p.bagAfter.slots[i] && !f.ownBag[i] {
			continue
		}
		list = append(list, Correction{At: p.now, Kind: KindBag, Frame: p.frame, Slot: uint8(i), WasStack: was.slots[i], IsStack: is.slots[i]})
	}
	if was.selected != is.selected && (was.selected != p.bagBefore.selected || is.selected != p.bagAfter.selected) {
		list = append(list, Correction{At: p.now, Kind: KindBag, Frame: p.frame, Slot: handSlot})
	}
	return list
}

// bagged notes whose doing changed the own inventory.
func (r *Received) bagged(ed *edits.Edit) {
	f := &r.influences
	switch {
	case ed.Stream != r.Own:
	case ed.Kind == edits.SetSelected:
		f.hand = f.hand || ed.Author != r.Own
	case ed.Slot >= world.Slots:
	case ed.Author == r.Own:
		f.ownBag[ed.Slot] = true
	default:
		f.slots[ed.Slot] = true
	}
}
