package replication

import (
	"time"

	"voxtide/protocol"
	"voxtide/world"
)

// pictures remembers what a client was told of the avatars by its last updates, so that what its player saw can be rebuilt instead
// of estimated: which step each update told, and which avatars it left as an earlier step had them.
type pictures struct {
	ring   [picturesMax]picture
	newest uint64 // number of the newest update
}

// picturesMax is how many updates are remembered: a second of them at the full rate.
const picturesMax = 64

// picture is what one update told.
type picture struct {
	update uint64
	at     time.Duration // of the step that it told
	older  []olderBody
}

// olderBody is an avatar of which the client knows no more than an earlier step.
type olderBody struct {
	id world.EntityID
	at time.Duration
}

// note remembers the update that is being written, whose motions have been told.
func (p *pictures) note(r *relay, c *Client) {
	if !r.KeepTold {
		return
	}
	p.newest = c.progress.number
	k := &p.ring[p.newest%picturesMax]
	k.update, k.at, k.older = p.newest, r.Now, k.older[:0]
	for i := range c.entities.list[:c.entities.active] {
		t := &c.entities.list[i]
		if t.id.Counter() == 0 && t.trajectory != r.Trajectories.bySlot[t.slot].number { // its path has bent since it was told
			k.older = append(k.older, olderBody{t.id, t.toldAt})
		}
	}
}

// Told returns the step whose state of an avatar was the newest that the client had after an update; false if the update is none of
// the last ones. Between two steps with the same answer the avatar flew on as the client computed.
func (c *Client) Told(update uint64, id world.EntityID) (at time.Duration, ok bool) {
	k := &c.pictures.ring[update%picturesMax]
	if update == 0 || k.update != update {
		return 0, false
	}
	for _, o := range k.older {
		if o.id == id {
			return o.at, true
		}
	}
	return k.at, true
}

// struckMax bounds the hits that wait to be told to one client; further ones are not told.
const struckMax = 64

// Struck notes a hit for the striker and for those who know the struck body.
func (c *Client) Struck(slot world.EntitySlot, h *protocol.Struck) {
	if (h.By == c.stream || c.entities.find(slot, h.ID) != nil) && len(c.pending.struck) < struckMax {
		c.pending.struck = append(c.pending.struck, *h)
	}
}
