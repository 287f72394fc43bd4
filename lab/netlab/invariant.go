package netlab

import (
	"fmt"
	"time"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// Laws are what the netcode promises, by number; the first is 1. Law 3 is tested in physics, 7 and 8 over the real
// transport.
var Laws = [...]string{
	1:  "undo is exact: predict, then revert, leaves the state's hash as it was",
	2:  "convergence: when the network falls silent every queue is empty and every state equals the server's",
	3:  "the split law: advance(a, c) = advance(a, b), advance(b, c)",
	4:  "no wait: an action shows in the same frame",
	5:  "nobody's fault, no correction; none without a cause; the path is that of zero delay",
	6:  "same order for all: each client sees a contiguous run of the server's history of a section",
	7:  "linearizable: block actions as seen over real KCP have a legal order",
	8:  "nothing acked is lost, over kill -9 and power cuts",
	9:  "at most once: each action takes effect once at most, over reconnects",
	10: "every queue has a bound",
	11: "reverting and predicting again on purpose changes nothing",
	12: "conservation: blocks, falling blocks and items change by the rules alone",
	13: "a lie ends: what a linked peer shows and the server does not bear out is gone with the server's word of 1 s later",
	14: "bounded work: edits, entities and updates for an action are at most a constant, over any sequence",
	15: "fenced: once a claim is answered nothing of an older owner comes into the log or onto a disk, and its telling ends with its leash",
	16: "nothing leaves early: when an update leaves, all that it tells is in the log of a majority",
	17: "barriers hold: no body that the server has, or a client shows of its own, comes beyond the border or into a closed area",
}

// Violation is the error of a run that broke a law.
type Violation struct {
	Law    int
	Time   time.Duration // virtual
	Seed   uint64
	Detail string
}

// Error names the broken law, the time and the seed.
func (b *Violation) Error() string {
	return fmt.Sprintf("law %d broken at %v seed %d", b.Law, b.Time, b.Seed)
}

// violations collects broken laws. The first one ends the run.
type violations struct {
	seed      uint64
	now       time.Duration
	violation *Violation
}

// fail reports a broken law.
func (j *violations) fail(law int, format string, args ...any) {
	if j.violation == nil {
		j.violation = &Violation{Law: law, Time: j.now, Seed: j.seed, Detail: fmt.Sprintf(format, args...)}
	}
}

// change is a block change in the server's history.
type change struct {
	seq uint64
	pos world.Pos
	b   world.Block
}

func changeFrom(seq uint64, d *edits.LogEntry) change { return change{seq, d.Edit.Pos, d.Edit.Block} }

// streamName names a stream in a report.
func streamName(s timestream.Stream) string {
	if s == timestream.Server {
		return "the server"
	}
	return fmt.Sprintf("client %d", s)
}
