package engine

import (
	"fmt"
	"time"
)

// Times of a follower.
const (
	followRetryFirst = 50 * time.Millisecond
	followRetryMost  = time.Second
	followProbe      = 200 * time.Millisecond // of silence, after which it looks whether it missed something
	followOutage     = time.Second            // without an answer or an entry: the engine was away, and with it the owner's entries
)

// followAhead is about the bytes of entries that a follower reads before they are taken.
const followAhead = 16 << 20

// Follower reads a log from a position on, now and as it grows, and yields its entries in order.
type Follower struct {
	shared *Shared
	log    string
	chain  chain
	out    []Verified
	taken  int // of out
	bytes  int // of those that were not taken
	err    error

	asked   Request // the read or the following on its way, 0 for none
	follows bool    // asked is a following
	probing bool    // a read looks for what a following has not brought
	retry   backoff
	stopped bool

	heard  time.Duration // when the last entry came, or when the log was first seen
	seen   bool          // the log was seen
	probed time.Duration // when it was last looked
	quiet  quiet
	claim  uint64 // the newest
	holder string
}

// quiet is how long the engine is known to have had no new entry.
type quiet struct {
	since  time.Duration // the last entry, or the first answer after an outage of the engine
	asked  time.Duration // when the last question was asked that was answered and showed nothing new
	outage bool          // it began with an outage
}

// entry takes note of new entries.
func (q *quiet) entry(now time.Duration) { *q = quiet{since: now, asked: now} }

// answered takes note of an answer that showed nothing new.
func (q *quiet) answered(asked time.Duration) {
	if asked-q.asked > followOutage {
		q.since, q.outage = asked, true
	}
	q.asked = max(q.asked, asked)
}

// NewFollower returns a follower of a log for who has all of it up to a position.
func NewFollower(s *Shared, log string, after Position) *Follower {
	return &Follower{shared: s, log: log, chain: chain{at: after}, claim: after.Claim, retry: newBackoff(followRetryFirst, followRetryMost)}
}

// Advance makes progress; the Shared is polled before.
func (f *Follower) Advance(now time.Duration) {
	if f.err != nil || f.stopped {
		return
	}
	if f.asked == 0 && f.retry.due(now) && f.bytes < followAhead {
		least, asked := f.chain.at.N, now
		f.asked = f.shared.ask(f.shared.engine.Read(f.log, f.chain.next()), func(now time.Duration, a *Answer) { f.read(asked, now, a, least) })
	}
	if f.follows && !f.probing && now-max(f.heard, f.probed) >= followProbe {
		f.probing, f.probed = true, now
		least, asked := f.chain.at.N, now
		f.shared.ask(f.shared.engine.Read(f.log, f.chain.next()), func(now time.Duration, a *Answer) { f.probe(asked, now, a, least) })
	}
}

// read takes the answer to a read, and reads on or follows from its end.
func (f *Follower) read(asked, now time.Duration, a *Answer, least uint64) {
	if f.asked = 0; f.stopped || f.err != nil {
		return
	}
	if a.Outcome == Unknown {
		f.retry.wait(now)
		return
	}
	f.retry.reset()
	f.owner(a.Claim, a.Holder)
	before := len(f.out)
	further, err := f.chain.take(a, least, &f.out)
	f.quiet.answered(asked)
	if f.noteEntries(now, before); err != nil {
		f.err = err
		return
	}
	if further && f.chain.at.N < a.Last || f.chain.trimmed && !f.chain.proved && further {
		f.Advance(now) // reads on
		return
	}
	f.asked, f.follows = f.shared.follow(f.log, f.chain.next(), f.followed), true
}

