package gate

import "time"

// Payloads that a listening Gate takes from one peer: so many a second, as many at once, and one for each packet that the
// peer was sent, since those are to be acked. An honest client sends 60 to 200 a second and what it acks. More is dropped
// after unsealing, as the network may drop any: one session does not fill the one reader of all.
const (
	payloadRate  = 2000
	payloadBurst = 2000
)

// pace is how fast a peer's payloads come. It is the reader's.
type pace struct {
	bucket
	owed uint64 // packets that it was sent and has not yet been allowed an answer to
	sent uint64 // of its packets counted
}

// hasty says whether a payload comes beyond what its peer may send.
func (p *Peer) hasty(now time.Duration) bool {
	r := &p.pace
	switch {
	case p.gate.client != nil || r.take(now, time.Second/payloadRate, payloadBurst):
		return false
	case r.owed > 0:
		r.owed--
		return false
	}
	o := p.out.Load()
	o.mu.Lock()
	sent := o.next
	o.mu.Unlock()
	if sent == r.sent {
		p.gate.counts.hasty.Add(1)
		return true
	}
	r.owed, r.sent = sent-r.sent-1, sent
	return false
}
