package netlab

import (
	"fmt"
	"hash/maphash"

	"voxtide/edits"
	"voxtide/lab/netlab/matter"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// durability is what must be on the disk: the edits of all steps whose batches are durable, added up from what the
// server reported to its observer and not from what it wrote. A kill discards what was not durable.
type durability struct {
	*violations
	enabled  bool
	openStep []durableEffect // of the step in progress
	pending  []pendingStep

	version  uint64 // how many steps are durable
	edits    uint64 // number of the last block edit
	sum      matter.Sum
	blocks   map[world.SectionPos]map[world.Pos]world.Block
	boxes    map[world.Pos]map[uint8]world.BoxPart // by part
	entities map[world.EntityID]durableEntity      // items and falling blocks
	everBorn map[world.EntityID]uint64             // every entity that ever existed, and since which version
	checks   map[world.Pos]int
	players  map[timestream.Stream]*durablePlayer
}

// durablePlayer is what must be stored of a player.
type durablePlayer struct {
	online          bool
	last            uint64
	lasts           []lastAsOf
	slots           [world.InventorySize]world.Stack
	inventories     map[uint64]uint64 // hashes of every inventory the player has had, and since which version
	leftAt          world.Vec         // position of the avatar when the player left
	left            bool              // leftAt counts
	changedAnything bool              // a player who changed no block and no item may be forgotten after leaving
}

type durableEntity struct {
	kind  world.EntityKind
	block world.Block
	stack world.Stack
}

// durableEffect is the part of an edit that must be stored.
type durableEffect struct {
	kind   edits.Kind
	seq    uint64
	stream timestream.Stream
	id     world.EntityID
	pos    world.Pos
	block  world.Block
	slot   uint8
	stack  world.Stack
	entity durableEntity
	number uint64
	slots  *[world.InventorySize]world.Stack
	part   world.BoxPart
	at     world.Vec
}

// pendingStep is a step whose batch is not known to be durable yet.
type pendingStep struct {
	ticket  uint64
	effects []durableEffect
	sum     matter.Sum
}

func newDurability(j *violations, on bool) *durability {
	return &durability{
		violations: j, enabled: on, blocks: map[world.SectionPos]map[world.Pos]world.Block{}, entities: map[world.EntityID]durableEntity{},
		everBorn: map[world.EntityID]uint64{}, boxes: map[world.Pos]map[uint8]world.BoxPart{}, checks: map[world.Pos]int{}, players: map[timestream.Stream]*durablePlayer{},
	}
}

func durableEntityOf(e *world.Entity) durableEntity { return durableEntity{e.Kind, e.Block, e.Stack} }

// edit applies an edit of the server's.
func (k *durability) edit(seq uint64, d *edits.LogEntry) {
	if !k.enabled {
		return
	}
	e := &d.Edit
	n := durableEffect{kind: e.Kind, seq: seq, stream: e.Stream, id: e.ID, pos: e.Pos, block: e.Block, slot: e.Slot, stack: e.Stack, number: e.Number}
	if n.stack.Count == 0 { // an empty stack has no kind
		n.stack = world.Stack{}
	}
	switch e.Kind {
	case edits.SetBlock:
		n.stream = e.Author
	case edits.SetBoxSlot, edits.SetOven, edits.SetSignText, edits.SetOffer:
		n.stream, n.part = e.Author, e.BoxPart()
	case edits.SetStack, edits.SetInventorySlot, edits.SetLastAction, edits.AddSupportCheck, edits.RemoveSupportCheck, edits.RemovePlayer:
	case edits.SpawnEntity:
		n.id, n.entity, n.at = e.Entity.ID, durableEntityOf(&e.Entity), e.Entity.Motion.Pos
	case edits.RemoveEntity:
		n.entity, n.at = durableEntityOf(&d.Inverse.Entity), d.Inverse.Entity.Motion.Pos
	case edits.AddPlayer:
		slots := e.Player.Slots
		n.slots, n.number = &slots, e.Player.LastAction
	default:
		return
	}
	k.openStep = append(k.openStep, n)
}

// endStep ends a step, whose edits become durable with a ticket.
func (k *durability) endStep(ticket uint64, sum *matter.Sum) {
	if !k.enabled || len(k.openStep) == 0 {
		return
	}
	k.pending = append(k.pending, pendingStep{ticket, k.openStep, *sum})
	k.openStep = nil
}

// commit applies the steps that are durable by now.
func (k *durability) commit(ticket uint64) {
	n := 0
	for ; n < len(k.pending) && k.pending[n].ticket <= ticket; n++ {
		k.version++
		for i := range k.pending[n].effects {
			k.apply(&k.pending[n].effects[i])
		}
		k.sum = k.pending[n].sum
		for _, p := range k.players {
			if p.online {
				note(p.inventories, inventoryHash(&p.slots), k.version)
			}
		}
	}
	k.pending = k.pending[n:]
}

// waiting returns how many steps are not durable.
func (k *durability) waiting() int { return len(k.pending) }

// settled reports whether all steps are durable.
func (k *durability) settled() bool { return len(k.pending)+len(k.openStep) == 0 }

// note notes since when something is there.
func note[K comparable](m map[K]uint64, key K, version uint64) {
	if _, is := m[key]; !is {
		m[key] = version
	}
}

// within reports whether something was there as of a version.
func within[K comparable](m map[K]uint64, key K, asOf uint64) bool {
	since, is := m[key]
	return is && since <= asOf
}

// lastAsOf is the last action that was durable since a version.
type lastAsOf struct{ version, last uint64 }

// setLast notes the last action that is durable.
func (p *durablePlayer) setLast(last, version uint64) {
	p.last = last
	p.lasts = append(p.lasts, lastAsOf{version, last})
}

// lastAsOf returns the last action that was durable as of a version.
func (p *durablePlayer) lastAsOf(version uint64) uint64 {
	for i := len(p.lasts) - 1; i >= 0; i-- {
		if p.lasts[i].version <= version {
			return p.lasts[i].last
		}
	}
	return 0
}

var inventorySeed = maphash.MakeSeed()

func inventoryHash(slots *[world.InventorySize]world.Stack) uint64 {
	return maphash.Comparable(inventorySeed, *slots)
}

// player returns what is stored of a player, who may be new.
func (k *durability) player(s timestream.Stream) *durablePlayer {
	p := k.players[s]
	if p == nil {
		p = &durablePlayer{inventories: map[uint64]uint64{}}
		k.players[s] = p
	}
	return p
}

func (k *durability) apply(n *durableEffect) {
	switch n.kind {
	case edits.SetBlock:
		s := n.pos.Section()
		if k.blocks[s] == nil {
			k.blocks[s] = map[world.Pos]world.Block{}
		}
		k.blocks[s][n.pos] = n.block
		k.edits = n.seq
		if n.stream != timestream.Server {
			k.player(n.stream).changedAnything = true
		}
	case edits.SetBoxSlot, edits.SetOven, edits.SetSignText, edits.SetOffer:
		if k.boxes[n.pos] == nil {
			k.boxes[n.pos] = map[uint8]world.BoxPart{}
		}
		k.boxes[n.pos][n.part.Part] = n.part
		if n.stream != timestream.Server {
			k.player(n.stream).changedAnything = true
		}
	case edits.SpawnEntity:
		if n.entity.kind != world.KindAvatar {
			k.entities[n.id] = n.entity
			note(k.everBorn, n.id, k.version)
		}
	case edits.RemoveEntity:
		if n.entity.kind == world.KindAvatar {
			p := k.player(n.id.OriginStream())
			p.leftAt, p.left = n.at, true
		}
		delete(k.entities, n.id)
	case edits.SetStack:
		if b, is := k.entities[n.id]; is { // an avatar's stack is what it holds in its hand
			b.stack = n.stack
			k.entities[n.id] = b
		}
	case edits.SetInventorySlot:
		p := k.player(n.stream)
		p.slots[n.slot], p.changedAnything = n.stack, true
	case edits.SetLastAction:
		k.player(n.stream).setLast(n.number, k.version)
	case edits.AddPlayer:
		p := k.player(n.stream)
		p.online, p.left, p.slots = true, false, *n.slots
		p.setLast(n.number, k.version)
	case edits.RemovePlayer:
		k.player(n.stream).online = false
	case edits.AddSupportCheck:
		k.checks[n.pos]++
	case edits.RemoveSupportCheck:
		k.checks[n.pos]--
		if k.checks[n.pos] == 0 {
			delete(k.checks, n.pos)
		}
	}
}

// crash discards what was not durable, and takes all players out of the world.
func (k *durability) crash() {
	k.openStep, k.pending = nil, nil
	for _, p := range k.players {
		if p.online {
			p.online, p.left = false, false
			k.sum.AddSlots(p.slots[:], -1)
		}
	}
}

// compare compares the model with a disk: it returns the first difference and the law that it breaks, 0 for none.
// section returns a section as stored, and land as generated.
func (k *durability) compare(st *store.State, section, land func(world.SectionPos) *world.Section) (law int, why string) {
	if st == nil {
		st = &store.State{}
	}
	rows := map[timestream.Stream]*store.PlayerRow{}
	for i := range st.Players {
		rows[st.Players[i].Stream] = &st.Players[i]
	}
	for s, p := range k.players {
		r := rows[s]
		switch {
		case r == nil && !p.online && !p.changedAnything:
		case r == nil:
			return 8, fmt.Sprintf("%s is not on the disk", streamName(s))
		case r.Player.LastAction != p.last:
			return 9, fmt.Sprintf("%s has had actions up to %d performed, the disk says %d", streamName(s), p.last, r.Player.LastAction)
		case r.Player.Slots != p.slots:
			return 8, fmt.Sprintf("%s has %v, on the disk %v", streamName(s), p.slots, r.Player.Slots)
		case p.left && r.Avatar.Motion.Pos != p.leftAt:
			return 8, fmt.Sprintf("%s left at %v, on the disk it stands at %v", streamName(s), p.leftAt, r.Avatar.Motion.Pos)
		}
	}
	there := map[world.EntityID]bool{}
	for i := range st.Entities {
		e := &st.Entities[i]
		there[e.ID] = true
		if b, lives := k.entities[e.ID]; !lives {
			return 12, fmt.Sprintf("%v %x is on the disk and lives no more", world.EntityKinds[e.Kind].Name, e.ID)
		} else if b != durableEntityOf(e) {
			return 12, fmt.Sprintf("%v %x is %v, on the disk %v", world.EntityKinds[e.Kind].Name, e.ID, b, durableEntityOf(e))
		}
	}
	for id, b := range k.entities {
		if !there[id] {
			return 12, fmt.Sprintf("%v %x, %v, is not on the disk", world.EntityKinds[b.kind].Name, id, b)
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
			at := p.PosAt(i)
			want, is := changed[at]
			if !is {
				want = was.Get(i)
			}
			if got := now.Get(i); got != want {
				return 8, fmt.Sprintf("at %v is %v, on the disk %v", at, want, got)
			}
		}
	}
	for p, parts := range k.boxes {
		x := section(p.Section()).BlockEntity(p.Index())
		for _, want := range parts {
			if got := x.Part(want.Part); got != want {
				return 8, fmt.Sprintf("at %v is held %+v, on the disk %+v", p, want, got)
			}
		}
	}
	return 0, ""
}
