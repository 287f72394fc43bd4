package replication

import (
	"time"

	"voxtide/protocol"
	"voxtide/world"
)

// pictures remembers what a client was told of the avatars by its last updates, so that what its player saw can be rebuilt instead
// of estimated: which step each update told, and which avatars it left as an earlier step had them.
type pictures struct {
	ring [picturesMax]picture
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

// note makes it a picture of the update that is being written, whose motions have been told.
func (p *picture) note(r *relay, c *Client) {
	if !r.KeepTold {
		return
	}
	p.update, p.at, p.older = c.progress.number, r.Now, p.older[:0]
	for i := range c.entities.list[:c.entities.active] {
		t := &c.entities.list[i]
		if t.id.Counter() == 0 && t.trajectory != r.Trajectories.bySlot[t.slot].number { // its path has bent since it was told
			p.older = append(p.older, olderBody{t.id, t.toldAt})
		}
	}
}

// keep remembers a picture that was not kept before.
func (p *pictures) keep(of *picture) {
	if k := &p.ring[of.update%picturesMax]; of.update > k.update {
		k.update, k.at, k.older = of.update, of.at, append(k.older[:0], of.older...)
	}
}

// Told returns the step whose state of an avatar was the newest that the client had after an update; false if the update is none of
// the last ones. Between two steps with the same answer the avatar flew on as the client computed.
func (c *Client) Told(update uint64, id world.EntityID) (at time.Duration, ok bool) {
	k := &c.judge.pictures.ring[update%picturesMax]
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

// struck notes a hit for the striker and for those who know the struck body.
func (c *Client) struck(slot world.EntitySlot, h *protocol.Struck) {
	if (h.By == c.stream || c.entities.find(slot, h.ID) != nil) && len(c.pending.struck) < struckMax {
		c.pending.struck = append(c.pending.struck, *h)
	}
}
