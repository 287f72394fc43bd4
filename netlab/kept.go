package netlab

import (
	"fmt"
	"hash/maphash"

	"voxtide/edits"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// kept is what has to be on the disk: the edits of all steps whose batches are durable, added up from what the server
// told its observer and from nothing that it wrote. It follows the steps; a kill throws away what was not durable.
type kept struct {
	*judge
	on   bool
	open []note // of the step under way
	step []sealed

	edits  uint64 // number of the last block's edit
	sum    [world.BlockCount]int64
	blocks map[world.SectionPos]map[world.Pos]world.Block
	bodies map[world.EntityID]body // items and falling blocks
	born   map[world.EntityID]bool // all that ever were
	checks map[world.Pos]int
	people map[timestream.Stream]*person
}

// person is what has to be kept of a player.
type person struct {
	here  bool
	last  uint64
	slots [world.Slots]world.Stack
	bags  map[uint64]bool // hashes of all that the inventory has been
	at    world.Vec       // where the body was, once it has left
	left  bool            // at counts
	did   bool            // changed a block or the inventory: who has not may be forgotten, once gone
}

type body struct {
	kind  world.EntityKind
	block world.Block
	stack world.Stack
}

// note is what of an edit has to last.
type note struct {
	kind   edits.Kind
	seq    uint64
	stream timestream.Stream
	id     world.EntityID
	pos    world.Pos
	block  world.Block
	slot   uint8
	stack  world.Stack
	body   body
	number uint64
	slots  *[world.Slots]world.Stack
	at     world.Vec
}

// sealed is a step whose batch is not known to be durable yet.
type sealed struct {
	ticket uint64
	notes  []note
	sum    [world.BlockCount]int64
}

func newKept(j *judge, on bool) *kept {
	return &kept{
		judge: j, on: on, blocks: map[world.SectionPos]map[world.Pos]world.Block{}, bodies: map[world.EntityID]body{},
		born: map[world.EntityID]bool{}, checks: map[world.Pos]int{}, people: map[timestream.Stream]*person{},
	}
}

func bodyOf(e *world.Entity) body { return body{e.Kind, e.Block, e.Stack} }

// edit takes an edit of the server's in.
func (k *kept) edit(seq uint64, d *edits.Done) {
	if !k.on {
		return
	}
	e := &d.Edit
	n := note{kind: e.Kind, seq: seq, stream: e.Stream, id: e.ID, pos: e.Pos, block: e.Block, slot: e.Slot, stack: e.Stack, number: e.Number}
	if n.stack.Count == 0 { // no world has nothing of something
		n.stack = world.Stack{}
	}
	switch e.Kind {
	case edits.SetBlock:
		n.stream = e.Author
	case edits.SetStack, edits.SetSlot, edits.SetLast, edits.AddCheck, edits.RemoveCheck, edits.RemovePlayer:
	case edits.Birth:
		n.id, n.body, n.at = e.Entity.ID, bodyOf(&e.Entity), e.Entity.Motion.Pos
	case edits.Death:
		n.body, n.at = bodyOf(&d.Inverse.Entity), d.Inverse.Entity.Motion.Pos
	case edits.AddPlayer:
		slots := e.Player.Slots
		n.slots, n.number = &slots, e.Player.Last
	default:
		return
	}
	k.open = append(k.open, n)
}

// seal ends a step: what was done in it is durable with a ticket.
func (k *kept) seal(ticket uint64, sum *[world.BlockCount]int64) {
	if !k.on || len(k.open) == 0 {
		return
	}
	k.step = append(k.step, sealed{ticket, k.open, *sum})
	k.open = nil
}

// settle takes in the steps that are durable by now.
func (k *kept) settle(ticket uint64) {
	n := 0
	for ; n < len(k.step) && k.step[n].ticket <= ticket; n++ {
		for i := range k.step[n].notes {
			k.take(&k.step[n].notes[i])
		}
		k.sum = k.step[n].sum
		for _, p := range k.people {
			if p.here {
				p.bags[bagHash(&p.slots)] = true
			}
		}
	}
	k.step = k.step[n:]
}

var bagSeed = maphash.MakeSeed()

func bagHash(slots *[world.Slots]world.Stack) uint64 { return maphash.Comparable(bagSeed, *slots) }

// person returns what is kept of a player, who may be new.
func (k *kept) person(s timestream.Stream) *person {
	p := k.people[s]
	if p == nil {
		p = &person{bags: map[uint64]bool{}}
		k.people[s] = p
	}
	return p
}

func (k *kept) take(n *note) {
	switch n.kind {
	case edits.SetBlock:
		s := n.pos.Section()
		if k.blocks[s] == nil {
			k.blocks[s] = map[world.Pos]world.Block{}
		}
		k.blocks[s][n.pos] = n.block
		k.edits = n.seq
		if n.stream != timestream.Server {
			k.person(n.stream).did = true
		}
	case edits.Birth:
		if n.body.kind != world.KindAvatar {
			k.bodies[n.id], k.born[n.id] = n.body, true
		}
	case edits.Death:
		if n.body.kind == world.KindAvatar {
			p := k.person(n.id.Birth())
			p.at, p.left = n.at, true
		}
		delete(k.bodies, n.id)
	case edits.SetStack:
		if b, is := k.bodies[n.id]; is { // of an avatar it is what it holds
			b.stack = n.stack
			k.bodies[n.id] = b
		}
	case edits.SetSlot:
		p := k.person(n.stream)
		p.slots[n.slot], p.did = n.stack, true
	case edits.SetLast:
		k.person(n.stream).last = n.number
	case edits.AddPlayer:
		p := k.person(n.stream)
		p.here, p.left, p.slots, p.last = true, false, *n.slots, n.number
	case edits.RemovePlayer:
		k.person(n.stream).here = false
	case edits.AddCheck:
		k.checks[n.pos]++
	case edits.RemoveCheck:
		k.checks[n.pos]--
		if k.checks[n.pos] == 0 {
			delete(k.checks, n.pos)
		}
	}
}

// crash throws away what was not durable, and takes everybody out of the world.
func (k *kept) crash() {
	k.open, k.step = nil, nil
	for _, p := range k.people {
		if p.here {
			p.here, p.left = false, false
			for _, s := range p.slots {
				k.sum[s.Block] -= int64(s.Count)
			}
		}
	}
}

// differs compares what has to be there with what a disk holds: the first difference and the law that it breaks, 0 for none.
// section gives a section as it is on the disk, and land as it was made.
func (k *kept) differs(st *store.State, section, land func(world.SectionPos) *world.Section) (law int, why string) {
	if st == nil {
		st = &store.State{}
	}
	rows := map[timestream.Stream]*store.PlayerRow{}
	for i := range st.Players {
		rows[st.Players[i].Stream] = &st.Players[i]
	}
	for s, p := range k.people {
		r := rows[s]
		switch {
		case r == nil && !p.here && !p.did:
		case r == nil:
			return 8, fmt.Sprintf("%s is not on the disk", who(s))
		case r.Player.Last != p.last:
			return 9, fmt.Sprintf("%s has had actions up to %d performed, the disk says %d", who(s), p.last, r.Player.Last)
		case r.Player.Slots != p.slots:
			return 8, fmt.Sprintf("%s has %v, on the disk %v", who(s), p.slots, r.Player.Slots)
		case p.left && r.Avatar.Motion.Pos != p.at:
			return 8, fmt.Sprintf("%s left at %v, on the disk it stands at %v", who(s), p.at, r.Avatar.Motion.Pos)
		}
	}
	there := map[world.EntityID]bool{}
	for i := range st.Entities {
		e := &st.Entities[i]
		there[e.ID] = true
		if b, lives := k.bodies[e.ID]; !lives {
			return 12, fmt.Sprintf("%v %x is on the disk and lives no more", world.Kinds[e.Kind].Name, e.ID)
		} else if b != bodyOf(e) {
			return 12, fmt.Sprintf("%v %x is %v, on the disk %v", world.Kinds[e.Kind].Name, e.ID, b, bodyOf(e))
		}
	}
	for id, b := range k.bodies {
		if !there[id] {
			return 12, fmt.Sprintf("%v %x, %v, is not on the disk", world.Kinds[b.kind].Name, id, b)
		}
	}
	pending := map[world.Pos]int{}
	for _, c := range st.Checks {
		pending[c.Pos]++
	}
	for p, n := range k.checks {
		if pending[p] != n {
			return 8, fmt.Sprintf("%d checks at %v are pending, on the disk %d", n, p, pending[p])
		}
	}
	if len(pending) != len(k.checks) {
		return 8, fmt.Sprintf("checks are on the disk at %d places, pending at %d", len(pending), len(k.checks))
	}
	for p, changed := range k.blocks {
		now, was := section(p), land(p)
		for i := range world.SectionCells {
			at := p.At(i)
			want, is := changed[at]
			if !is {
				want = was.Get(i)
			}
			if got := now.Get(i); got != want {
				return 8, fmt.Sprintf("at %v is %v, on the disk %v", at, want, got)
			}
		}
	}
	return 0, ""
}
