// Package socket brings an engine.Engine to other programs of the same machine, over a local socket: Server stands over any Engine, and
// Client is one.
//
// What flows: a frame is its length in 4 bytes, low byte first, and a body of up to 8 MB, which begins with its kind (frame.go). Both ends
// say hello; then a client's frames are requests with numbers of its own, and the server's are answers under those numbers. When there is
// nothing to say for a while the server says that it is there. Each connection has an Engine of its own, so nothing goes on when a
// client is gone.
//
// Owner: one goroutine calls a Client, as package engine says; NewServer, Clients and Close of a Server may be called from any goroutine.
// Invariants: a request is answered once, or until it ends if it follows a log; when the connection breaks, or nothing comes in time, it
// ends as Unknown; no frame is sent twice; memory for a frame grows with the bytes that have come.
package socket

import (
	"bufio"
	"context"
	"errors"
	"net"
	"sync"
	"time"

	"voxtide/engine"
)

const (
	// answerTime is how long a request waits for its answer, and for a connection: longer than an engine's own time.
	answerTime = 750 * time.Millisecond

	firstPause = 5 * time.Millisecond // before the next try to connect, twice as long each time
	lastPause  = 500 * time.Millisecond
)

var (
	errNoAnswer = errors.New("the engine's program did not answer in time")
	errBroken   = errors.New("the connection to the engine's program broke")
)

// Client is an Engine in another program. It connects by itself, again and again.
type Client struct {
	path  string
	ready chan struct{}
	wake  chan struct{} // there is something to send
	stop  context.CancelFunc
	work  sync.WaitGroup
	last  engine.Request // the caller's goroutine alone

	mu      sync.Mutex
	answers []engine.Answer
	waiting map[engine.Request]*wait
	queue   []engine.Request // not sent yet
	about   string
	broken  string // why there is no connection
}

// wait is a request without an answer.
type wait struct {
	frame   []byte // nil once it is sent
	follows bool
	timer   *time.Timer
}

// Dial returns an Engine that is served at a path. It does not wait for the server, and the server need not run yet.
func Dial(path string) *Client {
	ctx, stop := context.WithCancel(context.Background())
	c := &Client{
		path: path, ready: make(chan struct{}, 1), wake: make(chan struct{}, 1), stop: stop, waiting: map[engine.Request]*wait{},
		broken: "not connected yet",
	}
	c.work.Go(func() { c.run(ctx) })
	return c
}

// About returns what the server says of itself, "" while there is no connection; then broken says why.
func (c *Client) About() (about, broken string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.about, c.broken
}

// Close ends all requests without an answer.
func (c *Client) Close() error {
	c.stop()
	c.work.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.waiting {
		w.timer.Stop()
	}
	clear(c.waiting)
	c.answers = nil
	return nil
}

func (c *Client) Ready() <-chan struct{} { return c.ready }

func (c *Client) Poll(_ time.Duration, answers []engine.Answer) []engine.Answer {
	c.mu.Lock()
	defer c.mu.Unlock()
	answers = append(answers, c.answers...)
	clear(c.answers)
	c.answers = c.answers[:0]
	return answers
}

func (c *Client) Claim(log string, seen uint64, holder string) engine.Request {
	return c.ask(request{kind: kindClaim, text: log, a: seen, who: holder})
}

func (c *Client) Append(log string, claim, n uint64, data []byte) engine.Request {
	return c.ask(request{kind: kindAppend, text: log, a: claim, b: n, data: data})
}

func (c *Client) Read(log string, from uint64) engine.Request {
	return c.ask(request{kind: kindRead, text: log, a: from})
}

func (c *Client) Follow(log string, from uint64) engine.Request {
	return c.ask(request{kind: kindFollow, text: log, a: from})
}

func (c *Client) Trim(log string, upTo uint64) engine.Request {
	return c.ask(request{kind: kindTrim, text: log, a: upTo})
}

func (c *Client) Put(key string, value []byte) engine.Request {
	return c.ask(request{kind: kindPut, text: key, data: value, isNil: value == nil})
}

func (c *Client) Get(key string) engine.Request {
	return c.ask(request{kind: kindGet, text: key})
}

func (c *Client) List(prefix string) engine.Request {
	return c.ask(request{kind: kindList, text: prefix})
}

