package server

import (
	"slices"
	"time"

	"voxtide/edits"
	"voxtide/world"
)

// flight is a section on its way to a client: opened, not confirmed.
type flight struct {
	pos    world.SectionPos
	epoch  uint32
	data   []byte        // encoded, waiting until what it contains is committed
	ticket uint64        // that of its last change
	index  uint64        // of its message on the bulk lane; 0: not sent
	sent   int           // bytes of that message
	there  bool          // the client is known to have it
	since  time.Duration // since when
}

// opening is a subscription that was opened since the last frame.
type opening struct {
	pos world.SectionPos
	seq uint64
}

// quarters are the directions in which a player may look, by quarter turns from north: the order in which sections are
// opened follows the look.
const quarters = 4

var ahead = [quarters]world.SectionPos{{Z: -1}, {X: 1}, {Z: 1}, {X: -1}}

// quarter returns the quarter turn that is nearest to a heading.
func quarter(yaw uint16) int { return int(yaw+1<<13) >> 14 & (quarters - 1) }

// offsets returns, for each quarter, the sections around one in the order in which they are opened: nearest first, and
// what lies behind the player as if it were half as far again. They fill an upright cylinder.
func offsets(view, viewY int) (out [quarters][]world.SectionPos) {
	for q := range out {
		for y := -viewY; y <= viewY; y++ {
			for z := -view; z <= view; z++ {
				for x := -view; x <= view; x++ {
					p := world.SectionPos{X: int32(x), Y: int32(y), Z: int32(z)}
					if within(p, view) {
						out[q] = append(out[q], p)
					}
				}
			}
		}
		rank := func(p world.SectionPos) int32 {
			d := p.X*p.X + p.Y*p.Y + p.Z*p.Z
			if p.X*ahead[q].X+p.Z*ahead[q].Z < 0 && d > 3 {
				return 9 * d
			}
			return 4 * d
		}
		slices.SortFunc(out[q], func(a, b world.SectionPos) int {
			if d := rank(a) - rank(b); d != 0 {
				return int(d)
			}
			if a.Less(b) {
				return -1
			}
			return 1
		})
	}
	return out
}

// within tells whether an offset lies in the circle of a view, as seen from above.
func within(p world.SectionPos, view int) bool {
	x, z, v := int64(p.X), int64(p.Z), int64(view)
	return max(x, -x) <= v && max(z, -z) <= v && x*x+z*z <= v*(v+1)
}

// subsOf returns the most subscriptions that an interest can come to, with what is not closed at once.
func subsOf(view, viewY int) int {
	n := 0
	for z := -view - 1; z <= view+1; z++ {
		for x := -view - 1; x <= view+1; x++ {
			if within(world.SectionPos{X: int32(x), Z: int32(z)}, view+1) {
				n += min(2*(viewY+1)+1, (world.MaxY+1-world.MinY)/world.SectionSize)
			}
		}
	}
	return n
}

// ownDoing is what the server does to clients on its own: subscriptions.
func (s *Server) ownDoing() {
	for _, c := range s.sessions {
		if c.conn == nil {
			continue
		}
		if c.whole && !c.prepared {
			if s.durable < c.wholeWait {
				continue // what would be opened now would be closed by then
			}
			if !s.landed(c) {
				continue
			}
			s.prepare(c)
		}
		s.confirm(c)
		s.interest(c)
		if len(s.rec.Log) > 0 {
			s.transaction("subscriptions")
		}
	}
}

