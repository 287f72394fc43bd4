package cluster

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"voxtide/engine"
	"voxtide/store/logged"
)

// checkPatience is how long one request of a check may take, with its repetitions.
const checkPatience = 10 * time.Second

// Check reads all that the log of the world still has, and says whether its entries name each other, and whether the disks of the machines are at
// places of it. It takes as long as that takes, and any goroutine may call it.
func (n *Node) Check() (lines []string) {
	if n.dir == nil {
		return []string{"this machine is the witness: ask one with a world"}
	}
	e := n.dial()
	defer e.Close()
	places, ok := n.dir.list(logged.Places)
	if !ok {
		return []string{"the engine does not answer: a majority of the machines is not there"}
	}
	hashes := map[uint64]engine.Hash{}
	first, last, before := uint64(0), uint64(0), engine.Hash{}
	claims := 0
	for from := uint64(1); ; {
		a, ok := ask(e, func() engine.Request { return e.Read(n.cfg.world(), from) })
		switch {
		case !ok:
			return append(lines, "the engine does not answer any more")
		case a.Outcome == engine.Refused && a.First > from:
			from = a.First // it begins later
			continue
		case a.Outcome != engine.OK:
			return append(lines, "the log cannot be read: "+a.Reason)
		}
		for _, s := range a.Entries {
			entry, err := engine.ReadEntry(s.Data)
			switch {
			case err != nil:
				return append(lines, fmt.Sprintf("ILL: entry %d cannot be read: %v", s.N, err))
			case first == 0:
				first = s.N
			case s.N != last+1:
				return append(lines, fmt.Sprintf("ILL: entry %d comes after %d", s.N, last))
			case entry.Before != before && entry.Kind != engine.Claimed:
				lines = append(lines, fmt.Sprintf("entry %d is of a writer that had lost the log: it does not count", s.N))
			case entry.Before != before:
				return append(lines, fmt.Sprintf("ILL: entry %d, which begins a claim, names another one before it than %d", s.N, last))
			}
			if entry.Kind == engine.Claimed {
				claims++
			}
			last, before = s.N, engine.HashOf(s.Data)
			hashes[last] = before
		}
		if len(a.Entries) == 0 || last >= a.Last {
			break
		}
		from = last + 1
	}
	lines = append(lines, fmt.Sprintf("the log has entries %d to %d, with %d claims: each names the one before it", first, last, claims))
	for _, who := range slices.Sorted(maps.Keys(places)) {
		p, err := logged.ReadPlace(places[who])
		h, known := hashes[p.N]
		switch {
		case err != nil:
			lines = append(lines, who+": its place cannot be read")
		case p.N == 0:
			lines = append(lines, who+" has nothing of the log yet")
		case !known && p.N < first:
			lines = append(lines, fmt.Sprintf("%s is at entry %d, which the log does not have any more: it needs a new copy if it comes back", who, p.N))
		case h != p.Hash && known:
			lines = append(lines, fmt.Sprintf("ILL: the disk of %s is at entry %d, and has another one there", who, p.N))
		default:
			lines = append(lines, fmt.Sprintf("the disk of %s has what the log has, up to entry %d", who, p.N))
		}
	}
	return lines
}

// ask asks an engine and waits for the answer, again where that is not known.
func ask(e engine.Engine, question func() engine.Request) (a engine.Answer, ok bool) {
	began := time.Now()
	for time.Since(began) < checkPatience {
		r := question()
		for answered := false; !answered && time.Since(began) < checkPatience; {
			for _, a := range e.Poll(time.Since(began), nil) {
				if a.Request == r {
					if answered = true; a.Outcome != engine.Unknown {
						return a, true
					}
				}
			}
			if !answered {
				select {
				case <-e.Ready():
				case <-time.After(lookEvery):
				}
			}
		}
	}
	return a, false
}
