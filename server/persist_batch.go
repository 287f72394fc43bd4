package server

import (
	"slices"

	"voxtide/edits"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// pendingBatch gathers what must become durable with this step: by name, so that each row is written once, as it is at the end of the
// step.
type pendingBatch struct {
	store.Batch
	players  []timestream.Stream // whose rows changed, some of them more than once
	entities []world.EntityID
	leaving  []store.PlayerRow // of players who have left in this step
	checks   bool
	clean    bool
	savedAt  timestream.Time // time of the step before
	ceiling  timestream.Time
}

func (c *pendingBatch) addBlock(d *edits.LogEntry, seq uint64) {
	e := &d.Edit
	c.Changes = append(c.Changes, store.BlockChange{Pos: e.Pos, Block: e.Block, Seq: seq, Author: e.Author, Before: d.Inverse.Block, Turns: e.At, Until: e.Before})
}

// addBox adds a change of what a block holds. rest are the edits behind it in its transaction, by which the block may have gone.
func (c *pendingBatch) addBox(w *world.World, d *edits.LogEntry, seq uint64, rest []edits.LogEntry) {
	e := &d.Edit
	b, _ := w.Block(e.Pos)
	for i := range rest {
		if later := &rest[i]; later.Edit.Kind == edits.SetBlock && later.Edit.Pos == e.Pos {
			b = later.Inverse.Block
			break
		}
	}
	box := &store.BoxChange{Now: e.BoxPart(), Before: d.Inverse.BoxPart()}
	c.Changes = append(c.Changes, store.BlockChange{Pos: e.Pos, Block: b, Seq: seq, Author: e.Author, Before: b, Box: box})
}

// addPlayer notes that the row of a player has changed. What a step does for one player comes in a row, so few are noted twice.
func (c *pendingBatch) addPlayer(s timestream.Stream) {
	if n := len(c.players); n == 0 || c.players[n-1] != s {
		c.players = append(c.players, s)
	}
}

// changedPlayers returns the streams of the players whose rows have changed, each once, in order.
func (c *pendingBatch) changedPlayers() []timestream.Stream {
	slices.Sort(c.players)
	c.players = slices.Compact(c.players)
	return c.players
}

func (c *pendingBatch) addEntity(id world.EntityID) {
	if id.Counter() != 0 || id.OriginStream() == timestream.Server { // not an avatar's
		c.entities = append(c.entities, id)
	}
}

func (c *pendingBatch) isEmpty() bool {
	return len(c.Changes)+len(c.Snapshots)+len(c.Dropped)+len(c.players)+len(c.entities)+len(c.RemovedPlayers)+len(c.leaving)+len(c.Chat) == 0 && !c.checks && !c.clean
}

// persistence is what was handed to the store, and how much of it is durable.
type persistence struct {
	batch      pendingBatch
	commitSeq  uint64 // of the last batch
	durableSeq uint64 // of the last durable batch
	rollbacks  rollback.Gate
}

// journal numbers the edits.
type journal struct {
	lastEdit  uint64
	keptEdit  uint64 // the last edit of the previous server that the store has
	firstEdit uint64 // the number from which this server counts
}
