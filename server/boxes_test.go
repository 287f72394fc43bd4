package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// as performs edits in a transaction of a player.
func (r *harness) as(of timestream.Stream, f func(rec *edits.Recorder)) {
	r.s.rec.Author, r.s.rec.Now = of, r.s.Now()
	f(&r.s.rec)
	r.s.endTransaction("test")
	r.s.rec.Author = timestream.Server
	r.play(1)
}

func boxNamed(t testing.TB, name string) world.Block {
	b, known := world.BlockNamed(name)
	if !known {
		t.Fatalf("no block %q", name)
	}
	return b
}

func slot(n uint8, b world.Block, count uint8) *world.BoxPart {
	return &world.BoxPart{Part: n, Stack: world.StackOf(b, count)}
}

// TestRollbackOfBoxes: a thief takes out of a chest, and breaks another; somebody else goes on with a slot of it. A rollback of the thief
// sets back what only he changed; the history says who took what; and all of it comes back over a kill of the server.
func TestRollbackOfBoxes(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann, thief := r.join("ann"), r.join("thief")
	r.play(60)
	chest, broken, sign := world.Pos{X: 2, Z: 6}, world.Pos{X: 4, Z: 6}, world.Pos{X: 6, Z: 6}
	full := func(p world.Pos) *world.BlockEntity { return r.s.rec.W.BlockEntityAt(p) }
	r.as(ann.stream(), func(rec *edits.Recorder) {
		rec.PutBlock(ann.stream(), chest, boxNamed(t, "chest"))
		rec.PutBlock(ann.stream(), broken, boxNamed(t, "barrel"))
		rec.PutBlock(ann.stream(), sign, boxNamed(t, "oak_sign"))
		rec.Do(edits.BoxEdit(chest, slot(0, world.Stone, 30)))
		rec.Do(edits.BoxEdit(chest, slot(1, world.Sand, 20)))
		rec.Do(edits.BoxEdit(chest, slot(2, world.Dirt, 10)))
		rec.Do(edits.BoxEdit(broken, slot(26, world.Glass, 9)))
		rec.Do(edits.BoxEdit(sign, &world.BoxPart{Part: world.PartText, Text: "Ann's"}))
	})
	before := full(broken).Slot(26)
	r.as(thief.stream(), func(rec *edits.Recorder) {
		rec.Do(edits.BoxEdit(chest, slot(0, world.Stone, 5)))
		rec.Do(edits.BoxEdit(chest, &world.BoxPart{Part: 1}))
		rec.Do(edits.BoxEdit(chest, &world.BoxPart{Part: 2}))
		rec.PutBlock(thief.stream(), broken, world.Air)
		rec.Do(edits.BoxEdit(sign, &world.BoxPart{Part: world.PartText, Text: "mine"}))
	})
	r.as(ann.stream(), func(rec *edits.Recorder) { rec.Do(edits.BoxEdit(chest, slot(2, world.Planks, 1))) })

	q := &rollback.Query{Kind: rollback.Who, Rank: 99, Pos: chest}
	var found []store.HistoryEntry
	m.BlockChanges(chest, func(p *store.HistoryEntry) bool { found = append(found, *p); return true })
	lines := strings.Join(rollback.Format(q, found, true, false, func(s timestream.Stream) string {
		return map[timestream.Stream]string{ann.stream(): "ann", thief.stream(): "thief"}[s]
	}, 0), "\n")
	for _, want := range []string{"now chest:", "ann: put 1 planks into the chest", "thief: took 10 dirt out of the chest", "thief: took 25 stone out of the chest"} {
		if !strings.Contains(lines, want) {
			t.Errorf("who says\n%s\nwithout %q", lines, want)
		}
	}

	job := &rollback.Job{Author: timestream.Server, Complete: true}
	m.ScanCells(&store.Query{ByAuthor: true, Author: thief.stream()}, store.Cursor{}, 1<<40, func(c *store.CellHistory) bool {
		job.Add(rollback.RestoreOf(c))
		return true
	})
	r.s.StartRollback(job)
	for !job.Finished() {
		r.play(1)
	}
	check := func(what string) {
		t.Helper()
		got := full(chest)
		if got.Slot(0) != world.StackOf(world.Stone, 30) || got.Slot(1) != world.StackOf(world.Sand, 20) || got.Slot(2) != world.StackOf(world.Planks, 1) {
			t.Fatalf("%s: the chest holds %+v", what, got)
		}
		if b, _ := r.s.rec.W.Block(broken); b != boxNamed(t, "barrel") || full(broken).Slot(26) != before {
			t.Fatalf("%s: the barrel is %v", what, b)
		}
		if full(sign).Text != "Ann's" {
			t.Fatalf("%s: the sign says %+v", what, full(sign))
		}
	}
	if r.s.rec.W.BlockEntityAt(broken) == nil {
		t.Fatalf("nothing in the barrel; %d done, %d over", job.Done, job.OverbuiltCount)
	}
	check("after the rollback")
	for _, h := range []*testClient{ann, thief} {
		if a, b := h.dumb.R.W.Section(chest.Section()).Hash(), r.s.rec.W.Section(chest.Section()).Hash(); a != b {
			t.Errorf("%s has another section", h.name)
		}
	}
	hash := r.s.Hash()
	r, m = r.crash(m, nil)
	r.s.loadNow(chest.Section())
	check("after a kill")
	if r.s.Hash() != hash {
		t.Error("the hash differs after a kill")
	}

	// A chest that is taken back is left where others have put something into it.
	r.as(ann.stream(), func(rec *edits.Recorder) { rec.Do(edits.BoxEdit(chest, slot(7, world.Glass, 2))) })
	job = &rollback.Job{Author: timestream.Server, Complete: true}
	job.Add(rollback.Restore{Pos: chest, Expected: boxNamed(t, "chest"), Target: world.Air})
	r.s.StartRollback(job)
	for !job.Finished() {
		r.play(1)
	}
	if b, _ := r.s.rec.W.Block(chest); b != boxNamed(t, "chest") || job.OverbuiltCount != 1 || full(chest).Slot(7).Count != 2 {
		t.Errorf("%v is there, %d left", b, job.OverbuiltCount)
	}
}

// TestBoxesOfOthersLand: a claim keeps strangers out of boxes and off signs.
func TestBoxesOfOthersLand(t *testing.T) {
	for k, want := range map[actions.Kind]bool{actions.BoxMove: true, actions.WriteSign: true, actions.Craft: false} {
		if k.ChangesBlocks() != want || !k.Persistent() {
			t.Errorf("%v: claims count %v", k, !want)
		}
	}
}
