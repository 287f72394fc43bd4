package engine

import (
	"time"

	"voxtide/internal/faults"
)

// advanceClaim asks the next question of the claim. Nothing is believed but what a read shows: a claim is ours if its holder is our name, and
// our entry is in the log if it is read there.
func (w *Writer) advanceClaim(now time.Duration) {
	if w.asking || w.stopped || w.err != nil || !w.retry.due(now) {
		return
	}
	w.asking = true
	switch w.stage {
	case reading, settling:
		w.shared.ask(w.shared.engine.Read(w.o.Log, w.chain.next()), func(at time.Duration, a *Answer) { w.read(now, at, a) })
	case claiming:
		w.tried = true
		w.shared.ask(w.shared.engine.Claim(w.o.Log, w.seen, w.o.Holder), w.claimed)
	}
}

// read takes the answer to a read before and after the claim.
func (w *Writer) read(asked, now time.Duration, a *Answer) {
	if w.asking = false; w.stopped || w.err != nil {
		return
	}
	if a.Outcome == Unknown {
		w.retry.wait(now)
		return
	}
	w.retry.reset()
	from := len(w.out)
	further, err := w.chain.take(a, w.chain.at.N, &w.out)
	if err != nil {
		w.err = err
		return
	}
	for _, v := range w.out[from:] {
		w.entered = w.entered || v.Kind == Claimed && v.Claim == w.claim && v.Holder == w.o.Holder
	}
	switch {
	case w.claim == 0 && a.Holder == w.o.Holder:
		w.own(a.Claim) // the answer to the claim was lost
	case w.claim != 0 && a.Claim != w.claim:
		w.err = &Fenced{a.Claim, a.Holder}
		return
	case w.claim == 0 && w.tried && a.Claim != w.seen:
		w.err = &Fenced{a.Claim, a.Holder} // somebody was quicker
		return
	case w.claim == 0:
		if !further || w.chain.at.N == a.Last {
			w.stage, w.seen = claiming, a.Claim
		}
		w.advanceClaim(now)
		return
	}
	w.held = max(w.held, asked)
	switch {
	case w.chain.at.N == a.Last && w.entered:
		w.hold()
	case further && w.chain.at.N < a.Last:
		w.advanceClaim(now)
	default:
		w.settle(now, further)
	}
}

// claimed takes the answer to a claim.
func (w *Writer) claimed(now time.Duration, a *Answer) {
	if w.asking = false; w.stopped || w.err != nil {
		return
	}
	switch {
	case a.Outcome == Unknown:
		w.stage = reading
		w.retry.wait(now)
	case a.Outcome == OK || a.Holder == w.o.Holder:
		w.retry.reset()
		w.own(a.Claim)
		if faults.Active(faults.ClaimWithoutEntry) {
			w.hold()
			return
		}
		w.advanceClaim(now)
	default:
		w.err = &Fenced{a.Claim, a.Holder}
	}
}

// own takes note that a claim is ours: no older claim's entry comes into the log from now on.
func (w *Writer) own(claim uint64) { w.claim, w.stage = claim, settling }

// settle puts an entry behind the last one that follows from those before it: the one with which our claim begins, and empty ones where a lost
// append of the holder before has left a gap. What becomes of it shows the next read.
func (w *Writer) settle(now time.Duration, further bool) {
	e := Entry{N: w.chain.at.N + 1, Claim: w.claim, Before: w.chain.at.Hash, Kind: Heartbeat}
	if !w.entered {
		ok := true
		if e.Kind, e.Holder = Claimed, w.o.Holder; w.o.Opening != nil {
			e.Data, ok = w.o.Opening()
		}
		if !ok {
			if !further {
				w.retry.wait(now)
			}
			return // the next read comes here again
		}
	}
	w.asking = true
	w.stats.Appends++
	w.shared.ask(w.shared.engine.Append(w.o.Log, w.claim, e.N, AppendEntry(nil, &e)), func(now time.Duration, a *Answer) {
		if w.asking = false; a.Outcome == Unknown {
			w.stats.Unknown++
			w.retry.wait(now)
			return
		}
		w.advanceClaim(now)
	})
}

// hold begins to write.
func (w *Writer) hold() {
	w.stage, w.tail = holding, w.chain
	w.retry.reset()
}
