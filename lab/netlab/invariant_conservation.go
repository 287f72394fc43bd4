package netlab

import (
	"slices"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/lab/netlab/matter"
	"voxtide/recipes"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/world"
)

// conservation checks law 12: nothing comes from nothing. What lies in cells, falls, lies on the ground, in inventories and in boxes is
// added up by item, edit by edit (see matter). The sum of each transaction of the server must be one that a rule gives:
//
//	a block put over water or grass destroys these; water that runs is nothing
//	a block placed in creative mode comes from nothing, and so does what is provided
//	a broken block becomes what its action draws for it; in creative mode it is gone; a tool goes at its end
//	what stood on a block or hung at it becomes its item, or is gone; leaves go
//	what is made takes the place of what it takes, by its recipe; ovens make what they have had time for, by what lies in them
//	inventories leave with a player, and come back unchanged
//	an item that is too old, or the oldest of too many, is removed (server.ItemRemoved)
//
// All other sums must be zero. At the end the sums are compared with a count of the whole state.
type conservation struct {
	*violations
	world      func() *world.World // the server's
	sum        matter.Sum          // of all transactions
	now        matter.Sum          // of the present transaction
	low, high  matter.Sum          // what its sum may be without more reason, from low to high
	done       []edits.LogEntry    // its edits of blocks, slots and boxes
	action     actions.Action      // that it performs, if performed
	by         timestream.Stream
	performed  bool
	creative   bool                                                   // its player is in creative mode
	unbalanced bool                                                   // a player came or left with an inventory
	gone       int                                                    // items removed for their age or number
	made       int                                                    // things that ovens made
	drawn      int                                                    // blocks that became something else than themselves when broken
	leftWith   map[timestream.Stream][world.InventorySize]world.Stack // inventories of the players who left
}

// edit adds an edit of the server's.
func (l *conservation) edit(d *edits.LogEntry) {
	e := &d.Edit
	switch e.Kind {
	case edits.SetBlock:
		l.now.AddBlock(d.Inverse.Block, -1)
		l.now.AddBlock(e.Block, 1)
		l.done = append(l.done, *d)
	case edits.SpawnEntity:
		l.now.AddEntity(&e.Entity, 1)
	case edits.RemoveEntity:
		l.now.AddEntity(&d.Inverse.Entity, -1)
	case edits.SetStack: // of an avatar it is what the hand shows
		if e.ID.Counter() != 0 {
			l.now.AddStack(d.Inverse.Stack, -1)
			l.now.AddStack(e.Stack, 1)
		}
	case edits.SetInventorySlot, edits.SetBoxSlot:
		l.now.AddStack(d.Inverse.Stack, -1)
		l.now.AddStack(e.Stack, 1)
		l.done = append(l.done, *d)
	case edits.SetOven:
		l.done = append(l.done, *d)
	case edits.AddPlayer:
		l.now.AddSlots(e.Player.Slots[:], 1)
		l.unbalanced = true
		if bag, left := l.leftWith[e.Stream]; left && bag != e.Player.Slots {
			l.fail(12, "%s left with %v and came back with %v", streamName(e.Stream), bag, e.Player.Slots)
		}
	case edits.RemovePlayer:
		l.now.AddSlots(d.Inverse.Player.Slots[:], -1)
		l.unbalanced = true
		if l.leftWith == nil {
			l.leftWith = map[timestream.Stream][world.InventorySize]world.Stack{}
		}
		l.leftWith[e.Stream] = d.Inverse.Player.Slots
	}
}

// perform notes the action of the present transaction.
func (l *conservation) perform(by timestream.Stream, a *actions.Action, why actions.Refusal, free bool) {
	l.action, l.by, l.performed, l.creative = *a, by, why == actions.Done, free
	if why != actions.Done {
		l.action.Kind = actions.None
	}
}

// transaction ends the present transaction and checks it.
func (l *conservation) transaction(what string) {
	changed := l.now
	switch {
	case what == server.ItemRemoved:
		l.checkGone()
	case !l.unbalanced && l.now != (matter.Sum{}):
		l.explain()
		l.check(what)
	}
	for i, n := range changed {
		l.sum[i] += n
	}
	l.now, l.low, l.high, l.done = matter.Sum{}, matter.Sum{}, matter.Sum{}, l.done[:0]
	l.action, l.performed, l.creative, l.unbalanced = actions.Action{}, false, false, false
}

