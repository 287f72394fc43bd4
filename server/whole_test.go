package server

import (
	"testing"
	"time"

	"voxtide/chance"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// flip sets the cells of a section to one block after the other, n of them from the i-th on, in transactions of 100.
func (r *rig) flip(p world.SectionPos, i, n int) {
	for k := i; k < i+n; k++ {
		b := []world.Block{world.Stone, world.Dirt}[k/world.SectionCells%2]
		r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p.At(k % world.SectionCells), Block: b})
		if k%100 == 99 {
			r.s.transaction("others")
		}
	}
	r.s.transaction("others")
}

// TestWholeFrameWithoutOpenedSections: the edits of a section that is opened again with a whole frame are not told in it,
// however many there are: the frame is written once, and it comes.
func TestWholeFrameWithoutOpenedSections(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Spawn = func(i int) world.Vec { return world.Middle(world.Pos{X: 1000, Z: 1000}) } })
	ann := r.join("ann")
	r.play(60)
	ann.agrees()
	ann.conn.full = true
	r.steps(2)
	changed := world.SectionPos{X: 63, Z: 62}
	for i := range 32 {
		r.flip(changed, i*1000, 1000)
		r.steps(1)
	}
	ann.conn.full = false
	ann.conn.closed = true // cut; it does not hold the section, which was on its way
	r.now += 1
	held := ann.dumb.Held(nil)
	j := protocol.Join{Name: ann.name, Token: ann.welcome.Token, FirstUn: ann.acked + 1}
	_, j.Edits = ann.dumb.Progress()
	for _, h := range held {
		if h.Section != changed {
			j.Held = append(j.Held, h)
		}
	}
	w0, f0, s0 := r.s.metrics.Whole, ann.wholes, r.s.metrics.Snapshots
	r.connect(ann, &j)
	r.play(300)
	written, got := r.s.metrics.Whole-w0, ann.wholes-f0
	t.Logf("32000 edits of a section that is not held, %d of %d held: %d whole frames written, %d received, %d sections sent", len(j.Held), len(held), written, got, r.s.metrics.Snapshots-s0)
	if got != 1 || written != 1 {
		t.Errorf("%d whole frames written, %d received", written, got)
	}
	ann.agrees()
}

// TestWholeAfterLongWait: a whole frame that waits for a disk that hangs while more is built than the history holds tells no
// part of it: the sections come anew.
func TestWholeAfterLongWait(t *testing.T) {
	var r *rig
	until := time.Duration(0)
	m := store.NewMemory(func() time.Duration { return max(0, until-r.now) })
	r = newRig(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	ann.agrees()
	until = r.now + 64*time.Second
	ann.do(place(1), r.s.Now())
	r.play(3 * 60) // frames are dropped after 2 s; the state will come whole
	written, wholes, n := r.s.metrics.Whole, ann.wholes, 0
	for ; r.now < until+time.Second; n += 11 { // 660 edits a second: 66 builders at the 10 a second that rules allow
		r.flip(world.SectionPos{X: int32(n / 8192 % 2)}, n, 11)
		r.play(1)
	}
	r.play(60 * 5)
	t.Logf("%d edits while the disk hung, history of %d: %d whole frames written, %d received, %d desyncs", n, historyMax, r.s.metrics.Whole-written, ann.wholes-wholes, ann.dumb.Desyncs)
	if n <= historyMax {
		t.Error("the history was not overrun")
	}
	if got := ann.wholes - wholes; got == 0 || r.s.metrics.Whole-written > 2 {
		t.Errorf("%d whole frames written, %d received", r.s.metrics.Whole-written, got)
	}
	if ann.dumb.Desyncs > 0 {
		t.Error(ann.dumb.First)
	}
	ann.agrees()
}

// TestHistoryLostBeforeWriting: what the history loses between the preparation of a whole frame and its writing has it
// prepared again, and nothing of it goes on.
func TestHistoryLostBeforeWriting(t *testing.T) {
	r := newRig(t, nil)
	ann := r.join("ann")
	r.play(60)
	ann.do(place(1), r.s.Now())
	ann.resume(r)
	r.now += stepAt
	r.s.tick(r.now)
	r.s.takeIn()
	c := r.s.session(ann.stream())
	r.s.prepare(c)
	before := len(r.s.rec.W.Stream(ann.stream()).Subs)
	r.flip(world.SectionPos{}, 0, historyMax+1)
	r.s.tell(c)
	if c.prepared || !c.whole || before == 0 {
		t.Fatalf("prepared %v, whole %v, %d sections went on", c.prepared, c.whole, before)
	}
	r.play(60)
	if ann.wholes != 2 || ann.dumb.Desyncs > 0 {
		t.Fatalf("%d whole frames, %s", ann.wholes, ann.dumb.First)
	}
	ann.agrees()
}

// TestWholeFrameOfSlowStore: with a store that takes longer for each batch than frames may wait, the state still comes, and no
// whole frame is thrown away for another one.
func TestWholeFrameOfSlowStore(t *testing.T) {
	delay := time.Duration(0)
	r := newRig(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return delay }) })
	ann := r.join("ann")
	r.play(60)
	delay = 3 * time.Second
	written, wholes := r.s.metrics.Whole, ann.wholes
	for i := range 60 * 30 {
		if i%4 == 0 {
			r.flip(world.SectionPos{X: 1}, i, 1) // there is always something that is not kept yet
		}
		r.play(1)
	}
	got, made := ann.wholes-wholes, r.s.metrics.Whole-written
	t.Logf("in 30 s of a store that takes 3 s: %d whole frames written, %d received", made, got)
	if got < 3 || made > got+1 {
		t.Errorf("%d whole frames written, %d received", made, got)
	}
	delay = 0
	r.play(60 * 5)
	ann.agrees()
}

