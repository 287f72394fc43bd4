package bots

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/world"
)

// crashBot is a bot of the crash test: in survival mode, on a plot of its own, it builds and breaks without waiting
// for acks. Nobody else changes its cells, so their content follows from its own actions.
type crashBot struct {
	name    string
	dial    crashDial
	rng     *rand.Rand
	log     *opLog
	client  *client.Client
	conn    *cutConn
	dials   int
	frameAt time.Duration
	view    botView

	home       world.Pos
	plot       []world.Pos         // cells, all empty at first
	takenCells map[world.Pos]bool  // cells of all bots' plots
	beganWith  map[world.Block]int // number of each block that it began with
	looseSeen  looseEntities
	box        crashBox
	furnace    world.Pos // its cell, if it has one
	shared     *sharedBoxes
	// column is where sand falls, from the lowest cell up; poured counts the column's blocks that the bot began with.
	column            []world.Pos
	poured            [len(columnBlocks)]int
	actAt             time.Duration             // the next action
	breaking          action                    //
	receivedPlot      map[world.Pos]world.Block // the plot as received before the kill
	receivedInventory map[world.Block]int       // the inventory as received before the kill
}

func newCrashBot(n int, seed uint64, clock func() time.Duration, taken map[world.Pos]bool, shared *sharedBoxes, dial crashDial) *crashBot {
	b := &crashBot{name: fmt.Sprintf("builder%02d", n), dial: dial, rng: rand.New(rand.NewPCG(seed, uint64(n)+1)), log: newOpLog(n, clock, false), takenCells: taken, looseSeen: newLooseEntities(), box: crashBox{shown: map[uint64][]world.Stack{}}, shared: shared}
	b.client = client.New(client.Config{Name: b.name, ViewDistance: 1, Dial: func() transport.Conn { return b.openConn("") }, DialOther: b.openConn, JoinTimeout: time.Minute, OnUpdate: func(f *protocol.Update) {
		if s := b.client.Stream(); b.log.stream != s {
			b.log.beginSession(s)
		}
		b.log.observeUpdate(f)
		b.looseSeen.tap(f)
	}})
	b.client.OnAction(func(a *action) { b.log.sent(a, b.frameAt, b.view.held, false) })
	return b
}

// crashDial opens the n-th connection of a bot; address is "" for the first server, or that of another.
type crashDial func(n int, address string) (transport.Conn, NetworkCutter)

func (b *crashBot) openConn(address string) transport.Conn {
	c, cut := b.dial(b.dials, address)
	b.dials++
	if c == nil {
		return nil
	}
	use := func(c *cutConn) {
		if b.conn != c {
			b.conn = c
			b.log.dialled()
		}
	}
	conn := &cutConn{Conn: c, cut: cut, heard: use}
	if address == "" {
		use(conn)
	}
	return conn
}

// isSound reports whether a bot builds with a block: breaking it gives the same block back. Glass is what all make of their sand.
func isSound(b world.Block) bool {
	return b != world.Air && b != world.Glass && isPlain(b) && world.Blocks[b].Drops == b
}

// frame makes the next frame; with act at true the bot builds.
func (b *crashBot) frame(now time.Duration, act bool) {
	b.frameAt = now
	var in client.Input
	if act && b.client.Playable() && b.view.update(b.client) {
		in.Actions = b.build()
	}
	b.client.Frame(now, in)
	if b.plot != nil && b.view.update(b.client) {
		b.box.note(b.view.World, b.log.lastNumber)
	}
	if b.plot == nil && b.client.Playable() && b.view.update(b.client) {
		b.choosePlot()
	}
}

// choosePlot chooses the plot and the column around the avatar, of cells that no other bot has: players start two blocks
// apart in both directions, so plots (an odd and an even coordinate) are never under columns (two odd ones), and sand that
// falls below its column falls into no plot.
func (b *crashBot) choosePlot() {
	b.plot = []world.Pos{}
	b.home = b.view.Feet()
	b.column = b.chooseColumn()
	for y := int32(0); y < columnHeight; y++ {
		for _, d := range [...][2]int32{{1, 0}, {0, 1}} {
			if p := (world.Pos{X: b.home.X + d[0], Y: b.home.Y + y, Z: b.home.Z + d[1]}); b.isFree(p) {
				b.plot = append(b.plot, p)
			}
		}
	}
	for _, p := range slices.Concat(b.plot, b.column) {
		b.takenCells[p] = true
	}
	b.chooseBox()
	b.beganWith = countSound(b.view.Player.Slots[:])
	for _, s := range b.view.Player.Slots {
		for i, block := range columnBlocks {
			if s.Block() == block {
				b.poured[i] += int(s.Count)
			}
		}
	}
}

