package replication

import (
	"maps"
	"slices"
	"testing"
	"time"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// TestDelivered: whatever is opened, sent, delivered and closed, over several connections, the sections that are to be confirmed in a step are
// those that were delivered long enough ago, and the bytes that count as unread are those that were sent and not confirmed,
// and the first that waits to be sent is found.
func TestDelivered(t *testing.T) {
	const after = 100 * time.Millisecond
	rnd := testrand.New(t)
	confirmed, resumes, bytesMost := 0, 0, 0
	for range testrand.Rounds(40) {
		c := NewClient(timestream.Stream(1), [16]byte{}, false)
		tr := &c.transfers
		since := map[world.SectionPos]time.Duration{} // delivered, as a scan in each step sees it
		messages, epoch := uint64(0), uint32(0)
		for step := range 400 {
			now := time.Duration(step) * 17 * time.Millisecond
			many := 4
			if rnd.IntN(50) == 0 {
				many = 80
			}
			for range rnd.IntN(many) {
				epoch++
				tr.follow(1, &edits.Edit{Kind: edits.SetSubscription, Pos: world.Pos{X: int32(epoch)}, Number: uint64(epoch)})
				tr.give(&OpenedSection{Section: protocol.Snapshot{Section: world.SectionPos{X: int32(epoch)}, Epoch: epoch, AtEdit: uint64(epoch)}, CommitSeq: 1})
			}
			waiting := 0
			for i := range tr.inFlight {
				if f := &tr.inFlight[i]; f.waits() {
					if waiting++; tr.snapshot(f).AtEdit != uint64(f.epoch) {
						t.Fatalf("step %d: section %v has the snapshot of %v", step, f.pos, tr.snapshot(f).Section)
					}
				}
			}
			if taken := len(tr.snapshots) - len(tr.free); taken != waiting || waiting == 0 && len(tr.snapshots) > 0 {
				t.Fatalf("step %d: %d snapshots of %d are kept for %d that wait", step, taken, len(tr.snapshots), waiting)
			}
			for i := range tr.inFlight { // as sendSections does
				if f := &tr.inFlight[i]; f.waits() && rnd.IntN(3) == 0 {
					tr.sent(f, 1+rnd.IntN(5000))
				}
			}
			if rnd.IntN(3) == 0 {
				messages += min(uint64(rnd.IntN(4)), tr.messages-messages)
			}
			if rnd.IntN(90) == 0 {
				tr.restart()
				messages = 0
				tr.resumed(epoch, now)
				for i := range tr.inFlight {
					since[tr.inFlight[i].pos] = now
				}
				resumes++
			}
			due, bytes := map[world.SectionPos]bool{}, 0
			first := slices.IndexFunc(tr.inFlight, func(f inFlightSection) bool { return f.waits() })
			if first < 0 {
				first = len(tr.inFlight)
			}
			if got := tr.firstWaiting(); got != first {
				t.Fatalf("step %d: the first of %d that waits is %d, want %d", step, len(tr.inFlight), got, first)
			}
			for i := range tr.inFlight {
				f := &tr.inFlight[i]
				if _, there := since[f.pos]; !there && f.message > 0 && f.message <= messages {
					since[f.pos] = now
				}
				if at, there := since[f.pos]; there && now-at >= after {
					due[f.pos] = true
				}
				bytes += f.bytes
			}
			got := map[world.SectionPos]bool{}
			c.Delivered(messages, now, after, func(p world.SectionPos, _ uint32) { got[p] = true })
			if !maps.Equal(got, due) {
				t.Fatalf("step %d: %v are to be confirmed, want %v", step, got, due)
			}
			if bytesMost = max(bytesMost, bytes); tr.unread != bytes {
				t.Fatalf("step %d: %d bytes are unread, want %d", step, tr.unread, bytes)
			}
			for p := range due {
				if rnd.IntN(4) > 0 { // the others were confirmed or closed by somebody else, and stay a while
					confirmed++
					tr.follow(2, &edits.Edit{Kind: edits.SetSubscription, Pos: world.Pos(p), Number: 1, Flag: true})
				}
			}
			if len(tr.inFlight) > 0 && rnd.IntN(10) == 0 {
				tr.follow(2, &edits.Edit{Kind: edits.SetSubscription, Pos: world.Pos(tr.inFlight[0].pos)})
			}
		}
	}
	t.Logf("%d confirmed, %d resumes, %d bytes unread at most", confirmed, resumes, bytesMost)
	if confirmed < 1000 || resumes == 0 {
		t.Error("too little happened")
	}
}

// TestListsAreShared: a client keeps the room of no list while no section is on its way, and the next one takes it over, with nothing in it.
func TestListsAreShared(t *testing.T) {
	open := func(tr *transfers, n int32) {
		for x := range n {
			e := &edits.Edit{Kind: edits.SetSubscription, Pos: world.Pos{X: x}, Number: uint64(x + 1)}
			tr.follow(1, e)
			tr.changed(1, 1, e)
			tr.give(&OpenedSection{Section: protocol.Snapshot{Section: world.SectionPos(e.Pos), Epoch: uint32(e.Number)}, CommitSeq: 1})
		}
	}
	confirm := func(tr *transfers, n int32) {
		for x := range n {
			tr.follow(2, &edits.Edit{Kind: edits.SetSubscription, Pos: world.Pos{X: x}, Number: uint64(x + 1), Flag: true})
		}
		tr.changes, tr.opened = spare.changes.put(tr.changes), spare.opened.put(tr.opened)
	}
	room := func(tr *transfers) int {
		return cap(tr.inFlight) + cap(tr.snapshots) + cap(tr.free) + cap(tr.opened) + cap(tr.changes)
	}
	first, second := &transfers{}, &transfers{}
	open(first, 3000)
	if n := min(len(first.inFlight), len(first.snapshots), len(first.opened), len(first.changes)); n != 3000 {
		t.Fatalf("%d of 3,000 on their way", n)
	}
	if confirm(first, 2999); len(first.inFlight) != 1 || len(first.snapshots)-len(first.free) != 1 {
		t.Fatalf("%d on their way, %d of %d places free, with one to confirm", len(first.inFlight), len(first.free), len(first.snapshots))
	}
	first.follow(2, &edits.Edit{Kind: edits.SetSubscription, Pos: world.Pos{X: 2999}, Number: 3000, Flag: true})
	if n := room(first); n > 0 {
		t.Errorf("room for %d elements with nothing on its way", n)
	}
	open(second, 1) // with -race a pool gives nothing at times
	if len(second.inFlight) != 1 || len(second.snapshots) != 1 || len(second.opened) != 1 || len(second.changes) != 1 || second.snapshot(&second.inFlight[0]).Epoch != 1 {
		t.Errorf("of the first client are left: %v, %v, %v", second.inFlight, second.opened, second.changes)
	}
	confirm(second, 1)
	edit := &edits.Edit{Kind: edits.SetSubscription, Number: 1}
	told := testing.AllocsPerRun(50, func() {
		for range 400 {
			second.changed(1, 1, edit)
		}
		second.changes = spare.changes.put(second.changes)
	})
	if t.Logf("%v allocations for 400 changes", told); told > 4 {
		t.Errorf("%v allocations for 400 changes", told)
	}
}
