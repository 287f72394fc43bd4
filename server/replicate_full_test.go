package server

import (
	"testing"
	"time"

	"voxtide/edits"
	"voxtide/internal/testrand"
	"voxtide/internal/textline"
	"voxtide/protocol"
	"voxtide/server/replication"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// changeCells sets n cells of a section from the i-th on, to one block after the other, in transactions of 100.
func (r *harness) changeCells(p world.SectionPos, i, n int) {
	for k := i; k < i+n; k++ {
		b := []world.Block{world.Stone, world.Dirt}[k/world.SectionCells%2]
		r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p.PosAt(k % world.SectionCells), Block: b})
		if k%100 == 99 {
			r.s.endTransaction("others")
		}
	}
	r.s.endTransaction("others")
}

// TestFullUpdateWithoutOpenedSections: a full update leaves out the edits of a section that is opened again with it, however many
// there are: it is written once, and it arrives.
func TestFullUpdateWithoutOpenedSections(t *testing.T) {
	r := newHarness(t, func(c *Config) {
		c.Spawn = func(i int) world.Vec { return world.BottomCentre(world.Pos{X: 1000, Z: 1000}) }
	})
	ann := r.join("ann")
	r.play(60)
	ann.agrees()
	ann.conn.full = true
	r.steps(2)
	changed := world.SectionPos{X: 63, Z: 62}
	for i := range 32 {
		r.changeCells(changed, i*1000, 1000)
		r.steps(1)
	}
	ann.conn.full = false
	ann.conn.closed = true // cut; the section was on its way
	r.now += 1
	held := ann.dumb.AppendHeld(nil)
	j := protocol.Join{Name: ann.name, Token: ann.welcome.Token, FirstUnacked: ann.acked + 1}
	_, j.CompleteTo = ann.dumb.Progress()
	for _, h := range held {
		if h.Section != changed {
			j.Held = append(j.Held, h)
		}
	}
	w0, f0, s0 := r.s.Metrics().FullUpdates, ann.fullUpdates, r.s.Metrics().Snapshots
	r.connect(ann, &j)
	r.play(300)
	written, got := r.s.Metrics().FullUpdates-w0, ann.fullUpdates-f0
	t.Logf("32000 edits of a section that is not held, %d of %d held: %d full updates written, %d received, %d sections sent", len(j.Held), len(held), written, got, r.s.Metrics().Snapshots-s0)
	if got != 1 || written != 1 {
		t.Errorf("%d full updates written, %d received", written, got)
	}
	ann.agrees()
}

// TestFullUpdateAfterLongWait: a full update that waits for a hanging disk, while more blocks change than the history holds, tells no
// part of the changes: the sections are sent again.
func TestFullUpdateAfterLongWait(t *testing.T) {
	var r *harness
	until := time.Duration(0)
	m := store.NewMemory(func() time.Duration { return max(0, until-r.now) })
	r = newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	ann.agrees()
	until = r.now + 64*time.Second
	ann.do(placeBeside(1), r.s.Now())
	r.play(3 * 60) // updates are dropped after 2 s; a full one follows
	written, wholes, n := r.s.Metrics().FullUpdates, ann.fullUpdates, 0
	for ; r.now < until+time.Second; n += 11 { // 660 edits a second: 66 builders at the 10 a second that rules allow
		r.changeCells(world.SectionPos{X: int32(n / 8192 % 2)}, n, 11)
		r.play(1)
	}
	r.play(60 * 5)
	t.Logf("%d edits while the disk hung, history of %d: %d full updates written, %d received, %d desyncs", n, replication.HistoryMax, r.s.Metrics().FullUpdates-written, ann.fullUpdates-wholes, ann.dumb.Desyncs)
	if n <= replication.HistoryMax {
		t.Error("the history was not overrun")
	}
	if got := ann.fullUpdates - wholes; got == 0 || r.s.Metrics().FullUpdates-written > 2 {
		t.Errorf("%d full updates written, %d received", r.s.Metrics().FullUpdates-written, got)
	}
	if ann.dumb.Desyncs > 0 {
		t.Error(ann.dumb.FirstDesync)
	}
	ann.agrees()
}

// TestHistoryLostBeforeWriting: where the history loses edits between the preparation of a full update and its writing, it is prepared
// again, and no section goes on.
func TestHistoryLostBeforeWriting(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(60)
	ann.do(placeBeside(1), r.s.Now())
	ann.resume(r)
	r.now += stepAt
	r.s.advanceClock(r.now)
	r.s.receive()
	c := r.s.clients.session(ann.stream())
	r.s.prepareFull(c)
	before := r.s.rec.W.Stream(ann.stream()).Subscriptions.Len()
	r.changeCells(world.SectionPos{}, 0, replication.HistoryMax+1)
	r.s.replicate()
	full, prepared := c.told.NeedsFull()
	if prepared || !full || before == 0 {
		t.Fatalf("prepared %v, whole %v, %d sections went on", prepared, full, before)
	}
	r.play(60)
	if ann.fullUpdates != 2 || ann.dumb.Desyncs > 0 {
		t.Fatalf("%d full updates, %s", ann.fullUpdates, ann.dumb.FirstDesync)
	}
	ann.agrees()
}

