package server

import (
	"voxtide/edits"
	"voxtide/server/pace"
	"voxtide/transport"
	"voxtide/world"
)

// slowCredit is the least number of sections on their way to a client that is slow; slowCreditFrom is how slow it has to be to have fewer than others: one
// that makes a picture in half a second may have a slow card, and loads its land as fast as anybody.
const (
	slowCredit     = 32
	slowCreditFrom = 2 * pace.Slow
)

// updateInterest opens and closes subscriptions as the avatar moves. A subscription is closed one section beyond the view distance,
// and no more sections are in flight than the client has credit for. checks are the cells of all pending support checks.
func (s *Server) updateInterest(c *session, checks []world.Pos) {
	w := s.rec.W
	slot := w.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return
	}
	if other := w.Find(world.AvatarID(c.watches.stream)); c.watches.stream != 0 && other != world.NoEntity {
		slot = other
	}
	center := w.Entity(slot).Motion.Pos.Block().Section()
	if q := orderOf(&w.Entity(slot).Motion); q != c.area.order {
		all := c.area.scanFrom >= len(s.interestOrder(c)) // the other order has the same sections
		if c.area.order = q; !all {
			c.area.restart()
		}
	}
	order := s.interestOrder(c)
	if center != c.area.center {
		c.area.center = center
		c.area.restart()
		s.closeFarSections(c)
	}
	credit, ahead := pace.Share(s.cfg.BulkCredit, slowCredit, slowCreditFrom, c.link.pace.Interval(s.clock.mono))-c.told.InFlight(), max(s.requestedMost(), c.area.requested)
	if s.sections.Immediate() { // sections need not be requested ahead
		ahead = 0
	}
	sent := 0 // checks with the openings
	cursor := &c.area.scanFrom
	if credit <= 0 { // nothing can be opened: only look on for what to request
		if c.area.waits {
			return
		}
		cursor = &c.area.aheadFrom
	}
	for i := *cursor; i < min(len(order), *cursor+scanMax) && (credit > 0 || ahead > 0); i++ {
		o := order[i]
		p := world.SectionPos{X: center.X + o.X, Y: center.Y + o.Y, Z: center.Z + o.Z}
		if !p.Origin().InHeight() || c.area.open.has(p) {
			c.area.passed(i, true)
			continue
		}
		if !s.requestSection(c, p) {
			if ahead--; ahead <= 0 {
				c.area.waits = c.area.requested > 0
				break
			}
			continue
		}
		if credit <= 0 {
			c.area.passed(i, false)
			continue
		}
		if n := checksIn(p, checks); n > 0 {
			if sent > 0 && sent+n > openingChecks {
				break
			}
			sent += n
		}
		c.area.passed(i, true)
		if c.area.lastEpoch >= epochsMax {
			c.endReason = "too many subscriptions"
			return
		}
		c.area.lastEpoch++
		s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: p, Epoch: c.area.lastEpoch}))
		credit--
	}
}

// appendChecks appends the cells of all pending support checks.
func (s *Server) appendChecks(dst []world.Pos) []world.Pos {
	for i := range s.rec.W.StreamCount() {
		dst = append(dst, s.rec.W.StreamAt(i).SupportChecks...)
	}
	return dst
}

// checksIn counts the checks in a section.
func checksIn(p world.SectionPos, checks []world.Pos) (n int) {
	for _, c := range checks {
		if c.Section() == p {
			n++
		}
	}
	return n
}

// interestOrder returns the offsets of a client's interest in the order in which they are opened.
func (s *Server) interestOrder(c *session) []world.SectionPos {
	orders := s.interestOrders[c.area.view]
	if orders == nil {
		orders = new(viewOrders)
		s.interestOrders[c.area.view] = orders
	}
	if orders[c.area.order] == nil {
		orders[c.area.order] = interestOrder(c.area.view, s.cfg.ViewY, c.area.order)
	}
	return orders[c.area.order]
}

// closedTogether is how many closings are one transaction: who jumps has thousands, whose records would take fresh memory of megabytes, and longer than the closing.
const closedTogether = 256

// closeFarSections closes the subscriptions to what a client no longer sees.
func (s *Server) closeFarSections(c *session) {
	st := s.rec.W.Stream(c.stream)
	farY := int32(s.cfg.ViewY) + 1
	for sub := range st.Subscriptions.Backward() {
		p := sub.Section
		off := world.SectionPos{X: p.X - c.area.center.X, Z: p.Z - c.area.center.Z}
		if !withinView(off, c.area.view+1) || axisDistance(p.Y, c.area.center.Y) > farY {
			s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: p}))
			c.area.open.set(p, false) // before one that has its bit is opened
			if len(s.rec.Log) >= closedTogether {
				s.endTransaction("subscriptions")
			}
		}
	}
}

// confirmDelivered confirms sections that were delivered some time ago and that the client has not confirmed.
func (s *Server) confirmDelivered(c *session) {
	if c.told.InFlight() == 0 {
		return
	}
	c.told.Delivered(c.link.conn.Delivered(transport.Bulk), s.clock.mono, confirmAfter, func(p world.SectionPos, epoch uint32) {
		if s.rec.W.Subscription(c.stream, p) != (world.Subscription{Section: p, Epoch: epoch}) {
			return // it was confirmed, or closed, in this step
		}
		s.metrics.SectionsConfirmed++
		s.rec.Do(edits.SubscriptionEdit(c.stream, world.Subscription{Section: p, Epoch: epoch, Confirmed: true}))
	})
}