// interest opens and closes subscriptions as the avatar moves. There is a section of hysteresis before one is closed,
// and no more are on their way than the client has credit for.
func (s *Server) interest(c *session) {
	w := s.rec.W
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return
	}
	center := w.Entity(slot).Motion.Pos.Block().Section()
	if q := quarter(w.Entity(slot).Motion.Yaw); q != c.quarter {
		c.quarter, c.scan = q, 0
	}
	order := s.order(c)
	if center != c.center {
		c.center, c.scan = center, 0
		s.closeFar(c)
	}
	credit, ahead := s.cfg.BulkCredit-len(c.flight), aheadMax
	if s.cfg.Land.Instant() { // nothing has to be asked for before it can be opened
		ahead = 0
	}
	checks := 0 // that are told with the openings
	for i := c.scan; i < min(len(order), c.scan+scanMax) && (credit > 0 || ahead > 0); i++ {
		o := order[i]
		p := world.SectionPos{X: center.X + o.X, Y: center.Y + o.Y, Z: center.Z + o.Z}
		if !p.Origin().InHeight() || w.Sub(c.stream, p).Epoch != 0 {
			if i == c.scan {
				c.scan++
			}
			continue
		}
		if !s.ask(c, p) {
			if ahead--; ahead <= 0 {
				break
			}
			continue
		}
		if credit <= 0 {
			continue
		}
		if n := s.checksIn(p); n > 0 {
			if checks > 0 && checks+n > openingChecks {
				break
			}
			checks += n
		}
		if i == c.scan {
			c.scan++
		}
		if c.epoch >= epochsMax {
			c.failed = "too many subscriptions"
			return
		}
		c.epoch++
		s.rec.Do(edits.Sub(c.stream, world.Sub{Section: p, Epoch: c.epoch}))
		credit--
	}
}

// checksIn counts the pending checks in a section.
func (s *Server) checksIn(p world.SectionPos) (n int) {
	for i := range s.rec.W.StreamCount() {
		for _, c := range s.rec.W.StreamAt(i).Checks {
			if c.Section() == p {
				n++
			}
		}
	}
	return n
}

// order returns the sections of a client's interest in the order in which they are opened.
func (s *Server) order(c *session) []world.SectionPos {
	orders, ok := s.orders[c.view]
	if !ok {
		orders = offsets(c.view, s.cfg.ViewY)
		s.orders[c.view] = orders
	}
	return orders[c.quarter]
}

func (s *Server) closeFar(c *session) {
	st := s.rec.W.Stream(c.stream)
	farY := int32(s.cfg.ViewY) + 1
	for i := len(st.Subs) - 1; i >= 0; i-- {
		p := st.Subs[i].Section
		off := world.SectionPos{X: p.X - c.center.X, Z: p.Z - c.center.Z}
		if !within(off, c.view+1) || away(p.Y, c.center.Y) > farY {
			s.rec.Do(edits.Sub(c.stream, world.Sub{Section: p}))
		}
	}
}

func away(a, b int32) int32 { return max(a-b, b-a) }

// subscribed follows an edit of the client's subscriptions.
func (c *session) subscribed(seq uint64, e *edits.Edit) {
	p := world.SectionPos(e.Pos)
	i := slices.IndexFunc(c.flight, func(f flight) bool { return f.pos == p })
	switch {
	case e.Number != 0 && !e.Flag:
		c.flight = append(c.flight, flight{pos: p, epoch: uint32(e.Number)})
		c.opened = append(c.opened, opening{p, seq})
	case i >= 0:
		c.flight = slices.Delete(c.flight, i, i+1)
	}
	if e.Number == 0 {
		c.scan = 0
	}
}

// openedAt returns the edit that opened a section since the last frame, 0 if it was open before.
func (c *session) openedAt(p world.SectionPos) (seq uint64) {
	for i := range c.opened {
		if c.opened[i].pos == p {
			seq = c.opened[i].seq
		}
	}
	return seq
}

// confirm confirms what has been delivered for a while and the client has not confirmed.
func (s *Server) confirm(c *session) {
	if len(c.flight) == 0 {
		return
	}
	there := c.conn.Delivered(bulk)
	for i := len(c.flight) - 1; i >= 0; i-- {
		f := &c.flight[i]
		if !f.there && f.index > 0 && f.index <= there {
			f.there, f.since = true, s.mono
		}
		if f.there && s.mono-f.since >= confirmAfter {
			s.metrics.Confirmed++
			s.rec.Do(edits.Sub(c.stream, world.Sub{Section: f.pos, Epoch: f.epoch, Confirmed: true}))
		}
	}
}
