package itemlog

import (
	"voxtide/actions"
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

const (
	// lineSpan is within what time of its first part more of the same is added to a line, in seconds.
	lineSpan = 60
	// openMax bounds the lines to which something can be added; the oldest is written for another one.
	openMax = queueMax / 2
	// heldEvery is after what time it is noted again what a player has whose things have changed, in seconds.
	heldEvery = 30 * 60
	// lookEvery is after how many transactions lines are looked for that are over.
	lookEvery = 64
	// goneMax bounds the players who left of whom it is known what was noted last, and notedAgain is after what time it is noted again when
	// they come, in seconds.
	goneMax    = 1024
	notedAgain = 24 * 3600
)

// Watch adds up what players get and lose, from what the server's loop does. The loop owns it. Use NewWatch.
type Watch struct {
	log     *Log
	now     func() int64
	players map[timestream.Stream]*holder
	names   map[timestream.Stream]string // of streams that have begun and whose player has not come yet
	open    map[lineKey]*Line
	order   []openLine // the oldest first
	head    int        // of order
	free    []*Line    // lines that were written, for further ones

	changes []slotChange // of the transaction
	action  actions.Action
	by      timestream.Stream // of the action
	box     world.Pos         // a box that the transaction changed,
	boxed   bool              // if there is one
	body    world.Pos         // an item that it removed,
	bodied  bool              // if there is one
	who     string            // gave the command
	brings  bool              // it gives back what a player had
	looked  int
	gone    map[string]noted // of players who left, by name, so that who comes and goes all the time is not noted each time
}

// holder is a player in the world.
type holder struct {
	name  string
	slots [world.InventorySize]world.Stack
	noted noted
}

// noted is what the last line says of all that a player had.
type noted struct {
	slots [world.InventorySize]world.Stack
	at    int64 // when it was written; 0: never
}

// slotChange is a slot that the present transaction has changed.
type slotChange struct {
	of            timestream.Stream
	slot          uint8
	before, after world.Stack
}

// lineKey says what is added to one line.
type lineKey struct {
	of   timestream.Stream
	item world.Item
	how  How
	lost bool
	pos  world.Pos // of a box, a shop or a cairn
	who  string
}

type openLine struct {
	key lineKey
	at  int64
}

// NewWatch returns a Watch that hands its lines to a log. now is the time in seconds since 1970.
func NewWatch(log *Log, now func() int64) *Watch {
	return &Watch{log: log, now: now, players: map[timestream.Stream]*holder{}, names: map[timestream.Stream]string{}, open: map[lineKey]*Line{}, gone: map[string]noted{}}
}

// Edit takes an edit of the present transaction in.
func (w *Watch) Edit(d *edits.LogEntry) {
	e := &d.Edit
	switch e.Kind {
	case edits.SetInventorySlot:
		if h := w.players[e.Stream]; h != nil {
			w.changes = append(w.changes, slotChange{e.Stream, e.Slot, h.slots[e.Slot], e.Stack})
			h.slots[e.Slot] = e.Stack
		}
	case edits.SetBoxSlot:
		w.box, w.boxed = e.Pos, true
	case edits.RemoveEntity:
		w.body, w.bodied = d.Inverse.Entity.Motion.Pos.Block(), true
	case edits.AddStream:
		w.names[e.Stream] = e.Text
	case edits.AddPlayer:
		h := &holder{name: w.names[e.Stream], slots: e.Player.Slots}
		delete(w.names, e.Stream)
		w.players[e.Stream] = h
		if n, left := w.gone[h.name]; left && n.slots == h.slots && w.now()-n.at < notedAgain {
			h.noted = n
			return
		}
		w.noteAll(h, Came)
	case edits.RemovePlayer:
		w.leave(e.Stream)
	}
}

// leave notes that a player is gone.
func (w *Watch) leave(of timestream.Stream) {
	h := w.players[of]
	if h == nil {
		return
	}
	if len(w.changes) > 0 {
		w.addUp("leave")
		w.changes = w.changes[:0]
	}
	w.writeOf(of)
	if h.slots != h.noted.slots || h.noted.at == 0 {
		w.noteAll(h, Left)
	}
	if len(w.gone) >= goneMax {
		clear(w.gone)
	}
	w.gone[h.name] = h.noted
	delete(w.players, of)
}

// Action notes which action the present transaction performs.
func (w *Watch) Action(by timestream.Stream, a *actions.Action, why actions.Refusal) {
	if why == actions.Done {
		w.action.Kind, w.action.Pos, w.by = a.Kind, a.Pos, by
	}
}

// Command notes who gave the command whose transaction is the present one.
func (w *Watch) Command(who string) { w.who = who }

// Bring notes who gives back what a player had, until the transaction ends; "" is nobody any more.
func (w *Watch) Bring(who string) { w.who, w.brings = who, who != "" }

// BroughtAway notes that a player who is not here was given things back.
func (w *Watch) BroughtAway(name, who string, item world.Item, n int) {
	w.log.Add(Line{At: w.now(), Name: name, How: Brought, Item: item.String(), Count: n, Who: who})
}

// Transaction ends a transaction.
func (w *Watch) Transaction(kind string) {
	if len(w.changes) > 0 {
		w.addUp(kind)
	}
	w.end()
	if w.looked++; w.looked >= lookEvery {
		w.looked = 0
		w.writeOver(w.now())
	}
}

// end forgets the transaction.
func (w *Watch) end() {
	w.changes, w.action.Kind, w.boxed, w.bodied, w.who, w.brings = w.changes[:0], actions.None, false, false, "", false
}

// addUp adds what the transaction has changed to the lines.
func (w *Watch) addUp(kind string) {
	now := w.now()
	if kind == "death" {
		w.noteDeath(w.changes[0].of)
	}
	for i := range w.changes { // each player and item once
		c := &w.changes[i]
		w.addItem(now, kind, c.of, c.before.Item, c.before.Count > 0)
		w.addItem(now, kind, c.of, c.after.Item, c.after.Count > 0)
	}
	for i := range w.changes {
		if h := w.players[w.changes[i].of]; h != nil && now-h.noted.at >= heldEvery {
			w.writeOf(w.changes[i].of)
			w.noteAll(h, Held)
		}
	}
}

// addItem adds to a line how many more or less of an item a player has by the transaction, and takes that out of it.
func (w *Watch) addItem(now int64, kind string, of timestream.Stream, it world.Item, some bool) {
	if !some {
		return
	}
	n := 0
	for i := range w.changes {
		c := &w.changes[i]
		if c.of != of {
			continue
		}
		if c.before.Item == it {
			n -= int(c.before.Count)
			c.before.Count = 0
		}
		if c.after.Item == it {
			n += int(c.after.Count)
			c.after.Count = 0
		}
	}
	if n == 0 { // moved, or another wear
		return
	}
	key := lineKey{of: of, item: it, lost: n < 0}
	at := w.way(kind, &key, n)
	w.add(now, &key, n, at)
}

// way says in which way things came or went, and returns where.
func (w *Watch) way(kind string, k *lineKey, n int) (at world.Pos) {
	if w.boxed && (kind != "action" || w.action.Kind != actions.Place) {
		k.pos, at = w.box, w.box
	}
	switch {
	case w.brings:
		k.how, k.who = Brought, w.who
	case kind == "command":
		k.how, k.who = Given, w.who
	case kind == "death":
		k.how = Died
	case kind == "deal" && !w.boxed:
		k.how, k.who = Paid, w.otherThan(k.of)
	case kind == "deal":
		k.how = Traded
	case kind == "action" && w.by == k.of:
		k.how = ways[w.action.Kind]
		if k.how == "" && w.boxed {
			k.how = Box
		}
		if k.how == Built || k.how == Broke || k.how == Filled {
			at = w.action.Pos
		}
	case kind == "advance" && n > 0:
		if k.how = Picked; w.bodied {
			at = w.body
		}
	}
	if k.how == "" {
		k.how = Other
	}
	return at
}

// ways are the ways in which actions move things.
var ways = [actions.KindCount]How{
	actions.Drop: Dropped, actions.Craft: Crafted, actions.BoxMove: Box, actions.Trade: Traded, actions.Place: Built, actions.StartBreak: Broke, actions.FinishBreak: Broke,
	actions.Scoop: Filled, actions.FinishEat: Eaten, actions.Provide: Free,
}

// otherThan returns the name of the other player of the transaction.
func (w *Watch) otherThan(of timestream.Stream) string {
	for i := range w.changes {
		if h := w.players[w.changes[i].of]; h != nil && w.changes[i].of != of {
			return h.name
		}
	}
	return ""
}

// add adds a number of an item to its line.
func (w *Watch) add(now int64, k *lineKey, n int, at world.Pos) {
	if l := w.open[*k]; l != nil {
		if now-l.At < lineSpan && now >= l.At {
			l.Count += n
			l.To = now
			return
		}
		w.writeOver(l.At + lineSpan)
		w.write(*k)
	}
	for len(w.open) >= openMax {
		w.writeOver(w.order[w.head].at + lineSpan)
	}
	h := w.players[k.of]
	if h == nil {
		return
	}
	l := &Line{}
	if last := len(w.free) - 1; last >= 0 {
		l, w.free = w.free[last], w.free[:last]
	}
	*l = Line{At: now, Name: h.name, How: k.how, Item: k.item.String(), Count: n, Pos: [3]int32{at.X, at.Y, at.Z}, Who: k.who}
	w.open[*k] = l
	w.order = append(w.order, openLine{*k, now})
}

// write hands a line to the log, if it is open.
func (w *Watch) write(k lineKey) {
	l := w.open[k]
	if l == nil {
		return
	}
	if l.To == l.At {
		l.To = 0
	}
	w.log.Add(*l)
	delete(w.open, k)
	w.free = append(w.free, l)
}

// writeOver writes the lines to which nothing is added at a time any more.
func (w *Watch) writeOver(now int64) {
	for w.head < len(w.order) && now-w.order[w.head].at >= lineSpan {
		if o := &w.order[w.head]; w.open[o.key] != nil && w.open[o.key].At == o.at {
			w.write(o.key)
		}
		w.head++
	}
	if w.head > len(w.order)/2 {
		w.order = append(w.order[:0], w.order[w.head:]...)
		w.head = 0
	}
}

// writeOf writes the lines of a player.
func (w *Watch) writeOf(of timestream.Stream) {
	for _, o := range w.order[w.head:] {
		if o.key.of == of {
			w.write(o.key)
		}
	}
}

// Flush hands all lines to the log, as somebody asks.
func (w *Watch) Flush() {
	for _, o := range w.order[w.head:] {
		w.write(o.key)
	}
	w.order, w.head = w.order[:0], 0
}

// Close notes what those have who are in the world, as the server ends.
func (w *Watch) Close() {
	w.Flush()
	for of := range w.players {
		w.leave(of)
	}
}

// noteAll writes a line of all that a player has.
func (w *Watch) noteAll(h *holder, how How) {
	h.noted = noted{h.slots, w.now()}
	w.log.Add(Line{At: h.noted.at, Name: h.name, How: how, All: Stacks(h.slots[:])})
}

// noteDeath writes what a player had before the present transaction, in which the player dies.
func (w *Watch) noteDeath(of timestream.Stream) {
	h := w.players[of]
	if h == nil {
		return
	}
	w.writeOf(of)
	before := h.slots
	for i := len(w.changes) - 1; i >= 0; i-- {
		if c := &w.changes[i]; c.of == of {
			before[c.slot] = c.before
		}
	}
	w.log.Add(Line{At: w.now(), Name: h.name, How: Death, All: Stacks(before[:])})
}
