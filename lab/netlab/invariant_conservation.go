package netlab

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/world"
)

// conservation checks law 12. The matter of a kind is its blocks in cells, its falling blocks, its items on the
// ground and in inventories. Each transaction of the server is added up, edit by edit, and its sum must be one that a
// rule gives:
//
//	a block put over water or grass destroys these
//	a block placed in creative mode comes from nothing
//	a broken block becomes what it drops; in creative mode it is gone
//	a block that stands on a broken block becomes what it drops, too
//	inventories leave with a player, and come back unchanged
//	an item that is too old, or the oldest of too many, is removed (server.ItemRemoved)
//
// All other sums must be zero. At the end the sums are compared with a count of the whole state.
type conservation struct {
	*violations
	sum         [world.BlockCount]int64 // of all transactions
	now         [world.BlockCount]int64 // of the present transaction
	touched     []world.Block
	put         []world.Block // blocks put by the present transaction
	overwritten []world.Block // blocks that it overwrote
	uprooted    []world.Block // rooted blocks whose support it removed
	kind        actions.Kind  // of its action
	creative    bool          // its player is in creative mode
	refused     bool
	unbalanced  bool                                                   // a player came or left with an inventory
	gone        int                                                    // items removed for their age or number
	leftWith    map[timestream.Stream][world.InventorySize]world.Stack // inventories of the players who left
}

func (l *conservation) add(b world.Block, n int64) {
	if b == world.Air || n == 0 {
		return
	}
	if l.now[b] == 0 {
		l.touched = append(l.touched, b)
	}
	l.now[b] += n
}

// block adds a block in a cell, by its kind: a state that joins or opens is still the same thing.
func (l *conservation) block(b world.Block, n int64) { l.add(b.Kind().Block(), n*worthOf(b)) }

// worthOf returns how many items a block in a cell stands for: two slabs are two, and of a door the lower half counts.
func worthOf(b world.Block) int64 {
	if b.Class() == world.ClassDoor && b.Get(world.PropHalf) == world.UpperHalf {
		return 0
	}
	return int64(b.Items())
}

func (l *conservation) stack(s world.Stack, sign int64) { l.add(s.Block(), sign*int64(s.Count)) }

func (l *conservation) entity(e *world.Entity, sign int64) {
	switch e.Kind {
	case world.KindFallingBlock:
		l.add(e.Block, sign)
	case world.KindItem:
		l.stack(e.Stack, sign)
	}
}

func (l *conservation) player(p *world.Player, sign int64) {
	for _, s := range p.Slots {
		l.stack(s, sign)
	}
}

// edit adds an edit of the server's.
func (l *conservation) edit(d *edits.LogEntry) {
	e := &d.Edit
	switch e.Kind {
	case edits.SetBlock:
		l.block(d.Inverse.Block, -1)
		l.block(e.Block, 1)
		if e.Block == world.Air && edits.NeedsSupport(d.Inverse.Block) {
			l.uprooted = append(l.uprooted, d.Inverse.Block.Kind().Block())
		}
		if worth, was := worthOf(e.Block), worthOf(d.Inverse.Block); e.Block != world.Air && (e.Block.Kind() != d.Inverse.Block.Kind() || worth != was) {
			l.put = append(l.put, e.Block.Kind().Block())
			if o := d.Inverse.Block; o != world.Air && world.Blocks[o].Replaceable {
				l.overwritten = append(l.overwritten, o)
			}
		}
	case edits.SpawnEntity:
		l.entity(&e.Entity, 1)
	case edits.RemoveEntity:
		l.entity(&d.Inverse.Entity, -1)
	case edits.SetStack: // of an avatar it is what the hand shows
		if e.ID.Counter() != 0 {
			l.stack(d.Inverse.Stack, -1)
			l.stack(e.Stack, 1)
		}
	case edits.SetInventorySlot:
		l.stack(d.Inverse.Stack, -1)
		l.stack(e.Stack, 1)
	case edits.AddPlayer:
		l.player(e.Player, 1)
		l.unbalanced = true
		if bag, left := l.leftWith[e.Stream]; left && bag != e.Player.Slots {
			l.fail(12, "%s left with %v and came back with %v", streamName(e.Stream), bag, e.Player.Slots)
		}
	case edits.RemovePlayer:
		l.player(d.Inverse.Player, -1)
		l.unbalanced = true
		if l.leftWith == nil {
			l.leftWith = map[timestream.Stream][world.InventorySize]world.Stack{}
		}
		l.leftWith[e.Stream] = d.Inverse.Player.Slots
	}
}

