// Package far is the land beyond the view, as a client knows it: which tiles it asks for, which it has, and which are drawn.
//
// Data flow: the eye says which tiles are wanted (wanted.go); Ask returns questions for those that are missing, again for those where blocks
// were seen to change (changed.go), and for those that are old, as nobody tells of changes beyond the view; Received takes the answers, which a worker makes into meshes (mesher.go, surface.go, net.go, boxes.go,
// paint.go); Update gives the meshes to the renderer and says which are drawn (shown.go): a tile gives way to its four quarters when all
// of them are there, so that land is never drawn twice and never missing where it was; and which of their skirts are not, since two edges fit (join.go).
//
// Owner: one goroutine, that of the client; the worker gets tiles that nobody else has. Invariants: what is asked depends on the eye, the
// answers and the time alone, never on the worker; a mesh is a function of its tile, but for what of it is hidden; a skirt is hidden only between two edges that are drawn corner by corner alike; memory is bounded by the reach.
package far

import (
	"time"

	"voxtide/protocol"
)

// Times of questions.
const (
	askEvery   = 200 * time.Millisecond
	askSoon    = 50 * time.Millisecond // while some are yet to be asked for
	askAgain   = 5 * time.Second       // after which a question without an answer is asked again, and twice as long each time,
	askAtLast  = 80 * time.Second      // up to this: a server may tell nothing of its land
	renewAfter = 12 * time.Second      // after which a tile is looked at again: somebody may have built
	// askedMost bounds the questions for missing tiles without an answer, as long as they are not older than askedFor: the server makes tiles in the
	// order of the questions, and what is nearest may be another one by then.
	askedMost = 32
	askedFor  = 2 * time.Second
)

// New returns a view with a worker, which Close ends.
func New(d Detail) *View {
	return &View{detail: d, tiles: map[protocol.FarPlace]*tile{}, maker: newMesher(d)}
}

// Close ends the worker.
func (v *View) Close() {
	if v != nil {
		v.maker.close()
	}
}

// Reset forgets everything: another session begins.
func (v *View) Reset() {
	if v == nil {
		return
	}
	v.tiles = map[protocol.FarPlace]*tile{}
	v.wanted, v.settled, v.askAt = v.wanted[:0], false, 0
	v.maker.reset()
	v.shown.reset()
	v.clear = clarity{}
}

// SetReach sets how far land is shown, in blocks, at most protocol.FarReachMax; 0 for not at all.
func (v *View) SetReach(blocks int) {
	if v != nil && int32(blocks) != v.reach {
		v.reach, v.settled = int32(min(max(blocks, 0), protocol.FarReachMax)), false
	}
}

// SetView sets how far sections are drawn, in blocks; 0: all of the covered columns are.
func (v *View) SetView(blocks int) {
	if v != nil && v.view != blocks {
		v.view, v.shown.stale = blocks, true
	}
}

// Shows reports whether land is shown.
func (v *View) Shows() bool { return v != nil && v.reach > 0 }

// Ask returns the next questions at a time, none most of the time. They are valid until the next call.
func (v *View) Ask(now time.Duration, eye [3]float64) []protocol.FarAsk {
	if v == nil || v.askAt != 0 && now < v.askAt {
		return nil
	}
	v.askAt = now + askEvery
	v.follow(eye)
	v.rows = v.rows[:0]
	add := func(p protocol.FarPlace, t *tile) {
		t.again = min(max(2*t.again, askAgain), askAtLast)
		t.askedAt, t.changed = now, span{}
		v.rows = append(v.rows, protocol.FarAsk{Place: p, Sum: t.sum})
	}
	most := askedMost
	for _, p := range v.wanted {
		if t := v.tiles[p]; t.sum == 0 && t.again > 0 && now-t.askedAt < min(askedFor, t.again) {
			most--
		}
	}
	for _, p := range v.wanted {
		t := v.tiles[p]
		if t.sum != 0 || t.again > 0 && now-t.askedAt < t.again {
			continue
		}
		if v.askAt = now + askSoon; len(v.rows) >= min(protocol.FarAskMax, most) {
			break
		}
		add(p, t)
	}
	v.askChanged(now, add)
	for range v.wanted {
		if len(v.rows) > 0 && v.rows[0].Sum == 0 || len(v.rows) >= protocol.FarAskMax {
			break // what is missing goes first
		}
		v.renew = (v.renew + 1) % len(v.wanted)
		if p := v.wanted[v.renew]; now-v.tiles[p].askedAt >= renewAfter {
			add(p, v.tiles[p])
		}
	}
	return v.rows
}

// Received takes a message of the bulk lane; false if it is no tile.
func (v *View) Received(message []byte) (is bool, err error) {
	if v == nil {
		return len(message) > 0 && message[0] == protocol.BulkFar, nil
	}
	if is, err = protocol.ReadFarTile(&v.in, message); !is || err != nil {
		return is, err
	}
	if t := v.tiles[v.in.Place]; t != nil {
		t.sum, t.again = protocol.FarSum(message), 0
		v.maker.make(&v.in)
	}
	return true, nil
}

// Waiting returns how many of the wanted tiles are not drawn yet, since they have not come, or are not on the graphics card.
func (v *View) Waiting() (n int) {
	if v == nil {
		return 0
	}
	for _, p := range v.wanted {
		if v.tiles[p].drawn() == nil {
			n++
		}
	}
	return n
}
