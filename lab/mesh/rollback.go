package mesh

import (
	"reflect"
	"slices"

	"voxtide/edits"
	"voxtide/internal/cputime"
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// LogSpan is how far back a rollback can go. What comes later than that is counted as late and lost at this node.
const LogSpan = 2 * timestream.Second

// rollback is Kahlo 1.3: inputs are ordered by their own times, and one that comes late is buried where it belongs. The world
// goes back to the last version before it and everything after it is done again. Versions are kept for each tick of 50 ms, in
// one of two ways: as the undo records since, or as a copy of the world.
type rollback struct {
	copies   bool
	log      []input   // of the last LogSpan, in order; the first done of them are in the world
	done     int       //
	versions []version // oldest first; the last one is being written
	dirtyAt  timestream.Time
	dirty    bool // something came that belongs before what is done, at dirtyAt
	spare    []*edits.Recorder
}

// version is the world at a tick: what has happened since, until the next version, is in its records or undone by its copy.
type version struct {
	at      timestream.Time
	records *edits.Recorder
	copy    *world.World
}

func (k *rollback) own(n *Node, in *input) {
	k.insert(n, *in)
	n.sendAll(msg{input: *in})
}

func (k *rollback) receive(n *Node, _ int, m msg) { k.insert(n, m.input) }

// insert puts an input into the log at its place. One that belongs before what is done counts as done until the world goes
// back before it.
func (k *rollback) insert(n *Node, in input) {
	if len(k.versions) > 0 && in.at <= k.versions[0].at {
		n.count.Late++
		return
	}
	if faults.Active(faults.LateInputOnTop) {
		in.at = max(in.at, n.at)
	}
	i, _ := slices.BinarySearchFunc(k.log, in, func(a, b input) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	k.log = slices.Insert(k.log, i, in)
	if i >= k.done && in.at >= n.at {
		return
	}
	k.done++
	if !k.dirty || in.at < k.dirtyAt {
		k.dirty, k.dirtyAt = true, in.at
	}
}

// advance goes back if it must, and brings the world to a time through all inputs up to it.
func (k *rollback) advance(n *Node, to timestream.Time) {
	if k.dirty {
		k.goBack(n, to)
		return
	}
	k.play(n, to)
	k.trim(n)
}

func (k *rollback) settle(n *Node, to timestream.Time) { k.advance(n, to) }

// goBack returns to the version before the earliest input that came late, and does everything after it again.
func (k *rollback) goBack(n *Node, to timestream.Time) {
	began, from := cputime.Used(), n.at
	k.dirty = false
	for last := len(k.versions) - 1; ; last-- {
		v := &k.versions[last]
		if k.copies {
			n.at = v.at
		} else {
			v.records.Revert()
			n.at = v.at
			n.use(v.records)
		}
		if v.at < k.dirtyAt || last == 0 {
			if k.copies {
				n.world = v.copy.Clone()
				n.use(&edits.Recorder{W: n.world})
			}
			for _, gone := range k.versions[last+1:] {
				k.reuse(gone)
			}
			k.versions = k.versions[:last+1]
			break
		}
	}
	for k.done > 0 && k.log[k.done-1].at > n.at {
		k.done--
	}
	redone := from.Sub(n.at)
	n.count.Rollback++
	n.count.Redone += redone
	n.count.Longest = max(n.count.Longest, redone)
	k.play(n, max(from, to))
	k.trim(n)
	n.count.CPU += cputime.Used() - began
}

// play advances the world to a time through the inputs of the log that are not done, and keeps a version for each tick.
func (k *rollback) play(n *Node, to timestream.Time) {
	for {
		next := to
		if k.done < len(k.log) && k.log[k.done].at <= to {
			next = k.log[k.done].at
		}
		for n.at < next {
			if n.at.IsTick() {
				k.keep(n)
			}
			n.advanceTo(min(next, n.at.NextTick()))
		}
		if k.done == len(k.log) || k.log[k.done].at > to {
			break
		}
		n.apply(&k.log[k.done])
		k.done++
	}
	if k.copies {
		n.rec.Commit()
	}
}

// keep keeps the world as it is as a version.
func (k *rollback) keep(n *Node) {
	if last := len(k.versions) - 1; last >= 0 && k.versions[last].at == n.at {
		return
	}
	v := version{at: n.at}
	if k.copies {
		v.copy = n.world.Clone()
	} else {
		if len(k.spare) > 0 {
			v.records, k.spare = k.spare[len(k.spare)-1], k.spare[:len(k.spare)-1]
		} else {
			v.records = &edits.Recorder{W: n.world}
		}
		n.use(v.records)
	}
	k.versions = append(k.versions, v)
}

// trim forgets the versions that are older than LogSpan, and the inputs before them. The version at the bound stays: what
// happened since can still be undone.
func (k *rollback) trim(n *Node) {
	old := 0
	for old+1 < len(k.versions) && k.versions[old+1].at < n.at.Add(-LogSpan) {
		k.reuse(k.versions[old])
		old++
	}
	k.versions = slices.Delete(k.versions, 0, old)
	gone := 0
	for gone < k.done && len(k.versions) > 0 && k.log[gone].at <= k.versions[0].at {
		gone++
	}
	k.log = slices.Delete(k.log, 0, gone)
	k.done -= gone
	n.count.LogBytes = max(n.count.LogBytes, k.memory())
}

// reuse makes a version's undo records final and keeps their memory for another.
func (k *rollback) reuse(v version) {
	if v.records != nil {
		v.records.Commit()
		k.spare = append(k.spare, v.records)
	}
}

// Sizes of what the log is made of, in bytes.
var (
	recordBytes = int(reflect.TypeFor[edits.Edit]().Size())
	inputBytes  = int(reflect.TypeFor[input]().Size())
)

// memory returns the bytes of the log: its inputs, and its undo records or copies.
func (k *rollback) memory() (bytes int) {
	for _, v := range k.versions {
		if k.copies {
			bytes += v.copy.Memory()
		} else {
			bytes += v.records.UndoCount() * recordBytes
		}
	}
	return bytes + len(k.log)*inputBytes
}

func (k *rollback) told(*Node, timestream.Time)    {}
func (k *rollback) frameEnd(*Node, []*memnet.Conn) {}
