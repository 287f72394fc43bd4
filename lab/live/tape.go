package live

import (
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/wire"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Kind is what an event of a tape is about.
type Kind uint8

// The kinds of events.
const (
	Hold     Kind = iota // a player holds other keys, or has turned
	Act                  // a player acts on a block
	Strike               // a player strikes at the other, where its own screen draws the other
	Network              // the network of a player changes
	Method               // the method of a player changes
	Rate                 // the server makes another number of steps a second
	kindsEnd             //
)

// Event is something that the holder of a run did before a frame. Its kind says which fields count.
type Event struct {
	Frame  int // the frame before which it happens, from 0
	Player int // all but Rate
	Kind   Kind

	Keys   world.Keys     // Hold
	Yaw    uint16         // Hold
	Action actions.Action // Act: kind and payload
	Link   Conditions     // Network
	Text   string         // Method: as client.ParseMethod reads it
	Rate   int            // Rate: steps a second
}

// Conditions are those of both directions of a player's network.
type Conditions struct {
	Lag    int  // ms one way, 0 to LagMax
	Jitter int  // ms, the most that is added to it, 0 to JitterMax
	Loss   int  // percent of the packets, 0 to LossMax
	Burst  bool // loss comes in bursts
}

// Bounds of a tape.
const (
	LagMax    = 1000
	JitterMax = 500
	LossMax   = 60
	RateMin   = 2
	RateMax   = 60
	FramesMax = 10 * 60 * FramesPerSecond // ten minutes
	eventsMax = 1 << 16
	textMax   = 200
)

// link returns the conditions as those of a direction.
func (c Conditions) link() memnet.Link {
	return memnet.Link{
		Delay: time.Duration(c.Lag) * time.Millisecond, Jitter: time.Duration(c.Jitter) * time.Millisecond,
		Loss: float64(c.Loss) / 100, Burst: c.Burst,
	}
}

// Tape is all that a run is a function of.
type Tape struct {
	Seed   uint64 // of the network's draws
	Frames int    // how long it is
	Events []Event
}

// WithMethod returns the tape with one method for a player, from the beginning to the end.
func (t *Tape) WithMethod(player int, text string) Tape {
	other := Tape{t.Seed, t.Frames, []Event{{Kind: Method, Player: player, Text: text}}}
	for _, e := range t.Events {
		if e.Kind != Method || e.Player != player {
			other.Events = append(other.Events, e)
		}
	}
	return other
}

// tapeVersion is the first byte of a tape's text. The rules of the game are part of a run, too: a tape of another version of
// Voxtide still plays, and may play differently.
const tapeVersion = 1

// ErrTape means that a text is not a tape, or not one that this version reads.
var ErrTape = errors.New("live: this is not a tape")

// Text returns the tape as a text for links: letters, digits, - and _.
//
//	version byte, seed uvarint, frames uvarint, number of events uvarint, then each event:
//	frames since the event before it uvarint, kind*2+player byte, and
//	Hold     keys u16, yaw u16
//	Act      action kind byte, its payload as on the wire
//	Network  lag uvarint, jitter uvarint, loss byte, burst byte
//	Strike   nothing: where to is what the screen shows
//	Method   text with its length
//	Rate     steps a second byte
func (t *Tape) Text() string {
	b := []byte{tapeVersion}
	b = wire.AppendUvarint(b, t.Seed)
	b = wire.AppendUvarint(b, uint64(t.Frames))
	b = wire.AppendCount(b, len(t.Events))
	last := 0
	for i := range t.Events {
		e := &t.Events[i]
		b = wire.AppendUvarint(b, uint64(e.Frame-last))
		last = e.Frame
		b = append(b, byte(e.Kind)<<1|byte(e.Player))
		b = e.append(b)
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func (e *Event) append(b []byte) []byte {
	switch e.Kind {
	case Hold:
		return wire.AppendU16(wire.AppendU16(b, uint16(e.Keys)), e.Yaw)
	case Act:
		a := &e.Action
		b = append(b, byte(a.Kind), byte(a.Face), a.Slot)
		b = append(b, a.Aim[:]...)
		return world.AppendPos(b, a.Pos)
	case Network:
		b = wire.AppendUvarint(wire.AppendUvarint(b, uint64(e.Link.Lag)), uint64(e.Link.Jitter))
		return wire.AppendBool(append(b, byte(e.Link.Loss)), e.Link.Burst)
	case Method:
		return wire.AppendString(b, e.Text)
	case Rate:
		return append(b, byte(e.Rate))
	}
	return b
}

// ParseTape reads the text of a tape. What it returns is within all bounds.
func ParseTape(text string) (t Tape, err error) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Tape{}, fmt.Errorf("%w: %v", ErrTape, err)
	}
	r := wire.NewReader(b)
	if r.Byte() != tapeVersion {
		return Tape{}, fmt.Errorf("%w of this version", ErrTape)
	}
	t.Seed, t.Frames = r.Uvarint(), int(r.Uvarint32())
	n := r.Count(eventsMax, 2)
	last := 0
	for range n {
		e := Event{Frame: last + int(r.Uvarint32())}
		head := r.Byte()
		e.Kind, e.Player = Kind(head>>1), int(head&1)
		e.read(&r)
		if r.Err() == nil {
			r.Fail(e.check())
		}
		if r.Err() != nil || e.Frame > t.Frames {
			break
		}
		last = e.Frame
		t.Events = append(t.Events, e)
	}
	if err := r.End(); err != nil || len(t.Events) != n || t.Frames > FramesMax {
		return Tape{}, fmt.Errorf("%w: broken or too long", ErrTape)
	}
	return t, nil
}

func (e *Event) read(r *wire.Reader) {
	switch e.Kind {
	case Hold:
		e.Keys, e.Yaw = world.Keys(r.U16()), r.U16()
	case Act:
		a := &e.Action
		a.Kind, a.Face, a.Slot = actions.Kind(r.Byte()), world.Face(r.Byte()), r.Byte()
		for i := range a.Aim {
			a.Aim[i] = r.Byte()
		}
		a.Pos = world.ReadPos(r)
	case Network:
		e.Link = Conditions{Lag: int(r.Uvarint16()), Jitter: int(r.Uvarint16()), Loss: int(r.Byte()), Burst: r.Bool()}
	case Method:
		e.Text = r.String(textMax)
	case Rate:
		e.Rate = int(r.Byte())
	}
}

// check returns an error if an event is out of its bounds.
func (e *Event) check() error {
	ok := e.Kind < kindsEnd && e.Player >= 0 && e.Player < Players && e.Frame >= 0
	switch a := &e.Action; e.Kind {
	case Hold:
		ok = ok && e.Keys&^(world.KeysAll&^world.KeyFly) == 0
	case Act:
		ok = ok && (a.Kind == actions.Place || a.Kind == actions.FinishBreak || a.Kind == actions.SelectSlot) &&
			a.Face < world.FaceCount && a.Slot < world.InventorySize && a.Aim[0] <= 16 && a.Aim[1] <= 16 && a.Aim[2] <= 16
	case Network:
		l := e.Link
		ok = ok && l.Lag >= 0 && l.Lag <= LagMax && l.Jitter >= 0 && l.Jitter <= JitterMax && l.Loss >= 0 && l.Loss <= LossMax
	case Method:
		if _, err := client.ParseMethod(e.Text); err != nil {
			return err
		}
		ok = ok && len(e.Text) <= textMax
	case Rate:
		ok = ok && e.Rate >= RateMin && e.Rate <= RateMax
	}
	if !ok {
		return fmt.Errorf("%w: an event is out of bounds", ErrTape)
	}
	return nil
}
