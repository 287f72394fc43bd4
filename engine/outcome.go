package engine

import (
	"bytes"
	"fmt"
	"time"

	"voxtide/internal/faults"
)

// send sends entries, as many as may be on their way. While an outcome is in doubt nothing more is sent.
func (w *Writer) send(now time.Duration) {
	for w.doubt == 0 && w.sent < min(len(w.queue), w.o.InFlight) && w.err == nil && (w.sent == 0 || w.ahead < flightMax) {
		w.ahead += len(w.queue[w.sent].data)
		w.sendOne(now, w.sent)
		w.sent++
	}
}

func (w *Writer) sendOne(now time.Duration, i int) {
	p := &w.queue[i]
	p.state = onWay
	w.stats.Appends++
	if p.tries++; p.tries > 1 {
		w.stats.Again++
	}
	n := p.entry.N
	w.shared.ask(w.shared.engine.Append(w.o.Log, w.claim, n, p.data), func(at time.Duration, a *Answer) { w.appended(now, at, n, a) })
}

// appended takes the answer to the append of an entry. One that is not OK says little: an Unknown one may be there or come yet, and a Refused
// one may be there from an attempt before. So both are looked up.
func (w *Writer) appended(asked, now time.Duration, n uint64, a *Answer) {
	if w.stopped || w.err != nil {
		return
	}
	i := int(n - w.chain.at.N - 1)
	p := (*pending)(nil)
	if n > w.chain.at.N {
		p = &w.queue[i]
	}
	switch a.Outcome {
	case OK:
		w.held = max(w.held, asked)
		if p != nil {
			w.markDurable(p)
		}
	case Refused:
		w.stats.Refused++
	default:
		w.stats.Unknown++
	}
	if a.Outcome != OK && faults.Active(faults.UnknownTakenForFenced) {
		w.err = &Fenced{a.Claim, a.Holder}
		return
	}
	if a.Outcome == Unknown && p != nil && faults.Active(faults.UnknownIsDurable) {
		w.markDurable(p)
	}
	if a.Outcome != OK && p != nil && p.state == onWay {
		p.state = doubtful
		w.doubt++
	}
	w.release(now)
	if w.doubt > 0 {
		w.lookUp(now)
	}
	w.send(now)
}

func (w *Writer) markDurable(p *pending) {
	if p.state == doubtful {
		w.doubt--
	}
	p.state = durable
}

// release yields the entries at the front of the queue that are durable.
func (w *Writer) release(now time.Duration) {
	n := 0
	for ; n < len(w.queue) && w.queue[n].state == durable; n++ {
		p := &w.queue[n]
		w.chain.at = Position{N: p.entry.N, Claim: p.entry.Claim, Hash: p.entry.Hash}
		w.out = append(w.out, p.entry)
		w.bytes -= len(p.data)
		w.ahead -= len(p.data)
		took := now - p.made
		w.stats.Durable++
		w.stats.Latency += took
		w.stats.Slowest = max(w.stats.Slowest, took)
		if w.o.Observe != nil {
			w.o.Observe(took)
		}
	}
	if n == 0 {
		return
	}
	rest := copy(w.queue, w.queue[n:])
	clear(w.queue[rest:])
	w.queue, w.sent = w.queue[:rest], w.sent-n
	w.retry.reset()
}

// lookUp reads what has become of the entries in doubt.
func (w *Writer) lookUp(now time.Duration) {
	if w.asking || !w.retry.due(now) {
		return
	}
	i := 0
	for w.queue[i].state != doubtful {
		i++
	}
	from := w.queue[i].entry.N
	w.asking = true
	w.stats.Lookups++
	w.shared.ask(w.shared.engine.Read(w.o.Log, from), func(at time.Duration, a *Answer) { w.lookedUp(now, at, from, a) })
}

// lookedUp takes the answer of a read that was asked for when an outcome was in doubt. What is there is durable. What is not there is appended
// again while the claim is ours: should the earlier attempt still arrive, one of the two is refused. Under a newer claim it never comes.
func (w *Writer) lookedUp(asked, now time.Duration, from uint64, a *Answer) {
	if w.asking = false; w.stopped || w.err != nil {
		return
	}
	w.retry.wait(now) // until something becomes durable
	if a.Outcome == Unknown {
		return
	}
	if a.Outcome == Refused && a.Claim == w.claim {
		w.err = fmt.Errorf("%w: entry %d is trimmed before it was known durable", ErrHole, from)
		return
	}
	next := from
	for _, s := range a.Entries {
		if s.N != next {
			break
		}
		next++
		if s.N <= w.chain.at.N || s.N > w.tail.at.N {
			continue
		}
		p := &w.queue[s.N-w.chain.at.N-1]
		if bytes.Equal(p.data, s.Data) {
			if p.state != durable {
				w.stats.Found++
			}
			w.markDurable(p)
			continue
		}
		if a.Claim == w.claim {
			w.err = fmt.Errorf("%w: entry %d of our claim is another one", ErrHole, s.N)
		} else {
			w.err = &Fenced{a.Claim, a.Holder}
		}
		break
	}
	w.release(now)
	if w.err != nil || w.doubt == 0 {
		w.send(now)
		return
	}
	if a.Claim != w.claim && next > from && next <= a.Last { // there is more to read
		w.retry.reset()
		w.lookUp(now)
		return
	}
	if a.Claim != w.claim {
		w.err = &Fenced{a.Claim, a.Holder}
		return
	}
	w.held = max(w.held, asked)
	for i := range w.queue {
		if w.queue[i].state == doubtful {
			w.doubt--
			w.sendOne(now, i)
		}
	}
	w.send(now)
}
