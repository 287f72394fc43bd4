package linktest

// The contestants of Link.

import (
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/transport"
	"voxtide/transport/netem"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// openFor is how long a session may take to open.
const openFor = 10 * time.Second

var errNoAnswer = errors.New("linktest: the far end does not answer")

// openReliable opens a session over package reliable.
func openReliable(noCopies bool) func(context.Context, *netem.Conn, *netem.Conn) (*session, error) {
	return func(ctx context.Context, pa, pb *netem.Conn) (*session, error) {
		client, server := withKeys(reliable.Config{NoCopies: noCopies})
		h := reliable.Listen(pb, server)
		a := reliable.Dial(pa, pb.LocalAddr(), client)
		shut := func() {
			a.Close("done")
			<-a.Done()
			h.Close("done")
		}
		var b *reliable.Conn
		for start := time.Now(); b == nil; time.Sleep(time.Millisecond) {
			b, _ = h.Accept()
			if ctx.Err() != nil || time.Since(start) > openFor {
				shut()
				return nil, errors.Join(errNoAnswer, ctx.Err())
			}
		}
		w := &reliableSession{a: a, b: b, piece: make([]byte, 32<<10)}
		return &session{send: w.send, receive: w.receive, bulk: w.bulk, bulkReceived: func() int { return w.bulkReceived }, close: shut}, nil
	}
}

type reliableSession struct {
	a, b         *reliable.Conn
	piece        []byte
	bulkReceived int // of bulk
}

func (w *reliableSession) send(msg []byte) error {
	err := w.a.Send(lane, msg)
	w.a.Flush()
	w.b.Flush()
	return err
}

func (w *reliableSession) receive() ([]byte, bool) {
	for m, ok := w.b.Receive(); ok; m, ok = w.b.Receive() {
		if m.Lane == lane {
			return m.Data, true
		}
		w.bulkReceived += len(m.Data)
	}
	return nil, false
}

func (w *reliableSession) bulk(n int) (left int) {
	for n > 0 && w.a.Send(transport.Bulk, w.piece[:min(n, len(w.piece))]) == nil {
		n -= min(n, len(w.piece))
	}
	return n
}

// openKCP opens a session over kcp-go's own sessions, in their fastest mode.
func openKCP(data, parity int) func(context.Context, *netem.Conn, *netem.Conn) (*session, error) {
	return func(ctx context.Context, pa, pb *netem.Conn) (*session, error) {
		l, err := kcp.ServeConn(nil, data, parity, pb)
		if err != nil {
			return nil, err
		}
		a, err := kcp.NewConn2(pb.LocalAddr(), nil, data, parity, pa)
		if err != nil {
			l.Close()
			return nil, err
		}
		w := &kcpSession{a: a}
		shut := func() {
			a.Close()
			if w.b != nil {
				w.b.Close()
			}
			l.Close()
			pa.Close() // a Listener of a served conn does not end its reader
			pb.Close()
			w.done.Wait()
		}
		setFastest(a)
		l.SetDeadline(time.Now().Add(openFor))
		a.Write(make([]byte, 8)) // the first packet makes the session
		if w.b, err = l.AcceptKCP(); err != nil {
			shut()
			return nil, errors.Join(errNoAnswer, err)
		}
		setFastest(w.b)
		buf := make([]byte, 8)
		w.b.SetReadDeadline(time.Now().Add(openFor))
		if _, err := io.ReadFull(w.b, buf); err != nil {
			shut()
			return nil, errors.Join(errNoAnswer, err)
		}
		w.b.SetReadDeadline(time.Time{})
		w.done.Add(1)
		go w.read()
		return &session{send: w.send, receive: w.receive, close: shut}, nil
	}
}

func setFastest(s *kcp.UDPSession) {
	s.SetNoDelay(1, 10, 2, 1)
	s.SetACKNoDelay(true)
	s.SetWindowSize(256, 256)
	s.SetMtu(transport.DatagramMax)
}

// kcpSession reads in a goroutine of its own, as KCP's sessions require.
type kcpSession struct {
	a, b *kcp.UDPSession
	done sync.WaitGroup
	buf  []byte

	mu       sync.Mutex
	received int
}

func (w *kcpSession) send(msg []byte) error {
	w.buf = append(binary.AppendUvarint(w.buf[:0], uint64(len(msg))), msg...)
	_, err := w.a.Write(w.buf)
	return err
}

// read splits the stream into messages.
func (w *kcpSession) read() {
	defer w.done.Done()
	var have []byte
	buf := make([]byte, 64<<10)
	for {
		n, err := w.b.Read(buf)
		if err != nil {
			return
		}
		have = append(have, buf[:n]...)
		for {
			n, k := binary.Uvarint(have)
			if k <= 0 || uint64(len(have)-k) < n {
				break
			}
			have = have[:copy(have, have[k+int(n):])]
			w.mu.Lock()
			w.received++
			w.mu.Unlock()
		}
	}
}

func (w *kcpSession) receive() ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.received == 0 {
		return nil, false
	}
	w.received--
	return nil, true
}

// withKeys returns both ends of a connection their keys.
func withKeys(cfg reliable.Config) (client, server reliable.Config) {
	secret := func(n byte) secure.Secret {
		return secure.NewSecret(ed25519.NewKeyFromSeed(append(make([]byte, 31), n)))
	}
	client, server = cfg, cfg
	known := secret(1).Public()
	server.Secure.Secret = secret(1)
	client.Secure.Secret, client.Secure.Known = secret(2), &known
	return client, server
}
