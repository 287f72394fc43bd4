package server

import (
	"slices"
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// told is a body as a client knows it.
type told struct {
	id      world.EntityID
	slot    world.Slot
	version uint64          // of the line on which the motion lies; 0: told otherwise than it is
	seen    timestream.Time // the instant at which the client's holds: at, flown on
	next    time.Duration   // thinned: not before
	rate    time.Duration   // 0: in every frame
	frame   uint64          // the last frame that told it whole
	picked  bool            // by the present ranking
	at      timestream.Time
	motion  world.Motion
}

// toldStream is a stream as a client knows it.
type toldStream struct {
	stream  timestream.Stream
	stamp   timestream.Time
	counter uint32
	acked   uint64
	at      time.Duration // when its stamp was told
	pitch   int8          // of its player's look
	looked  time.Duration // when that was last compared with the look
	place   int           // of the stream in the world, when it was last looked for
}

const (
	midEvery   = 50*time.Millisecond - stepSlack
	farEvery   = 100*time.Millisecond - stepSlack
	lookEvery  = 100*time.Millisecond - stepSlack
	idleEvery  = 50*time.Millisecond - stepSlack
	rankEvery  = 100*time.Millisecond - stepSlack
	stepSlack  = 4 * time.Millisecond // a step may come so much early
	turnsFrom  = 25 * time.Millisecond
	turns      = 8
	nearest    = 8
	nearBlocks = 64
	farBlocks  = 128
	farLeave   = 136 // beyond which a body that was known leaves
)

// tellOf returns what the client knows of a body, nil for nothing.
func (c *session) tellOf(slot world.Slot, id world.EntityID) *told {
	if int(slot) >= len(c.at) || slot < 0 || c.at[slot] == 0 {
		return nil
	}
	if t := &c.bodies[c.at[slot]-1]; t.id == id {
		return t
	}
	return nil
}

// learn enters a body that the client is told of now.
func (c *session) learn(slot world.Slot, id world.EntityID) *told {
	for int(slot) >= len(c.at) {
		c.at = append(c.at, 0)
	}
	c.bodies = append(c.bodies, told{id: id, slot: slot})
	c.at[slot] = int32(len(c.bodies))
	c.exchange(len(c.bodies)-1, c.lively)
	c.lively++
	return &c.bodies[c.lively-1]
}

// unlearn takes out what the client knows of the i-th body.
func (c *session) unlearn(i int) {
	if i < c.lively {
		c.lively--
		c.exchange(i, c.lively)
		i = c.lively
	}
	last := len(c.bodies) - 1
	c.exchange(i, last)
	if slot := c.bodies[last].slot; c.at[slot] == int32(last+1) {
		c.at[slot] = 0
	}
	c.bodies = c.bodies[:last]
}

// exchange lets two bodies that the client knows change places.
func (c *session) exchange(a, b int) {
	if a == b {
		return
	}
	x, y := &c.bodies[a], &c.bodies[b]
	atX, atY := c.at[x.slot] == int32(a+1), c.at[y.slot] == int32(b+1)
	*x, *y = *y, *x
	if atX {
		c.at[y.slot] = int32(b + 1)
	}
	if atY {
		c.at[x.slot] = int32(a + 1)
	}
}

// settle puts the bodies that were told to be at rest behind those that have to be looked at.
func (c *session) settle() {
	if !c.laid {
		return
	}
	c.laid = false
	for i := c.lively - 1; i >= 0; i-- {
		if t := &c.bodies[i]; t.version != 0 && t.motion.Flags&world.Rests != 0 {
			c.lively--
			c.exchange(i, c.lively)
		}
	}
}

// stir lets a body that was told to be at rest be looked at again.
func (c *session) stir(slot world.Slot, id world.EntityID) {
	if c.tellOf(slot, id) == nil {
		return
	}
	if i := int(c.at[slot]) - 1; i >= c.lively {
		c.exchange(i, c.lively)
		c.lively++
	}
}

// known returns the index of a body by id, for one that may be dead; -1 if the client does not know it.
func (c *session) known(id world.EntityID) int {
	for i := range c.bodies {
		if c.bodies[i].id == id {
			return i
		}
	}
	return -1
}

func (c *session) knownStream(of timestream.Stream) *toldStream {
	lo, hi := 0, len(c.streams)
	for lo < hi {
		mid := (lo + hi) / 2
		if c.streams[mid].stream < of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(c.streams) && c.streams[lo].stream == of {
		return &c.streams[lo]
	}
	return nil
}

// streamOf returns a stream as it is, nil if it is gone.
func (s *Server) streamOf(k *toldStream) *world.StreamState {
	w := s.rec.W
	if k.place = w.Seek(k.stream, k.place); k.place == w.StreamCount() {
		return nil
	}
	return w.StreamAt(k.place)
}

func (c *session) learnStream(t toldStream) {
	i := 0
	for i < len(c.streams) && c.streams[i].stream < t.stream {
		i++
	}
	c.streams = slices.Insert(c.streams, i, t)
}

// blocks returns the square of the distance of two positions, in blocks; a great number when they are far apart.
func blocks(a, b *world.Vec) int64 { return apart(sixteenths(a), sixteenths(b)) }

// apart is blocks of what is in 1/16 block.
func apart(a, b [3]int64) int64 {
	var sum int64
	for i := range a {
		d := a[i] - b[i]
		if d > 16*1024 || d < -16*1024 {
			return 1 << 40
		}
		sum += d * d
	}
	return sum / 256
}
