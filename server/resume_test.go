package server

import (
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// sections returns the sections that a client by hand was sent and has not read.
func (h *hand) sections() (out []protocol.Snapshot) {
	for _, m := range h.conn.down[bulk] {
		s, err := protocol.ReadSnapshot(m)
		if err != nil {
			h.t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// wholes reports whether a whole frame is among what it was sent and has not read.
func (h *hand) whole() bool {
	for _, m := range h.conn.down[live] {
		r := wire.NewReader(m)
		var f protocol.Frame
		if r.Byte() == protocol.MsgFrame && f.Read(&r) == nil && len(f.Entries) > 0 && f.Entries[0].Kind == protocol.EntryReset {
			return true
		}
	}
	return false
}

// unseen lets a step pass that nobody reads of.
func (r *rig) unseen() {
	r.now += stepAt
	r.s.Step(r.now)
}

// again has the server send a section that a client holds anew.
func (h *hand) again(p world.SectionPos) {
	sub := h.r.s.World().Sub(h.stream(), p)
	h.conn.say(protocol.AppendAgain(nil, actions.Arrived{Section: p, Epoch: sub.Epoch}))
}

// TestSectionsWaitForTheDisk: a section leaves when what it contains is durable, and what is killed before was seen by nobody.
func TestSectionsWaitForTheDisk(t *testing.T) {
	delay := time.Duration(0)
	m := store.NewMemory(func() time.Duration { return delay })
	r := newRig(t, func(c *Config) { c.Store = m })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	delay = 400 * ms
	ann.do(place(1), r.s.Now())
	at := world.Pos{X: 1, Z: 2}
	bob.again(at.Section())
	sent, placed := 0, r.now
	for r.now < placed+time.Second {
		r.unseen()
		for _, s := range bob.sections() {
			if s.Section != at.Section() {
				continue
			}
			sec, err := bob.pack.Unpack(s.Packed)
			if err != nil {
				t.Fatal(err)
			}
			if b := sec.Get(at.Index()); b == world.Stone {
				sent++
				if r.now < placed+delay {
					t.Fatalf("a block that is kept after %v is in a section that is sent after %v", delay, r.now-placed)
				}
			}
		}
		for _, h := range r.hands {
			h.read()
		}
	}
	if sent == 0 {
		t.Fatal("the section never came")
	}
	t.Logf("%d sections with the block, each when it was durable", sent)
}

// TestWholeFramesWaitForTheDisk: a whole frame leaves when all that it tells is durable, over the old connection and over a new
// one.
func TestWholeFramesWaitForTheDisk(t *testing.T) {
	for _, cut := range []bool{false, true} {
		delay := time.Duration(0)
		r := newRig(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return delay }) })
		ann := r.join("ann")
		r.play(120)
		delay = 400 * ms
		ann.do(place(1), r.s.Now())
		r.unseen()
		placed := r.now
		if cut {
			ann.resume(r)
		} else {
			r.s.session(ann.stream()).startWhole(0)
		}
		came := time.Duration(0)
		for came == 0 && r.now < placed+2*time.Second {
			r.unseen()
			if ann.whole() {
				came = r.now - placed
			}
			ann.read()
		}
		if came < delay {
			t.Fatalf("cut %v: the whole frame came %v after what it tells, which was durable after %v", cut, came, delay)
		}
		t.Logf("cut %v: the whole frame came after %v", cut, came)
	}
}

// TestResumeGoesOnWithItsEpochs: a section that was opened anew since the client's is not what the client holds.
func TestResumeGoesOnWithItsEpochs(t *testing.T) {
	r := newRig(t, nil)
	ann := r.join("ann")
	r.play(120)
	p := world.SectionPos{X: 1}
	before := r.s.World().Sub(ann.stream(), p).Epoch
	ann.again(p)
	for range 10 { // of all this nothing arrives
		r.unseen()
		ann.conn.down = [2][][]byte{}
	}
	now := r.s.World().Sub(ann.stream(), p).Epoch
	r.flip(p, 0, 5)
	ann.resume(r)
	r.play(60 * 8)
	if before == now || now == 0 || ann.wholes != 2 {
		t.Fatalf("epochs %d and %d, %d whole frames", before, now, ann.wholes)
	}
	if ann.dumb.World().Section(p) == nil {
		t.Fatalf("the section that was held under epoch %d goes on under %d and never comes", before, now)
	}
	ann.agrees()
}

// TestEpochsAfterAKill: what a client was sent of an epoch before a kill is nothing that the next server calls so.
func TestEpochsAfterAKill(t *testing.T) {
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	ann.do(place(1), r.s.Now()) // or there is nothing to keep of it, and the next server does not know it
	r.play(60)
	p := ann.avatar().Motion.Pos.Block().Section()
	ann.again(p) // the section overtakes the frame that opens it, which is lost
	for range 10 {
		r.unseen()
		ann.conn.down[live] = nil
	}
	early := len(ann.sections())
	epoch := r.s.World().Sub(ann.stream(), p).Epoch
	ann.read()
	r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p.At(77), Block: world.Planks})
	r.s.transaction("others")
	r.unseen()
	r.unseen()
	ann.conn.down = [2][][]byte{}
	next, _ := r.crash(m, nil)
	next.hands = r.hands
	j := protocol.Join{Name: ann.name, Token: ann.welcome.Token, FirstUn: ann.acked + 1}
	_, j.Edits = ann.dumb.Progress()
	j.Held = slices.DeleteFunc(ann.dumb.Held(nil), func(h actions.Arrived) bool { return h.Section == p })
	ann.frames = nil // another server counts from 1
	next.connect(ann, &j)
	next.play(120)
	after := next.s.World().Sub(ann.stream(), p).Epoch
	b, _ := ann.dumb.World().Block(p.At(77))
	if early != 1 || next.s.metrics.Resumed != 1 || after == 0 || b != world.Planks {
		t.Fatalf("%d sections came early, of epoch %d; after the kill of epoch %d: there is %v", early, epoch, after, b)
	}
	t.Logf("a section of epoch %d came early; after the kill its epoch is %d", epoch, after)
	ann.agrees()
}

