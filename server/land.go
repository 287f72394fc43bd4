package server

import (
	"fmt"
	"hash/fnv"
	"slices"

	"voxtide/edits"
	"voxtide/internal/faults"
	"voxtide/land"
	"voxtide/server/access"
	"voxtide/server/chores"
	"voxtide/server/past"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/world"
)

// The land as the access lists have it: claims, closed regions and the border are told to all as state of the world, and bodies that are beyond the
// border come back.

// tellClaims brings the book of the land, which all clients know, up to the access lists, if these have changed.
func (s *Server) tellClaims() {
	a := &s.admin.Access
	if s.claims.lists == a.Lists && s.claims.version == a.Version && s.claims.count == len(a.Lists.Claims) {
		return
	}
	s.claims = claimsTold{a.Lists, a.Version, len(a.Lists.Claims)}
	var book land.Book
	for i := range a.Lists.Claims {
		c := &a.Lists.Claims[i]
		book.Add(land.Claim{LowX: c.LowX, LowZ: c.LowZ, HighX: c.HighX, HighZ: c.HighZ, Heights: c.Heights, Owner: ownerNumber(c.Owner)})
		for j := range c.Plots {
			t := &c.Plots[j]
			book.Add(land.Claim{LowX: t.Low.X, LowZ: t.Low.Z, HighX: t.High.X, HighZ: t.High.Z, Heights: land.Heights{LowY: t.Low.Y, TopY: t.High.Y + 1}, Owner: plotNumber(c, t), Plot: true})
		}
	}
	told := slices.Clone(s.rec.W.Claims().Claims())
	for _, c := range told {
		if _, there := slices.BinarySearchFunc(book.Claims(), c, land.Claim.Compare); !there {
			s.rec.Do(edits.ClaimEdit(c, false))
		}
	}
	for _, c := range book.Claims() {
		s.rec.Do(edits.ClaimEdit(c, true)) // one that is there already does not fit
	}
	s.endTransaction("claims")
	s.tellBarriers()
}

// ownerNumber returns a number for the owner of claims: it tells owners apart, and says nothing of who they are.
func ownerNumber(w access.Principal) uint32 {
	h := fnv.New32a()
	if w.Key != (access.Identity{}) {
		h.Write(w.Key[:])
	} else {
		h.Write([]byte(w.Name))
	}
	return max(1, h.Sum32())
}

// plotNumber returns the number of a plot: plots that one player has of another are one land, and one that is let to nobody is for itself.
func plotNumber(c *access.Claim, t *access.Plot) uint32 {
	h := fnv.New32a()
	fmt.Fprint(h, ownerNumber(c.Owner))
	if t.Let() {
		fmt.Fprint(h, " of ", ownerNumber(t.Holder))
	} else {
		fmt.Fprint(h, " at ", t.Low)
	}
	return max(1, h.Sum32())
}

// tellBarriers brings the barriers of the world, which all clients know, up to the access lists.
func (s *Server) tellBarriers() {
	l, now := s.admin.Access.Lists, s.rec.W.Barriers()
	if now.Border() != l.Border {
		s.rec.Do(edits.BorderEdit(l.Border))
	}
	var want land.Barriers
	for i := range l.Regions {
		if r := &l.Regions[i]; r.Flags.Enter == "none" {
			want.Close(r.Area())
		}
	}
	for _, a := range slices.Clone(now.Closed()) {
		if _, there := slices.BinarySearchFunc(want.Closed(), a, land.Area.Compare); !there {
			s.rec.Do(edits.ClosedEdit(a, false))
		}
	}
	for _, a := range want.Closed() {
		s.rec.Do(edits.ClosedEdit(a, true)) // one that is there already does not fit
	}
	s.endTransaction("barriers")
}

// bringInside brings a player back who is beyond the border: to the nearest place within, in free room, as far as land is in memory.
func (s *Server) bringInside(c *session, at world.Vec) bool {
	b := s.rec.W.Barriers().Border()
	p := at.Block()
	if b.Inside(p.X, p.Z) || faults.Active(faults.BarriersLeft) {
		return false
	}
	p.X, p.Z = max(b.X-b.R, min(b.X+b.R, p.X)), max(b.Z-b.R, min(b.Z+b.R, p.Z))
	s.teleportPlayer(c, world.BottomCentre(s.freeRoom(p)))
	s.endTransaction("border")
	c.tell(fmt.Sprintf("The world ends here: its border is %d blocks from %d %d.", b.R, b.X, b.Z))
	return true
}

// freeRoom returns the lowest cell from a given one up with room for a body; the given one if there is none. Where no land is in memory it
// looks no further.
func (s *Server) freeRoom(from world.Pos) world.Pos {
	solid := func(p world.Pos) bool { b, there := s.rec.W.Block(p); return there && b.Solid() }
	for p := from; p.Y <= world.MaxY; p = p.Above() {
		if !solid(p) && !solid(p.Above()) {
			return p
		}
	}
	return from
}

// voidHeight is the height, in position units, below which an avatar has fallen out of the world.
const voidHeight = int64(world.MinY-32) * world.Unit

// rescueFallen brings avatars that fell out of the world back to their bed or spawn point, by an edit of the server's at the stamp of their
// stream. They stand still there until their clients have confirmed the sections around.
func (s *Server) rescueFallen() {
	for _, c := range s.clients.sessions {
		slot := s.rec.W.Find(world.AvatarID(c.stream))
		if slot == world.NoEntity {
			continue
		}
		at := s.rec.W.Entity(slot).Motion.Pos
		s.greet(c, at.Block())
		if s.bringInside(c, at) || at[world.AxisY] > voidHeight {
			continue
		}
		s.teleportPlayer(c, s.respawnPoint(c))
		s.metrics.Rescued++
		s.endTransaction("rescue")
	}
}