// TestFullUpdateOfSlowStore: with a store that takes longer for each batch than updates may wait, the state still arrives, and no full
// update is dropped for another one.
func TestFullUpdateOfSlowStore(t *testing.T) {
	delay := time.Duration(0)
	r := newHarness(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return delay }) })
	ann := r.join("ann")
	r.play(60)
	delay = 3 * time.Second
	written, wholes := r.s.Metrics().FullUpdates, ann.fullUpdates
	for i := range 60 * 30 {
		if i%4 == 0 {
			r.changeCells(world.SectionPos{X: 1}, i, 1) // there is always a change that is not durable yet
		}
		r.play(1)
	}
	got, made := ann.fullUpdates-wholes, r.s.Metrics().FullUpdates-written
	t.Logf("in 30 s of a store that takes 3 s: %d full updates written, %d received", made, got)
	if got < 3 || made > got+1 {
		t.Errorf("%d full updates written, %d received", made, got)
	}
	delay = 0
	r.play(60 * 5)
	ann.agrees()
}

// TestFullUpdateTooLarge: a full update with room for nothing closes all sections, and the next one has all of the room again.
func TestFullUpdateTooLarge(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit = 4, 3, 500 })
	ann := r.join("ann")
	r.play(120)
	c := r.s.clients.session(ann.stream())
	c.told.SetFullRoom(1)
	c.told.RequestFull(0)
	r.play(1)
	if ann.fullUpdates != 2 || c.told.FullRoom() != 0 {
		t.Fatalf("%d full updates, room %d", ann.fullUpdates, c.told.FullRoom())
	}
	for s := range r.s.rec.W.Stream(ann.stream()).Subscriptions.All() {
		if s.Confirmed {
			t.Fatalf("%v went on", s)
		}
	}
	r.play(120)
	ann.agrees()
}

// TestFullUpdateBounds: the entries of a full update are no larger than its preparation assumes, and the largest one fits into a
// message.
func TestFullUpdateBounds(t *testing.T) {
	far := world.Pos{X: -30_000_016, Y: world.MaxY, Z: 30_000_016}
	const s = timestream.Stream(1<<32 - 1)
	size := func(seq uint64, e edits.Edit) int {
		var w protocol.UpdateWriter
		w.Begin(nil, 1, 1<<62)
		from := w.Size()
		w.Edit(seq, &e)
		return w.Size() - from
	}
	name := make([]byte, textline.NameMax)
	for i := range name {
		name[i] = 'n'
	}
	edit := size(1, edits.Edit{Kind: edits.SetBlock, Pos: far, Block: world.Block(world.BlockCount - 1), Author: s})
	check := size(1<<62, edits.Edit{Kind: edits.AddSupportCheck, Pos: far, Stream: s, Author: s})
	str := size(1<<62, edits.Edit{Kind: edits.AddStream, Stream: s, Author: s, At: timestream.Never, Number: 1<<32 - 1, Text: string(name)})
	sub := size(1<<62, edits.SubscriptionEdit(s, world.Subscription{Section: far.Section(), Epoch: epochsMax, Confirmed: true}))
	m := world.Motion{Pos: world.Vec{1 << 55, 1 << 40, 1 << 55}, Vel: world.Vec{-world.SpeedMax, world.SpeedMax, world.SpeedMax}, BlockedVel: [2]int64{world.SpeedMax, world.SpeedMax}}
	body := size(0, edits.Edit{Kind: edits.SpawnEntity, Author: s, Number: 1<<32 - 1, Entity: world.Entity{ID: world.MakeEntityID(s, 1<<32-1), Stream: s, At: timestream.Never, Kind: world.KindFallingBlock, Motion: m}})
	most := replication.FullRoomBytes + 500*sub + openingChecks*check + replication.FullOwnEntities*body + replication.RefusalsMax*(13+textline.NameMax) + 4096
	t.Logf("an edit %d bytes, a check %d, a stream %d, a subscription %d, a body %d; without others' bodies at most %d of %d", edit, check, str, sub, body, most, transport.MessageMax)
	if edit > replication.EditBytes || check > replication.CheckBytes || str > replication.StreamBytes || most > transport.MessageMax {
		t.Error("beyond the bounds")
	}
}

