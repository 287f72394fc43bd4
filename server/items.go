package server

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/sim"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// What lies about. An item at rest costs nothing until something is done to it, or its time comes. With the step in which
// it came to rest it takes in equal ones within a block, to stacks of world.StackMax. It is gone Config.ItemsLast after it
// came to rest, or when it is the oldest where too much lies: in its section (sectionItems) or of what came into the world on
// one player's time (playerItems). All of that is done by edits of the server's own; clients predict nothing of it.
//
// What lies in a section is in memory with it. In the store it is known by its motion (rests): the flag itself is not kept,
// so that older programs can read it.

// items is what the server keeps of things beside the world.
type items struct {
	since  map[world.EntityID]resting // of all that lie, in memory or not
	lots   map[timestream.Stream]*lot // the same by the stream of their birth
	away   map[world.SectionPos][]world.Entity
	back   []world.SectionPos // that have come into memory
	agedAt time.Duration
	near   []world.EntityID
}

// lot is what lies of one stream, in the order in which it came to rest. What has gone or moved since is skipped.
type lot struct {
	order []lying
	n     int // that lie
}

// resting is where something lies, and since when.
type resting struct {
	at      timestream.Time
	section world.SectionPos
}

type lying struct {
	id world.EntityID
	at timestream.Time
}

// agedEvery is how often it is looked whether the time of something has come.
const agedEvery = time.Second

// rests reports whether an entity of the store lay, at rest or still.
func rests(e *world.Entity) bool {
	m := &e.Motion
	return e.Kind == world.KindItem && e.Stream == timestream.Server && (m.Flags&world.Still != 0 ||
		m.Flags&world.OnGround != 0 && m.Vel == (world.Vec{}) && m.Lost == [2]int64{})
}

// remember takes over what the store has of things: they come in with their sections.
func (s *Server) remember(all []world.Entity) {
	t := &s.items
	t.since, t.lots, t.away = map[world.EntityID]resting{}, map[timestream.Stream]*lot{}, map[world.SectionPos][]world.Entity{}
	slices.SortStableFunc(all, func(a, b world.Entity) int { return cmp.Compare(a.At, b.At) })
	for i := range all {
		e := &all[i]
		lies := rests(e)
		e.Stream = timestream.Server
		if lies {
			e.Motion.Flags |= world.Rests
			t.lay(e)
		}
		p := e.Motion.Pos.Block().Section()
		t.away[p] = append(t.away[p], *e)
	}
}

// lay notes that something has come to rest.
func (t *items) lay(e *world.Entity) {
	id, at := e.ID, resting{e.At, e.Motion.Pos.Block().Section()}
	if old, lay := t.since[id]; lay && old == at {
		return
	}
	t.lift(id)
	t.since[id] = at
	l := t.lots[id.Birth()]
	if l == nil {
		l = &lot{}
		t.lots[id.Birth()] = l
	}
	l.n++
	if len(l.order) == cap(l.order) && len(l.order) > 2*l.n { // most of it is gone
		l.order = slices.DeleteFunc(l.order, func(e lying) bool { return !t.lies(e) })
	}
	l.order = append(l.order, lying{id, e.At})
}

// lift notes that something lies no more.
func (t *items) lift(id world.EntityID) {
	if _, lay := t.since[id]; !lay {
		return
	}
	delete(t.since, id)
	if l := t.lots[id.Birth()]; l.n > 1 {
		l.n--
	} else {
		delete(t.lots, id.Birth())
	}
}

// lies reports whether something lies where it came to rest at that instant.
func (t *items) lies(e lying) bool {
	at, lay := t.since[e.id]
	return lay && at.at == e.at
}

// oldest returns what has lain longest of a lot.
func (t *items) oldest(l *lot) lying {
	n := 0
	for !t.lies(l.order[n]) {
		n++
	}
	l.order = l.order[n:]
	return l.order[0]
}