// ask queues a request to be sent.
func (c *Client) ask(q request) engine.Request {
	c.last++
	r := c.last
	q.id = uint64(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(q.text) > textMax || len(q.who) > textMax || len(q.data) > engine.EntryMax {
		c.put(engine.Answer{Request: r, Outcome: engine.Refused, Reason: "a text or the data is too large"})
		return r
	}
	w := &wait{frame: q.append(nil), follows: q.kind == kindFollow}
	w.timer = time.AfterFunc(answerTime, func() { c.late(r) })
	c.waiting[r] = w
	c.queue = append(c.queue, r)
	signal(c.wake)
	return r
}

func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// put queues an answer; c.mu is held.
func (c *Client) put(a engine.Answer) {
	c.answers = append(c.answers, a)
	signal(c.ready)
}

// late ends a request that has waited too long. A log that is followed has time, once it was asked for.
func (c *Client) late(r engine.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if w := c.waiting[r]; w != nil && !(w.follows && w.frame == nil) {
		delete(c.waiting, r)
		c.put(engine.Answer{Request: r, Outcome: engine.Unknown, Reason: errNoAnswer.Error()})
	}
}

// run keeps a connection.
func (c *Client) run(ctx context.Context) {
	pause := firstPause
	for ctx.Err() == nil {
		began := time.Now()
		err := c.connect(ctx)
		c.brokenBy(err)
		if time.Since(began) > lastPause {
			pause = firstPause
		}
		select {
		case <-time.After(pause):
			pause = min(2*pause, lastPause)
		case <-ctx.Done():
		}
	}
}

// brokenBy ends all requests that were sent.
func (c *Client) brokenBy(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.about, c.broken = "", err.Error()
	for r, w := range c.waiting {
		if w.frame == nil {
			w.timer.Stop()
			delete(c.waiting, r)
			c.put(engine.Answer{Request: r, Outcome: engine.Unknown, Reason: errBroken.Error()})
		}
	}
}

// connect makes a connection and works on it until it breaks.
func (c *Client) connect(ctx context.Context) error {
	d := net.Dialer{Timeout: time.Second}
	conn, err := d.DialContext(ctx, "unix", c.path)
	if err != nil {
		return err
	}
	defer conn.Close()
	r, w := bufio.NewReaderSize(conn, socketBytes), bufio.NewWriterSize(conn, socketBytes)
	conn.SetDeadline(time.Now().Add(helloTime))
	if err := writeFrame(w, hello("")); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	frame, err := readFrame(r)
	if err != nil {
		return err
	}
	about, err := readHello(frame)
	if err != nil {
		return err
	}
	conn.SetDeadline(time.Time{})
	c.mu.Lock()
	c.about, c.broken = about, ""
	c.mu.Unlock()

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := context.AfterFunc(ctx, func() { conn.Close() })
	defer stopped()
	var reader sync.WaitGroup
	reader.Go(func() { cancel(c.read(conn, r)) })
	cancel(c.write(ctx, conn, w))
	conn.Close()
	reader.Wait()
	return context.Cause(ctx)
}

// write sends what is queued.
func (c *Client) write(ctx context.Context, conn net.Conn, w *bufio.Writer) error {
	for {
		for {
			frame := c.next()
			if frame == nil {
				break
			}
			conn.SetWriteDeadline(time.Now().Add(writeTime))
			if err := writeFrame(w, frame); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
		select {
		case <-c.wake:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// next takes the frame of the next request that still waits; from now on it counts as sent.
func (c *Client) next() (frame []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.queue) > 0 {
		r := c.queue[0]
		c.queue = c.queue[1:]
		if w := c.waiting[r]; w != nil {
			frame, w.frame = w.frame, nil
			if w.follows {
				w.timer.Stop()
			}
			return frame
		}
	}
	c.queue = nil
	return nil
}

// read takes answers until the connection breaks, or nothing comes any longer.
func (c *Client) read(conn net.Conn, r *bufio.Reader) error {
	for {
		conn.SetReadDeadline(time.Now().Add(deadAfter))
		frame, err := readFrame(r)
		if err != nil {
			return err
		}
		if frame[0] == kindAlive {
			continue
		}
		a, err := readAnswer(frame)
		if err != nil {
			return err
		}
		c.mu.Lock()
		if w := c.waiting[a.Request]; w != nil { // else it came too late
			if !w.follows || a.Outcome != engine.OK {
				w.timer.Stop()
				delete(c.waiting, a.Request)
			}
			c.put(a)
		}
		c.mu.Unlock()
	}
}
