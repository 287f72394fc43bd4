package server

import (
	"cmp"
	"slices"

	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Which bodies a client is told of: at most bodiesMax of those within farBlocks. Players come first, the nearest first, then
// what falls within reach, then things, the nearest first; so whatever lies about, nobody is hidden by it. What has no place is
// told as gone, and comes back when there is room. A client's own bodies are always told: its prediction rests on them.
//
// What lies is found by its section, and looked at only when it may be another choice: something near moves, comes to
// rest or wakes, or the player has gone on. So what lies costs nobody anything who stands.

// ranking is memory that is used again.
type ranking struct {
	avatars, things []neighbour
	lots            []neighbour // of which slot is the index
}

// neighbour is a body near a client's avatar.
type neighbour struct {
	distance int64 // its square, in blocks
	slot     world.Slot
	id       world.EntityID
	known    bool // to the client
}

func nearer(a, b neighbour) int {
	if a.distance != b.distance {
		return cmp.Compare(a.distance, b.distance)
	}
	return cmp.Compare(a.id, b.id)
}

// pickBlocks is how far a player goes before what lies about is chosen anew; keepShare of the square of its distance counts
// for a thing that the client knows, so that two that are as far away do not take each other's place all the time.
const (
	pickBlocks = 2
	keepShare  = 3 // quarters
	// reachBlocks is how near falling blocks come before all other things: further than anybody reaches.
	reachBlocks = 10
)

// rank sorts all bodies by their distance to the client's avatar: it tells those that come into interest, takes away
// those that leave it, and sets how often each is told.
func (s *Server) rank(c *session) {
	c.rankAt = s.mono
	w := s.rec.W
	own := w.Find(world.AvatarID(c.stream))
	if own == world.NoSlot {
		return
	}
	here := sixteenths(&w.Entity(own).Motion.Pos)
	r := &s.scratch.ranking
	r.avatars, r.things = r.avatars[:0], r.things[:0]
	mine := 0 // things
	for i := range s.lines.stands {
		p := &s.lines.stands[i]
		d, far := int64(-1), int64(farBlocks)
		if p.stream != c.stream {
			d = apart(p.at, here)
		}
		t := c.tellOf(p.slot, p.id)
		if t != nil {
			far = farLeave
		}
		switch {
		case d > far*far:
			if t != nil {
				s.death(c, int(c.at[p.slot])-1, timestream.Server)
			}
		case p.kind == world.KindAvatar:
			r.avatars = append(r.avatars, neighbour{d, p.slot, p.id, t != nil})
		case d < 0:
			mine++
			if t == nil {
				s.birth(c, p.slot, timestream.Server)
			}
		default:
			if d = kept(d, t); p.kind == world.KindFalling && d <= reachBlocks*reachBlocks {
				d = -1 // it decides what may be built here
			}
			r.things = append(r.things, neighbour{d, p.slot, p.id, t != nil})
		}
	}
	if len(r.avatars) > bodiesMax {
		slices.SortFunc(r.avatars, nearer)
		for _, n := range r.avatars[bodiesMax:] {
			if n.known {
				s.death(c, int(c.at[n.slot])-1, timestream.Server)
			}
		}
		r.avatars = r.avatars[:bodiesMax]
	}
	room := max(0, bodiesMax-len(r.avatars)-mine)
	if faults.Active(faults.ThingsBeforePlayers) {
		room = bodiesMax
	}
	picked := 0
	if c.stale || len(r.things) > 0 || room != c.picks || apart(here, c.pickedAt) >= pickBlocks*pickBlocks {
		picked = s.pick(c, here, room)
	}
	for _, n := range r.avatars {
		if !n.known && (len(c.bodies) < bodiesMax || !faults.Active(faults.ThingsBeforePlayers)) {
			s.birth(c, n.slot, timestream.Server)
		}
	}
	for _, n := range r.things[:picked] {
		if !n.known {
			s.birth(c, n.slot, timestream.Server)
		}
	}
	s.thin(c)
}

// kept returns the distance that counts of a thing.
func kept(d int64, t *told) int64 {
	if t != nil {
		return d / 4 * keepShare
	}
	return d
}

// pick chooses the things that a client is told of: the nearest, as many as there is room for. What moves is in the scratch,
// where they come to lie first; their number is returned. The others are taken away.
func (s *Server) pick(c *session, here [3]int64, room int) (n int) {
	w := s.rec.W
	r := &s.scratch.ranking
	s.lying(c, here, room)
	slices.SortFunc(r.things, nearer)
	n = min(room, len(r.things))
	c.stale, c.crowded, c.pickedAt, c.picks = false, len(r.things) > n, here, room
	for _, k := range r.things[:n] {
		if k.known {
			c.tellOf(k.slot, k.id).picked = true
		}
	}
	for i := len(c.bodies) - 1; i >= 0; i-- {
		t := &c.bodies[i]
		if e := w.Entity(t.slot); e.ID == t.id && e.Kind != world.KindAvatar && e.Stream != c.stream && !t.picked {
			s.death(c, i, timestream.Server) // those that change places with it have been looked at
			continue
		}
		t.picked = false
	}
	return n
}

// lying adds to the things in the scratch what lies near a client, at least the nearest of them as many as there is room
// for: section by section, from the nearest, until none that follows can hold one that is nearer.
func (s *Server) lying(c *session, here [3]int64, room int) {
	w := s.rec.W
	r := &s.scratch.ranking
	r.lots = r.lots[:0]
	for i := range w.LotCount() {
		p, _ := w.LotAt(i)
		if d := fromSection(p, here); d <= farLeave*farLeave {
			r.lots = append(r.lots, neighbour{distance: d, slot: world.Slot(i)})
		}
	}
	slices.SortFunc(r.lots, nearer)
	farthest, n := int64(0), 0
	for _, l := range r.lots {
		if n >= room && l.distance/4*keepShare > farthest {
			return
		}
		_, slots := w.LotAt(int(l.slot))
		for _, slot := range slots {
			e := w.Entity(slot)
			t := c.tellOf(slot, e.ID)
			d, far := apart(sixteenths(&e.Motion.Pos), here), int64(farBlocks)
			if t != nil {
				far = farLeave
			}
			if d > far*far {
				continue
			}
			if n++; n <= room {
				farthest = max(farthest, d)
			}
			r.things = append(r.things, neighbour{kept(d, t), slot, e.ID, t != nil})
		}
	}
}

// fromSection returns the square of the distance of a point in 1/16 block to a section, in blocks.
func fromSection(p world.SectionPos, here [3]int64) (sum int64) {
	const size = 16 * world.SectionSize
	for i, at := range [3]int64{int64(p.X), int64(p.Y), int64(p.Z)} {
		lo := at * size
		d := max(lo-here[i], here[i]-lo-size, 0)
		if d > 16*1024 {
			return 1 << 40
		}
		sum += d * d
	}
	return sum / 256
}

// thin sets how often each player is told: the nearest in every frame.
func (s *Server) thin(c *session) {
	r := &s.scratch.ranking
	near := s.scratch.near[:0]
	for _, n := range r.avatars {
		t := c.tellOf(n.slot, n.id)
		if t == nil {
			continue
		}
		t.rate = 0
		switch {
		case n.distance < 0:
		case n.distance > nearBlocks*nearBlocks:
			t.rate = farEvery
		default:
			t.rate = midEvery
			near = insert(near, n)
		}
	}
	for _, n := range near {
		c.tellOf(n.slot, n.id).rate = 0
	}
	s.scratch.near = near[:0]
}

// insert keeps the nearest bodies, in order.
func insert(near []neighbour, n neighbour) []neighbour {
	i := len(near)
	for i > 0 && near[i-1].distance > n.distance {
		i--
	}
	if i == nearest {
		return near
	}
	if len(near) < nearest {
		near = append(near, neighbour{})
	}
	copy(near[i+1:], near[i:])
	near[i] = n
	return near
}
