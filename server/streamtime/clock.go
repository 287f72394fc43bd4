// Package streamtime bounds the time of one client: which actions wait until its stream may reach them, how far the stream may go,
// by which stamps its actions count, and when the stream stalls. It advances no stream: package server does, and pays for it here.
//
// Owner: the server's one goroutine. Invariants: a stream never goes back; in any window of steps of length T it uses at most
// rate*T + burst, by the client or the server; late stamps use each instant of it once.
package streamtime

import (
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/timestream"
)

// Clock records the time that a client has declared, and how much it may still use.
type Clock struct {
	queue    actionQueue
	declared protocol.Declare // the newest one that counts
	latest   protocol.Declare // the newest one; it counts once the action that it names has arrived
	budget   timeBudget
	stamps   actionStamps
	lateness lateness

	stalled      bool          // the server advances the stream
	stalledAt    time.Duration // since when
	keysReleased bool          // during this stall
}

// New returns the clock of a session that begins at an instant of the server's clock. Late stamps begin at usedTo; 0: with the
// first action, because nothing is known of the time before.
func New(b *Bounds, usedTo timestream.Time) Clock {
	return Clock{budget: newTimeBudget(b), stamps: newActionStamps(b, usedTo)}
}

// Resume lets a stream go on that no server has advanced for a time: it may catch up on that.
func (k *Clock) Resume(away timestream.Duration) { k.budget.give(away) }

// Reconnect empties the queue for a new connection: the next action that counts is the one after last.
func (k *Clock) Reconnect(last uint64) {
	k.queue.start(last)
	k.declared, k.latest = protocol.Declare{}, protocol.Declare{}
}

// Declare notes the stamp that a client declares; it returns why the session must end, "" if it goes on. Stamp is that of the
// stream, now the server's clock.
func (k *Clock) Declare(b *Bounds, d protocol.Declare, stamp, now timestream.Time) (reason string) {
	switch {
	case d.Stamp < k.latest.Stamp:
		return "time goes backwards"
	case d.Stamp.Sub(stamp) > b.Held:
		return "too far in the future"
	}
	k.latest = d
	k.arrived(b, d.Stamp, stamp, now)
	return ""
}

// Queue enters an action; it returns why the session must end, "" if it goes on. Performed is the last action that was performed.
func (k *Clock) Queue(b *Bounds, a *actions.Action, performed uint64, stamp, now timestream.Time) (reason string) {
	if reason = k.queue.push(a, b, stamp, performed); reason == "" {
		k.arrived(b, a.At, stamp, now)
	}
	return reason
}

// arrived notes that a client has named an instant, while its stream is at a stamp. With the first one it has the budget for all the
// time for which its stream has waited for it: the player stood there meanwhile.
func (k *Clock) arrived(b *Bounds, named, stamp, now timestream.Time) {
	if k.lateness.silent() {
		k.budget.give(min(now.Sub(stamp), b.LateMax+b.Late) - b.Burst)
	}
	k.lateness.record(b, now, named)
}

// Queued returns the number of actions that wait.
func (k *Clock) Queued() int { return k.queue.count }

// BeginStep adds the span of a step to the budgets. Late is the span if the server itself was late, else 0.
func (k *Clock) BeginStep(b *Bounds, span, late timestream.Duration) {
	k.budget.fill(b, span, late)
	k.stamps.fill(b, span)
}

// EndStep ends a step: the budget above the burst is lost.
func (k *Clock) EndStep(b *Bounds) { k.budget.endStep(b) }

// Accept lets the latest declared stamp count if the action that it names has arrived.
func (k *Clock) Accept(performed uint64) {
	if k.latest.LastAction <= max(k.queue.lastNumber, performed) {
		k.declared = k.latest
	}
}

// LimitAt returns how far a stream may go in this step that follows the server's clock.
func (k *Clock) LimitAt(stamp, now timestream.Time) timestream.Time {
	if faults.Active(faults.SwitchGivesTime) {
		return now
	}
	return min(now, stamp.Add(k.budget.left()))
}

