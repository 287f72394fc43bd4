package server

import (
	"errors"
	"fmt"
	"time"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/worlds"
	"voxtide/transport"
	"voxtide/world"
)

// How the server goes together with other worlds of its process (package worlds). Without any, nothing of this does anything.
//
// A player who goes to another world is told so (protocol.Travel), and the client does it: it lets all that the player did be
// acknowledged, leaves, and joins again. So nothing that was shown is lost, whatever the disk or the network do meanwhile, and where the
// player is follows from who lets them in: a join is let in once no other world has the player any more.

// travelGrace is for how long a place is kept for a player who is on the way.
const travelGrace = 15 * time.Second

// oneOfWorlds is the server as the other worlds see it: it implements worlds.World.
type oneOfWorlds struct{ *Server }

// KeyOf implements worlds.World.
func (o oneOfWorlds) KeyOf(name string) (transport.Identity, bool) {
	if r := o.roster.Find(name); r != nil {
		return r.Key, true
	}
	return transport.Identity{}, false
}

// Known implements worlds.World.
func (o oneOfWorlds) Known(begin string, most int) []string { return o.roster.WithPrefix(begin, most) }

// Lookalike implements worlds.World.
func (o oneOfWorlds) Lookalike(name string) string { return o.roster.Lookalike(name) }

// Here implements worlds.World.
func (o oneOfWorlds) Here(name string) bool { return o.clients.online[name] != nil }

// Depart implements worlds.World.
func (o oneOfWorlds) Depart(name string) {
	if c := o.clients.online[name]; c != nil && c.endReason == "" {
		c.endReason = protocol.ReasonElsewhere.String()
	}
}

// Sessions implements worlds.World.
func (o oneOfWorlds) Sessions() int { return len(o.clients.sessions) }

// Expect implements worlds.World.
func (o oneOfWorlds) Expect(name string) {
	for n, until := range o.clients.expected {
		if o.clock.mono > until {
			delete(o.clients.expected, n)
		}
	}
	o.clients.expected[name] = o.clock.mono + travelGrace
}

// SharePeople implements worlds.World.
func (o oneOfWorlds) SharePeople(l *access.Lists) {
	a := &o.admin.Access
	a.Lists.CopyPeople(l)
	a.Version++
	o.updateRanks()
	for _, c := range o.clients.sessions {
		if why := o.banText(c.principal, c.link.conn); why != "" && !c.owner && c.endReason == "" {
			c.endReason = why
		}
	}
}

// SavePeople implements worlds.World.
func (o oneOfWorlds) SavePeople(done func(error)) { o.admin.Access.SaveFiles(done) }

// Names implements worlds.World.
func (o oneOfWorlds) Names(dst []string) []string {
	for _, c := range o.clients.sessions {
		if !o.isUnseen(c) {
			dst = append(dst, c.name)
		}
	}
	return dst
}

// joinWorlds makes the server one of the worlds of its process.
func (s *Server) joinWorlds() {
	if s.cfg.Worlds == nil {
		return
	}
	s.admin.Access.Share = s.sharePeople
	s.cfg.Worlds.Enter(s.cfg.WorldName, oneOfWorlds{s})
}

var errFirstClosed = errors.New("the first world, which keeps the lists of people, is not open")

// sharePeople gives the lists of people, which a command has changed here, to the other worlds, and returns what is to be called once
// this world has kept its own: done is called when the first world has kept those of people, too.
func (s *Server) sharePeople(done func(error)) func(error) {
	g := s.cfg.Worlds
	g.SharePeople(s.cfg.WorldName, s.admin.Access.Lists)
	first := g.First()
	if first == worlds.World(oneOfWorlds{s}) {
		return done
	}
	if first == nil {
		return func(error) { done(errFirstClosed) }
	}
	left, failed := 2, error(nil)
	one := func(err error) {
		failed = errors.Join(failed, err)
		if left--; left == 0 {
			done(failed)
		}
	}
	first.SavePeople(one)
	return one
}

// routeJoin hands a connection to the world to which its join belongs; false if that is this one, or not there.
func (s *Server) routeJoin(conn transport.Conn, j *protocol.Join) bool {
	g, to := s.cfg.Worlds, j.World
	if g == nil {
		return false
	}
	if p := s.admin.Access.Lists.Personal(access.Principal{Name: j.Name, Key: identityOf(conn)}); to == "" && p != nil {
		to = p.World
	}
	w := g.Find(to)
	if to == s.cfg.WorldName || w == nil {
		return false
	}
	w.Adopt(conn, j)
	return true
}

// mayTravel reports whether a player may go to a world.
func (s *Server) mayTravel(w access.Principal, to string) bool {
	return s.cfg.Worlds.May(to, s.admin.Access.Lists, w, s.banTime())
}

// travel sends a player to another world; it returns why not, "" if the client is told.
func (s *Server) travel(c *session, to string) string {
	w := s.cfg.Worlds.Find(to)
	if name := s.cfg.Worlds.Named(to); name != "" {
		to = name
	}
	switch {
	case to == s.cfg.WorldName:
		return fmt.Sprintf("%s is here", c.name)
	case w == nil:
		return fmt.Sprintf("there is no world %q, or it is not open", to)
	case !s.mayTravel(c.principal, to):
		return fmt.Sprintf("%s may not go to %s", c.name, to)
	case c.link.conn == nil || c.endReason != "":
		return fmt.Sprintf("%s has no connection now", c.name)
	}
	if err := c.link.conn.Send(transport.Live, protocol.AppendTravel(nil, protocol.Travel{World: to})); err != nil {
		return fmt.Sprintf("%s has no room for it now; try again", c.name)
	}
	w.Expect(c.name)
	s.noteWorld(c, to)
	return ""
}

// noteWorld notes in which world a player comes in who names none.
func (s *Server) noteWorld(c *session, world string) {
	if s.cfg.Worlds.Entries()[0].Name == world {
		world = ""
	}
	l := s.admin.Access.Lists
	if p := l.Personal(c.principal); p == nil && world == "" || p != nil && p.World == world {
		return
	}
	if l.ChangePersonal(c.principal, func(p *access.Personal) error { p.World = world; return nil }) == nil {
		s.admin.Access.Save(func(error) {}) // the backend logs what went wrong
	}
}

// followGate sends a player through the gate into which they have come.
func (s *Server) followGate(c *session, at world.Pos) {
	if s.cfg.Worlds == nil {
		return
	}
	of, to := s.admin.Access.Lists.DecidingRegion(at, func(f *access.RegionFlags) string { return f.To })
	gate := ""
	if of != nil {
		gate = of.Name
	}
	came := c.inside.gate != gate && c.inside.gateKnown
	c.inside.gate, c.inside.gateKnown = gate, true // who begins within a gate has come through it
	if !came || to == "" || faults.Active(faults.GatesStayShut) {
		return
	}
	if why := s.travel(c, to); why != "" {
		c.tell(fmt.Sprintf("The gate stays shut: %s", why))
	}
}

// dropSeatsElsewhere drops the seats of players who are in another world.
func (s *Server) dropSeatsElsewhere() {
	for w := range s.cfg.Worlds.Others(s.cfg.WorldName) {
		for _, c := range s.clients.sessions {
			if c.seat.empty && w.Here(c.name) && c.endReason == "" {
				c.endReason = protocol.ReasonElsewhere.String()
			}
		}
	}
}
