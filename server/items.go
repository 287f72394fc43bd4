package server

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Items at rest cost nothing until something happens to them or their time has come. As an item comes to rest it takes in equal items
// within a block, on both sides alike (sim). An item is removed Config.ItemLifetime after it came to rest,
// or when it is the oldest of too many: in its section (sectionItemsMax) or of those that one player's stream spawned
// (playerItemsMax). Removals are edits of the server's; clients do not predict them.
//
// Items in a section are in memory with it. The store recognizes an item at rest by its motion (isResting); the flag itself is not
// stored, so that older programs can read the rows.

// ageInterval is how often items are checked for expiry.
const ageInterval = time.Second

// loadEntities takes over the entities of the store; they enter the world with their sections.
func (s *Server) loadEntities(all []world.Entity) {
	t := &s.items
	t.seated, t.resting, t.queues, t.unloaded = nil, map[world.EntityID]restPlace{}, map[timestream.Stream]*restQueue{}, map[world.SectionPos][]world.Entity{}
	slices.SortStableFunc(all, func(a, b world.Entity) int { return cmp.Compare(a.At, b.At) })
	for i := range all {
		e := &all[i]
		if s.clients.seated(e.Stream) && s.cfg.ReadOnly == actions.Done {
			t.seated = append(t.seated, *e)
			continue
		}
		resting := isResting(e)
		e.Stream = timestream.Server
		if resting {
			e.Motion.Flags |= world.Asleep
			t.addResting(e)
		}
		p := e.Motion.Pos.Block().Section()
		t.unloaded[p] = append(t.unloaded[p], *e)
	}
}

// updateItems handles, at the end of a step, the bodies that came to rest or woke in it, and items that have expired.
func (s *Server) updateItems() {
	s.restoreEntities()
	for i := 0; i < len(s.rec.SleepChanges); i++ { // nothing below wakes a body
		id := s.rec.SleepChanges[i]
		slot := s.rec.W.Find(id)
		if slot == world.NoEntity {
			continue
		}
		s.persist.batch.addEntity(id)
		e := s.rec.W.Entity(slot)
		s.refreshNear(e)
		if e.Motion.Flags&world.Asleep == 0 {
			s.items.removeResting(id)
			continue
		}
		s.items.addResting(e)
		s.enforceLimits(id)
	}
	if s.clock.mono-s.items.expiredAt >= ageInterval {
		s.items.expiredAt = s.clock.mono
		s.expireItems()
	}
}

// refreshNear makes the clients around an entity choose again which entities they are told of.
func (s *Server) refreshNear(e *world.Entity) {
	s.tell.source.ObjectsChanged(&e.Motion.Pos)
}

// enforceLimits removes the oldest items where one that has come to rest makes too many: in its section, or of its stream.
func (s *Server) enforceLimits(id world.EntityID) {
	w := s.rec.W
	slot := w.Find(id)
	p := w.Entity(slot).Motion.Pos.Block().Section()
	for asleep := w.Sleeping(p); len(asleep) > sectionItemsMax; asleep = w.Sleeping(p) {
		s.removeItem(w.Entity(slices.MinFunc(asleep, func(a, b world.EntitySlot) int {
			return cmp.Or(cmp.Compare(w.Entity(a).At, w.Entity(b).At), cmp.Compare(w.Entity(a).ID, w.Entity(b).ID))
		})).ID)
	}
	if id.OriginStream() == timestream.Server {
		return
	}
	for l := s.items.queues[id.OriginStream()]; l != nil && l.n > playerItemsMax; l = s.items.queues[id.OriginStream()] {
		s.removeItem(s.items.oldest(l).id)
	}
}

// expireItems removes the items whose lifetime is over.
func (s *Server) expireItems() {
	if s.cfg.ItemLifetime < 0 || s.cfg.ReadOnly != actions.Done {
		return
	}
	for _, of := range slices.Sorted(maps.Keys(s.items.queues)) {
		s.expireQueue(s.items.queues[of])
	}
}

func (s *Server) expireQueue(l *restQueue) {
	for l.n > 0 {
		k := s.items.oldest(l)
		if time.Duration(s.clock.now.Sub(k.at))*time.Microsecond < s.cfg.ItemLifetime {
			return
		}
		last := l.n == 1
		s.removeItem(k.id)
		if last {
			return
		}
	}
}

// removeItem removes an item at rest from the world, or from the sections that are not in memory.
func (s *Server) removeItem(id world.EntityID) {
	s.metrics.ItemsRemoved++
	if slot := s.rec.W.Find(id); slot != world.NoEntity {
		s.refreshNear(s.rec.W.Entity(slot))
		s.rec.RemoveEntity(slot)
		s.endTransaction(ItemRemoved)
		return
	}
	p := s.items.resting[id].section
	list := s.items.unloaded[p]
	if i := slices.IndexFunc(list, func(e world.Entity) bool { return e.ID == id }); i >= 0 {
		d := edits.LogEntry{Edit: edits.Edit{Kind: edits.RemoveEntity, ID: id}, Inverse: edits.Edit{Kind: edits.SpawnEntity, ID: id, Entity: list[i]}}
		if s.items.unloaded[p] = slices.Delete(list, i, i+1); len(list) == 1 {
			delete(s.items.unloaded, p)
		}
		s.recordEdit(&d, nil, false)
		s.cfg.Observer.Transaction(ItemRemoved)
		return
	}
	s.items.removeResting(id)
}

