package bots

import (
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/timestream"
	"voxtide/world"
)

// outcome is what a bot knows of what became of one of its actions.
type outcome uint8

const (
	open    outcome = iota // no ack was seen
	done                   // acked, and not refused in the same frame
	refused                //
	unsure                 // acked in a whole state, before which refusals may have been lost
)

var outcomeNames = [...]string{"unanswered", "done", "refused", "acked, outcome unknown"}

func (o outcome) String() string { return outcomeNames[o] }

// never is the response time of what was not answered.
const never = time.Duration(1<<63 - 1)

// op is a block action of a bot.
type op struct {
	bot    int
	stream timestream.Stream
	number uint64 // of its session
	kind   actions.Kind
	cell   world.Pos
	block  world.Block // that is placed
	call   time.Duration
	ret    time.Duration
	out    outcome
	why    actions.Refusal
	free   bool   // in creative mode
	seq    uint64 // of its edit, which came in the frame that acked it; 0 if none did
	cut    bool   // the socket was lost while it waited
}

// changes tells that the op changes its cell, if it is performed.
func (o *op) changes() bool { return o.kind == actions.Place || o.kind == actions.Dug }

// after is what is in the cell once the op was performed.
func (o *op) after() world.Block {
	if o.kind == actions.Place {
		return o.block
	}
	return world.Air
}

func (o *op) String() string {
	what := o.kind.String()
	if o.kind == actions.Place {
		what += " " + o.block.String()
	}
	text := fmt.Sprintf("bot %d #%d %s at %v: %v", o.bot, o.number, what, o.cell, o.out)
	if o.out == refused {
		text += " (" + o.why.String() + ")"
	}
	return text
}
