package bots

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// outcome is what a bot knows of an action's result.
type outcome uint8

const (
	unanswered     outcome = iota // no ack was seen
	done                          // acked, and not refused in the same update
	refused                       //
	unknownOutcome                // acked by a full update, before which refusals may have been lost
)

var outcomeNames = [...]string{"unanswered", "done", "refused", "acked, outcome unknown"}

func (o outcome) String() string { return outcomeNames[o] }

// noReturn is the response time of an unanswered action.
const noReturn = time.Duration(1<<63 - 1)

// operation is an action of a bot on blocks or items.
type operation struct {
	bot        int
	stream     timestream.Stream
	number     uint64 // within its session
	kind       actions.Kind
	cell       world.Pos
	block      world.Block // the block placed
	calledAt   time.Duration
	returnedAt time.Duration
	outcome    outcome
	refusal    actions.Refusal
	creative   bool   // in creative mode
	seq        uint64 // of its edit, which came in the update with the ack; 0 if none came
	socketLost bool   // the socket was lost before the answer
}

// changesBlock reports whether the operation changes its cell, if it is performed.
func (o *operation) changesBlock() bool {
	return o.kind == actions.Place || o.kind == actions.FinishBreak
}

// keeps reports whether the operation changes items that the store keeps, if it is performed.
func (o *operation) keeps() bool {
	return o.kind == actions.BoxMove || o.kind == actions.Craft || o.kind == actions.Drop
}

// result returns the cell's block after the operation.
func (o *operation) result() world.Block {
	if o.kind == actions.Place {
		return o.block
	}
	return world.Air
}

func (o *operation) String() string {
	what := o.kind.String()
	if o.kind == actions.Place {
		what += " " + o.block.String()
	}
	text := fmt.Sprintf("bot %d #%d %s at %v: %v", o.bot, o.number, what, o.cell, o.outcome)
	if o.outcome == refused {
		text += " (" + o.refusal.String() + ")"
	}
	return text
}

// observation is a value that a cell of a bot's received state had, from one update to another. Each of the two
// updates is a read: it was made from the server's state at an instant between lo, when the bot sent what the update
// answers, and hi, when it arrived.
type observation struct {
	cell   world.Pos
	bot    int
	seq    uint64 // edit that made it; 0: it came with a section
	block  world.Block
	author timestream.Stream // of the edit, if known is set
	known  bool
	first  timeRange
	last   timeRange
}

type timeRange struct{ lo, hi time.Duration }

// updateTime bounds the time at which an update's state was the server's: not before the bot declared the stamp to
// which the update takes its stream, and not before it sent the last action that the update acks.
type updateTime struct {
	declared []declaredFrame // frames that the server has not answered, in order
	stamp    timestream.Time
	lo       time.Duration
}

// declaredFrame is a frame's time on the bot's stream, and when its making began.
type declaredFrame struct {
	stamp timestream.Time
	at    time.Duration
}

// declaredMax bounds the remembered frames. Beyond it the oldest are forgotten, which makes intervals longer.
const declaredMax = 4096

func (f *updateTime) declare(stamp timestream.Time, at time.Duration) {
	if n := len(f.declared); n > 0 && f.declared[n-1].stamp >= stamp {
		return // the stream stood still, or a resume began a new clock
	}
	if len(f.declared) >= declaredMax {
		f.declared = f.declared[:copy(f.declared, f.declared[declaredMax/2:])]
	}
	f.declared = append(f.declared, declaredFrame{stamp, at})
}

// answer notes the stamp of an update in which the server did not advance the stream by itself.
func (f *updateTime) answer(stamp timestream.Time) {
	if stamp == f.stamp {
		return
	}
	f.stamp = stamp
	k := 0
	for k < len(f.declared) && f.declared[k].stamp < stamp {
		k++
	}
	if k < len(f.declared) {
		f.lo = max(f.lo, f.declared[k].at)
	}
	f.declared = f.declared[:copy(f.declared, f.declared[k:])]
}

// restart forgets the frames: another clock begins, or another server.
func (f *updateTime) restart() { f.declared, f.stamp = f.declared[:0], 0 }
