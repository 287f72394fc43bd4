package bots

import (
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// shrinkFor bounds how long a broken history is made smaller.
const shrinkFor = 20 * time.Second

// shrink makes a history that has no legal order as small as it can without making it illegal by what it leaves out: it
// keeps what happened up to an instant, then what happened from an instant on (before which nothing is known), then leaves
// out reads and refusals one by one, for as long as it is given. What was not answered within the cut may have been performed or not.
func shrink(h []porcupine.Operation, within time.Duration) []porcupine.Operation {
	end := time.Now().Add(within)
	bad := func(ops []porcupine.Operation) bool {
		return time.Now().Before(end) && porcupine.CheckOperationsTimeout(model(true), likely(ops), time.Second/2) != porcupine.Ok &&
			porcupine.CheckOperationsTimeout(model(false), ops, time.Second/5) != porcupine.Ok
	}
	if !bad(h) {
		return h
	}
	times := instants(h)
	i := sort.Search(len(times), func(i int) bool { return bad(until(h, times[i])) })
	if i < len(times) {
		h = until(h, times[i])
	}
	times = instants(h)
	for i := len(times) - 1; i >= 0; i-- { // from the end on: what is short is quickly looked at
		if part := from(h, times[i]); bad(part) {
			h = part
			break
		}
	}
	for size := len(h) / 2; size >= 1; size /= 2 {
		for i := 0; i < len(h); {
			without := slices.Clone(h[:i])
			n := 0
			for _, o := range h[i:min(i+size, len(h))] {
				if k := o.Input.(*input).kind; k == inRead || k == inRefuse {
					n++
				} else {
					without = append(without, o)
				}
			}
			without = append(without, h[min(i+size, len(h)):]...)
			if n > 0 && !maybes(h[i:min(i+size, len(h))]) && bad(without) {
				h = without
			} else {
				i += size
			}
		}
	}
	return h
}

// maybes tells whether there are actions among some operations that may have been performed: without these a history may
// be illegal that is not with them.
func maybes(ops []porcupine.Operation) bool {
	return slices.ContainsFunc(ops, func(o porcupine.Operation) bool { return o.Input.(*input).kind == inMaybe })
}

// instants returns the times of all responses, in order.
func instants(h []porcupine.Operation) (out []int64) {
	for _, o := range h {
		if o.Return < endAt {
			out = append(out, o.Return)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// until returns what was called by an instant; what was answered later is as if it never was.
func until(h []porcupine.Operation, at int64) (out []porcupine.Operation) {
	for _, o := range h {
		in := o.Input.(*input)
		switch {
		case in.kind == inEnd, o.Return <= at:
			out = append(out, o)
		case o.Call > at || in.kind == inRead || in.kind == inRefuse:
		default:
			out = append(out, perhaps(o))
		}
	}
	return out
}

// from returns what was answered after an instant; what was called before it may have been performed before it.
func from(h []porcupine.Operation, at int64) (out []porcupine.Operation) {
	for _, o := range h {
		in := o.Input.(*input)
		switch {
		case o.Return <= at:
		case o.Call > at || in.kind == inEnd:
			out = append(out, o)
		case in.kind == inWrite || in.kind == inMaybe:
			out = append(out, perhaps(o))
		}
	}
	return out
}

// perhaps returns an action of which nobody knows whether it was performed.
func perhaps(o porcupine.Operation) porcupine.Operation {
	in := *o.Input.(*input)
	in.kind, in.seq = inMaybe, 0
	o.Input, o.Return = &in, lateAt
	return o
}
