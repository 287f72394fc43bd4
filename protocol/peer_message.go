package protocol

import (
	"voxtide/actions"
	"voxtide/internal/wire"
	"voxtide/timestream"
)

// PeerMessage is what one player sends another over a direct link: how far it has come, and its actions of shared kinds that the server
// has not acked, the oldest first. The recipient only predicts from it. What the server says is the truth; an action of a peer
// is undone before each update. The message is small enough for one datagram of a link.
//
//	stamp | last action | pitch | actions to the end of the message, each as actions.Append writes it
//
// Invariants of a decoded one: at most PeerActionsMax actions, each of a shared kind, numbers rise strictly and times never fall.
type PeerMessage struct {
	Declare Declare
	Actions []actions.Action
}

const (
	// PeerMessageMax is the size of a PeerMessage at most, in bytes.
	PeerMessageMax = 1000
	// PeerActionsMax bounds the actions of one PeerMessage.
	PeerActionsMax = 128
)

// AppendPeerMessage writes a PeerMessage of a stamp and of the actions of shared kinds among unacked, which are in order of
// number. It takes as many as a message holds, and returns how many of unacked it went through: the rest waits for another message.
func AppendPeerMessage(b []byte, d Declare, unacked []actions.Action) (out []byte, used int) {
	start, count := len(b), 0
	b = AppendDeclare(b, d)
	for i := range unacked {
		if !unacked[i].Kind.Shared() {
			continue
		}
		next := actions.Append(b, &unacked[i])
		if len(next)-start > PeerMessageMax || count == PeerActionsMax {
			return b, i
		}
		b, count = next, count+1
	}
	return b, len(unacked)
}

// Read reads a PeerMessage into m, reusing its memory.
func (m *PeerMessage) Read(b []byte) error {
	m.Actions = m.Actions[:0]
	if len(b) > PeerMessageMax {
		return ErrValue
	}
	r := wire.NewReader(b)
	m.Declare = readDeclare(&r)
	var number uint64
	var at timestream.Time
	for r.Len() > 0 {
		if len(m.Actions) == PeerActionsMax {
			r.Fail(ErrValue)
			break
		}
		if len(m.Actions) < cap(m.Actions) {
			m.Actions = m.Actions[:len(m.Actions)+1]
		} else {
			m.Actions = append(m.Actions, actions.Action{})
		}
		a := &m.Actions[len(m.Actions)-1]
		actions.Read(&r, a)
		if !a.Kind.Shared() || a.Number <= number || a.At < at {
			r.Fail(ErrValue)
		}
		number, at = a.Number, a.At
	}
	if err := r.End(); err != nil {
		m.Actions = m.Actions[:0]
		return err
	}
	return nil
}
