package netlab

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/world"
)

// ledger checks law 12, conservation. Matter of a kind is what of it lies in cells, falls, lies about as items and is
// in inventories. Each transaction of the server is added up, edit by edit, and its sum must be one that a rule gives:
//
//	a block put over water or grass destroys these
//	a block placed in creative mode comes from nothing
//	a block dug becomes what it drops; in creative mode it is gone
//	what stands on a block that goes becomes what it drops, too
//	inventories go with a player, and come back as they went
//	an item that lay too long, or was the oldest where too much lay, is gone (server.Gone)
//
// All else must come out even. At the end the sums are compared with a count of the whole state.
type ledger struct {
	*judge
	sum     [world.BlockCount]int64 // of all transactions
	now     [world.BlockCount]int64 // of the present one
	touched []world.Block
	put     []world.Block // blocks put by the present transaction
	over    []world.Block // and what they overwrote
	roots   []world.Block // what stood on something that went
	kind    actions.Kind  // of the action in it
	free    bool          // its player is in creative mode
	refused bool
	open    bool                                           // it has an inventory from outside: join and leave
	gone    int                                            // items that lay too long or too many
	bags    map[timestream.Stream][world.Slots]world.Stack // of the players who left
}

func (l *ledger) add(b world.Block, n int64) {
	if b == world.Air || n == 0 {
		return
	}
	if l.now[b] == 0 {
		l.touched = append(l.touched, b)
	}
	l.now[b] += n
}

func (l *ledger) stack(s world.Stack, sign int64) { l.add(s.Block, sign*int64(s.Count)) }

func (l *ledger) entity(e *world.Entity, sign int64) {
	switch e.Kind {
	case world.KindFalling:
		l.add(e.Block, sign)
	case world.KindItem:
		l.stack(e.Stack, sign)
	}
}

func (l *ledger) player(p *world.Player, sign int64) {
	for _, s := range p.Slots {
		l.stack(s, sign)
	}
}

// edit adds an edit of the server's.
func (l *ledger) edit(d *edits.Done) {
	e := &d.Edit
	switch e.Kind {
	case edits.SetBlock:
		l.add(d.Inverse.Block, -1)
		l.add(e.Block, 1)
		if e.Block == world.Air && world.Blocks[d.Inverse.Block].Rooted {
			l.roots = append(l.roots, d.Inverse.Block)
		}
		if e.Block != world.Air {
			l.put = append(l.put, e.Block)
			if o := d.Inverse.Block; o != world.Air && world.Blocks[o].Replaceable {
				l.over = append(l.over, o)
			}
		}
	case edits.Birth:
		l.entity(&e.Entity, 1)
	case edits.Death:
		l.entity(&d.Inverse.Entity, -1)
	case edits.SetStack: // of an avatar it is what the hand shows
		if e.ID.Counter() != 0 {
			l.stack(d.Inverse.Stack, -1)
			l.stack(e.Stack, 1)
		}
	case edits.SetSlot:
		l.stack(d.Inverse.Stack, -1)
		l.stack(e.Stack, 1)
	case edits.AddPlayer:
		l.player(e.Player, 1)
		l.open = true
		if bag, left := l.bags[e.Stream]; left && bag != e.Player.Slots {
			l.breaks(12, "%s left with %v and came back with %v", who(e.Stream), bag, e.Player.Slots)
		}
	case edits.RemovePlayer:
		l.player(d.Inverse.Player, -1)
		l.open = true
		if l.bags == nil {
			l.bags = map[timestream.Stream][world.Slots]world.Stack{}
		}
		l.bags[e.Stream] = d.Inverse.Player.Slots
	}
}

// action notes the action whose edits the present transaction holds.
func (l *ledger) action(k actions.Kind, why actions.Refusal, free bool) {
	l.kind, l.refused, l.free = k, why != actions.Done, free
}

// transaction ends the present one and judges it.
func (l *ledger) transaction(what string) {
	switch {
	case what == server.Gone:
		l.judgeGone()
	case !l.open:
		l.judgeSum(what)
	}
	for _, b := range l.touched {
		l.sum[b] += l.now[b]
		l.now[b] = 0
	}
	l.touched, l.put, l.over, l.roots = l.touched[:0], l.put[:0], l.over[:0], l.roots[:0]
	l.kind, l.refused, l.free, l.open = actions.None, false, false, false
}

