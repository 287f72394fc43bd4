package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// This file holds the rules for the actions of directly linked peers. Such an action is a claim: that the peer has sent it to the
// server, too. It is predicted like an own un-acked one until the server acks it, and it is believed no longer than the server's
// word bears it out:
//
//   - it is hidden from when the received stamp of the server's stream has passed its time by peerTrust, or an update that tells of
//     a stall of its stream has passed its time;
//   - it is dropped when the received stamp of its own stream has passed its time, and the last stall, by peerTrust. An honest one
//     never is: stamp and ack come in one update, and only a stall takes a stream over an action that the server has not. So a
//     dropped one is a lie, unless the server has never acked the stream: it does not know of the link yet, and tells neither
//     acks nor stalls;
//   - one that was acked and predicted as done must have come as its sender told it, or other actions were sent to the server: the
//     block that it sets is set by its stream in that update, or somebody else changed a block beside it; the keys or the yaw that it
//     sets are the body's if it is the last action acked. A refusal that nobody else can predict (the inventories of others are not
//     known) looks the same now and then, so it takes several in a short time to tell a liar: of netlab's honest players none comes
//     to more than 1 in 20 s.

// PeerVerdict is what became of a peer's action.
type PeerVerdict uint8

// The verdicts.
const (
	PeerAccepted PeerVerdict = iota // it is predicted until the server acks it
	PeerRepeated                    // its number was acked or received before
	PeerUnknown                     // its stream is not in what was received
	PeerPassed                      // its time is over: the server's word comes
	PeerTooFar                      // its number or its time is too far from what was received
	PeerIgnored                     // the method shows no actions of peers
	PeerVerdictCount
)

var peerVerdictNames = [PeerVerdictCount]string{"accepted", "repeated", "unknown stream", "passed", "too far", "ignored"}

// String returns the verdict in a word or two.
func (v PeerVerdict) String() string { return peerVerdictNames[min(v, PeerVerdictCount-1)] }

// PeerCounts counts the actions of one peer since its link began.
type PeerCounts struct {
	Accepted uint64
	Repeated uint64
	Refused  uint64 // of an unknown stream, passed, or too far
	Lies     uint64 // accepted, and the server's word denied them: it never got them, or
	Other    uint64 // (of Lies) it got another action of that number
}

// peerRecords are what is kept of linked peers beside their queues.
type peerRecords struct {
	counts  map[timestream.Stream]*PeerCounts
	claims  []peerClaim // that the present update acks
	changes uint64      // of what shows of peers' actions
}

// peerClaim is a peer's action that an update acks and that was predicted as done.
type peerClaim struct {
	stream timestream.Stream
	kind   actions.Kind
	pos    world.Pos
	keys   world.Keys
	yaw    uint16
}

// Bounds of a peer's actions. Others are refused; they come from the server.
const (
	peerAhead  = 512                   // how far a number may be above the last ack
	peerWindow = 5 * timestream.Second // how far a time may be from that of the last frame
	peerTrust  = 1 * timestream.Second // how long an action is believed without an ack
)

// AddPeerAction adds an action of a directly linked peer. It copies the action.
func (p *Predictor) AddPeerAction(s timestream.Stream, a *actions.Action) PeerVerdict {
	v := p.judgePeer(s, a)
	c := p.ensurePeer(s)
	switch v {
	case PeerAccepted:
		c.Accepted++
		p.peers.changes++
	case PeerRepeated:
		c.Repeated++
		return v
	default:
		c.Refused++
		return v
	}
	if a.At <= p.now { // it belongs within the present prediction, which must be made again
		p.Revert()
		p.updated = true
		p.notePeerAction(s, a)
	}
	p.ensureQueue(s).push(a)
	return v
}

// judgePeer returns the verdict on a peer's action, and changes nothing.
func (p *Predictor) judgePeer(s timestream.Stream, a *actions.Action) PeerVerdict {
	st := p.R.W.Stream(s)
	if st == nil || s == p.Own || s == timestream.Server {
		return PeerUnknown
	}
	acked, stalledTo := uint64(0), timestream.Time(0)
	if q := p.queue(s); q != nil {
		if !q.accepts(a) {
			return PeerRepeated
		}
		acked, stalledTo = q.acked, q.stalledTo
	}
	switch {
	case a.Number > acked+peerAhead && !faults.Active(faults.PeerNumbersFree) || a.At > p.now.Add(peerWindow) || a.At < p.now.Add(-peerWindow):
		return PeerTooFar
	case p.peerHidden(stalledTo, a.At) || st.Stamp >= a.At.Add(peerTrust):
		return PeerPassed
	}
	return PeerAccepted
}

// peerHidden reports whether a peer's action of some time is not to be shown, by the last stall of its stream and the received
// stamp of the server's.
func (r *Received) peerHidden(stalledTo, at timestream.Time) bool {
	if at <= stalledTo {
		return true
	}
	if faults.Active(faults.PeerActionsKept) {
		return false
	}
	st := r.R.W.Stream(timestream.Server)
	return st != nil && st.Stamp >= at.Add(peerTrust)
}