// chooseBox chooses cells for the chest and the furnace at corners of the bot's cell, where there is ground.
func (b *crashBot) chooseBox() {
	for _, d := range [...][2]int32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		p := world.Pos{X: b.home.X + d[0], Y: b.home.Y, Z: b.home.Z + d[1]}
		switch {
		case !b.isFree(p) || !b.view.block(p.Below()).Solid():
		case !b.box.chosen:
			b.box.at, b.box.chosen, b.takenCells[p] = p, true, true
			b.shared.chests = append(b.shared.chests, p)
		default:
			b.furnace, b.takenCells[p] = p, true
			b.shared.furnaces = append(b.shared.furnaces, p)
			return
		}
	}
}

// chooseColumn returns the cells of the first corner beside the avatar that are all free, where possible on firm ground: on a
// slope that may be one corner alone, and on a torch, which needs the ground, falling sand becomes items. It is empty on land
// that leaves no room.
func (b *crashBot) chooseColumn() (best []world.Pos) {
	for _, d := range [...][2]int32{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		p := world.Pos{X: b.home.X + d[0], Y: b.home.Y, Z: b.home.Z + d[1]}
		ground := world.Pos{X: p.X, Y: p.Y - 1, Z: p.Z}
		var cells []world.Pos
		for ; b.isFree(p) && len(cells) < columnHeight; p.Y++ {
			cells = append(cells, p)
		}
		switch {
		case len(cells) < columnHeight:
		case isPlain(b.view.block(ground)):
			return cells
		case best == nil:
			best = cells
		}
	}
	return best
}

// isFree reports whether a cell is empty and of no bot.
func (b *crashBot) isFree(p world.Pos) bool { return b.view.block(p) == world.Air && !b.takenCells[p] }

// countSound adds up stacks by block, of the blocks that bots build with; logs count as the planks that are made of them.
func countSound(slots []world.Stack) map[world.Block]int {
	n := map[world.Block]int{}
	for _, s := range slots {
		switch {
		case s.Count > 0 && s.Item == logItem:
			n[world.Planks] += planksOfLog * int(s.Count)
		case isSound(s.Block()):
			n[s.Block()] += int(s.Count)
		}
	}
	return n
}

// build returns the bot's actions in this frame.
func (b *crashBot) build() []action {
	m := &b.view.Self.Motion
	if b.breaking.Kind == actions.StartBreak {
		switch {
		case m.BreakingBlock == world.Air || m.BreakingPos != b.breaking.Pos:
			b.breaking.Kind = actions.None
		case b.view.Self.At.Sub(m.BreakingSince) >= m.BreakingBlock.BreakTime(b.view.Player.Held()):
			b.breaking.Kind = actions.None
			return []action{{Kind: actions.FinishBreak, Pos: b.breaking.Pos, Aim: b.breaking.Aim}}
		default:
			return nil
		}
	}
	if b.frameAt < b.actAt || len(b.plot) == 0 || slices.ContainsFunc(b.log.waiting, func(o *operation) bool { return o.kind == actions.SelectSlot }) {
		return nil // the selected slot must be known, because the recorded action depends on it
	}
	b.actAt = b.frameAt + time.Duration(20+b.rng.IntN(80))*time.Millisecond
	deeds := b.deeds()
	if n := b.rng.IntN(2 * len(deeds)); n < len(deeds) {
		if a, ok := deeds[n](&b.view, b.rng); ok {
			return []action{a}
		}
	}
	if b.rng.IntN(3) > 0 {
		if a, ok := b.useColumn(); ok {
			if a.Kind == actions.StartBreak {
				b.breaking = a
			}
			return []action{a}
		}
	}
	if held := b.view.Player.Held(); !isSound(held.Block()) || held.Count == 0 || b.rng.IntN(20) == 0 {
		if slot, ok := b.soundSlot(); ok {
			return []action{selectSlot(slot)}
		}
		return nil
	}
	for range 6 {
		p := b.plot[b.rng.IntN(len(b.plot))]
		if a, ok := b.view.place(p, b.rng); ok {
			return []action{a}
		}
		if a, ok := b.view.breakBlock(p, b.rng); ok {
			b.breaking = a
			return []action{a}
		}
	}
	return nil
}

