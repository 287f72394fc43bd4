package linktest

// The contestants of Link.

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/xtaci/kcp-go/v5"

	"voxtide/badnet"
	"voxtide/transport"
	"voxtide/transport/lanes"
)

// openFor is how long a way may take to open.
const openFor = 10 * time.Second

var errNotOpen = errors.New("linktest: the far end does not answer")

// openLanes gives a way over our own lanes.
func openLanes(noCopies bool) func(context.Context, *badnet.Conn, *badnet.Conn) (*way, error) {
	return func(ctx context.Context, pa, pb *badnet.Conn) (*way, error) {
		client, server := keyed(lanes.Config{NoCopies: noCopies})
		h := lanes.Listen(pb, server)
		a := lanes.Dial(pa, pb.LocalAddr(), client)
		shut := func() {
			a.Close("done")
			<-a.Done()
			h.Close("done")
		}
		var b *lanes.Conn
		for start := time.Now(); b == nil; time.Sleep(time.Millisecond) {
			b, _ = h.Accept()
			if ctx.Err() != nil || time.Since(start) > openFor {
				shut()
				return nil, errors.Join(errNotOpen, ctx.Err())
			}
		}
		w := &lanesWay{a: a, b: b, piece: make([]byte, 32<<10)}
		return &way{send: w.send, receive: w.receive, bulk: w.bulk, got: func() int { return w.come }, close: shut}, nil
	}
}

type lanesWay struct {
	a, b  *lanes.Conn
	piece []byte
	come  int // of bulk
}

func (w *lanesWay) send(msg []byte) error {
	err := w.a.Send(lane, msg)
	w.a.Flush()
	w.b.Flush()
	return err
}

func (w *lanesWay) receive() ([]byte, bool) {
	for m, ok := w.b.Receive(); ok; m, ok = w.b.Receive() {
		if m.Lane == lane {
			return m.Data, true
		}
		w.come += len(m.Data)
	}
	return nil, false
}

func (w *lanesWay) bulk(n int) (left int) {
	for n > 0 && w.a.Send(transport.Bulk, w.piece[:min(n, len(w.piece))]) == nil {
		n -= min(n, len(w.piece))
	}
	return n
}

// openKCP gives a way over kcp-go's own sessions, as fast as they can be set.
func openKCP(data, parity int) func(context.Context, *badnet.Conn, *badnet.Conn) (*way, error) {
	return func(ctx context.Context, pa, pb *badnet.Conn) (*way, error) {
		l, err := kcp.ServeConn(nil, data, parity, pb)
		if err != nil {
			return nil, err
		}
		a, err := kcp.NewConn2(pb.LocalAddr(), nil, data, parity, pa)
		if err != nil {
			l.Close()
			return nil, err
		}
		w := &kcpWay{a: a}
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
		swift(a)
		l.SetDeadline(time.Now().Add(openFor))
		a.Write(make([]byte, 8)) // a session is made by its first packet
		if w.b, err = l.AcceptKCP(); err != nil {
			shut()
			return nil, errors.Join(errNotOpen, err)
		}
		swift(w.b)
		buf := make([]byte, 8)
		w.b.SetReadDeadline(time.Now().Add(openFor))
		if _, err := io.ReadFull(w.b, buf); err != nil {
			shut()
			return nil, errors.Join(errNotOpen, err)
		}
		w.b.SetReadDeadline(time.Time{})
		w.done.Add(1)
		go w.read()
		return &way{send: w.send, receive: w.receive, close: shut}, nil
	}
}

func swift(s *kcp.UDPSession) {
	s.SetNoDelay(1, 10, 2, 1)
	s.SetACKNoDelay(true)
	s.SetWindowSize(256, 256)
	s.SetMtu(transport.DatagramMax)
}

// kcpWay reads in a goroutine of its own, as KCP's sessions want it.
type kcpWay struct {
	a, b *kcp.UDPSession
	done sync.WaitGroup
	buf  []byte

	mu   sync.Mutex
	come int
}

func (w *kcpWay) send(msg []byte) error {
	w.buf = append(binary.AppendUvarint(w.buf[:0], uint64(len(msg))), msg...)
	_, err := w.a.Write(w.buf)
	return err
}

// read takes messages apart by their lengths.
func (w *kcpWay) read() {
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
			w.come++
			w.mu.Unlock()
		}
	}
}

func (w *kcpWay) receive() ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.come == 0 {
		return nil, false
	}
	w.come--
	return nil, true
}