// endPeers ends an update: actions of peers whose time is over are dropped. Predictions
// must be reverted.
func (r *Received) endPeers() {
	r.checkClaims()
	for _, q := range r.queues {
		st := r.R.W.Stream(q.stream)
		if q.stream == r.Own || st == nil {
			continue
		}
		if q.stalled {
			q.stalled, q.stalledTo = false, max(q.stalledTo, st.Stamp)
		}
		for i := 0; i < len(q.actions); i++ {
			a := &q.actions[i]
			if q.outcomes[i] != notPredicted && r.peerHidden(q.stalledTo, a.At) {
				r.notePeerAction(q.stream, a)
				q.outcomes[i] = notPredicted
			}
			if st.Stamp >= max(a.At, q.stalledTo).Add(peerTrust) && !faults.Active(faults.PeerActionsKept) {
				if q.confirmed {
					r.ensurePeer(q.stream).Lies++
				}
				q.remove(i)
				i--
			}
		}
	}
}

// notePeerAction notes the target of a peer's action that goes otherwise than predicted.
func (r *Received) notePeerAction(s timestream.Stream, a *actions.Action) {
	r.peers.changes++
	if a.Kind.TouchesBlocks() {
		r.influences.addBlock(a.Pos, protocol.CauseStream)
	} else if slot := r.R.W.Find(world.AvatarID(s)); slot != world.NoEntity {
		r.influences.addBody(r.R.W.Entity(slot))
	}
}

// PeerCounts returns the counts of a peer's stream. Lies are counted as updates are applied.
func (r *Received) PeerCounts(s timestream.Stream) PeerCounts {
	if c := r.peers.counts[s]; c != nil {
		return *c
	}
	return PeerCounts{}
}

// PeerChanges counts the changes of what shows of peers' actions but for those that acks make.
func (r *Received) PeerChanges() uint64 { return r.peers.changes }

// OldestPeerAction returns the time of the oldest un-acked action of a peer that shows in the last prediction; 0 for none.
func (r *Received) OldestPeerAction(s timestream.Stream) (oldest timestream.Time) {
	if q := r.queue(s); q != nil && s != r.Own {
		for i := range q.actions {
			if at := q.actions[i].At; q.outcomes[i] == actions.Done && (oldest == 0 || at < oldest) {
				oldest = at
			}
		}
	}
	return oldest
}

func (r *Received) ensurePeer(s timestream.Stream) *PeerCounts {
	c := r.peers.counts[s]
	if c == nil {
		c = &PeerCounts{}
		r.peers.counts[s] = c
	}
	return c
}

// ForgetPeer forgets the actions and counts of a peer, when its link ends. Predictions must be reverted.
func (r *Received) ForgetPeer(s timestream.Stream) {
	if s != r.Own {
		r.dropQueue(s)
		delete(r.peers.counts, s)
	}
}

// ForgetPeer forgets the actions and counts of a peer, when its link ends.
func (p *Predictor) ForgetPeer(s timestream.Stream) {
	if q := p.queue(s); q != nil && len(q.actions) > 0 {
		p.Revert()
		p.updated = true
	}
	p.Received.ForgetPeer(s)
}

// dropQueue drops the queue of another stream.
func (r *Received) dropQueue(s timestream.Stream) {
	r.queues = slices.DeleteFunc(r.queues, func(q *queue) bool {
		if q.stream != s {
			return false
		}
		for i := range q.actions {
			r.notePeerAction(s, &q.actions[i])
		}
		return true
	})
}

// noteClaim notes action i of a peer's queue, which an update acks together with all others up to number n, if it can be checked at
// the end of the update.
func (r *Received) noteClaim(q *queue, i int, n uint64) {
	a := &q.actions[i]
	if q.outcomes[i] != actions.Done || a.At <= q.stalledTo {
		return
	}
	switch a.Kind {
	case actions.SetKeys, actions.SetYaw:
		if a.Number != n {
			return // a later action may have changed them
		}
	case actions.Place, actions.FinishBreak:
	default:
		return
	}
	r.peers.claims = append(r.peers.claims, peerClaim{q.stream, a.Kind, a.Pos, a.Keys, a.Yaw})
}

// checkClaims counts the claims of the present update that it belies.
func (r *Received) checkClaims() {
	for i := range r.peers.claims {
		c := &r.peers.claims[i]
		if q := r.queue(c.stream); q == nil || q.stalled || r.bornOut(c) {
			continue
		}
		n := r.ensurePeer(c.stream)
		n.Lies++
		n.Other++
	}
	r.peers.claims = r.peers.claims[:0]
}

// bornOut reports whether an update bears a claim out, or at least does not belie it.
func (r *Received) bornOut(c *peerClaim) bool {
	slot := r.R.W.Find(world.AvatarID(c.stream))
	if slot == world.NoEntity {
		return true
	}
	switch m := &r.R.W.Entity(slot).Motion; c.kind {
	case actions.SetKeys:
		return m.Keys|world.KeyFly == c.keys|world.KeyFly // who may fly is for the mode to say
	case actions.SetYaw:
		return m.Yaw == c.yaw
	}
	if s := r.sections[c.pos.Section()]; s == nil || !s.loaded {
		return true
	}
	for _, b := range r.influences.blocks {
		if b.cause == protocol.CauseEdit && (b.by == c.stream && b.pos == c.pos || b.by != c.stream && adjacent(b.pos, c.pos)) {
			return true
		}
	}
	return slices.ContainsFunc(r.influences.ownBlocks, func(p world.Pos) bool { return adjacent(p, c.pos) })
}
