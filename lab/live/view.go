package live

import (
	"bytes"

	"voxtide/timestream"
	"voxtide/world"
)

// ServerView is the number of the server's view, after those of the players.
const ServerView = Players

// blockView is how a screen, or the server, has the blocks of the arena.
type blockView struct {
	cells   []byte
	scratch []byte
	version int
}

// look looks at the blocks of a view and returns the version, which grows when they have changed.
func (l *Live) look(view int) int {
	w := l.stage.ServerWorld()
	if view < Players {
		w = l.stage.Client(view).World()
	}
	v := &l.views[view]
	v.scratch = cells(v.scratch[:0], w)
	if !bytes.Equal(v.scratch, v.cells) {
		v.cells, v.scratch = v.scratch, v.cells
		v.version++
	}
	return v.version
}

// Cells returns the blocks of a view as the last frame had them, Wide x Deep x High bytes: x fastest, then z, then y from 1 up.
// They are valid until the next frame.
func (l *Live) Cells(view int) []byte { return l.views[view].cells }

// place is where a body stands.
type place struct {
	at  [3]float64
	yaw uint16
}

// received returns where the server's last word had the body of a player.
func (l *Live) received(i int) (p place) {
	c := l.stage.Client(i)
	c.InspectReceived(func(w *world.World) { p = stands(w, c.Stream()) })
	return p
}

// stands returns where the body of a stream stands in a world.
func stands(w *world.World, of timestream.Stream) (p place) {
	if slot := w.Find(world.AvatarID(of)); slot != world.NoEntity {
		m := &w.Entity(slot).Motion
		for i := range p.at {
			p.at[i] = float64(m.Pos[i]) / float64(world.Unit)
		}
		p.yaw = m.Yaw
	}
	return p
}
