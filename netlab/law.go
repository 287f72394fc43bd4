package netlab

import (
	"fmt"
	"time"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Laws are what the netcode promises, by number; the first is 1. Law 3 is physics' own test, 7 and 8 are those of the
// real transport; 13 has none yet.
var Laws = [...]string{
	1:  "undo is exact: predict, then revert, leaves the state's hash as it was",
	2:  "convergence: when the network falls silent every queue is empty and every state equals the server's",
	3:  "the split law: advance(a, c) = advance(a, b), advance(b, c)",
	4:  "no wait: an action shows in the same picture",
	5:  "nobody's fault, no correction; none without a cause; the path is that of zero delay",
	6:  "same order for all: each client sees a contiguous run of the server's history of a section",
	7:  "linearizable: block actions as seen over real KCP have a legal order",
	8:  "nothing acked is lost, over kill -9 and power cuts",
	9:  "at most once: each action takes effect once at most, over reconnects",
	10: "every queue has a bound",
	11: "reverting and predicting anew on purpose changes nothing",
	12: "conservation: blocks, falling blocks and items change by the rules alone",
	13: "", // of direct links, which no program makes yet
	14: "bounded work: edits, entities and updates for an action are at most a constant, over any sequence",
}

// Broken is the error of a run that broke a law.
type Broken struct {
	Law  int
	At   time.Duration // virtual
	Seed uint64
	Why  string
}

// Error says which law broke, when, with which seed.
func (b *Broken) Error() string {
	return fmt.Sprintf("law %d broken at %v seed %d", b.Law, b.At, b.Seed)
}

// judge is where laws report. The first that breaks ends the run.
type judge struct {
	seed   uint64
	now    time.Duration
	broken *Broken
}

// breaks reports a broken law.
func (j *judge) breaks(law int, format string, args ...any) {
	if j.broken == nil {
		j.broken = &Broken{Law: law, At: j.now, Seed: j.seed, Why: fmt.Sprintf(format, args...)}
	}
}

// change is a change of a block in the server's history.
type change struct {
	seq uint64
	pos world.Pos
	b   world.Block
}

func changeOf(seq uint64, d *edits.Done) change { return change{seq, d.Edit.Pos, d.Edit.Block} }

// who names a stream in a report.
func who(s timestream.Stream) string {
	if s == timestream.Server {
		return "the server"
	}
	return fmt.Sprintf("client %d", s)
}
