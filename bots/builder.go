package bots

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// builder is a bot of the crash test: in survival mode, on a plot that is its alone, it builds and breaks without looking
// for acks. Nobody else changes its cells, so what they have to hold follows from its own actions.
type builder struct {
	name  string
	dial  func(n int) (transport.Conn, Cutter)
	rnd   *rand.Rand
	log   *ledger
	c     *client.Client
	conn  *cuttable
	dials int
	call  time.Duration
	v     view

	home  world.Pos
	plot  []world.Pos         // cells, all empty at first
	taken map[world.Pos]bool  // the cells of all builders' plots
	begun map[world.Block]int // what it began with, by block
	loose loose
	// column is where sand falls, from below; poured is what of its blocks the builder began with.
	column []world.Pos
	poured [len(pours)]int
	next   time.Duration             // of the next action
	dig    action                    //
	held   map[world.Pos]world.Block // of the plot: what was received at the freeze
	bag    map[world.Block]int       // the same of the inventory
}

func newBuilder(n int, seed uint64, clock func() time.Duration, taken map[world.Pos]bool, dial func(n int) (transport.Conn, Cutter)) *builder {
	b := &builder{name: fmt.Sprintf("builder%02d", n), dial: dial, rnd: rand.New(rand.NewPCG(seed, uint64(n)+1)), log: newLedger(n, clock, false), taken: taken, loose: newLoose()}
	b.c = client.New(client.Config{Name: b.name, View: 1, Dial: b.open, GiveUp: time.Minute, Tap: func(f *protocol.Frame) {
		if s := b.c.Stream(); b.log.stream != s {
			b.log.begin(s)
		}
		b.log.tap(f)
		b.loose.tap(f)
	}})
	b.c.OnAction(func(a *action) { b.log.sent(a, b.call, b.v.holding(), false) })
	return b
}

func (b *builder) open() transport.Conn {
	c, cut := b.dial(b.dials)
	b.dials++
	if c == nil {
		return nil
	}
	b.conn = &cuttable{Conn: c, cut: cut}
	b.log.dialled()
	return b.conn
}

// sound tells whether a builder works with a block: what it places comes back whole when it is broken.
func sound(b world.Block) bool { return b != world.Air && plain(b) && world.Blocks[b].Drops == b }

// picture makes the next picture; with act it builds.
func (b *builder) picture(now time.Duration, act bool) {
	b.call = now
	var in client.Input
	if act && b.c.Playable() && b.v.look(b.c) {
		in.Do = b.build()
	}
	b.c.Picture(now, in)
	if b.plot == nil && b.c.Playable() && b.v.look(b.c) {
		b.settle()
	}
}

// settle chooses the plot, beside where the body stands, of cells that no other builder has: players begin two blocks apart
// where there is room, but some land leaves none.
func (b *builder) settle() {
	b.plot = []world.Pos{}
	b.home = b.v.feet()
	for y := int32(0); y < column; y++ {
		for _, d := range [...][2]int32{{1, 0}, {0, 1}, {1, 1}} {
			p := world.Pos{X: b.home.X + d[0], Y: b.home.Y + y, Z: b.home.Z + d[1]}
			switch {
			case b.v.block(p) != world.Air || b.taken[p]:
			case d == [2]int32{1, 1}:
				b.column = append(b.column, p)
				b.taken[p] = true
			default:
				b.plot = append(b.plot, p)
				b.taken[p] = true
			}
		}
	}
	b.begun = count(b.v.bag.Slots[:])
	for _, s := range b.v.bag.Slots {
		for i, block := range pours {
			if s.Block == block {
				b.poured[i] += int(s.Count)
			}
		}
	}
}

// count adds up stacks by block, of those that builders work with.
func count(slots []world.Stack) map[world.Block]int {
	n := map[world.Block]int{}
	for _, s := range slots {
		if sound(s.Block) {
			n[s.Block] += int(s.Count)
		}
	}
	return n
}

// build says what it does in this picture.
func (b *builder) build() []action {
	m := &b.v.self.Motion
	if b.dig.Kind == actions.Dig {
		switch {
		case m.DigBlock == world.Air || m.DigPos != b.dig.Pos:
			b.dig.Kind = actions.None
		case b.v.self.At.Sub(m.DigAt) >= world.Blocks[m.DigBlock].Hardness:
			b.dig.Kind = actions.None
			return []action{{Kind: actions.Dug, Pos: b.dig.Pos, Aim: b.dig.Aim}}
		default:
			return nil
		}
	}
	if b.call < b.next || len(b.plot) == 0 || slices.ContainsFunc(b.log.waiting, func(o *op) bool { return o.kind == actions.Select }) {
		return nil // what is in the hand has to be known: it is what an action that is noted will place
	}
	b.next = b.call + time.Duration(20+b.rnd.IntN(80))*time.Millisecond
	if b.rnd.IntN(3) > 0 {
		if a, ok := b.pour(); ok {
			if a.Kind == actions.Dig {
				b.dig = a
			}
			return []action{a}
		}
	}
	if held := b.v.bag.Held(); !sound(held.Block) || held.Count == 0 || b.rnd.IntN(20) == 0 {
		if slot, ok := b.choose(); ok {
			return []action{selectSlot(slot)}
		}
		return nil
	}
	for range 6 {
		p := b.plot[b.rnd.IntN(len(b.plot))]
		if a, ok := b.v.place(p, b.rnd); ok {
			return []action{a}
		}
		if a, ok := b.v.take(p, b.rnd); ok {
			b.dig = a
			return []action{a}
		}
	}
	return nil
}

// choose returns a slot of the hotbar with something to build with.
func (b *builder) choose() (uint8, bool) { return b.slot(sound) }

// slot returns a slot of the hotbar with a block that will do.
func (b *builder) slot(does func(world.Block) bool) (uint8, bool) {
	from := b.rnd.IntN(world.HotbarSlots)
	for i := range world.HotbarSlots {
		n := (i + from) % world.HotbarSlots
		if s := b.v.bag.Slots[n]; s.Count > 0 && does(s.Block) {
			return uint8(n), true
		}
	}
	return 0, false
}

// freeze notes what has been received of the plot and the inventory, before another server is listened to.
func (b *builder) freeze() {
	b.held, b.bag = map[world.Pos]world.Block{}, nil
	b.c.Received(func(w *world.World) {
		for _, p := range b.plot {
			if v, there := w.Block(p); there {
				b.held[p] = v
			}
		}
		if pl := w.Player(b.c.Stream()); pl != nil {
			b.bag = count(pl.Slots[:])
		}
	})
}

// may returns what a cell may hold when all actions up to number last have been judged: what the last one left of which it
// is known that it was performed, or one after it of which it is not known.
func (b *builder) may(p world.Pos, last uint64) (values []world.Block) {
	values = []world.Block{world.Air}
	for _, o := range b.log.ops {
		if o.cell != p || o.number > last || o.out == refused {
			continue
		}
		if o.out == done {
			values = values[:0]
		}
		if v := o.after(); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// earlier tells whether a value is one that an action left in a cell before.
func (b *builder) earlier(p world.Pos, v world.Block) bool {
	return slices.ContainsFunc(b.log.ops, func(o *op) bool { return o.cell == p && o.out != refused && o.after() == v })
}
