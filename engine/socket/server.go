package socket

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"sync"
	"syscall"
	"time"

	"voxtide/engine"
)

const (
	aliveEach   = 500 * time.Millisecond // a server says that it is there
	deadAfter   = 4 * aliveEach          // a client takes one that says nothing for gone
	writeTime   = 2 * time.Second        // a client that takes nothing for so long is left
	helloTime   = 2 * time.Second
	maxClients  = 64
	maxWaiting  = 4096 // requests of a client
	pollEach    = 2 * time.Millisecond
	socketBytes = 64 << 10
)

// ErrInUse means that another program listens on the socket.
var ErrInUse = errors.New("socket: another program listens there")

// ErrPath means that a path cannot be that of a socket.
var ErrPath = errors.New("socket: the path has more than 100 bytes, which no system takes for a socket")

// Listen opens a local socket that only this user's programs can reach. One that a program left behind is removed.
func Listen(path string) (net.Listener, error) {
	if len(path) > 100 {
		return nil, fmt.Errorf("%w: %s", ErrPath, path)
	}
	l, err := net.Listen("unix", path)
	if errors.Is(err, syscall.EADDRINUSE) {
		if c, derr := net.DialTimeout("unix", path, time.Second); derr == nil {
			c.Close()
			return nil, fmt.Errorf("%w: %s", ErrInUse, path)
		}
		if i, serr := os.Lstat(path); serr != nil || i.Mode()&fs.ModeSocket == 0 {
			return nil, err
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
		l, err = net.Listen("unix", path)
	}
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// Server gives clients an Engine each.
type Server struct {
	listener net.Listener
	about    string
	open     func() engine.Engine
	work     sync.WaitGroup

	mu     sync.Mutex
	conns  map[net.Conn]bool
	closed bool
}

// NewServer serves on a listener until Close. Each client gets an Engine that open makes, which is closed when the client goes; about
// says to clients who this is.
func NewServer(l net.Listener, about string, open func() engine.Engine) *Server {
	s := &Server{listener: l, about: about, open: open, conns: map[net.Conn]bool{}}
	s.work.Go(s.accept)
	return s
}

// Close ends all connections; requests of their clients end as Unknown.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	for c := range s.conns {
		c.Close()
	}
	s.mu.Unlock()
	err := s.listener.Close()
	s.work.Wait()
	return err
}

// Clients returns how many are connected.
func (s *Server) Clients() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.conns)
}

func (s *Server) accept() {
	for {
		c, err := s.listener.Accept()
		if err != nil {
			s.mu.Lock()
			closed := s.closed
			s.mu.Unlock()
			if closed || errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(50 * time.Millisecond) // out of descriptors, for example
			continue
		}
		s.mu.Lock()
		if s.closed || len(s.conns) >= maxClients {
			s.mu.Unlock()
			c.Close()
			continue
		}
		s.conns[c] = true
		s.mu.Unlock()
		s.work.Go(func() {
			s.serve(c)
			c.Close()
			s.mu.Lock()
			delete(s.conns, c)
			s.mu.Unlock()
		})
	}
}

// serve is the life of one connection: one goroutine reads requests, this one calls the Engine and writes.
func (s *Server) serve(c net.Conn) {
	r, w := bufio.NewReaderSize(c, socketBytes), bufio.NewWriterSize(c, socketBytes)
	c.SetDeadline(time.Now().Add(helloTime))
	frame, err := readFrame(r)
	if err == nil {
		_, err = readHello(frame)
	}
	if writeFrame(w, hello(s.about)) != nil || w.Flush() != nil || err != nil {
		return
	}
	c.SetDeadline(time.Time{})
	requests, over := make(chan request, 64), make(chan struct{})
	var reader sync.WaitGroup
	reader.Go(func() {
		defer close(requests)
		for {
			frame, err := readFrame(r)
			if err != nil {
				return
			}
			q, err := readRequest(frame)
			if err != nil {
				return
			}
			select {
			case requests <- q:
			case <-over:
				return
			}
		}
	})
	d := &desk{conn: c, w: w, engine: s.open(), ids: map[engine.Request]uint64{}, began: time.Now()}
	d.run(requests)
	c.Close()
	close(over)
	reader.Wait()
	d.engine.Close()
}