// tidy sees, at the end of a step, to what has come to rest in it or woken, and to what has lain too long.
func (s *Server) tidy() {
	s.bringBack()
	for i := 0; i < len(s.rec.Turned); i++ { // what is done here wakes nothing
		id := s.rec.Turned[i]
		slot := s.rec.W.Find(id)
		if slot == world.NoSlot {
			continue
		}
		s.batch.entity(id)
		e := s.rec.W.Entity(slot)
		s.stirred(e)
		if e.Motion.Flags&world.Rests == 0 {
			s.items.lift(id)
			for _, c := range s.sessions {
				c.stir(slot, id)
			}
			continue
		}
		for _, c := range s.sessions {
			c.laid = c.laid || c.tellOf(slot, id) != nil
		}
		s.items.lay(e)
		s.gather(slot)
		s.limit(id)
	}
	if s.mono-s.items.agedAt >= agedEvery {
		s.items.agedAt = s.mono
		s.age()
	}
}

// stirred lets the clients around something choose anew what they are told of.
func (s *Server) stirred(e *world.Entity) {
	at := sixteenths(&e.Motion.Pos)
	for _, c := range s.sessions {
		if apart(at, c.pickedAt) <= (farLeave+pickBlocks)*(farLeave+pickBlocks) {
			c.stale = true
		}
	}
}

// gather lets an item that has come to rest take in equal ones that lie within a block. It keeps its own time.
func (s *Server) gather(slot world.Slot) {
	w := s.rec.W
	e := *w.Entity(slot)
	if e.Kind != world.KindItem || e.Stack.Count >= world.StackMax {
		return
	}
	s.items.near = s.items.near[:0]
	b := e.Motion.Pos.Block()
	lo, hi := world.Pos{X: b.X - 2, Y: b.Y - 2, Z: b.Z - 2}.Section(), world.Pos{X: b.X + 2, Y: b.Y + 2, Z: b.Z + 2}.Section()
	for y := lo.Y; y <= hi.Y; y++ {
		for z := lo.Z; z <= hi.Z; z++ {
			for x := lo.X; x <= hi.X; x++ {
				for _, other := range w.Lying(world.SectionPos{X: x, Y: y, Z: z}) {
					o := w.Entity(other)
					if other != slot && o.Kind == world.KindItem && o.Stack.Block == e.Stack.Block &&
						o.Stack.Count < world.StackMax && sim.Close(&o.Motion.Pos, &e.Motion.Pos) {
						s.items.near = append(s.items.near, o.ID)
					}
				}
			}
		}
	}
	slices.Sort(s.items.near)
	st := e.Stack
	for _, id := range s.items.near {
		other := w.Find(id)
		have := w.Entity(other).Stack
		n := min(world.StackMax-st.Count, have.Count)
		if n == 0 {
			break
		}
		st.Count += n
		if have.Count -= n; have.Count == 0 {
			s.rec.Kill(other)
		} else {
			s.rec.PutStack(other, have)
		}
	}
	if st != e.Stack {
		s.rec.PutStack(slot, st)
		s.metrics.Merged += len(s.items.near)
		s.transaction("merge")
	}
}

// limit takes the oldest away where too much lies since something has come to rest: in its section, or of its stream.
func (s *Server) limit(id world.EntityID) {
	w := s.rec.W
	slot := w.Find(id)
	p := w.Entity(slot).Motion.Pos.Block().Section()
	for lying := w.Lying(p); len(lying) > sectionItems; lying = w.Lying(p) {
		s.remove(w.Entity(slices.MinFunc(lying, func(a, b world.Slot) int {
			return cmp.Or(cmp.Compare(w.Entity(a).At, w.Entity(b).At), cmp.Compare(w.Entity(a).ID, w.Entity(b).ID))
		})).ID)
	}
	if id.Birth() == timestream.Server {
		return
	}
	for l := s.items.lots[id.Birth()]; l != nil && l.n > playerItems; l = s.items.lots[id.Birth()] {
		s.remove(s.items.oldest(l).id)
	}
}

// age takes away what has lain too long.
func (s *Server) age() {
	if s.cfg.ItemsLast < 0 || s.cfg.Frozen != actions.Done {
		return
	}
	for _, of := range slices.Sorted(maps.Keys(s.items.lots)) {
		s.old(s.items.lots[of])
	}
}

func (s *Server) old(l *lot) {
	for l.n > 0 {
		k := s.items.oldest(l)
		if time.Duration(s.now.Sub(k.at))*time.Microsecond < s.cfg.ItemsLast {
			return
		}
		last := l.n == 1
		s.remove(k.id)
		if last {
			return
		}
	}
}

// Gone is how a transaction is called that takes one item out of the world, because of its age or a bound.
const Gone = "item gone"

