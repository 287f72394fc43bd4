package replication

import (
	"sync"
	"sync/atomic"
	"time"

	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/world"
)

// relay writes updates, one at a time. Several of them write those of a step side by side: each only reads the world, the log and what
// other clients have declared, and writes what one client is told and its own memory. So an update does not depend on how many there are,
// or on which of them writes it.
type relay struct {
	*Replicator
	counters Counters // of its updates in this step

	// Memory that is used again, and the update that is being written.
	buf       []byte
	update    []byte
	edit      edits.Edit
	writer    protocol.UpdateWriter
	dependsOn uint64 // the batch that must be durable before it leaves
	motion    motionBuffers
	deltas    deltas
	delta     []byte
	ranking   rankingBuffers
}

// relayShare is how many clients a relay takes at once: few, because some have much more to be told than others.
const relayShare = 4

// writeUpdates writes the updates of a step that are due, with as many relays side by side as configured, and queues each at its client.
// It returns when all are written; nothing that updates tell may change meanwhile.
func (r *Replicator) writeUpdates() {
	to := r.recipients
	relays := max(1, min(r.Relays, (len(to)+relayShare-1)/relayShare))
	for len(r.relays) < relays {
		r.relays = append(r.relays, relay{})
	}
	for i := range r.relays {
		r.relays[i].Replicator = r
	}
	r.Trajectories.sortSquares() // here: relays only read
	if relays == 1 {
		for i := range to {
			r.relays[0].writeDue(&to[i])
		}
	} else {
		var next atomic.Int64
		var all sync.WaitGroup
		for k := range relays {
			all.Go(func() {
				for {
					from := int(next.Add(relayShare)) - relayShare
					if from >= len(to) {
						return
					}
					for i := from; i < min(from+relayShare, len(to)); i++ {
						r.relays[k].writeDue(&to[i])
					}
				}
			})
		}
		all.Wait()
	}
	for i := range r.relays {
		r.Counters.add(&r.relays[i].counters)
		r.relays[i].counters = Counters{}
	}
}

// writeDue writes a client's update if one is due.
func (r *relay) writeDue(to *Recipient) {
	c := to.Client
	switch {
	case !c.full.needed:
		if !c.outbox.hasFull() && r.updateDue(c, &to.Link) {
			r.writeUpdate(c)
		}
	case c.full.prepared:
		r.writeUpdate(c)
	}
}

// RankAgain ranks the entities around a client outside an update, and chooses its objects again, for measuring.
func (r *Replicator) RankAgain(c *Client) {
	c.entities.choiceStale = true
	m := relay{Replicator: r}
	m.Rank(c)
}

// dependOn makes the update wait for a batch.
func (r *relay) dependOn(commitSeq uint64) { r.dependsOn = max(r.dependsOn, commitSeq) }

// motionBuffers is memory that is used again: how the entities of one stream are told.
type motionBuffers struct {
	exceptions []world.EntityID // left out
	told       []*knownEntity   // whose motion is told
	flown      []*knownEntity   // that flew on to the stamp
	dueAt      time.Duration    // when the first of the entities is due that are thinned
}

// rankingBuffers is memory that is used again.
type rankingBuffers struct {
	changes          []int32  // indices of positions: entities that are told at once, or removed
	near             indexSet // the positions to look at
	avatars, objects []rankedEntity
	restingSections  []rankedEntity // of which slot is the index
	nearest          []rankedEntity
	nearness         nearness
}

// rankedEntity is an entity near a client's avatar.
type rankedEntity struct {
	distance int64 // its square, in blocks
	slot     world.EntitySlot
	id       world.EntityID
	known    bool // to the client
}
