package tape

import (
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/world"
)

// Held is what a player holds.
type Held struct {
	Keys  world.Keys
	Yaw   uint16
	Pitch float64 // degrees, positive up
}

// Player plays one track of a tape, frame by frame. Any number of them may share a tape.
type Player struct {
	track *Track
	next  int // event
	held  Held
}

// NewPlayer returns a player of one track.
func NewPlayer(t *Tape, track int) *Player { return &Player{track: &t.Tracks[track]} }

// Frame returns what the player holds in a frame at a time, and appends to done what it does in it. Times must not go back.
func (p *Player) Frame(at time.Duration, done []actions.Action) (Held, []actions.Action) {
	for p.next < len(p.track.Events) && p.track.Events[p.next].At <= at {
		e := &p.track.Events[p.next]
		p.next++
		p.held = Held{Keys: e.Keys, Yaw: e.Yaw, Pitch: float64(e.Pitch) / 100}
		done = append(done, e.Actions...)
	}
	return p.held, done
}

// Shared returns the tape that a method is given: t itself. The fault TapeNotShared gives each method but the first another
// play, as players who look at their own screens would.
func Shared(t *Tape, method int) *Tape {
	if method == 0 || !faults.Active(faults.TapeNotShared) {
		return t
	}
	other := *t
	other.Tracks = append([]Track(nil), t.Tracks...)
	for i := range other.Tracks {
		k := &other.Tracks[i]
		k.Events = append([]Event(nil), k.Events...)
		for j := range k.Events {
			k.Events[j].Yaw += uint16(method) << 8
		}
	}
	return &other
}