// TestManyOwnEntities: a player with more moving entities than a full update goes on with gets one all the same: they are handed over
// to the server before.
func TestManyOwnEntities(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(60)
	const n = 6000
	for i := range int32(n) {
		r.s.rec.Spawn(ann.stream(), r.s.World().Stream(ann.stream()).Stamp, world.KindFallingBlock, world.Sand, world.Stack{}, world.BottomCentre(world.Pos{X: 100 + i%80, Y: 200, Z: i / 80}))
	}
	r.s.endTransaction("sand")
	w := r.s.Metrics().FullUpdates
	ann.resume(r)
	r.play(2)
	own := len(r.s.World().Bodies(ann.stream()))
	if ann.fullUpdates != 2 || r.s.Metrics().FullUpdates-w != 1 || own > replication.FullOwnEntities {
		t.Fatalf("%d full updates received, %d written, %d own bodies", ann.fullUpdates, r.s.Metrics().FullUpdates-w, own)
	}
	t.Logf("%d falling blocks: %d are the player's after the full update, which knows %d bodies", n, own, ann.dumb.World().EntityCount())
}

// TestFullUpdates: random edits, cuts, disks that hang, and resumes that hold some sections under some epochs: when all is silent the
// states are equal, no hash differed, and a resume takes few full updates.
func TestFullUpdates(t *testing.T) {
	luck := testrand.New(t)
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	resumes, drops, most, lies := 0, 0, 0, 0
	for range testrand.Rounds(rounds) {
		var r *harness
		until := time.Duration(0)
		m := store.NewMemory(func() time.Duration { return max(5*ms, until-r.now) })
		r = newHarness(t, func(c *Config) { c.Store, c.BulkCredit, c.View = m, 1+luck.IntN(60), 1+luck.IntN(2) })
		_, bob := r.join("ann"), r.join("bob")
		r.play(60)
		near := func() world.SectionPos {
			return world.SectionPos{X: int32(luck.IntN(3)) - 1, Y: int32(luck.IntN(2)) - 1, Z: int32(luck.IntN(3)) - 1}
		}
		for range 12 {
			switch luck.IntN(6) {
			case 0: // the disk hangs
				until = r.now + time.Duration(luck.IntN(8000))*ms
			case 1: // many blocks change, now and then more than the history holds
				for range 1 + luck.IntN(3) {
					r.changeCells(near(), luck.IntN(8192), luck.IntN(14_000))
					r.play(luck.IntN(3))
				}
			case 2:
				r.s.closeForResend(near())
				r.s.reopenResent()
			default:
				for range luck.IntN(60) {
					p := near().PosAt(luck.IntN(world.SectionCells))
					r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: world.Block(luck.IntN(4))})
					r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: bob.stream(), Pos: p})
					r.s.endTransaction("others")
				}
			}
			r.play(luck.IntN(200))
			if h := r.hands[luck.IntN(2)]; h.dumb != nil && luck.IntN(2) == 0 { // a cut
				h.conn.full = luck.IntN(2) == 0 // messages before it is noticed are lost
				r.play(luck.IntN(60))
				j := protocol.Join{Name: h.name, Token: h.welcome.Token, FirstUnacked: h.acked + 1}
				_, j.CompleteTo = h.dumb.Progress()
				for _, a := range h.dumb.AppendHeld(nil) {
					switch luck.IntN(8) {
					case 0: // it arrived and is not added yet
						lies++
					default:
						j.Held = append(j.Held, a)
					}
				}
				h.dumb.BeginResume()
				written, at := r.s.Metrics().FullUpdates, until
				dropped := r.s.Metrics().UpdatesDropped
				r.connect(h, &j)
				for i := range h.unacked {
					if h.unacked[i].Number > h.acked {
						h.conn.say(protocol.AppendAction(nil, &h.unacked[i]))
					}
				}
				r.play(30)
				for r.now < at+50*ms {
					r.play(1)
				}
				r.play(30)
				resumes++
				drops += r.s.Metrics().UpdatesDropped - dropped
				most = max(most, r.s.Metrics().FullUpdates-written)
			}
		}
		until = 0
		r.play(600)
		for _, h := range r.hands {
			if h.dumb.Desyncs > 0 {
				t.Fatalf("%s: %s", h.name, h.dumb.FirstDesync)
			}
			h.agrees()
			for sub := range r.s.World().Stream(h.stream()).Subscriptions.All() {
				if !sub.Confirmed {
					t.Fatalf("%s: %v has not come", h.name, sub)
				}
			}
		}
	}
	t.Logf("%d resumes, %d sections kept back, %d updates dropped meanwhile; %d full updates at most from a resume to its disk's end", resumes, lies, drops, most)
	if resumes == 0 || most > 4 {
		t.Error("no resumes, or too many full updates")
	}
}