// TestWholeFrameTooLarge: a whole frame that does not fit is prepared with half of the room until it does, and the next one
// has all of it again.
func TestWholeFrameTooLarge(t *testing.T) {
	r := newRig(t, func(c *Config) { c.View, c.ViewY, c.BulkCredit = 4, 3, 500 })
	ann := r.join("ann")
	r.play(120)
	c := r.s.session(ann.stream())
	rooms := []int{}
	for c.room != 1 {
		c.narrow()
		rooms = append(rooms, c.room)
	}
	c.startWhole(0)
	r.play(1)
	if ann.wholes != 2 || c.room != 0 || len(rooms) > 20 {
		t.Fatalf("%d whole frames, room %d, after %v", ann.wholes, c.room, rooms)
	}
	for _, s := range r.s.rec.W.Stream(ann.stream()).Subs {
		if s.Confirmed {
			t.Fatalf("%v went on", s)
		}
	}
	r.play(120)
	ann.agrees()
	t.Logf("room halved %d times", len(rooms))
}

// TestWholeFrameBounds: the entries of a whole frame are no larger than prepare reckons, and all that it may hold at most is
// a message.
func TestWholeFrameBounds(t *testing.T) {
	far := world.Pos{X: -30_000_016, Y: world.MaxY, Z: 30_000_016}
	const s = timestream.Stream(1<<32 - 1)
	size := func(seq uint64, e edits.Edit) int {
		var w protocol.Writer
		w.Begin(nil, 1, 1<<62)
		from := w.Size()
		w.Edit(seq, &e)
		return w.Size() - from
	}
	name := make([]byte, edits.NameMax)
	for i := range name {
		name[i] = 'n'
	}
	edit := size(1, edits.Edit{Kind: edits.SetBlock, Pos: far, Block: world.Block(world.BlockCount - 1), Author: s})
	check := size(1<<62, edits.Edit{Kind: edits.AddCheck, Pos: far, Stream: s, Author: s})
	str := size(1<<62, edits.Edit{Kind: edits.AddStream, Stream: s, Author: s, At: timestream.Never, Number: 1<<32 - 1, Text: string(name)})
	sub := size(1<<62, edits.Sub(s, world.Sub{Section: far.Section(), Epoch: epochsMax, Confirmed: true}))
	m := world.Motion{Pos: world.Vec{1 << 55, 1 << 40, 1 << 55}, Vel: world.Vec{-world.SpeedMax, world.SpeedMax, world.SpeedMax}, Lost: [2]int64{world.SpeedMax, world.SpeedMax}}
	body := size(0, edits.Edit{Kind: edits.Birth, Author: s, Number: 1<<32 - 1, Entity: world.Entity{ID: world.MakeID(s, 1<<32-1), Stream: s, At: timestream.Never, Kind: world.KindFalling, Motion: m}})
	most := wholeRoom + 500*sub + openingChecks*check + wholeOwn*body + refusalsMax*12 + 4096
	t.Logf("an edit %d bytes, a check %d, a stream %d, a subscription %d, a body %d; without others' bodies at most %d of %d", edit, check, str, sub, body, most, frameMax)
	if edit > editBytes || check > checkBytes || str > streamBytes || most > frameMax {
		t.Error("beyond the bounds")
	}
}