// greet tells a player the greeting of the region into which they have come.
func (s *Server) greet(c *session, at world.Pos) {
	l := s.admin.Access.Lists
	if len(l.Regions) == 0 {
		c.inside.gateKnown = true
		return
	}
	s.followGate(c, at)
	of, text := l.DecidingRegion(at, func(f *access.RegionFlags) string { return f.Greeting })
	name := ""
	if of != nil {
		name = of.Name
	}
	if name != c.inside.greeting {
		if c.inside.greeting = name; text != "" {
			c.tell(text)
		}
	}
}

// peaceful reports whether players are not struck where a body stands, by the flag of a region.
func (s *Server) peaceful(at world.Vec) bool {
	l := s.admin.Access.Lists
	if len(l.Regions) == 0 {
		return false
	}
	_, value := l.DecidingRegion(at.Block(), func(f *access.RegionFlags) string { return f.PvP })
	return value == "off"
}

// baseRules returns the rules of the settings.
func (s *Server) baseRules() world.Rules {
	g := s.cfg.Rules
	g.PvP = g.PvP || s.cfg.PvP
	return g
}

// applyRules makes the rules of the settings count, with those over them that commands changed. It returns the offset of the day, which
// may be another one so that the time of day stays.
func (s *Server) applyRules() (offset int64) {
	g, err := s.baseRules().WithAll(s.admin.Access.Lists.Rules)
	if err != nil { // of a list that somebody edited
		g = s.baseRules()
	}
	w := s.rec.W
	if g != w.Rules() {
		since := w.SinceSunrise(s.clock.now)
		s.rec.Do(edits.RulesEdit(g))
		if by := w.DayOffsetSince(s.clock.now, since); by != w.DayOffset() {
			s.rec.Do(edits.Edit{Kind: edits.SetDayOffset, Number: uint64(by)})
		}
	}
	if g.PvP != s.PvP() {
		s.judgeHits(g.PvP)
	}
	return int64(w.DayOffset())
}

// SetPvP lets players strike each other, or not, unless a command said otherwise.
func (s *Server) SetPvP(on bool) {
	s.cfg.PvP = on
	s.applyRules()
}

// judgeHits keeps where avatars were, from now on, or judges no hits any longer.
func (s *Server) judgeHits(on bool) {
	s.past = nil
	if on {
		s.past = past.New(s.cfg.Hits)
	}
}

// Lived returns what land is somebody's, and where somebody or something is: it is not dropped, nor what is near.
func (s *Server) Lived() (l chores.Lived) {
	s.roster.Sweep(s.roster.Len(), func(r *store.PlayerRow) {
		l.Points = append(l.Points, r.Avatar.Motion.Pos.Block())
		if r.Home != (world.Vec{}) {
			l.Points = append(l.Points, r.Home.Block(), r.Bed)
		}
	})
	w := s.rec.W
	for i := range w.EntitySlotCount() {
		l.Points = append(l.Points, w.Entity(world.EntitySlot(i)).Motion.Pos.Block())
	}
	for _, list := range s.items.unloaded {
		for i := range list {
			l.Points = append(l.Points, list[i].Motion.Pos.Block())
		}
	}
	l.Points = append(l.Points, s.spawnPoint(0).Block())
	l.Areas = s.ownedAreas()
	return l
}

// ownedAreas returns the claims and the regions.
func (s *Server) ownedAreas() (out []chores.Area) {
	lists := s.admin.Access.Lists
	for i := range lists.Claims {
		c := &lists.Claims[i]
		out = append(out, chores.Area{LowX: c.LowX, LowZ: c.LowZ, HighX: c.HighX, HighZ: c.HighZ})
	}
	for i := range lists.Regions {
		r := &lists.Regions[i]
		out = append(out, chores.Area{LowX: r.Low.X, LowZ: r.Low.Z, HighX: r.High.X, HighZ: r.High.Z})
	}
	return out
}

// HoldColumns begins to hold columns that are to be dropped, and returns those of which nothing is in memory.
func (s *Server) HoldColumns(list []store.Column) []store.Column { return s.sections.Hold(list) }

// DropColumns drops the columns that are still held, and by now nobody's, with the batch of the next step, and returns how many that are.
func (s *Server) DropColumns(list []chores.Gone) int {
	var free []sections.Dropped
	owned := s.ownedAreas()
	for _, g := range list {
		near := slices.ContainsFunc(owned, func(a chores.Area) bool { return a.Near(g.Column) }) ||
			slices.ContainsFunc(s.clients.sessions, func(c *session) bool {
				return chores.NearPoint(g.Column, s.avatarOf(c).Motion.Pos.Block()) || c.row.Home != (world.Vec{}) && chores.NearPoint(g.Column, c.row.Home.Block())
			})
		if !near || faults.Active(faults.PruneTakesNear) {
			free = append(free, sections.Dropped{Column: g.Column, Hash: g.Hash})
		}
	}
	return s.sections.Drop(&s.persist.batch.Batch, free)
}

// Dropping reports whether columns are dropped that the store may still have.
func (s *Server) Dropping() bool { return s.sections.Dropping() }

// ChangedColumns returns the columns in memory that somebody has changed, some of them more than once.
func (s *Server) ChangedColumns() []store.Column { return s.sections.ChangedColumns() }