// TestHistoryOfOne: what changes in sections that one client alone sees, while its connection is cut, is told when it resumes.
func TestHistoryOfOne(t *testing.T) {
	r := newRig(t, nil)
	ann := r.join("ann")
	r.play(120)
	ann.conn.full = true
	r.steps(10)
	r.flip(world.SectionPos{}, 0, 40)
	s0 := r.s.metrics.Snapshots
	ann.resume(r)
	r.play(60)
	if r.s.metrics.Snapshots != s0 {
		t.Fatal("the section came anew")
	}
	ann.agrees()
}

// TestChecksAreTold: support checks that wait for a mark are told with the opening of their section and in whole frames.
func TestChecksAreTold(t *testing.T) {
	r := newRig(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	p := world.SectionPos{X: 1}
	known := func() (n int) {
		if st := ann.dumb.World().Stream(bob.stream()); st != nil {
			n = len(st.Checks)
		}
		return n
	}
	// Bob says nothing for less than his stream waits: what is to be checked on his time waits as well.
	for i := range 3 {
		r.s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: bob.stream(), Pos: p.At(i)})
	}
	r.s.transaction("by bob")
	wait := func(n int) {
		for range n {
			ann.declare(r.s.Now())
			r.step(stepAt)
		}
	}
	wait(4)
	told := known()
	ann.again(p)
	wait(8)
	opened := known()
	ann.resume(r)
	wait(4)
	whole := known()
	pending := len(r.s.World().Stream(bob.stream()).Checks)
	t.Logf("%d checks pending: told %d, after the section was opened anew %d, after a whole frame %d", pending, told, opened, whole)
	if pending != 3 || told != 3 || opened != 3 || whole != 3 {
		t.Fail()
	}
}

// TestSectionsWithChecksStay: a section in which a support check is pending is not dropped, nor are those beside it; when it is
// done they are.
func TestSectionsWithChecksStay(t *testing.T) {
	r := newRig(t, func(c *Config) { c.Sections = 1 })
	ann := r.join("ann")
	r.play(60)
	far := world.Pos{X: 1000, Y: 15, Z: 1000}
	for dx := int32(-3); dx <= 3; dx++ {
		p := far.Section()
		p.X += dx
		r.s.need(p)
	}
	r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: far, Block: world.Sand})
	r.s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: ann.stream(), Pos: far})
	r.s.transaction("sand")
	checks := 0
	for range 20 { // ann says nothing: her stream waits, and the check with it
		r.steps(1)
		checks += len(r.s.World().Stream(ann.stream()).Checks)
	}
	here := 0
	for dx := int32(-3); dx <= 3; dx++ {
		p := far.Section()
		p.X += dx
		if r.s.World().Has(p) {
			here++
		}
	}
	if b, _ := r.s.World().Block(far); checks == 0 || here != 3 || b != world.Sand {
		t.Fatalf("%d checks seen, %d sections stayed, %v", checks, here, b)
	}
	r.play(60)
	falling := 0
	for i := range r.s.World().StreamCount() {
		falling += len(r.s.World().AwakeAt(i))
	}
	if b, _ := r.s.World().Block(far); b != world.Air || falling != 2 {
		t.Fatalf("%v, %d bodies", b, falling)
	}
}