// Limit returns how far a stream may go in this step. Advancing the stream leaves it as it is.
func (k *Clock) Limit(b *Bounds, stamp, now timestream.Time) timestream.Time {
	return min(now.Add(b.Ahead), stamp.Add(k.budget.left()))
}

// Declared returns how far the client says that its stream has come.
func (k *Clock) Declared() timestream.Time { return max(k.declared.Stamp, k.queue.lastAt) }

// Next returns the next queued action and the instant at which it is due, if that is not beyond a limit; else nil.
func (k *Clock) Next(stamp, limit timestream.Time) (a *actions.Action, at timestream.Time) {
	if a = k.queue.first(); a == nil {
		return nil, 0
	}
	at = max(a.At, stamp)
	if faults.Active(faults.EarlyTimeCut) {
		at = min(at, max(limit, stamp))
	}
	if at > limit {
		return nil, 0
	}
	return a, at
}

// First returns the oldest queued action, whatever its stamp; nil if there is none. Arrived makes it count at an instant of its stream.
func (k *Clock) First() *actions.Action { return k.queue.first() }

// Arrived makes an action count at the moment at which it is performed (protocol.JudgeArrival, JudgeTicks): what it says about its time
// is nothing.
func (k *Clock) Arrived(a *actions.Action, at timestream.Time) {
	a.At = at
	k.stamps.usedTo = max(k.stamps.usedTo, at)
}

// EndStall ends a stall, because the stream is the server's to advance from now on, or the client's again.
func (k *Clock) EndStall() { k.stalled, k.keysReleased = false, false }

// DropQueue forgets the actions that wait: a deliberate fault.
func (k *Clock) DropQueue() { k.queue.start(k.queue.lastNumber) }

// Pop takes the next action out of the queue; it stays readable until the next one is queued.
func (k *Clock) Pop() { k.queue.pop() }

// StampFor returns the stamp by which an action counts that is performed at an instant of its stream.
func (k *Clock) StampFor(b *Bounds, a *actions.Action, at timestream.Time) timestream.Time {
	return k.stamps.stampFor(b, &k.declared, a, at)
}

// Spend pays for an advance of the stream.
func (k *Clock) Spend(d timestream.Duration) { k.budget.spend(d) }

// StallTarget returns how far the server has to advance a stream that is behind its stall line, as far as the budget goes; 0 if it
// need not. After a pause of the server the stream has to come within the client's allowed lateness at once.
func (k *Clock) StallTarget(b *Bounds, stamp, now timestream.Time, late timestream.Duration, paused bool) timestream.Time {
	line := k.lateness.stallLine(b, now, late)
	if paused {
		line = max(line, now.Add(-b.Late))
	}
	if stamp >= line {
		k.stalled, k.keysReleased = false, false
		return 0
	}
	to := min(line, stamp.Add(k.budget.left()))
	if faults.Active(faults.StallWithoutTokens) {
		to = line
	}
	if to <= stamp {
		return 0
	}
	return to
}

// Lateness returns the least lateness of what arrived in the last 2 s, LateMax if nothing did.
func (k *Clock) Lateness(b *Bounds) timestream.Duration {
	return max(0, min(k.lateness.least(), b.LateMax))
}

// Stall notes that the server advances the stream, and reports whether a stall begins with it.
func (k *Clock) Stall(now time.Duration) (begins bool) {
	if k.stalled {
		return false
	}
	k.stalled, k.stalledAt = true, now
	return true
}

// KeysHeld reports whether the player's keys were not released during this stall.
func (k *Clock) KeysHeld() bool { return !k.keysReleased }

// KeysReleased notes that they were.
func (k *Clock) KeysReleased() { k.keysReleased = true }

// StalledFor returns how long the stall lasts.
func (k *Clock) StalledFor(now time.Duration) timestream.Duration {
	return timestream.Duration((now - k.stalledAt).Microseconds())
}