// remove takes something that lies out of the world, in memory or not.
func (s *Server) remove(id world.EntityID) {
	s.metrics.Gone++
	if slot := s.rec.W.Find(id); slot != world.NoSlot {
		s.stirred(s.rec.W.Entity(slot))
		s.rec.Kill(slot)
		s.transaction(Gone)
		return
	}
	p := s.items.since[id].section
	list := s.items.away[p]
	if i := slices.IndexFunc(list, func(e world.Entity) bool { return e.ID == id }); i >= 0 {
		d := edits.Done{Edit: edits.Edit{Kind: edits.Death, ID: id}, Inverse: edits.Edit{Kind: edits.Birth, ID: id, Entity: list[i]}}
		if s.items.away[p] = slices.Delete(list, i, i+1); len(list) == 1 {
			delete(s.items.away, p)
		}
		s.note(&d, false)
		s.cfg.Observe.Transaction(Gone)
		return
	}
	s.items.lift(id)
}

// Away calls f with every entity that lies in a section which is not in memory: it is part of the state.
func (s *Server) Away(f func(e *world.Entity)) {
	for _, list := range s.items.away {
		for i := range list {
			f(&list[i])
		}
	}
}

// bringBack brings in what lies in sections that have come into memory. It was never gone, so no edit says it: those near
// choose anew whom they are told of.
func (s *Server) bringBack() {
	if len(s.items.back) == 0 {
		return
	}
	server := s.rec.W.Stream(timestream.Server)
	for _, p := range s.items.back {
		list := s.items.away[p]
		if len(list) == 0 || !s.rec.W.Has(p) {
			continue
		}
		delete(s.items.away, p)
		for _, e := range list {
			if e.Motion.Flags&world.Rests == 0 {
				e.At = server.Stamp
			}
			n := uint64(0)
			if st := s.rec.W.Stream(e.ID.Birth()); st != nil {
				n = uint64(st.Counter)
			}
			s.rec.Do(edits.Edit{Kind: edits.Birth, ID: e.ID, Entity: e, Number: n})
			slot := s.rec.W.Find(e.ID)
			s.lines.follow(slot, s.rec.W.Entity(slot))
			s.stirred(&e)
		}
	}
	s.silently()
	for _, p := range s.items.back {
		s.stirAround(p)
	}
	s.items.back = s.items.back[:0]
}

// stirAround lets things move again that stood still beside a section that was missing.
func (s *Server) stirAround(p world.SectionPos) {
	w := s.rec.W
	for y := p.Y - 1; y <= p.Y+1; y++ {
		for z := p.Z - 1; z <= p.Z+1; z++ {
			for x := p.X - 1; x <= p.X+1; x++ {
				lying := w.Lying(world.SectionPos{X: x, Y: y, Z: z})
				for i := len(lying) - 1; i >= 0; i-- { // each that is stirred leaves its place to the last
					if w.Entity(lying[i]).Motion.Flags&world.Still != 0 {
						s.rec.Stir(lying[i])
					}
				}
			}
		}
	}
}

// putAway takes what lies in a section, which leaves memory, out of the world.
func (s *Server) putAway(p world.SectionPos) {
	w := s.rec.W
	for lying := w.Lying(p); len(lying) > 0; lying = w.Lying(p) {
		e := *w.Entity(lying[0])
		s.items.away[p] = append(s.items.away[p], e)
		s.rec.Kill(lying[0])
		s.log.add(0, &edits.Edit{Kind: edits.Death, ID: e.ID}) // for whoever knows it
	}
	s.silently()
}

// silently ends a transaction that is no change of the state: what is kept of it elsewhere has only come or gone.
func (s *Server) silently() {
	clear(s.rec.Log)
	s.rec.Log = s.rec.Log[:0]
	s.rec.Commit()
}

// idsGap is added to the counters of entities after a crash: the ids of those that were born last may have been told.
const idsGap = 1 << 16

// beyond returns a counter after a crash.
func beyond(n uint32) uint32 {
	if n += idsGap; n < idsGap { // it has been round: 0 is an avatar's
		n = max(1, n)
	}
	return n
}

// countOn lets no id be given twice that a server gave out which was killed.
func (s *Server) countOn(st *store.State) {
	st.Counter = beyond(st.Counter)
	for i := range st.Players {
		st.Players[i].Counter = beyond(st.Players[i].Counter)
	}
}
