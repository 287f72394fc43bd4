package bots

import (
	"time"

	"voxtide/timestream"
	"voxtide/world"
)

// sight is a value that a bot's received state had in a cell, from one frame to another. Each of the two is a read: the
// frame was made from the server's state at an instant between lo, when the bot told what the frame answers, and hi,
// when it came.
type sight struct {
	cell   world.Pos
	bot    int
	seq    uint64 // of the edit that made it; 0: it came with a section
	block  world.Block
	author timestream.Stream // of the edit, if known is set
	known  bool
	first  interval
	last   interval
}

type interval struct{ lo, hi time.Duration }

// frameTime finds out when the state of a frame can have been the server's: not before the bot declared the stamp to
// which the frame takes its stream, and not before it sent the last action that the frame acks.
type frameTime struct {
	told  []declared // pictures that the server has not answered, in order
	stamp timestream.Time
	lo    time.Duration
}

// declared is a picture: its time on the bot's stream, and when its making began.
type declared struct {
	stamp timestream.Time
	at    time.Duration
}

// declaredMax bounds the pictures that are remembered. Beyond it the oldest are forgotten, which makes intervals longer.
const declaredMax = 4096

func (f *frameTime) declare(stamp timestream.Time, at time.Duration) {
	if n := len(f.told); n > 0 && f.told[n-1].stamp >= stamp {
		return // it stood still, or a resume began a new clock
	}
	if len(f.told) >= declaredMax {
		f.told = f.told[:copy(f.told, f.told[declaredMax/2:])]
	}
	f.told = append(f.told, declared{stamp, at})
}

// answer notes the stamp of a frame in which the server did not advance the stream by itself.
func (f *frameTime) answer(stamp timestream.Time) {
	if stamp == f.stamp {
		return
	}
	f.stamp = stamp
	k := 0
	for k < len(f.told) && f.told[k].stamp < stamp {
		k++
	}
	if k < len(f.told) {
		f.lo = max(f.lo, f.told[k].at)
	}
	f.told = f.told[:copy(f.told, f.told[k:])]
}

// restart forgets the pictures: another clock begins, or another server.
func (f *frameTime) restart() { f.told, f.stamp = f.told[:0], 0 }