// TestTeleportLeavesBehind: what a player set in motion goes over to the server's stream, with the checks that wait, before the
// player is elsewhere: by an action of its own, by a command and by falling out of the world.
func TestTeleportLeavesBehind(t *testing.T) {
	for name, go_ := range map[string]func(r *rig, ann *hand){
		"goto": func(r *rig, ann *hand) {
			ann.do(actions.Action{Kind: actions.Goto, Pos: world.Pos{X: 5000, Y: 3}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		},
		"tp": func(r *rig, ann *hand) { r.s.Order(Console, "tp ann 5000 3 0", func([]string) {}) },
		"rescue": func(r *rig, ann *hand) {
			m := ann.avatar().Motion
			m.Pos[world.AxisY] = lost - 1
			r.s.rec.SetMotion(r.s.World().Find(world.AvatarID(ann.stream())), ann.avatar().At, &m)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			ann := r.join("ann")
			r.play(120)
			st := r.s.World().Stream(ann.stream())
			slot, _ := r.s.rec.Spawn(ann.stream(), st.Stamp, world.KindFalling, world.Sand, world.Stack{}, world.Middle(world.Pos{X: 2, Y: 12, Z: 2}))
			id := r.s.World().Entity(slot).ID
			high := world.Pos{X: 3, Y: 12, Z: 3}
			r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: high, Block: world.Sand})
			r.s.transaction("sand")
			for r.s.World().Stream(timestream.Server).Stamp.NextMark().Sub(r.s.Now()) < 40*timestream.Millisecond {
				r.play(1)
			}
			r.s.rec.Do(edits.Edit{Kind: edits.AddCheck, Stream: ann.stream(), Pos: high})
			r.s.transaction("check")
			go_(r, ann)
			r.play(1)
			slot = r.s.World().Find(id)
			if slot == world.NoSlot || r.s.World().Entity(slot).Stream != timestream.Server {
				t.Fatal("the sand is not the server's")
			}
			own, theirs := len(st.Checks), len(r.s.World().Stream(timestream.Server).Checks)
			if own != 0 {
				t.Fatalf("%d checks are the player's, %d the server's", own, theirs)
			}
			r.play(200)
			if b, _ := r.s.World().Block(world.Pos{X: 2, Z: 2}); b != world.Sand {
				t.Fatalf("the sand did not land: %v", b)
			}
			if b, _ := r.s.World().Block(high); b != world.Air {
				t.Fatal("the check was lost")
			}
			ann.agrees()
		})
	}
}

// TestRollbackIsNobodysPrediction: what a rollback sets is told as the server's doing, also to whom it is on behalf of.
func TestRollbackIsNobodysPrediction(t *testing.T) {
	m := store.NewMemory(nil)
	r := newRig(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(120)
	at := world.Pos{X: 3, Z: 3}
	job := &Rollback{Author: ann.stream(), Last: true}
	job.Add(Back{Pos: at, Now: world.Air, Then: world.Planks})
	r.s.Roll(job)
	told := 0
	for range 30 {
		r.unseen()
		for _, m := range ann.conn.down[live] {
			rd := wire.NewReader(m)
			var f protocol.Frame
			if rd.Byte() != protocol.MsgFrame || f.Read(&rd) != nil {
				continue
			}
			for _, e := range f.Entries {
				if e.Kind == protocol.EntryEdit && e.Edit.Kind == edits.SetBlock && e.Edit.Pos == at {
					told++
					if e.Edit.Author != timestream.Server {
						t.Errorf("told as the doing of %d", e.Edit.Author)
					}
				}
			}
		}
		ann.read()
	}
	if told != 1 {
		t.Fatalf("told %d times", told)
	}
}