// judgeGone judges a transaction that takes one item out of the world.
func (l *ledger) judgeGone() {
	l.gone++
	if len(l.touched) != 1 || l.now[l.touched[0]] >= 0 || -l.now[l.touched[0]] > world.StackMax {
		l.breaks(12, "an item is gone, and of %v there are %v more or less", l.touched, l.now)
	}
}

func (l *ledger) judgeSum(what string) {
	allowed := func(b world.Block, n int64) bool {
		for _, o := range l.over {
			if o == b {
				n++
			}
		}
		for _, o := range l.roots {
			if o == b && (world.Blocks[b].Drops != b || l.free) {
				n++
			} else if world.Blocks[o].Drops == b && o != b && !l.free {
				n--
			}
		}
		switch {
		case n == 0:
			return true
		case l.refused:
			return false
		case l.kind == actions.Place && l.free:
			return n == 1 && len(l.put) == 1 && l.put[0] == b
		case l.kind == actions.Dug && l.free:
			return n == -1
		case l.kind == actions.Dug:
			return n == -1 && world.Blocks[b].Drops != b || n == 1 && l.drops(b)
		}
		return false
	}
	gone, come := 0, 0
	for _, b := range l.touched {
		n := l.now[b]
		if !allowed(b, n) {
			l.breaks(12, "%d of %v in a transaction %q with a %v, refused %v", n, b, what, l.kind, l.refused)
			return
		}
		if n < 0 {
			gone++
		} else if n > 0 {
			come++
		}
	}
	if l.kind == actions.Dug && (gone > 1+len(l.roots) || come > gone) {
		l.breaks(12, "one block dug, %d kinds less and %d kinds more", gone, come)
	}
}

// drops tells whether a kind that has become less in this transaction drops b.
func (l *ledger) drops(b world.Block) bool {
	for _, o := range l.touched {
		if l.now[o] < 0 && world.Blocks[o].Drops == b {
			return true
		}
	}
	return false
}

// end compares the sums with a count of the whole world: each section that ever changed, in memory or on the disk, against
// the one that the land began with, entities and inventories against nothing.
// away gives the things that lie where no section is in memory.
func (l *ledger) end(w *world.World, changed []world.SectionPos, disk, land func(world.SectionPos) *world.Section, away func(func(*world.Entity))) {
	var count [world.BlockCount]int64
	body := func(e *world.Entity) {
		switch e.Kind {
		case world.KindFalling:
			count[e.Block]++
		case world.KindItem:
			count[e.Stack.Block] += int64(e.Stack.Count)
		}
	}
	away(body)
	var now, then [world.SectionCells]world.Block
	for _, p := range w.SectionList(slices.DeleteFunc(changed, w.Has)) {
		s, was := w.Section(p), land(p)
		if s == nil {
			s = disk(p)
		}
		s.Cells(&now)
		if world.SectionOf(&now).Hash() != s.Hash() {
			l.breaks(12, "the hash of %v is not that of its blocks", p)
		}
		if s.Hash() == was.Hash() {
			continue
		}
		was.Cells(&then)
		for i := range now {
			if now[i] != then[i] {
				count[now[i]]++
				count[then[i]]--
			}
		}
	}
	hash := uint64(0)
	for i := range w.StreamCount() {
		s := w.StreamAt(i).Stream
		for _, slot := range w.Bodies(s) {
			e := w.Entity(slot)
			hash ^= e.Hash()
			body(e)
		}
		if p := w.Player(timestream.Stream(s)); p != nil {
			for _, st := range p.Slots {
				count[st.Block] += int64(st.Count)
			}
		}
	}
	if hash != w.EntitiesHash() {
		l.breaks(12, "the hash of the entities is not that of their sum")
	}
	for b := range count {
		if world.Block(b) != world.Air && count[b] != l.sum[b] {
			l.breaks(12, "%d of %v by count, %d by the ledger", count[b], world.Block(b), l.sum[b])
		}
	}
}
