// Package replication writes the updates of clients: ordinary ones with the edits, motion, acks and hashes that concern it, a full
// update after a gap, and the sections that it is subscribed to. It knows what each client has been told and changes nothing of
// the world: package server opens and closes subscriptions, and asks here which ones cannot go on.
//
// Owner: the server's one goroutine; the relays that it starts to write updates only read the world, and have ended before it goes on. Invariants: an update tells the state at the end of a step; an update that
// depends on a batch leaves only when the batch is durable; updates of a client leave in order.
package replication

import (
	"time"

	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Sections is the server's table of the sections in memory.
type Sections interface {
	// CommitSeq returns the batch that contains a section's last change.
	CommitSeq(p world.SectionPos) uint64
	// IsPacked reports whether a section is packed as it is now, so that Snapshot costs little.
	IsPacked(p world.SectionPos) bool
	// Snapshot returns the message that sends a section as it is now.
	Snapshot(p world.SectionPos, epoch uint32, edit uint64) protocol.Snapshot
	// KnownSince reports whether every change of a section after an edit of the previous server is known.
	KnownSince(p world.SectionPos, edit uint64) bool
	// PreviousChanges returns the changes of a section by the previous server, after an edit.
	PreviousChanges(p world.SectionPos, after uint64) []store.BlockChange
}

// Options is how clients are told. It may change between two steps.
type Options struct {
	UpdateRate  int           // updates a second and client at most
	HashEvery   time.Duration // between two hashes
	BulkBytes   int           // of sections on their way to a client
	HoldUpdates time.Duration // longest wait of updates for the store
	KeepTold    bool          // remember what each update told, for the judgement of hits
	Relays      int           // how many relays write updates side by side
	// Stopwatch is a clock for the time that sections may take in a step; one that stands: they take what they need. Deliver needs it.
	Stopwatch func() time.Duration
}

// Moment is how far the server has come.
type Moment struct {
	Now       time.Duration // monotonic
	LastEdit  uint64        // E
	CommitSeq uint64        // of the last batch
	Durable   uint64        // the batch up to which all is durable
}

// Counters counts sent updates and sections since the start.
type Counters struct {
	Updates       int
	UpdateBytes   uint64
	FullUpdates   int
	Dropped       int // updates that waited too long for the store or the lane
	Snapshots     int // sections sent
	SnapshotBytes uint64
	OutboxMax     int               // most bytes of updates waiting for one client
	Motions       uint64            // motions of entities told
	Ranked        [RateCount]uint64 // players that clients know, by how often they were to be told after each ranking
	Postponed     int               // turns of clients to be sent sections that waited for the next step
}

// add adds what a relay has counted.
func (c *Counters) add(of *Counters) {
	c.Updates += of.Updates
	c.UpdateBytes += of.UpdateBytes
	c.FullUpdates += of.FullUpdates
	c.Motions += of.Motions
	for i, n := range of.Ranked {
		c.Ranked[i] += n
	}
}

// Replicator writes and sends the updates and sections of all clients of a server.
type Replicator struct {
	Moment
	Options
	World        *world.World
	Sections     Sections
	ClientOf     func(of timestream.Stream) *Client // nil: no such session
	Log          Log
	History      History
	Trajectories Trajectories
	Counters     Counters

	counters        []streamCounter // of entities, by the index of the stream in the world, at the end of the step,
	countersVersion uint64          // and how often they have changed

	pitches []int8 // of the players' views, by the index of their stream in the world; noPitch where nobody has one

	relays      []relay
	recipients  []Recipient       // of this step, by stream
	deliverFrom timestream.Stream // from which stream on sections are sent first
	buf         []byte            // memory that is used again
}

// streamCounter is how many entities a stream has spawned.
type streamCounter struct {
	stream  timestream.Stream
	counter uint32
}

// Add names a client that is told of this step; in the order of their streams.
func (r *Replicator) Add(c *Client, l Link) {
	r.recipients = append(r.recipients, Recipient{Client: c, Link: l})
}

// Shrink gives back the memory that is kept for the next step, when there is no client.
func (r *Replicator) Shrink() {
	r.Log.shrink()
	r.relays, r.recipients, r.pitches, r.counters, r.buf = nil, nil, nil, nil, nil
	r.Trajectories.shrink()
}

// noPitch stands for the pitch of a stream without a session.
const noPitch = -128

// BeginStep begins the telling of a step at a moment: clients holds those that have a session, by stream. Add names those of them that
// have a connection, then WriteUpdates and Deliver tell them.
func (r *Replicator) BeginStep(clients func(i int) *Client, n int) {
	r.pitches, r.recipients = r.pitches[:0], r.recipients[:0]
	streams := r.World.StreamCount()
	if len(r.counters) > streams {
		r.counters = r.counters[:streams]
	}
	changed := false
	for i, k := 0, 0; i < streams; i++ {
		st := r.World.StreamAt(i)
		if has := (streamCounter{st.Stream, st.Counter}); i == len(r.counters) {
			r.counters, changed = append(r.counters, has), true
		} else if r.counters[i] != has {
			r.counters[i], changed = has, true
		}
		of, pitch := st.Stream, int8(noPitch)
		for k < n && clients(k).stream < of {
			k++
		}
		if k < n && clients(k).stream == of {
			pitch = clients(k).pitch
		}
		r.pitches = append(r.pitches, pitch)
	}
	if changed {
		r.countersVersion++
	}
}

// subscribed reports whether a client is subscribed to a section.
func (r *Replicator) subscribed(c *Client, p world.SectionPos) bool {
	return r.World.Subscription(c.stream, p).Epoch != 0
}
