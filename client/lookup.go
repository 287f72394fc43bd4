package client

import (
	"voxtide/timestream"
	"voxtide/world"
)

// lookup is where the view looks up what is shown in a session.
type lookup struct {
	*world.World
	own timestream.Stream
}

// Awaited tells whether a section that is not here has been promised.
func (l *lookup) Awaited(p world.SectionPos) bool { return l.Sub(l.own, p).Epoch != 0 }
