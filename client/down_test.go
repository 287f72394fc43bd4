package client_test

import (
	"encoding/binary"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/world"
)

// A server that lies: what it says is a list of kind, length and bytes. The kinds:
const (
	saysLive = iota
	saysBulk
	saysPong
	saysNothing // and a picture passes
	saysKinds
)

// liar is the connection to such a server.
type liar struct {
	words  []byte
	closed bool
}

func (l *liar) Send(transport.Lane, []byte) error { return nil }
func (l *liar) Value(uint8, []byte) error         { return nil }
func (l *liar) Delivered(transport.Lane) uint64   { return 0 }
func (l *liar) Pending(transport.Lane) int        { return 0 }
func (l *liar) Flush()                            {}
func (l *liar) Close(string)                      { l.closed = true }
func (l *liar) Closed() (string, bool)            { return "left", l.closed }

func (l *liar) Receive() (m transport.Message, ok bool) {
	if len(l.words) == 0 || l.closed {
		return m, false
	}
	kind := l.words[0] % saysKinds
	n, k := binary.Uvarint(l.words[1:])
	if k <= 0 || n > uint64(len(l.words)-1-k) {
		l.words = nil
		return m, false
	}
	m.Data = l.words[1+k : 1+k+int(n)]
	l.words = l.words[1+k+int(n):]
	switch kind {
	case saysLive:
		m.Lane = transport.Live
	case saysBulk:
		m.Lane = transport.Bulk
	case saysPong:
		m.Kind, m.Slot = transport.KindValue, protocol.SlotPing
	default:
		return m, false
	}
	return m, true
}

func say(words []byte, kind byte, data []byte) []byte {
	return append(binary.AppendUvarint(append(words, kind), uint64(len(data))), data...)
}

// noted is a connection that notes what an honest server says.
type noted struct {
	transport.Conn
	words *[]byte
}

func (n noted) Receive() (transport.Message, bool) {
	m, ok := n.Conn.Receive()
	switch {
	case !ok:
		*n.words = say(*n.words, saysNothing, nil)
	case m.Kind == transport.KindValue:
		*n.words = say(*n.words, saysPong, m.Data)
	case m.Lane == transport.Bulk:
		*n.words = say(*n.words, saysBulk, m.Data)
	default:
		*n.words = say(*n.words, saysLive, m.Data)
	}
	return m, ok
}

// honest returns what a server says to somebody who comes, digs sand and walks.
func honest(t testing.TB) (words []byte) {
	r := newRoom(t, transport.Link{Copies: true}, server.Config{View: 1, ViewY: 1, Creative: true}, "")
	r.cl = client.New(client.Config{Name: "ann", Dial: func() transport.Conn {
		near, far := r.net.Pair(transport.Link{}, transport.Link{})
		r.srv.Accept(far)
		return noted{near, &words}
	}})
	r.play()
	r.in.Keys = world.KeyForward
	r.in.Do = []actions.Action{{Kind: actions.Dug, Pos: world.Pos{X: 4, Y: -1, Z: 4}, Aim: actions.Aim{8, 16, 8}}}
	r.run(200 * time.Millisecond)
	return words
}

// FuzzDown: whatever a server says, a client goes on or ends the session, and does neither panic nor hang.
func FuzzDown(f *testing.F) {
	words := honest(f)
	f.Add(words, true)
	f.Add(words[:len(words)/2], false)
	f.Fuzz(func(t *testing.T, words []byte, dumb bool) {
		l := &liar{words: words}
		cfg := client.Config{Name: "ann", Dial: func() transport.Conn { return l }, GiveUp: time.Hour}
		if dumb {
			cfg.Strategy = "dumb"
		}
		c := client.New(cfg)
		for i := 0; i < 400 && c.State() != client.Ended; i++ {
			c.Picture(time.Duration(i)*16*time.Millisecond, client.Input{Keys: world.KeyForward, Yaw: uint16(i) << 8})
			if len(l.words) == 0 {
				break
			}
		}
		c.Picture(10*time.Second, client.Input{})
	})
}
