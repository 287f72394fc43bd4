package sections

import (
	"time"

	"voxtide/store"
)

// Save appends snapshots to a batch: after each interval of all sections that have changed since their last snapshot, a few in
// a step, and with all at once. A snapshot stands for the single changes before it, so that these need not be read one by one.
func (t *Table) Save(batch *store.Batch, now, interval time.Duration, edit uint64, all bool) {
	q := &t.saveQueue
	if now >= q.nextSave || all {
		q.nextSave = now + interval
		q.toSave = append(q.toSave, q.dirty...)
		q.dirty = q.dirty[:0]
	}
	n := min(len(q.toSave)-q.saveHead, SnapshotsPerStep)
	if all {
		n = len(q.toSave) - q.saveHead
	}
	for _, p := range q.toSave[q.saveHead : q.saveHead+n] {
		t.record(p).dirty = false
		batch.Snapshots = append(batch.Snapshots, store.Snapshot{Section: p, Edits: edit, Packed: t.Packed(p)})
	}
	if q.saveHead += n; q.saveHead > len(q.toSave)/2 { // each entry is moved once on average
		q.toSave = q.toSave[:copy(q.toSave, q.toSave[q.saveHead:])]
		q.saveHead = 0
	}
	t.Metrics.SectionsSaved += n
}