// UnloadedEntities calls f with every entity in a section that is not in memory: they are part of the state.
func (s *Server) UnloadedEntities(f func(e *world.Entity)) {
	for _, list := range s.items.unloaded {
		for i := range list {
			f(&list[i])
		}
	}
}

// restoreEntities spawns the entities of sections that have come into memory. They were never gone, so no edit is recorded: clients
// near them choose again which entities they are told of.
func (s *Server) restoreEntities() {
	if len(s.items.restored) == 0 {
		return
	}
	server := s.rec.W.Stream(timestream.Server)
	for _, p := range s.items.restored {
		list := s.items.unloaded[p]
		if len(list) == 0 || !s.rec.W.HasSection(p) {
			continue
		}
		delete(s.items.unloaded, p)
		for _, e := range list {
			if e.Motion.Flags&world.Asleep == 0 {
				e.At = server.Stamp
			}
			n := uint64(0)
			if st := s.rec.W.Stream(e.ID.OriginStream()); st != nil {
				n = uint64(st.Counter)
			}
			back := edits.Edit{Kind: edits.SpawnEntity, ID: e.ID, Entity: e, Number: n}
			s.rec.Do(back)
			s.tell.source.Edit(0, &back, false)
			s.refreshNear(&e)
		}
	}
	s.discardTransaction()
	for _, p := range s.items.restored {
		s.wakeAround(p)
	}
	s.items.restored = s.items.restored[:0]
}

// wakeAround wakes bodies that were suspended beside a section that was missing.
func (s *Server) wakeAround(p world.SectionPos) {
	w := s.rec.W
	for y := p.Y - 1; y <= p.Y+1; y++ {
		for z := p.Z - 1; z <= p.Z+1; z++ {
			for x := p.X - 1; x <= p.X+1; x++ {
				asleep := w.Sleeping(world.SectionPos{X: x, Y: y, Z: z})
				for i := len(asleep) - 1; i >= 0; i-- { // a woken body leaves its place to the last one
					if w.Entity(asleep[i]).Motion.Flags&world.Suspended != 0 {
						s.rec.WakeBody(asleep[i])
					}
				}
			}
		}
	}
}

// stashEntities takes the entities at rest in a section that is being unloaded out of the world.
func (s *Server) stashEntities(p world.SectionPos) {
	w := s.rec.W
	for asleep := w.Sleeping(p); len(asleep) > 0; asleep = w.Sleeping(p) {
		e := *w.Entity(asleep[0])
		s.items.unloaded[p] = append(s.items.unloaded[p], e)
		s.rec.RemoveEntity(asleep[0])
		s.tell.source.Edit(0, &s.rec.Log[len(s.rec.Log)-1].Edit, true) // for the clients that know it
	}
	s.discardTransaction()
}

// discardTransaction ends a transaction that does not change the state: entities have only entered or left memory.
func (s *Server) discardTransaction() {
	clear(s.rec.Log)
	s.rec.Log = s.rec.Log[:0]
	s.rec.Commit()
}

// entityIDGap is added to the counters of entities after a crash: clients may have been told the ids of the last ones.
const entityIDGap = 1 << 16

// counterAfterCrash returns a counter of entities to go on from after a crash.
func counterAfterCrash(n uint32) uint32 {
	if n += entityIDGap; n < entityIDGap { // it wrapped around; 0 is an avatar's
		n = max(1, n)
	}
	return n
}

// skipUsedIDs makes sure that no id is given again that a killed server gave out.
func (s *Server) skipUsedIDs(st *store.State) {
	st.EntityCounter = counterAfterCrash(st.EntityCounter)
	for i := range st.Players {
		st.Players[i].EntityCounter = counterAfterCrash(st.Players[i].EntityCounter)
	}
}

// GiveAway gives n of an item to a player who is not in the world, all or none, as one stack of them says; false also for one who is: the row of a player who has left holds what they come back with.
func (s *Server) GiveAway(name string, one world.Stack, n int) bool {
	row := s.roster.Find(name)
	if row == nil || s.clients.online[name] != nil || s.clients.session(row.Stream) != nil || s.clients.seated(row.Stream) {
		return false
	}
	slots := row.Player.Slots
	if !world.StowItems(slots[:], one, n) {
		return false
	}
	row.Player.Slots, row.Persistent = slots, true
	s.persist.batch.leaving = append(s.persist.batch.leaving, *row)
	return true
}
