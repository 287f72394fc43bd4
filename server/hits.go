package server

import (
	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/server/past"
	"voxtide/timestream"
	"voxtide/world"
)

// Players strike each other (package past). Whether a hit counts is judged as the striker's method says, where the stream of the striker is.

// A kick is told before it acts: at least kickMargin after the struck player's client can have heard of it, by how late what that
// client sends comes here, and at most kickAheadMax after now. Its speeds are in velocity units.
const (
	kickMargin   = 50 * timestream.Millisecond
	kickAheadMax = 250 * timestream.Millisecond
	kickAway     = 6000
	kickUp       = 4000
)

// SetHitBounds sets the bounds of the judgement of hits.
func (s *Server) SetHitBounds(b past.Bounds) {
	s.cfg.Hits = b
	s.judgeHits(s.PvP())
}

// SetHits sets how the hits of a session are judged.
func (s *Server) SetHits(of timestream.Stream, how protocol.Hits) {
	if c := s.clients.session(of); c != nil {
		c.hits = &how
	}
}

// hitsOf returns how the hits of a session are judged: as its method says.
func (c *session) hitsOf() protocol.Hits {
	if c.hits != nil {
		return *c.hits
	}
	return c.method.Hits
}

// recordPast notes where everybody is at the end of a step, if hits may have to be judged.
func (s *Server) recordPast() {
	if s.past != nil {
		s.past.Record(s.rec.W, s.clock.mono)
	}
}

// judgeHit judges a swing that was performed, and carries out the hit: everybody who knows the struck is told, and the struck gets
// the kick. It returns why the hit does not count.
func (s *Server) judgeHit(c *session, a *actions.Action) actions.Refusal {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if s.past == nil || c.hitsOf() == protocol.HitsNone || slot == world.NoEntity {
		return actions.PvPOff
	}
	if victim := s.rec.W.Find(a.Target); victim != world.NoEntity && (s.peaceful(s.rec.W.Entity(victim).Motion.Pos) || s.peaceful(s.rec.W.Entity(slot).Motion.Pos)) {
		return actions.PvPOff
	}
	shot := past.Shot{Action: a, By: s.rec.W.Entity(slot), How: c.hitsOf(), Now: s.clock.mono}
	s.tell.replicator.Wait()
	c.told.Collect() // what was told in the last step counts
	told, ok := c.told.Told(a.LastUpdate, a.Target)
	shot.Told, shot.Old = told, !ok
	shot.Linked = s.linked(c.stream, a.Target.OriginStream())
	v := s.past.Judge(s.rec.W, &shot)
	if v.Why != actions.Done {
		return v.Why
	}
	h := protocol.Struck{By: c.stream, ID: a.Target, Number: a.Number, Age: uint16(min(v.Age.Milliseconds(), 1<<16-1))}
	h.At = s.kick(c, a)
	if k := s.clients.session(a.Target.OriginStream()); k != nil {
		k.struckBy, k.struckAt = c.name, h.At
	}
	s.tell.source.Struck(&h)
	s.metrics.Hits++
	return actions.Done
}

// kick gives the struck body a kick away from the striker, by an edit of its stream, and returns when it acts; 0 if it takes none,
// because another one is still to come or it stands still.
func (s *Server) kick(c *session, a *actions.Action) timestream.Time {
	slot := s.rec.W.Find(a.Target)
	e := s.rec.W.Entity(slot)
	m := e.Motion
	if m.KickAt != 0 || m.Flags&world.Suspended != 0 {
		return 0
	}
	if m.Flags&world.Creative == 0 {
		m.KickHarm = uint8(s.rec.W.Rules().Difficulty.Harm(hitHarm(s.rec.W.Player(c.stream).Held())))
	}
	x, z := physics.HeadingVector(a.Yaw)
	m.Kick = world.Vec{x * kickAway >> 16, kickUp, z * kickAway >> 16}
	ahead := kickAheadMax
	if k := s.clients.session(e.Stream); k != nil {
		ahead = min(ahead, k.time.Lateness(&s.cfg.Bounds.Bounds)+kickMargin)
	}
	at := max(s.clock.now, e.At)
	m.KickAt = at.Add(ahead).NextTick()
	if faults.Active(faults.KickAtStamp) {
		m.KickAt = e.At.NextTick()
	}
	author := s.rec.Author
	s.rec.Author = c.stream
	s.rec.SetMotion(slot, e.At, &m)
	s.rec.Author = author
	return m.KickAt
}

// hitHarm returns the harm of a hit with what is in the hand: one with the bare hand, more with an edge, the more the better it is.
func hitHarm(held world.Stack) int {
	info := held.Item.Info()
	switch {
	case held.Count == 0:
	case info.Tool == world.ToolKnife || info.Tool == world.ToolSpear || info.Tool == world.ToolAxe:
		return 2 + int(info.Tier)
	case info.Tool != world.ToolNone:
		return 2
	}
	return 1
}