// deed is something that a bot does besides building and breaking; false where there is nothing to do.
type deed func(v *botView, rng *rand.Rand) (a action, ok bool)

// deeds returns them, each as often as it is done.
func (b *crashBot) deeds() []deed {
	furnace := func(v *botView, rng *rand.Rand) (a action, ok bool) {
		if b.furnace == (world.Pos{}) || v.block(b.furnace).IsOven() {
			return a, false
		}
		return putUp(v, rng, b.furnace, world.Block.IsOven)
	}
	return []deed{b.box.use, b.box.use, b.box.use, b.box.use, furnace, b.shared.use, b.shared.use, b.shared.use, makePlanks, throwSand}
}

// soundSlot returns a hotbar slot with a block to build with.
func (b *crashBot) soundSlot() (uint8, bool) { return b.view.slot(b.rng, isSound) }

// freeze keeps the received plot and inventory, before the next server is heard.
func (b *crashBot) freeze() {
	b.receivedPlot, b.receivedInventory, b.box.received = map[world.Pos]world.Block{}, nil, nil
	b.client.InspectReceived(func(w *world.World) {
		for _, p := range b.plot {
			if v, there := w.Block(p); there {
				b.receivedPlot[p] = v
			}
		}
		if pl := w.Player(b.client.Stream()); pl != nil {
			b.receivedInventory = countSound(pl.Slots[:])
		}
		if w.HasSection(b.box.at.Section()) {
			b.box.received = slotsOf(w.BlockEntityAt(b.box.at))
		}
	})
}

// possibleBlocks returns what a cell may hold when all actions up to number last are decided: the result of the last
// action known to be performed, or of a later one with unknown outcome.
func (b *crashBot) possibleBlocks(p world.Pos, last uint64) (values []world.Block) {
	values = []world.Block{world.Air}
	for _, o := range b.log.ops {
		if o.cell != p || o.number > last || o.outcome == refused || !o.changesBlock() {
			continue
		}
		if o.outcome == done {
			values = values[:0]
		}
		if v := o.result(); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return values
}

// refusedAtBox reports whether one of the last moves up to a number was refused or has an outcome that is not known: then what was shown
// may not have come about.
func (b *crashBot) refusedAtBox(last uint64) bool {
	return slices.ContainsFunc(b.log.ops, func(o *operation) bool {
		return o.kind == actions.BoxMove && o.cell == b.box.at && o.number <= last && o.number+refusedFor > last && (o.outcome == refused || o.outcome == unknownOutcome)
	})
}

// refusedFor is after how many further actions the outcome of a refused one has surely been seen.
const refusedFor = 200

// wasEarlier reports whether an earlier action left a block in a cell.
func (b *crashBot) wasEarlier(p world.Pos, v world.Block) bool {
	return slices.ContainsFunc(b.log.ops, func(o *operation) bool {
		return o.cell == p && o.changesBlock() && o.outcome != refused && o.result() == v
	})
}

// columnHeight is the height of the column, in cells.
const columnHeight = 4

// looseEntities is what a bot was told of items and falling blocks.
type looseEntities struct {
	items, falling map[world.EntityID]bool // every one that ever existed
	dead           map[world.EntityID]bool // those that were removed
}

func newLooseEntities() looseEntities {
	return looseEntities{map[world.EntityID]bool{}, map[world.EntityID]bool{}, map[world.EntityID]bool{}}
}

// tap receives an update before it is applied.
func (l *looseEntities) tap(f *protocol.Update) {
	for i := range f.Entries {
		e := &f.Entries[i]
		if e.Kind != protocol.EntryEdit {
			continue
		}
		switch ent := &e.Edit.Entity; e.Edit.Kind {
		case edits.SpawnEntity:
			switch {
			case ent.Kind == world.KindFallingBlock:
				l.falling[ent.ID] = true
			case ent.Kind == world.KindItem && ent.Stack.Count > 0: // an empty item only tells a counter
				l.items[ent.ID] = true
			default:
				continue
			}
			delete(l.dead, ent.ID)
		case edits.RemoveEntity:
			if l.items[e.Edit.ID] || l.falling[e.Edit.ID] {
				l.dead[e.Edit.ID] = true
			}
		}
	}
}