// checkGone checks a transaction that removes one item: of a bucket of water two things go.
func (l *conservation) checkGone() {
	l.gone++
	kinds := 0
	for i, n := range l.now {
		if kinds += int(min(1, max(n, -n))); n > 0 || n < -world.StackMax {
			l.fail(12, "an item is gone, and %d of %v are more or less", n, matter.At(i))
		}
	}
	if kinds == 0 || kinds > 2 {
		l.fail(12, "an item is gone, and %d kinds are less", kinds)
	}
}

// explain takes off the sum what the rules give, and notes what they may give.
func (l *conservation) explain() {
	for i := range l.done {
		switch d := &l.done[i]; d.Edit.Kind {
		case edits.SetBlock:
			l.explainBlock(d)
		case edits.SetInventorySlot:
			if l.action.Kind == actions.Provide && l.creative && d.Edit.Stream == l.by {
				l.now.AddStack(d.Inverse.Stack, 1)
				l.now.AddStack(d.Edit.Stack, -1)
			}
		}
	}
	switch l.action.Kind {
	case actions.Craft:
		l.explainCraft()
	case actions.BoxMove, actions.FinishBreak:
		l.explainOven()
	case actions.Scoop:
		l.explainScoop()
	case actions.FinishEat:
		if l.performed {
			l.now.Add(l.heldBefore().Item, 1)
		}
	}
}

// explainScoop explains what scooping leaves: a pool is not missed, and in creative mode the bucket stays empty.
func (l *conservation) explainScoop() {
	taken := slices.ContainsFunc(l.done, func(d edits.LogEntry) bool {
		return d.Edit.Kind == edits.SetBlock && d.Edit.Pos == l.action.Pos && d.Inverse.Block == world.Water
	})
	switch {
	case !l.performed:
	case taken && l.creative:
		l.now.AddBlock(world.Water, 1)
	case !taken && !l.creative && actions.Endless(l.world(), l.action.Pos):
		l.now.AddBlock(world.Water, -1)
	}
}

// explainBlock explains a change of a block.
func (l *conservation) explainBlock(d *edits.LogEntry) {
	was, is := d.Inverse.Block, d.Edit.Block
	own := d.Edit.Pos == l.action.Pos
	switch {
	case is.Class() == world.ClassCairn && was.Class() != world.ClassCairn: // death builds it out of nothing
		l.now.AddBlock(was, 1)
		l.now.AddBlock(is, -1)
	case was.Class() == world.ClassCairn && is == world.Air: // with its last item it goes
		l.now.AddBlock(was, 1)
	case is != world.Air && was.Kind() == is.Kind():
		if l.action.Kind == actions.Place && l.creative && own { // a slab that became whole
			l.now.AddBlock(was, 1)
			l.now.AddBlock(is, -1)
		}
	case is != world.Air:
		l.now.AddBlock(was, 1) // what it was put over
		if l.action.Kind == actions.Place && l.creative && own {
			l.now.AddBlock(is, -1)
		}
	case l.action.Kind == actions.FinishBreak && own:
		l.now.AddBlock(was, 1)
		if l.creative {
			return
		}
		held := l.heldBefore()
		st := was.DropOf(held, world.Roll(l.by, l.action.Number, l.action.Pos))
		l.now.AddStack(st, -1)
		if st.Item != world.ItemOf(was) {
			l.drawn++
		}
		if held.Count > 0 && held.Worn(was).Count == 0 {
			l.now.Add(held.Item, 1)
		}
	case edits.NeedsSupport(was):
		l.low.AddBlock(was, -1)
		if drops := world.Blocks[was].Drops; drops.Kind() != was.Kind() {
			l.high.Add(world.ItemOf(drops), 1)
		}
	case was.Class() == world.ClassLeaves:
		l.low.AddBlock(was, -1)
	}
}

// heldBefore returns what the player held before the present action.
func (l *conservation) heldBefore() world.Stack {
	p := l.world().Player(l.by)
	if p == nil {
		return world.Stack{}
	}
	for i := range l.done {
		if e := &l.done[i].Edit; e.Kind == edits.SetInventorySlot && e.Stream == l.by && e.Slot == p.Selected {
			return l.done[i].Inverse.Stack
		}
	}
	return p.Held()
}

