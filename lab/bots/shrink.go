package bots

import (
	"slices"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// shrinkFor bounds the time for shrinking a history.
const shrinkFor = 20 * time.Second

// shrinkHistory returns a small part of a history that still has no legal order, and whose illegality is not due to
// the missing part. It keeps what happened up to an instant, then what happened from an instant on (before which
// nothing is known), then leaves out reads and refusals in ever smaller groups, for as long as it is given. Actions
// cut off from their answer have an unknown outcome.
func shrinkHistory(h []porcupine.Operation, within time.Duration) []porcupine.Operation {
	end := time.Now().Add(within)
	bad := func(ops []porcupine.Operation) bool {
		return time.Now().Before(end) && porcupine.CheckOperationsTimeout(model(true), attributeEdits(ops), time.Second/2) != porcupine.Ok &&
			porcupine.CheckOperationsTimeout(model(false), ops, time.Second/5) == porcupine.Illegal
	}
	if !bad(h) {
		return h
	}
	times := returnTimes(h)
	i := sort.Search(len(times), func(i int) bool { return bad(historyUntil(h, times[i])) })
	if i < len(times) {
		h = historyUntil(h, times[i])
	}
	times = returnTimes(h)
	for i := len(times) - 1; i >= 0; i-- { // from the end: short parts are decided quickly
		if part := historyFrom(h, times[i]); bad(part) {
			h = part
			break
		}
	}
	for size := len(h) / 2; size >= 1; size /= 2 {
		for i := 0; i < len(h); {
			without := slices.Clone(h[:i])
			n := 0
			for _, o := range h[i:min(i+size, len(h))] {
				if k := o.Input.(*modelInput).kind; k == inRead || k == inRefuse {
					n++
				} else {
					without = append(without, o)
				}
			}
			without = append(without, h[min(i+size, len(h)):]...)
			if n > 0 && !hasUnknown(h[i:min(i+size, len(h))]) && bad(without) {
				h = without
			} else {
				i += size
			}
		}
	}
	return h
}

// hasUnknown reports whether some operations include actions of unknown outcome: a history may be illegal without
// them that is legal with them.
func hasUnknown(ops []porcupine.Operation) bool {
	return slices.ContainsFunc(ops, func(o porcupine.Operation) bool { return o.Input.(*modelInput).kind == inMaybe })
}

// returnTimes returns the times of all responses, in order.
func returnTimes(h []porcupine.Operation) (out []int64) {
	for _, o := range h {
		if o.Return < endAt {
			out = append(out, o.Return)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// historyUntil returns the operations called by an instant; later answers are removed.
func historyUntil(h []porcupine.Operation, at int64) (out []porcupine.Operation) {
	for _, o := range h {
		in := o.Input.(*modelInput)
		switch {
		case in.kind == inEnd, o.Return <= at:
			out = append(out, o)
		case o.Call > at || in.kind == inRead || in.kind == inRefuse:
		default:
			out = append(out, asUnknown(o))
		}
	}
	return out
}

// historyFrom returns the operations answered after an instant; those called before it may have been performed before
// it.
func historyFrom(h []porcupine.Operation, at int64) (out []porcupine.Operation) {
	for _, o := range h {
		in := o.Input.(*modelInput)
		switch {
		case o.Return <= at:
		case o.Call > at || in.kind == inEnd:
			out = append(out, o)
		case in.kind == inWrite || in.kind == inMaybe:
			out = append(out, asUnknown(o))
		}
	}
	return out
}

// asUnknown returns an action with unknown outcome.
func asUnknown(o porcupine.Operation) porcupine.Operation {
	in := *o.Input.(*modelInput)
	in.kind, in.seq = inMaybe, 0
	o.Input, o.Return = &in, lateAt
	return o
}
