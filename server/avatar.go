package server

import (
	"fmt"
	"time"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

func (s *Server) transferToServer(of timestream.Stream) {
	s.sim.TransferToServer(of)
	s.sim.NeedsTransfer = false // the server's own stream has nobody to transfer to
	s.endTransaction("hand-over")
}

// noteServerMoved tells the clients that know a body that the server moved it.
func (s *Server) noteServerMoved(id world.EntityID) {
	s.metrics.EntitiesMoved++
	s.tell.source.ServerMoved(id)
}

// noteLifted tells clients of the bodies that were lifted by landing sand.
func (s *Server) noteLifted() {
	for _, id := range s.sim.Lifted {
		s.noteServerMoved(id)
	}
	s.sim.Lifted = s.sim.Lifted[:0]
}

// respawnPoint returns where a player comes back to: where they stood before their bed, else where they began.
func (s *Server) respawnPoint(c *session) world.Vec {
	if c.row.Home != (world.Vec{}) {
		return c.row.Home
	}
	return s.spawnPoint(int(c.stream) - 1)
}

// spawnPoint returns where the i-th player begins.
func (s *Server) spawnPoint(i int) world.Vec {
	if s.admin.Access.Lists.SpawnSet {
		return world.BottomCentre(s.admin.Access.Lists.Spawn)
	}
	return s.cfg.Spawn(i)
}

// noteBed notes that a player who stood at a point has used a block: if that is a bed, the player comes back to it from now on.
func (s *Server) noteBed(c *session, at world.Pos, stood world.Vec) {
	b, _ := s.rec.W.Block(at)
	if b.Class() != world.ClassBed || faults.Active(faults.BedNotStored) {
		return
	}
	if b.Get(world.PropHalf) == world.UpperHalf {
		at = edits.OtherHalf(at, b)
	}
	if c.row.Bed != at || c.row.Home == (world.Vec{}) {
		c.row.Bed, c.row.Home = at, stood
		c.tell("This is your bed now: you come back to it.")
		s.roster.MarkPersistent(c.stream, false)
		s.persist.batch.addPlayer(c.stream)
	} else if !s.rec.W.IsNight(s.clock.now) {
		c.tell("You can sleep when it is night.")
	}
}

// The night passes when everybody in survival mode has lain for nightPasses. It is looked at each sleepEvery.
const (
	sleepEvery  = 250 * time.Millisecond
	nightPasses = 2 * time.Second
	wakeMinute  = 6 * 60
)

// sleep tells players how many of them lie in beds, makes the day of the night in which all do, and wakes them by day.
func (s *Server) sleep() {
	z := &s.sleepers
	if s.clock.mono-z.looked < sleepEvery {
		return
	}
	z.looked = s.clock.mono
	lie, all := 0, 0
	for _, c := range s.clients.sessions {
		slot := s.rec.W.Find(world.AvatarID(c.stream))
		if slot == world.NoEntity || c.link.conn == nil {
			continue
		}
		switch f := s.rec.W.Entity(slot).Motion.Flags; {
		case f&world.Lying != 0:
			lie, all = lie+1, all+1
		case f&(world.Creative|world.Unseen) == 0:
			all++
		}
	}
	if lie != z.lie || all != z.all {
		z.since = s.clock.mono
		if lie > z.lie && lie < all {
			s.Broadcast(fmt.Sprintf("%d of %d sleep.", lie, all))
		}
		z.lie, z.all = lie, all
	}
	night := s.rec.W.IsNight(s.clock.now)
	if lie > 0 && night && (lie == all || faults.Active(faults.NightForOne)) && s.clock.mono-z.since >= nightPasses && !s.rec.W.Rules().DayStops {
		a := &s.admin.Access
		a.Lists.DayOffset = s.setTimeOfDay(wakeMinute)
		a.Save(func(error) {}) // the backend logs what went wrong
		s.Broadcast("The night is over. Good morning!")
		night = false
	}
	if lie > 0 && !night {
		for _, c := range s.clients.sessions {
			if s.avatarOf(c).Motion.Flags&world.Lying != 0 {
				s.changeMotion(c, func(m *world.Motion) { m.Flags &^= world.Lying })
			}
		}
		s.endTransaction("morning")
	}
}

// setTimeOfDay makes it a time of the day, in minutes since midnight, and returns the offset of the day that this takes.
func (s *Server) setTimeOfDay(t int64) (offset int64) {
	by := s.rec.W.DayOffsetFor(s.clock.now, t)
	s.rec.Do(edits.Edit{Kind: edits.SetDayOffset, Number: uint64(by)})
	return int64(by)
}

// isUnseen reports whether the body of a session is unseen.
func (s *Server) isUnseen(c *session) bool { return s.avatarOf(c).Motion.Flags&world.Unseen != 0 }

// visibleTo reports whether a player may know that another one is here.
func (s *Server) visibleTo(c, to *session) bool {
	return c == to || !s.isUnseen(c) || to.watches.sees
}

// teleportPlayer moves a player's avatar, by an edit of the server's at the stamp of the player's stream. Bodies that the player set
// in motion stay where they are and become the server's.
func (s *Server) teleportPlayer(c *session, to world.Vec) {
	s.releaseBodies(c)
	s.changeMotion(c, func(m *world.Motion) {
		m.Pos, m.Vel, m.BlockedVel = to, world.Vec{}, [2]int64{}
		m.Flags = m.Flags&(world.Creative|world.Unseen) | world.Suspended
		m.BreakingBlock, m.BreakingPos, m.BreakingSince = world.Air, world.Pos{}, 0
	})
}

// releaseBodies transfers to the server the bodies of a player who is about to be elsewhere.
func (s *Server) releaseBodies(c *session) {
	if !faults.Active(faults.TeleportTakesAlong) {
		s.transferToServer(c.stream)
	}
}

// changeMotion changes the motion of a player's avatar in the server's name, at the stamp of the player's stream.
func (s *Server) changeMotion(c *session, f func(m *world.Motion)) {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	e := s.rec.W.Entity(slot)
	m := e.Motion
	f(&m)
	author := s.rec.Author
	s.rec.Author = timestream.Server
	s.rec.SetMotion(slot, e.At, &m)
	s.rec.Author = author
	s.persist.batch.addPlayer(c.stream)
	s.noteServerMoved(e.ID)
}

// Death is the server's alone: on a client a body goes to the brink and no further. When a stream has been advanced to where its body's
// health is out, the player dies at that stamp, in one step: all that he had goes into a cairn at the place, and he lives again at his spawn
// point. What he did before he knew of it is refused.

// dieAtBrink lets a player die whose body is at the brink.
func (s *Server) dieAtBrink(c *session) {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity || !s.rec.W.Entity(slot).Motion.Needs.AtBrink() {
		return
	}
	e := *s.rec.W.Entity(slot)
	how := s.causeOfDeath(c, &e)
	author, now := s.rec.Author, s.rec.Now
	s.rec.Author, s.rec.Now = timestream.Server, s.clock.now
	items := 0
	for _, st := range s.rec.W.Player(c.stream).Slots {
		items += int(st.Count)
	}
	cairn, kept := s.leaveThings(c, e.Motion.Pos.Block())
	if kept {
		items = 0
	}
	s.endTransaction("death") // bodies that are handed over below end another one
	s.clients.deaths.add(death{c.name, how, s.clock.now, e.Motion.Pos.Block(), cairn, items})
	s.rec.Author, s.rec.Now = author, now
	s.teleportPlayer(c, s.respawnPoint(c))
	s.changeMotion(c, func(m *world.Motion) {
		m.Needs, m.KickAt, m.Kick, m.KickHarm = world.Needs{}, 0, world.Vec{}, 0
	})
	c.died = diesNow
	c.row.Persistent = true
	s.persist.batch.addPlayer(c.stream)
	s.metrics.Deaths++
	s.endTransaction("respawn")
	s.announceDeath(c, how, cairn, kept)
}

// announceDeath tells everybody who died and how, and the player where his things are.
func (s *Server) announceDeath(c *session, how string, cairn world.Pos, kept bool) {
	for _, k := range s.clients.sessions {
		if !s.visibleTo(c, k) {
			continue
		}
		k.tell(fmt.Sprintf("%s %s", c.name, how))
	}
	if !kept {
		c.tell(fmt.Sprintf("Your things lie in a cairn at %d %d %d, yours alone for %d minutes.", cairn.X, cairn.Y, cairn.Z, s.cfg.CairnTime/(60*timestream.Second)))
	}
	s.cfg.Observer.Session(c.stream, SessionDied, fmt.Sprintf("%s at %v", how, cairn))
}

// leaveThings puts all that a player has into a cairn near a cell, and returns where it is; or kept, if he has nothing, keeps it by the
// rules, or there is no room for a cairn, or no disk.
func (s *Server) leaveThings(c *session, near world.Pos) (at world.Pos, kept bool) {
	p := s.rec.W.Player(c.stream)
	slots := p.Slots
	if s.rec.W.Rules().KeepThings || s.cfg.ReadOnly != 0 || slots == ([world.InventorySize]world.Stack{}) {
		return near, true
	}
	for _, at := range cairnCells(near) {
		if b, loaded := s.rec.W.Block(at); !loaded || !b.Info().Replaceable || !at.InHeight() || s.rec.W.BlockEntityAt(at) != nil {
			continue
		}
		if s.buildCairn(c, at, &slots) {
			return at, false
		}
	}
	return near, true
}

// cairnCells returns the cells where a cairn may stand, the best first: from a cell up, and then beside it.
func cairnCells(near world.Pos) (cells []world.Pos) {
	near.Y = min(max(near.Y, world.MinY), world.MaxY)
	for _, d := range [...][2]int32{{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
		for y := range int32(24) {
			cells = append(cells, world.Pos{X: near.X + d[0], Y: near.Y + y, Z: near.Z + d[1]})
		}
	}
	return cells
}

// buildCairn moves all slots of a player into a cairn at a cell. It returns false and changes nothing if the section has no room for it.
func (s *Server) buildCairn(c *session, at world.Pos, slots *[world.InventorySize]world.Stack) bool {
	tx := s.rec.Begin()
	defer s.rec.End()
	cairn, _ := world.KindNamed("cairn")
	ok := s.rec.PutBlock(timestream.Server, at, cairn.Block()) &&
		s.rec.Do(edits.Edit{Kind: edits.SetSignText, Pos: at, Text: c.name}) &&
		s.rec.Do(edits.Edit{Kind: edits.SetOven, Pos: at, At: s.clock.now.Add(s.cfg.CairnTime)})
	for i, st := range slots {
		if st.Count == 0 {
			continue
		}
		ok = ok && s.rec.Do(edits.Edit{Kind: edits.SetBoxSlot, Pos: at, Slot: uint8(i), Stack: st})
		if ok && !faults.Active(faults.CairnAndHand) {
			s.rec.PutInventorySlot(c.stream, i, world.Stack{})
		}
	}
	if !ok {
		s.rec.Rollback(tx)
	}
	return ok
}

// isOwnCairn reports whether a cell holds a cairn of a player: he takes his things back on anybody's land.
func (s *Server) isOwnCairn(c *session, p world.Pos) bool {
	b, _ := s.rec.W.Block(p)
	x := s.rec.W.BlockEntityAt(p)
	return b.Class() == world.ClassCairn && x != nil && x.Text == c.name
}

// causeOfDeath returns how a player died, to stand behind his name.
func (s *Server) causeOfDeath(c *session, e *world.Entity) string {
	n, w := &e.Motion.Needs, s.rec.W
	recently := func(t timestream.Time, within timestream.Duration) bool { return t > e.At.Add(-within) }
	eye, _ := w.Block(physics.EyePos(&e.Motion).Block())
	feet, _ := w.Block(e.Motion.Pos.Block())
	switch {
	case c.struckBy != "" && e.Motion.KickAt == 0 && recently(c.struckAt, 2*timestream.Second):
		return "was killed by " + c.struckBy
	case feet.Class() == world.ClassLava || eye.Class() == world.ClassLava:
		return "sank into lava"
	case n.BreathTo != 0 && eye.Info().Liquid && recently(n.BreathTo, 0):
		return "drowned"
	case recently(n.TouchesAt, 0):
		return "was stung to death by a cactus"
	case n.Food() == 0 && recently(n.MendsAt, 0):
		return "starved"
	}
	return "fell to the ground"
}