// desk is a client's Engine with what waits for it.
type desk struct {
	conn    net.Conn
	w       *bufio.Writer
	engine  engine.Engine
	ids     map[engine.Request]uint64 // the client's numbers of requests that wait
	follows map[engine.Request]bool
	answers []engine.Answer
	frame   []byte
	began   time.Time
}

func (d *desk) run(requests <-chan request) {
	alive := time.NewTicker(aliveEach)
	defer alive.Stop()
	var poll <-chan time.Time
	if d.engine.Ready() == nil {
		t := time.NewTicker(pollEach)
		defer t.Stop()
		poll = t.C
	}
	for {
		quiet := false
		select {
		case q, ok := <-requests:
			if !ok || !d.ask(q) {
				return
			}
		case <-d.engine.Ready():
		case <-poll:
		case <-alive.C:
			quiet = true
		}
		for more := true; more; { // what has come meanwhile goes with it
			select {
			case q, ok := <-requests:
				if !ok || !d.ask(q) {
					return
				}
			default:
				more = false
			}
		}
		if !d.answer(quiet) {
			return
		}
	}
}

// ask makes a client's request.
func (d *desk) ask(q request) bool {
	if len(d.ids) >= maxWaiting {
		return false
	}
	var r engine.Request
	switch q.kind {
	case kindClaim:
		r = d.engine.Claim(q.text, q.a, q.who)
	case kindAppend:
		r = d.engine.Append(q.text, q.a, q.b, q.data)
	case kindRead:
		r = d.engine.Read(q.text, q.a)
	case kindFollow:
		r = d.engine.Follow(q.text, q.a)
		if d.follows == nil {
			d.follows = map[engine.Request]bool{}
		}
		d.follows[r] = true
	case kindTrim:
		r = d.engine.Trim(q.text, q.a)
	case kindPut:
		value := q.data
		if !q.isNil && value == nil {
			value = []byte{}
		} else if q.isNil {
			value = nil
		}
		r = d.engine.Put(q.text, value)
	case kindGet:
		r = d.engine.Get(q.text)
	case kindList:
		r = d.engine.List(q.text)
	}
	d.ids[r] = q.id
	return true
}

// answer writes the answers that have come, or that the server is there.
func (d *desk) answer(quiet bool) bool {
	d.answers = d.engine.Poll(time.Since(d.began), d.answers[:0])
	if len(d.answers) == 0 && !quiet {
		return true
	}
	d.conn.SetWriteDeadline(time.Now().Add(writeTime))
	if len(d.answers) == 0 && writeFrame(d.w, []byte{kindAlive}) != nil {
		return false
	}
	for i := range d.answers {
		a := &d.answers[i]
		id, ok := d.ids[a.Request]
		if !ok {
			continue
		}
		follows := d.follows[a.Request]
		if !follows || a.Outcome != engine.OK {
			delete(d.ids, a.Request)
			delete(d.follows, a.Request)
		}
		for _, part := range fit(*a, follows) {
			d.frame = appendAnswer(d.frame[:0], id, &part)
			if writeFrame(d.w, d.frame) != nil {
				return false
			}
		}
	}
	clear(d.answers)
	if cap(d.frame) > socketBytes {
		d.frame = nil
	}
	return d.w.Flush() == nil
}

// fit makes an answer fit into frames. Of an answer to Read the end is left out, one of a followed log becomes several.
func fit(a engine.Answer, follows bool) (parts []engine.Answer) {
	size := 0
	for k, v := range a.Values {
		size += len(k) + len(v) + 2*entryCost
	}
	if size > frameMax/2 || len(a.Values) > valuesMax || len(a.Value) > valueMax {
		return []engine.Answer{{Outcome: engine.Refused, Reason: "the values are too large for an answer"}}
	}
	size = 0
	for i := range a.Entries {
		cost := len(a.Entries[i].Data) + entryCost
		if i > 0 && (size+cost > frameMax-(64<<10)-valueMax || i >= entriesMax) {
			rest := a
			rest.Entries = a.Entries[i:]
			a.Entries = a.Entries[:i]
			if !follows {
				break
			}
			return append([]engine.Answer{a}, fit(rest, true)...)
		}
		size += cost
	}
	return []engine.Answer{a}
}