// action notes the action of the present transaction.
func (l *conservation) action(k actions.Kind, why actions.Refusal, free bool) {
	l.kind, l.refused, l.creative = k, why != actions.Done, free
}

// transaction ends the present transaction and checks it.
func (l *conservation) transaction(what string) {
	switch {
	case what == server.ItemRemoved:
		l.checkGone()
	case !l.unbalanced:
		l.checkSum(what)
	}
	for _, b := range l.touched {
		l.sum[b] += l.now[b]
		l.now[b] = 0
	}
	l.touched, l.put, l.overwritten, l.uprooted = l.touched[:0], l.put[:0], l.overwritten[:0], l.uprooted[:0]
	l.kind, l.refused, l.creative, l.unbalanced = actions.None, false, false, false
}

// checkGone checks a transaction that removes one item.
func (l *conservation) checkGone() {
	l.gone++
	if len(l.touched) != 1 || l.now[l.touched[0]] >= 0 || -l.now[l.touched[0]] > world.StackMax {
		l.fail(12, "an item is gone, and of %v there are %v more or less", l.touched, l.now)
	}
}

func (l *conservation) checkSum(what string) {
	allowed := func(b world.Block, n int64) bool {
		for _, o := range l.overwritten {
			if o == b {
				n++
			}
		}
		for _, o := range l.uprooted {
			if o == b && (world.Blocks[b].Drops != b || l.creative) {
				n++
			} else if world.Blocks[o].Drops == b && o != b && !l.creative {
				n--
			}
		}
		switch {
		case n == 0:
			return true
		case l.refused:
			return false
		case l.kind == actions.Place && l.creative:
			return n == 1 && len(l.put) == 1 && l.put[0] == b
		case l.kind == actions.FinishBreak && l.creative:
			return n == -1
		case l.kind == actions.FinishBreak:
			return n == -1 && world.Blocks[b].Drops != b || n == 1 && l.drops(b)
		}
		return false
	}
	gone, come := 0, 0
	for _, b := range l.touched {
		n := l.now[b]
		if !allowed(b, n) {
			l.fail(12, "%d of %v in a transaction %q with a %v, refused %v", n, b, what, l.kind, l.refused)
			return
		}
		if n < 0 {
			gone++
		} else if n > 0 {
			come++
		}
	}
	if l.kind == actions.FinishBreak && (gone > 1+len(l.uprooted) || come > gone) {
		l.fail(12, "one block dug, %d kinds less and %d kinds more", gone, come)
	}
}

// drops reports whether a kind that has decreased in this transaction drops b.
func (l *conservation) drops(b world.Block) bool {
	for _, o := range l.touched {
		if l.now[o] < 0 && world.Blocks[o].Drops == b {
			return true
		}
	}
	return false
}

// end compares the sums with a count of the whole world: each section that ever changed, in memory or on the disk,
// against the generated one, entities and inventories against nothing. away lists the items that lie where no section
// is in memory.
func (l *conservation) end(w *world.World, changed []world.SectionPos, disk, land func(world.SectionPos) *world.Section, away func(func(*world.Entity))) {
	var count [world.BlockCount]int64
	body := func(e *world.Entity) {
		switch e.Kind {
		case world.KindFallingBlock:
			count[e.Block]++
		case world.KindItem:
			count[e.Stack.Block()] += int64(e.Stack.Count)
		}
	}
	away(body)
	var now, then [world.SectionCells]world.Block
	for _, p := range w.AppendSections(slices.DeleteFunc(changed, w.HasSection)) {
		s, was := w.Section(p), land(p)
		if s == nil {
			s = disk(p)
		}
		s.Cells(&now)
		if world.SectionOf(&now).Hash() != s.Hash() {
			l.fail(12, "the hash of %v is not that of its blocks", p)
		}
		if s.Hash() == was.Hash() {
			continue
		}
		was.Cells(&then)
		for i := range now {
			if now[i] != then[i] {
				count[now[i].Kind().Block()] += worthOf(now[i])
				count[then[i].Kind().Block()] -= worthOf(then[i])
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
				count[st.Block()] += int64(st.Count)
			}
		}
	}
	if hash != w.EntitiesHash() {
		l.fail(12, "the hash of the entities is not that of their sum")
	}
	for b := range count {
		if world.Block(b) != world.Air && count[b] != l.sum[b] {
			l.fail(12, "%d of %v by count, %d by the ledger", count[b], world.Block(b), l.sum[b])
		}
	}
}
