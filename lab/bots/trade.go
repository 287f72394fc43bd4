package bots

import (
	"time"

	"github.com/anishathalye/porcupine"

	"voxtide/actions"
	"voxtide/world"
)

// tradeSlots is how many slots of a box bots use: few, so that they meet in them.
const tradeSlots = 6

// trade puts into the chests of the arena and takes out of them what is shown there.
func (b *Bot) trade(out *intent) {
	arena := b.shared.arena()
	if b.view.far(arena[0], 2) {
		b.play.keys |= world.KeyForward
		b.play.yaw = b.view.Towards(world.BottomCentre(arena[0]))
		b.hop()
		out.keys, out.yaw = b.play.keys, b.play.yaw
		return
	}
	b.play.keys = 0
	if !b.actionDue() {
		return
	}
	boxes := chestsIn(b.view.World, arena)
	if len(boxes) == 0 {
		b.placeChest(arena, out)
		return
	}
	at := boxes[b.rng.IntN(len(boxes))]
	slot := b.rng.IntN(tradeSlots)
	have := b.view.World.BlockEntityAt(at).Slot(slot)
	a := actions.Action{Kind: actions.BoxMove, Pos: at, Slot: uint8(slot), Item: have.Item, Want: b.rng.IntN(2) == 0}
	from := b.rng.IntN(world.InventorySize)
	for i := range world.InventorySize {
		own := b.view.Player.Slots[(from+i)%world.InventorySize]
		if own.Block().BoxSlots() > 0 || a.Want && (own.Count == 0 || have.Count > 0 && !own.Joins(have)) || !a.Want && (have.Count == 0 || own.Count > 0 && !own.Joins(have)) {
			continue
		}
		a.ToSlot = uint8((from + i) % world.InventorySize)
		most := have.Count
		if a.Want {
			most = own.Count
		}
		a.Count = uint8(1 + b.rng.IntN(min(int(most), 9)))
		out.actions = append(out.actions, a)
		return
	}
}

// placeChest places a chest somewhere in the arena, if the bot has one; first it takes it into the hand.
func (b *Bot) placeChest(arena []world.Pos, out *intent) {
	if b.view.Player.Held().Block().BoxSlots() == 0 {
		for i := range world.HotbarSize {
			if b.view.Player.Slots[i].Block().BoxSlots() > 0 {
				out.actions = append(out.actions, selectSlot(uint8(i)))
				return
			}
		}
		return
	}
	if a, ok := b.view.placeAny(arena[b.rng.IntN(min(4, len(arena)))], b.rng); ok {
		out.actions = append(out.actions, a)
	}
}

// chestsIn returns the cells that hold a box.
func chestsIn(w *world.World, cells []world.Pos) (out []world.Pos) {
	for _, p := range cells {
		if b, there := w.Block(p); there && b.BoxSlots() > 0 {
			out = append(out, p)
		}
	}
	return out
}

// itemCounts holds numbers of items.
type itemCounts map[world.Item]int

// add adds up stacks. Boxes do not count: they are placed.
func (n itemCounts) add(stacks []world.Stack) {
	for _, s := range stacks {
		if s.Count > 0 && s.Block().BoxSlots() == 0 {
			n[s.Item] += int(s.Count)
		}
	}
}

// tradeCount is what a bot had at first, what it has in the end, and what it sees in the chests then.
type tradeCount struct{ began, has, boxed itemCounts }

// countBegin counts what a trading bot begins with.
func (b *Bot) countBegin() {
	if b.task == trading && b.items.began == nil {
		b.items.began = itemCounts{}
		b.items.began.add(b.view.Player.Slots[:])
	}
}

// countEnd counts what a trading bot received in the end.
func (b *Bot) countEnd(w *world.World) {
	p := w.Player(b.client.Stream())
	if b.task != trading || p == nil {
		return
	}
	b.log.slots.finish(b.number, w, b.log.current)
	b.items.has, b.items.boxed = itemCounts{}, itemCounts{}
	b.items.has.add(p.Slots[:])
	for _, at := range chestsIn(w, b.shared.arena()) {
		b.items.boxed.add(w.BlockEntityAt(at).Slots)
	}
}

// checkTrade asks porcupine for each slot whether there is a legal order, and counts all items.
func (r *Report) checkTrade(bots []*Bot, logs []*opLog) {
	if workloadOf(r.Workload).taskOf(0) != trading {
		return
	}
	began := time.Now()
	all := slotHistories(logs)
	moves, performed, late, reads, undecided := 0, 0, 0, 0, 0
	var bad *slotHistory
	nBad := 0
	for _, h := range all {
		for _, o := range h.moves {
			moves++
			switch {
			case o.outcome == done:
				performed++
			case o.outcome == refused && o.refusal == actions.SlotChanged:
				late++
			}
		}
		reads += len(h.reads)
		switch h.decide() {
		case porcupine.Illegal:
			if nBad++; bad == nil || len(h.moves) < len(bad.moves) {
				bad = h
			}
		case porcupine.Unknown:
			undecided++
		}
	}
	r.Moves, r.LateMoves = performed, late
	r.check("bots traded", performed > 0, "%d moves performed; without any, see whether the bots begin with a chest (--starting-items of the server) or are in creative mode", performed)
	r.check("every slot of a box has a legal order (porcupine)", bad == nil, "%d slots, %d moves, %d performed, %d too late, %d reads, in %.1f s; for %d there is none",
		len(all), moves, performed, late, reads, time.Since(began).Seconds(), nBad)
	if bad != nil && len(r.Broken) < brokenMax {
		r.Broken = append(r.Broken, bad.broken())
	}
	r.check("every slot was decided in time", undecided == 0, "all but %d of %d", undecided, len(all))
	r.checkItems(bots)
}

// checkItems checks that what all bots began with is what they and the chests hold in the end.
func (r *Report) checkItems(bots []*Bot) {
	sum, whole, counted, looks := itemCounts{}, 0, 0, 0
	var boxed itemCounts
	for _, b := range bots {
		if b.items.began == nil || b.items.has == nil {
			r.check("all items are there", false, "bot %d is not there in the end, so they cannot be counted", b.number)
			return
		}
		for item, n := range b.items.began {
			sum[item] += n
			whole += n
		}
		for item, n := range b.items.has {
			sum[item] -= n
			counted += n
		}
		boxed = b.items.boxed
		looks++
	}
	for item, n := range boxed {
		sum[item] -= n
		counted += n
	}
	for item, n := range sum {
		if n != 0 {
			r.check("all items are there", false, "of %v %d more were there at first", item, n)
			return
		}
	}
	r.check("all items are there", true, "%d at first, %d in the end, of %d kinds, with %d bots and in the chests", whole, counted, len(sum), looks)
}

// broken returns the evidence of a history.
func (h *slotHistory) broken() Broken {
	b := Broken{Cell: h.key.box, What: "a slot of a box has no legal order"}
	ops := h.operations(false)
	for _, o := range ops[:min(len(ops), shownMax)] {
		b.Lines = append(b.Lines, time.Duration(o.Call).String()+" to "+time.Duration(o.Return).String()+": "+o.Input.(*slotInput).String())
	}
	return b
}
