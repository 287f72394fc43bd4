package server

import (
	"slices"
	"time"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// clientTable holds every connection: players by stream and by name, and connections that have not joined.
type clientTable struct {
	sessions []*session // by stream
	online   map[string]*session
	pending  []*pendingConn

	tokenCount uint64 // session tokens made so far
}

// pendingConn is a connection that has not joined.
type pendingConn struct {
	conn  transport.Conn
	since time.Duration
	join  *protocol.Join // nil: not received
}

// session returns the session of a stream, nil if there is none.
func (t *clientTable) session(of timestream.Stream) *session {
	i, ok := t.find(of)
	if !ok {
		return nil
	}
	return t.sessions[i]
}

// find returns the index at which the session of a stream is, or would be. The search is written out because it runs for each stream
// that each client knows: one that calls a function to compare makes a step of 100 players longer by a twentieth.
func (t *clientTable) find(of timestream.Stream) (int, bool) {
	lo, hi := 0, len(t.sessions)
	for lo < hi {
		mid := (lo + hi) / 2
		if t.sessions[mid].stream < of {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, lo < len(t.sessions) && t.sessions[lo].stream == of
}

func (t *clientTable) add(c *session) {
	i, _ := t.find(c.stream)
	t.sessions = slices.Insert(t.sessions, i, c)
	t.online[c.name] = c
}

func (t *clientTable) remove(c *session) {
	i, _ := t.find(c.stream)
	t.sessions = slices.Delete(t.sessions, i, i+1)
	delete(t.online, c.name)
}

// inOrder returns the sessions in the order in which their streams are advanced.
func (t *clientTable) inOrder() []*session {
	if faults.Active(faults.OrderByMap) {
		var out []*session
		for _, c := range t.online {
			out = append(out, c)
		}
		return out
	}
	return t.sessions
}

// resubscription is a subscription that was closed to be opened again in this step.
type resubscription struct {
	c   *session
	pos world.SectionPos
}
