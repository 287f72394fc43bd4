package predict

import (
	"slices"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// Base returns the received state itself, for callers that know a strategy as an interface.
func (r *Received) Base() *Received { return r }

// UnackedCount returns the number of own actions that are not acked.
func (p *Received) UnackedCount() int {
	if q := p.queue(p.Own); q != nil {
		return len(q.actions)
	}
	return 0
}

// MeteredUnackedCount returns the number of own un-acked actions that count in the bound of 256: all but
// ConfirmSections and SetYaw.
func (r *Received) MeteredUnackedCount() (n int) {
	if q := r.queue(r.Own); q != nil {
		for i := range q.actions {
			if !q.actions[i].Kind.Unmetered() {
				n++
			}
		}
	}
	return n
}

// PitchOf returns how far up a player looks, in degrees; 0 until an update says otherwise.
func (r *Received) PitchOf(of timestream.Stream) int8 { return r.pitches[of] }

// EachUnacked calls f with every own un-acked action, in order.
func (p *Received) EachUnacked(f func(a *actions.Action)) {
	if q := p.queue(p.Own); q != nil {
		for i := range q.actions {
			f(&q.actions[i])
		}
	}
}

// Unacked returns the own un-acked actions in order. They must not be changed, and are valid until the next one is added or
// acked.
func (r *Received) Unacked() []actions.Action {
	if q := r.queue(r.Own); q != nil {
		return q.actions
	}
	return nil
}

// LastAcked returns the number of the last own action that was acked.
func (p *Received) LastAcked() uint64 {
	if q := p.queue(p.Own); q != nil {
		return q.acked
	}
	return 0
}

// Complete reports whether the whole state has arrived.
func (r *Received) Complete() bool { return r.complete }

// BeginResume says that a new connection has begun: its first update will be a full one.
func (r *Received) BeginResume() { r.resumed = true }

// Progress returns the number of the last update applied, and the edit up to which the state is complete.
func (r *Received) Progress() (update, complete uint64) { return r.update, r.completeTo }

// BlockChange is a block that changed, and the block that was shown before.
type BlockChange struct {
	Pos    world.Pos
	Before world.Block
}

// appendChanged appends the touched cells that show another block than when they were first touched, each once, in
// order of position, by what they show at an instant. A change that was undone is left out.
func appendChanged(dst, touched []BlockChange, w *world.World, now timestream.Time) []BlockChange {
	dst = append(dst, touched...)
	slices.SortStableFunc(dst, func(a, b BlockChange) int { return a.Pos.Compare(b.Pos) })
	kept := dst[:0]
	for i, c := range dst {
		if i > 0 && c.Pos == dst[i-1].Pos {
			continue
		}
		if b, ok := w.BlockAt(c.Pos, now); ok && b != c.Before {
			kept = append(kept, c)
		}
	}
	return kept
}
