// Package tape holds what players did, by virtual time: keys, looks and actions with absolute cells, and its file format.
//
// Job: one play that can be given again, byte for byte, to every method and over every network. A tape is made once, by a run at
// zero delay or by a client that records; a player of it does what it says at the times that it says, and never looks at a screen.
// Owner: the maker until it is done; from then on a Tape is read only and may be shared. Invariant: Decode(Encode(t)) is t.
//
// The file, version 1 (uvarint unless another type is named):
//
//	"voxtape" | version | seed 8 bytes | frame time in us | length in us | tracks, each:
//	  name | role | events, each: us since the event before | keys | yaw 2 bytes | pitch varint, 1/100 degree | actions
package tape

import (
	"errors"
	"fmt"
	"hash/fnv"
	"time"

	"voxtide/actions"
	"voxtide/internal/wire"
	"voxtide/world"
)

// Version is that of the file format.
const Version = 1

const magic = "voxtape"

// Bounds of a tape, so that a broken file ends in an error.
const (
	tracksMax  = 64
	eventsMax  = 1 << 22
	actionsMax = 256
	nameMax    = 64
)

// Errors of Decode.
var (
	ErrNoTape  = errors.New("tape: this is not a tape")
	ErrVersion = errors.New("tape: the tape has another version")
)

// Tape is what several players did.
type Tape struct {
	Seed      uint64
	FrameTime time.Duration // of the run that made it
	Length    time.Duration
	Tracks    []Track
}

// Track is what one player did, in order of time.
type Track struct {
	Name, Role string
	Events     []Event
}

// Event is a change of what a player holds, or something that it does.
type Event struct {
	At      time.Duration
	Keys    world.Keys
	Yaw     uint16
	Pitch   int16            // 1/100 degree
	Actions []actions.Action // kind and payload only
}

// Encode appends the file to b.
func (t *Tape) Encode(b []byte) []byte {
	b = append(b, magic...)
	b = wire.AppendUvarint(b, Version)
	b = wire.AppendU64(b, t.Seed)
	b = wire.AppendUvarint(b, uint64(t.FrameTime/time.Microsecond))
	b = wire.AppendUvarint(b, uint64(t.Length/time.Microsecond))
	b = wire.AppendCount(b, len(t.Tracks))
	for i := range t.Tracks {
		k := &t.Tracks[i]
		b = wire.AppendString(b, k.Name)
		b = wire.AppendString(b, k.Role)
		b = wire.AppendCount(b, len(k.Events))
		last := time.Duration(0)
		for j := range k.Events {
			e := &k.Events[j]
			b = wire.AppendUvarint(b, uint64((e.At-last)/time.Microsecond))
			last = e.At
			b = wire.AppendUvarint(b, uint64(e.Keys))
			b = wire.AppendU16(b, e.Yaw)
			b = wire.AppendVarint(b, int64(e.Pitch))
			b = wire.AppendCount(b, len(e.Actions))
			for n := range e.Actions {
				b = actions.Append(b, &e.Actions[n])
			}
		}
	}
	return b
}

// Decode reads a file.
func Decode(b []byte) (*Tape, error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, ErrNoTape
	}
	r := wire.NewReader(b[len(magic):])
	if v := r.Uvarint(); v != Version {
		return nil, fmt.Errorf("%w: %d", ErrVersion, v)
	}
	t := &Tape{Seed: r.U64()}
	t.FrameTime = time.Duration(r.Uvarint()&(1<<40-1)) * time.Microsecond
	t.Length = time.Duration(r.Uvarint()&(1<<40-1)) * time.Microsecond
	for range r.Count(tracksMax, 3) {
		k := Track{Name: r.String(nameMax), Role: r.String(nameMax)}
		last := time.Duration(0)
		for range r.Count(eventsMax, 6) {
			var e Event
			last += time.Duration(r.Uvarint()&(1<<40-1)) * time.Microsecond
			e.At = last
			e.Keys = world.Keys(r.Uvarint16())
			e.Yaw = r.U16()
			pitch := r.Varint()
			if e.Pitch = int16(pitch); int64(e.Pitch) != pitch {
				r.Fail(wire.ErrLimit)
			}
			for range r.Count(actionsMax, 4) {
				var a actions.Action
				actions.Read(&r, &a)
				e.Actions = append(e.Actions, a)
			}
			k.Events = append(k.Events, e)
		}
		t.Tracks = append(t.Tracks, k)
	}
	if err := r.End(); err != nil {
		return nil, fmt.Errorf("tape: %w", err)
	}
	return t, nil
}

// Hash returns a digest of the file: who was given the same hash was given the same play.
func (t *Tape) Hash() uint64 {
	h := fnv.New64a()
	h.Write(t.Encode(nil))
	return h.Sum64()
}

// Record notes what the player of a track holds and does at a time. Times must not go back.
func (k *Track) Record(at time.Duration, keys world.Keys, yaw uint16, pitch int16, done []actions.Action) {
	if n := len(k.Events); n > 0 && len(done) == 0 {
		if e := &k.Events[n-1]; e.Keys == keys && e.Yaw == yaw && e.Pitch == pitch {
			return
		}
	}
	e := Event{At: at, Keys: keys, Yaw: yaw, Pitch: pitch}
	for i := range done {
		a := done[i]
		a.Number, a.At, a.LastUpdate = 0, 0, 0
		a.Sections = append([]actions.SectionEpoch(nil), a.Sections...)
		e.Actions = append(e.Actions, a)
	}
	k.Events = append(k.Events, e)
}