// followed takes entries as they come.
func (f *Follower) followed(now time.Duration, a *Answer) {
	if f.stopped || f.err != nil {
		return
	}
	if a.Outcome != OK {
		f.asked, f.follows = 0, false
		f.retry.wait(now)
		return
	}
	f.retry.reset()
	before := len(f.out)
	for _, s := range a.Entries {
		if s.N <= f.chain.at.N {
			continue // a read brought it
		}
		if s.N > f.chain.at.N+1 { // the engine promises that there is no gap; what is missing may be on its way
			f.shared.forget(f.asked)
			f.asked, f.follows = 0, false
			f.retry.wait(now)
			break
		}
		v, err := f.chain.add(s)
		if err != nil {
			f.err = err
			break
		}
		f.out = append(f.out, v)
	}
	f.noteEntries(now, before)
}

// probe takes the answer to a read beside a following: if there is more than the following has brought, it starts again.
func (f *Follower) probe(asked, now time.Duration, a *Answer, least uint64) {
	if f.probing = false; f.stopped || f.err != nil || a.Outcome != OK {
		return
	}
	f.owner(a.Claim, a.Holder)
	before := len(f.out)
	further, err := f.chain.take(a, least, &f.out)
	f.quiet.answered(asked)
	if f.noteEntries(now, before); err != nil {
		f.err = err
	}
	if further && f.follows {
		f.shared.forget(f.asked)
		f.asked, f.follows = 0, false
	}
}

// noteEntries takes note of the entries that have come.
func (f *Follower) noteEntries(now time.Duration, from int) {
	if !f.seen || len(f.out) > from {
		f.heard, f.seen = now, true
		f.quiet.entry(now)
	}
	for i := from; i < len(f.out); i++ {
		v := &f.out[i]
		if f.bytes += v.Size; v.Kind == Claimed && !v.Void {
			f.owner(v.Claim, v.Holder)
		}
	}
}

func (f *Follower) owner(claim uint64, holder string) {
	if claim >= f.claim {
		f.claim, f.holder = claim, holder
	}
}

// Next returns the next entry; ok is false if none has come.
func (f *Follower) Next() (v Verified, ok bool) {
	if f.taken == len(f.out) {
		f.out, f.taken = f.out[:0], 0
		return v, false
	}
	v, f.out[f.taken] = f.out[f.taken], Verified{}
	f.taken++
	f.bytes -= v.Size
	return v, true
}

// Position returns the place behind the last entry that has come, whether it was taken by Next or not.
func (f *Follower) Position() Position { return f.chain.at }

// CaughtUp reports whether the log was read to its end, and is followed from there.
func (f *Follower) CaughtUp() bool { return f.follows && f.err == nil }

// Heard returns when the last entry came, which a writer that is well writes several times a second; ok is false before the log was seen.
func (f *Follower) Heard() (at time.Duration, ok bool) { return f.heard, f.seen }

// Quiet returns how long the engine, which answers, is known to have had no new entry. outage says that this begins when the engine was back
// after it had not answered for a while: the owner's entries need longer then, as nobody asks an engine without a pause that does not answer.
func (f *Follower) Quiet() (long time.Duration, outage bool) {
	if !f.seen {
		return 0, false
	}
	return f.quiet.asked - f.quiet.since, f.quiet.outage
}

// Owner returns the newest claim, and who made it; 0 if there is none yet.
func (f *Follower) Owner() (claim uint64, holder string) { return f.claim, f.holder }

// Err returns why the follower has stopped: ErrHole, ErrDiverged or ErrTrimmed.
func (f *Follower) Err() error {
	if f.err == nil {
		return nil
	}
	return fmt.Errorf("engine: log %q: %w", f.log, f.err)
}

// Stop ends the following. What has come can still be taken.
func (f *Follower) Stop() {
	if f.stopped = true; f.asked != 0 {
		f.shared.forget(f.asked)
	}
}

// backoff says when to try again: after a first wait, then each time twice as long, up to a longest.
type backoff struct {
	first, most, next time.Duration
	until             time.Duration
}

func newBackoff(first, most time.Duration) backoff { return backoff{first: first, most: most} }

func (b *backoff) due(now time.Duration) bool { return b.next == 0 || now >= b.until }

func (b *backoff) reset() { b.next = 0 }

func (b *backoff) wait(now time.Duration) {
	b.next = min(max(b.first, 2*b.next), b.most)
	b.until = now + b.next
}
