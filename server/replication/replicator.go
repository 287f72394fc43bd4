// Package replication writes the updates of clients: ordinary ones with the edits, motion, acks and hashes that concern it, a full
// update after a gap, and the sections that it is subscribed to. It knows what each client has been told and changes nothing of
// the world: package server opens and closes subscriptions, and asks here which ones cannot go on.
//
// Owner: Source and what is exported of Client belong to the judge, the server's one goroutine. Replicator belongs to it, too, while
// nothing is being told; while a step is, to the goroutine that tells it and the relays that this one starts, which only read the view.
// Invariants: an update tells the state at the end of a step; an update that depends on a batch leaves only when the batch is durable;
// updates of a client leave in order; what is told depends on the feeds alone, not on how long telling takes or how many relays there are.
//
// Files, from low to high: limits, edit_log, known, transfers, outbox, full_state, pictures hold one thing each; feed and news are what
// the judge tells, client a client; prepare_full and source the judge's end; trajectories, near, nearness the view; replicator, take_in;
// the write_* files, rank and relay write updates, send and replicate send them; telling calls all.
package replication

import (
	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

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
	LogMax        int               // most edits that waited to be told
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
	World        *world.World // the view: streams, bodies, players, subscriptions, rules, and no sections
	Log          Log
	Trajectories Trajectories
	Counters     Counters

	counters        []streamCounter // of entities, by the index of the stream in the world, at the end of the step,
	countersVersion uint64          // and how often they have changed

	Aside bool          // steps are told by a goroutine of their own
	Cork  func(on bool) // if set, holds back what is sent until all is

	pitches []int8        // of the players' views, by the index of their stream in the world; noPitch where nobody has one
	checks  []streamCheck // the pending support checks of all streams, in order

	telling     telling
	relays      []relay
	clients     []Recipient       // who have a session, by stream
	recipients  []Recipient       // of them, who have a connection
	deliverFrom timestream.Stream // from which stream on sections are sent first
	buf         []byte            // memory that is used again, as the next two
	change      edits.Edit        // of the view
	inverse     edits.Edit        // of a change, which nobody needs
}

// streamCounter is how many entities a stream has spawned.
type streamCounter struct {
	stream  timestream.Stream
	counter uint32
}

// streamCheck is a pending support check.
type streamCheck struct {
	stream timestream.Stream
	at     world.Pos
}

// Begin makes the view of a new server, which is empty.
func (r *Replicator) Begin() {
	r.World = world.New()
	r.telling.over.L = &r.telling.mu
}

// Shrink gives back the memory that is kept for the next step, when there is no client and nothing is being told.
func (r *Replicator) Shrink() {
	r.Log.shrink()
	r.relays, r.clients, r.recipients, r.pitches, r.checks, r.counters, r.buf = nil, nil, nil, nil, nil, nil, nil
	r.Trajectories.shrink(r.World)
}

// noPitch stands for the pitch of a stream without a session.
const noPitch = -128

// beginStep gathers what all updates of a step need: counters, pitches, pending checks, and who has a connection.
func (r *Replicator) beginStep() {
	r.pitches, r.checks, r.recipients = r.pitches[:0], r.checks[:0], r.recipients[:0]
	for i := range r.clients {
		if r.clients[i].Link.Conn != nil {
			r.recipients = append(r.recipients, r.clients[i])
		}
	}
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
		for _, p := range st.SupportChecks {
			r.checks = append(r.checks, streamCheck{st.Stream, p})
		}
		of, pitch := st.Stream, int8(noPitch)
		for k < len(r.clients) && r.clients[k].Client.stream < of {
			k++
		}
		if k < len(r.clients) && r.clients[k].Client.stream == of {
			pitch = r.clients[k].Client.pitch
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