// TestManyOwnBodies: a player with more bodies in motion than a whole frame goes on with is told it all the same: they are the
// server's before.
func TestManyOwnBodies(t *testing.T) {
	r := newRig(t, nil)
	ann := r.join("ann")
	r.play(60)
	const n = 6000
	for i := range int32(n) {
		r.s.rec.Spawn(ann.stream(), r.s.World().Stream(ann.stream()).Stamp, world.KindFalling, world.Sand, world.Stack{}, world.Middle(world.Pos{X: 100 + i%80, Y: 200, Z: i / 80}))
	}
	r.s.transaction("sand")
	w := r.s.metrics.Whole
	ann.resume(r)
	r.play(2)
	own := len(r.s.World().Bodies(ann.stream()))
	if ann.wholes != 2 || r.s.metrics.Whole-w != 1 || own > wholeOwn {
		t.Fatalf("%d whole frames received, %d written, %d own bodies", ann.wholes, r.s.metrics.Whole-w, own)
	}
	t.Logf("%d falling blocks: %d are the player's after the whole frame, which knows %d bodies", n, own, ann.dumb.World().EntityCount())
}

// TestWholeUpdates: random edits, cuts, disks that hang, and resumes with some of what is held under some epochs: when all is
// silent the states are equal, nothing was ever told wrong, and a resume takes few whole frames.
func TestWholeUpdates(t *testing.T) {
	luck := chance.Source(t)
	rounds := 40
	if testing.Short() {
		rounds = 8
	}
	resumes, drops, most, lies := 0, 0, 0, 0
	for range chance.Rounds(rounds) {
		var r *rig
		until := time.Duration(0)
		m := store.NewMemory(func() time.Duration { return max(5*ms, until-r.now) })
		r = newRig(t, func(c *Config) { c.Store, c.BulkCredit, c.View = m, 1+luck.IntN(60), 1+luck.IntN(2) })
		_, bob := r.join("ann"), r.join("bob")
		r.play(60)
		near := func() world.SectionPos {
			return world.SectionPos{X: int32(luck.IntN(3)) - 1, Y: int32(luck.IntN(2)) - 1, Z: int32(luck.IntN(3)) - 1}
		}
		for range 12 {
			switch luck.IntN(6) {
			case 0: // the disk hangs
				until = r.now + time.Duration(luck.IntN(8000))*ms
			case 1: // much is built, now and then more than the history holds
				for range 1 + luck.IntN(3) {
					r.flip(near(), luck.IntN(8192), luck.IntN(14_000))
					r.play(luck.IntN(3))
				}
			case 2:
				r.s.shut(near())
				r.s.reopen()
			default:
				for range luck.IntN(60) {
					p := near().At(luck.IntN(world.SectionCells))
					r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p, Block: world.Block(luck.IntN(4))})
					r.s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: bob.stream(), Pos: p})
					r.s.transaction("others")
				}
			}
			r.play(luck.IntN(200))
			if h := r.hands[luck.IntN(2)]; h.dumb != nil && luck.IntN(2) == 0 { // a cut
				h.conn.full = luck.IntN(2) == 0 // what the server says before it is noticed is lost
				r.play(luck.IntN(60))
				j := protocol.Join{Name: h.name, Token: h.welcome.Token, FirstUn: h.acked + 1}
				_, j.Edits = h.dumb.Progress()
				for _, a := range h.dumb.Held(nil) {
					switch luck.IntN(8) {
					case 0: // it came and is not in yet
						lies++
					default:
						j.Held = append(j.Held, a)
					}
				}
				h.dumb.Resumed()
				written, at := r.s.metrics.Whole, until
				dropped := r.s.metrics.Dropped
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
				drops += r.s.metrics.Dropped - dropped
				most = max(most, r.s.metrics.Whole-written)
			}
		}
		until = 0
		r.play(600)
		for _, h := range r.hands {
			if h.dumb.Desyncs > 0 {
				t.Fatalf("%s: %s", h.name, h.dumb.First)
			}
			h.agrees()
			for _, sub := range r.s.World().Stream(h.stream()).Subs {
				if !sub.Confirmed {
					t.Fatalf("%s: %v has not come", h.name, sub)
				}
			}
		}
	}
	t.Logf("%d resumes, %d sections kept back, %d frames dropped meanwhile; %d whole frames at most from a resume to its disk's end", resumes, lies, drops, most)
	if resumes == 0 || most > 4 {
		t.Error("no resumes, or too many whole frames")
	}
}
