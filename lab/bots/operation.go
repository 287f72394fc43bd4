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
