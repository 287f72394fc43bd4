package sections

import (
	"runtime"
	"testing"
	"time"

	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// newTable returns a table over a world of stone below 0, with its store.
func newTable(t *testing.T) (*Table, *world.World, *store.Memory) {
	t.Helper()
	w, m := world.New(), store.NewMemory(nil)
	flat := func(p world.SectionPos) *world.Section {
		if p.Y < 0 {
			return world.NewSection(world.Stone)
		}
		return world.NewSection(world.Air)
	}
	return New(w, &OnDemand{Store: m, Generate: flat}, false), w, m
}

// TestRequestOnce: a section is requested once, for one stream, until it arrives; a section in memory is not requested.
func TestRequestOnce(t *testing.T) {
	table, w, _ := newTable(t)
	p := world.SectionPos{X: 3}
	if !table.Request(p, 7) || table.Request(p, 8) {
		t.Fatal("a section is not requested exactly once")
	}
	got, of, added, ok := table.Take()
	if got != p || of != timestream.Stream(7) || !added || !ok || !w.HasSection(p) {
		t.Fatalf("%v for %d: added %v", got, of, added)
	}
	if _, _, _, ok := table.Take(); ok || table.Request(p, 9) {
		t.Error("a section in memory is requested")
	}
}

// TestChangedSectionsStay: a section leaves memory only without subscribers and when the store has it as it is; its hash is part of the
// table's from its change on, in memory or not.
func TestChangedSectionsStay(t *testing.T) {
	table, w, _ := newTable(t)
	p := world.SectionPos{}
	table.LoadNow(p)
	unload := func(durable uint64) bool {
		table.Unload(0, Limits{Looks: 64}, durable, func(world.SectionPos) {})
		return !w.HasSection(p)
	}
	table.CountSubscriber(p, false, true)
	if unload(0) {
		t.Fatal("a section with a subscriber is unloaded")
	}
	table.CountSubscriber(p, true, false)
	w.SetBlock(world.Pos{X: 1}, world.Stone)
	table.MarkChanged(p)
	table.UpdateHash()
	hash := table.Hash()
	if hash == 0 || unload(0) {
		t.Fatal("a changed section is unloaded before its snapshot")
	}
	var batch store.Batch
	table.Save(&batch, time.Hour, time.Hour, 1, false)
	table.Committed(1, batch.Snapshots)
	if len(batch.Snapshots) != 1 || unload(0) {
		t.Fatalf("%d snapshots, or unloaded before the snapshot is durable", len(batch.Snapshots))
	}
	if !unload(1) || table.Hash() != hash {
		t.Errorf("in memory %v, hash %x, want %x", w.HasSection(p), table.Hash(), hash)
	}
}

// TestPreviousChanges: of the stored changes those count that the previous server made, after the edit of the client that asks.
func TestPreviousChanges(t *testing.T) {
	table, _, m := newTable(t)
	table.Restore(0, 3)
	var batch store.Batch
	for seq := range uint64(5) {
		batch.Changes = append(batch.Changes, store.BlockChange{Pos: world.Pos{X: int32(seq)}, Block: world.Glass, Seq: seq + 1})
	}
	m.Commit(0, &batch)
	p := world.SectionPos{}
	table.LoadNow(p)
	if got := table.PreviousChanges(p, 1); len(got) != 2 || got[0].Seq != 2 || got[1].Seq != 3 {
		t.Errorf("%+v", got)
	}
	if !table.KnownSince(p, 0) || table.KnownSince(world.SectionPos{X: 9}, 0) {
		t.Error("what is known of a section is wrong")
	}
}

// TestShrink: what a crowd had loaded leaves no memory behind once it is unloaded, and what stays is as it was.
func TestShrink(t *testing.T) {
	table, w, _ := newTable(t)
	const many, kept = 40_000, 16
	for i := range int32(many) {
		p := world.SectionPos{X: i % 200, Z: i / 200}
		if table.LoadNow(p); i < kept {
			table.CountSubscriber(p, false, true)
		}
	}
	leaves := 0
	table.Unload(time.Hour, Limits{Most: kept, Looks: many}, 0, func(world.SectionPos) { leaves++ })
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, hash := heap(), w.Hash()
	table.Shrink()
	after := heap()
	if leaves != many-kept || before < after+1<<20 || w.SectionCount() != kept || w.Hash() != hash {
		t.Errorf("%d sections left, %d stayed, heap %d to %d kB", leaves, w.SectionCount(), before>>10, after>>10)
	}
	p := world.SectionPos{X: -9}
	if table.LoadNow(p); !w.HasSection(p) {
		t.Error("nothing can be loaded any more")
	}
	t.Logf("%d sections left: heap %d to %d kB", leaves, before>>10, after>>10)
}

// TestDrop: a column that is held and then dropped leaves batch, hash and table; one of which a section is asked for meanwhile stays; from the drop until
// it is durable nothing of it is asked for.
func TestDrop(t *testing.T) {
	table, w, m := newTable(t)
	cols := []store.Column{{X: 1}, {X: 2}, {X: 3}, {X: -4, Z: 9}}
	hashes := map[store.Column]uint64{}
	edit := uint64(0)
	for _, c := range cols {
		p := world.SectionPos{X: c.X, Z: c.Z}
		table.LoadNow(p)
		w.SetBlock(p.PosAt(5), world.Glass)
		table.MarkChanged(p)
		table.UpdateHash()
		hashes[c] = world.SectionHash(p, w.Section(p).Hash())
		edit++
	}
	var batch store.Batch
	table.Save(&batch, time.Hour, time.Hour, edit, true)
	table.Committed(m.Commit(0, &batch), batch.Snapshots)
	if held := table.Hold(cols); len(held) != 0 {
		t.Fatalf("%v are held though they are in memory", held)
	}
	table.Unload(time.Hour, Limits{Looks: 64}, 1, func(world.SectionPos) {})
	before := table.Hash()
	if held := table.Hold(cols); len(held) != len(cols) {
		t.Fatalf("%v are held", held)
	}
	table.Request(world.SectionPos{X: 2}, 7)
	var gone []Dropped
	for _, c := range cols {
		gone = append(gone, Dropped{c, hashes[c]})
	}
	batch.Reset()
	if n := table.Drop(&batch, gone); n != 3 || len(batch.Dropped) != 3 || !table.Dropping() {
		t.Fatalf("%d dropped: %v", n, batch.Dropped)
	}
	if got := table.Hash(); got != before^hashes[cols[0]]^hashes[cols[2]]^hashes[cols[3]] || got != hashes[cols[1]] {
		t.Errorf("hash %x", got)
	}
	if table.Request(world.SectionPos{X: 1}, 7) {
		t.Error("something of a column is asked for before it is dropped for good")
	}
	seq := m.Commit(0, &batch)
	table.Committed(seq, nil)
	table.Unload(2*time.Hour, Limits{}, seq-1, func(world.SectionPos) {})
	if !table.Dropping() || len(table.Hold(cols)) != 0 {
		t.Error("it counts as dropped too early, or is held again")
	}
	table.Unload(2*time.Hour, Limits{}, seq, func(world.SectionPos) {})
	if table.Dropping() || !table.Request(world.SectionPos{X: 1}, 7) {
		t.Fatal("it cannot be asked for any more")
	}
	for {
		if _, _, _, ok := table.Take(); !ok {
			break
		}
	}
	if b, _ := w.Block(world.SectionPos{X: 1}.PosAt(5)); b == world.Glass {
		t.Error("what was dropped is there")
	}
	if b, _ := w.Block(world.SectionPos{X: 2}.PosAt(5)); b != world.Glass {
		t.Error("what was asked for meanwhile is gone")
	}
}
