package bots

import (
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

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