// explainOven explains what an oven has made until the action at it: exactly that, by the oven before the action.
func (l *conservation) explainOven() {
	p := l.action.Pos
	b, _ := l.world().Block(p)
	before := [...]world.BoxPart{{Part: world.OvenIn}, {Part: world.OvenFuel}, {Part: world.OvenOut}, {Part: world.PartFire}}
	for i := range before {
		before[i] = l.world().BlockEntityAt(p).Part(before[i].Part)
	}
	for i := len(l.done) - 1; i >= 0; i-- {
		switch d := &l.done[i]; {
		case d.Edit.Pos != p:
		case d.Edit.Kind == edits.SetBlock:
			b = d.Inverse.Block
		case d.Edit.Kind.ChangesBox():
			for k := range before {
				if v := d.Inverse.BoxPart(); v.Part == before[k].Part {
					before[k] = v
				}
			}
		}
	}
	if !b.IsOven() {
		return
	}
	o := recipes.Oven{In: before[0].Stack, Fuel: before[1].Stack, Out: before[2].Stack, Since: before[3].Since, Heat: before[3].Heat}
	made := o.At(b.Class(), l.action.At)
	for _, st := range [...][2]world.Stack{{o.In, made.In}, {o.Fuel, made.Fuel}, {o.Out, made.Out}} {
		l.now.AddStack(st[0], 1)
		l.now.AddStack(st[1], -1)
	}
	l.made += int(o.In.Count) - int(made.In.Count)
}

// explainCraft explains what is made by a recipe.
func (l *conservation) explainCraft() {
	r, times := &recipes.Table[l.action.Recipe], int64(l.action.Count)
	l.now.Add(r.Out.Item, -times*int64(r.Out.Count))
	for k := range r.In {
		left := times * int64(r.In[k].Count)
		for _, it := range r.In[k].Items {
			take := min(left, max(0, -l.now[matter.Index(it)]))
			l.now.Add(it, take)
			left -= take
		}
		if left > 0 {
			l.fail(12, "%v is made, and %d of %v are not taken", r.Name, left, r.In[k].Items)
		}
	}
}

// check checks what is left of the sum.
func (l *conservation) check(what string) {
	for i, n := range l.now {
		if n < l.low[i] || n > l.high[i] {
			l.fail(12, "%d of %v in a transaction %q with a %v, performed %v, in creative mode %v", n, matter.At(i), what, l.action.Kind, l.performed, l.creative)
			return
		}
	}
}

// end compares the sums with a count of the whole world: each section that ever changed, in memory or on the disk,
// against the generated one, entities and inventories against nothing. away lists the items that lie where no section
// is in memory.
func (l *conservation) end(w *world.World, changed []world.SectionPos, disk, land func(world.SectionPos) *world.Section, away func(func(*world.Entity))) {
	var count matter.Sum
	away(func(e *world.Entity) { count.AddEntity(e, 1) })
	for _, p := range w.AppendSections(slices.DeleteFunc(changed, w.HasSection)) {
		s, was := w.Section(p), land(p)
		if s == nil {
			s = disk(p)
		}
		in := wire.NewReader(world.AppendSection(nil, s))
		if again, err := world.ReadSection(&in); err != nil || again.Hash() != s.Hash() {
			l.fail(12, "the hash of %v is not that of its content", p)
		}
		if s.Hash() != was.Hash() {
			count.AddSection(s, 1)
			count.AddSection(was, -1)
		}
	}
	hash := uint64(0)
	for i := range w.StreamCount() {
		s := w.StreamAt(i).Stream
		for _, slot := range w.Bodies(s) {
			e := w.Entity(slot)
			hash ^= e.Hash()
			count.AddEntity(e, 1)
		}
		if p := w.Player(s); p != nil {
			count.AddSlots(p.Slots[:], 1)
		}
	}
	if hash != w.EntitiesHash() {
		l.fail(12, "the hash of the entities is not that of their sum")
	}
	for i, n := range count {
		if n != l.sum[i] {
			l.fail(12, "%d of %v by count, %d by the ledger", n, matter.At(i), l.sum[i])
		}
	}
}
