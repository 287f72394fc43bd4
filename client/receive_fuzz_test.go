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
	"voxtide/transport/memnet"
	"voxtide/world"
)

// The kinds of messages of a lying server, which sends a list of kind, length and bytes.
const (
	saysLive = iota
	saysBulk
	saysPong
	saysNothing // and a frame passes
	saysKinds
)

// lyingServer is the connection to a lying server.
type lyingServer struct {
	words  []byte
	closed bool
}

func (l *lyingServer) Send(transport.Lane, []byte) error { return nil }
func (l *lyingServer) Value(uint8, []byte) error         { return nil }
func (l *lyingServer) Delivered(transport.Lane) uint64   { return 0 }
func (l *lyingServer) Pending(transport.Lane) int        { return 0 }
func (l *lyingServer) Flush()                            {}
func (l *lyingServer) Close(string)                      { l.closed = true }
func (l *lyingServer) Closed() (string, bool)            { return "left", l.closed }

func (l *lyingServer) Receive() (m transport.Message, ok bool) {
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

// appendMessage appends a message of a lying server.
func appendMessage(words []byte, kind byte, data []byte) []byte {
	return append(binary.AppendUvarint(append(words, kind), uint64(len(data))), data...)
}

// recordingConn is a connection that records the messages of an honest server.
type recordingConn struct {
	transport.Conn
	words *[]byte
}

func (n recordingConn) Receive() (transport.Message, bool) {
	m, ok := n.Conn.Receive()
	switch {
	case !ok:
		*n.words = appendMessage(*n.words, saysNothing, nil)
	case m.Kind == transport.KindValue:
		*n.words = appendMessage(*n.words, saysPong, m.Data)
	case m.Lane == transport.Bulk:
		*n.words = appendMessage(*n.words, saysBulk, m.Data)
	default:
		*n.words = appendMessage(*n.words, saysLive, m.Data)
	}
	return m, ok
}

// recordHonestServer returns the messages of a server to a player who joins, breaks sand and walks.
func recordHonestServer(t testing.TB) (words []byte) {
	r := newHarness(t, memnet.Link{Copies: true}, server.Config{View: 1, ViewY: 1, Creative: true}, "")
	r.cl = client.New(client.Config{Name: "ann", Dial: func() transport.Conn {
		near, far := r.net.Pair(memnet.Link{}, memnet.Link{})
		r.srv.Accept(far)
		return recordingConn{near, &words}
	}})
	r.play()
	r.in.Keys = world.KeyForward
	r.in.Actions = []actions.Action{{Kind: actions.FinishBreak, Pos: world.Pos{X: 4, Y: -1, Z: 4}, Aim: actions.Aim{8, 16, 8}}}
	r.run(200 * time.Millisecond)
	return words
}

// FuzzDown: whatever messages a server sends, a client goes on or ends the session, and neither panics nor hangs.
func FuzzDown(f *testing.F) {
	words := recordHonestServer(f)
	f.Add(words, true)
	f.Add(words[:len(words)/2], false)
	f.Fuzz(func(t *testing.T, words []byte, dumb bool) {
		l := &lyingServer{words: words}
		cfg := client.Config{Name: "ann", Dial: func() transport.Conn { return l }, JoinTimeout: time.Hour}
		if dumb {
			cfg.Strategy = "dumb"
		}
		c := client.New(cfg)
		for i := 0; i < 400 && c.State() != client.Ended; i++ {
			c.Frame(time.Duration(i)*16*time.Millisecond, client.Input{Keys: world.KeyForward, Yaw: uint16(i) << 8})
			if len(l.words) == 0 {
				break
			}
		}
		c.Frame(10*time.Second, client.Input{})
	})
}
