package recording

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/render/scene"
	"voxtide/transport"
)

// Result is what a replay has shown.
type Result struct {
	Config   Config
	Frames   int
	Hash     uint64 // digest of all frames
	Differ   int    // frames that showed something else than was recorded
	First    int    // the number of the first of them, from 1; 0 for none
	Complete bool   // the file was not cut short
	Length   time.Duration
	Networks []string // the conditions of the network that were noted
	Stats    client.Stats
}

// Looker is told of the frames of a replay.
type Looker interface {
	// Frame is called after each frame with its time and input. The scene is valid until the next one.
	Frame(now time.Duration, in *client.Input, c *client.Client, sc *scene.Scene)
}

// Replay plays a recording with a real client, whose connections answer as the recorded ones did. look may be nil.
func Replay(from io.Reader, look Looker) (Result, error) {
	r, err := NewReader(from)
	if err != nil {
		return Result{}, err
	}
	e := r.peek()
	if e == nil || e.kind != kindConfig {
		return Result{}, fmt.Errorf("%w: it does not begin with the client's settings", ErrBroken)
	}
	p := replayer{reader: r, look: look, result: Result{Config: e.config}}
	p.client = client.New(client.Config{Name: e.config.Name, Dial: p.dial, DialOther: func(string) transport.Conn { return p.dial() }, ViewDistance: e.config.ViewDistance, Strategy: e.config.Method,
		NoScene: e.config.NoScene, JoinTimeout: e.config.JoinTimeout, Links: &links.Config{Recorded: p.effect}})
	r.take()
	if err := p.play(); err != nil {
		return p.result, err
	}
	p.result.Complete, p.result.Stats = r.Complete(), p.client.Stats()
	return p.result, r.Err()
}

// replayer plays a recording.
type replayer struct {
	reader *Reader
	look   Looker
	client *client.Client
	result Result
	linked links.Effect // the last one
}

// next takes the next event if it is of a kind.
func (p *replayer) next(k kind) (*Event, bool) {
	e := p.reader.peek()
	if e == nil || e.kind != k {
		return nil, false
	}
	p.reader.take()
	return e, true
}

func (p *replayer) play() error {
	for {
		e := p.reader.peek()
		if e == nil {
			return nil
		}
		p.reader.take()
		switch e.kind {
		case kindFrame:
			p.frame(e.now, e.input)
		case kindCall:
			if err := p.call(e.call, e.text); err != nil {
				return err
			}
		case kindNetwork:
			p.result.Networks = append(p.result.Networks, e.text)
		default: // what the client did not ask for: it does something else than was recorded
			p.differs(p.result.Frames)
		}
	}
}

// frame makes a frame and compares it with the recorded one. The last frame of a file that was cut short has none.
func (p *replayer) frame(now time.Duration, in client.Input) {
	sc := p.client.Frame(now, in)
	shown, ok := p.next(kindShown)
	for !ok && p.reader.peek() != nil && p.reader.peek().kind != kindFrame {
		p.reader.take() // messages that the client did not ask for
		shown, ok = p.next(kindShown)
		p.differs(p.result.Frames + 1)
	}
	if !ok {
		return
	}
	p.result.Frames++
	p.result.Length = now
	h := shownHash(sc, p.client.World())
	p.result.Hash = chain(p.result.Hash, h)
	if h != shown.hash {
		p.differs(p.result.Frames)
	}
	if p.look != nil {
		p.look.Frame(now, &in, p.client, sc)
	}
}

// differs notes a frame that differs from the recorded one.
func (p *replayer) differs(frame int) {
	p.result.Differ++
	if p.result.First == 0 {
		p.result.First = max(1, frame)
	}
}

func (p *replayer) call(call client.Call, argument string) error {
	switch call {
	case client.CallSetMethod:
		m, err := client.ParseMethod(argument)
		if err == nil {
			err = p.client.SetMethod(m)
		}
		if err != nil {
			return fmt.Errorf("recording: %w", err)
		}
	case client.CallReconnect:
		p.client.Reconnect(argument)
	case client.CallSetViewDistance:
		n, err := strconv.Atoi(argument)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		p.client.SetViewDistance(n)
	case client.CallAskPlayers:
		p.client.AskPlayers()
	case client.CallLeave:
		p.client.Leave()
	default:
		return fmt.Errorf("%w: call %d", ErrBroken, call)
	}
	return nil
}

// effect returns the next effect of a direct link.
func (p *replayer) effect() (*links.Effect, bool) {
	e, ok := p.next(kindEffect)
	if !ok {
		return nil, false
	}
	p.linked = e.effect
	return &p.linked, true
}

// dial opens a connection if the recorded client got one.
func (p *replayer) dial() transport.Conn {
	if e, ok := p.next(kindDialed); ok && e.ok {
		return &replayedConn{p: p}
	}
	return nil
}

// replayedConn answers as a recorded connection did.
type replayedConn struct{ p *replayer }

func (c *replayedConn) Send(transport.Lane, []byte) error {
	if e, ok := c.p.next(kindSendError); ok {
		return sendErrors[e.err]
	}
	return nil
}

func (c *replayedConn) Receive() (m transport.Message, ok bool) {
	e, ok := c.p.next(kindMessage)
	if !ok {
		return m, false
	}
	return e.message, true
}

func (c *replayedConn) Closed() (reason string, closed bool) {
	e, ok := c.p.next(kindClosed)
	if !ok {
		return "", false
	}
	return e.text, true
}

func (c *replayedConn) Refused() bool {
	_, ok := c.p.next(kindRefused)
	return ok
}

func (c *replayedConn) Value(uint8, []byte) error       { return nil }
func (c *replayedConn) Delivered(transport.Lane) uint64 { return 0 }
func (c *replayedConn) Pending(transport.Lane) int      { return 0 }
func (c *replayedConn) Flush()                          {}
func (c *replayedConn) Close(string)                    {}
