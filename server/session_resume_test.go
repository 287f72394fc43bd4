package server

import (
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/internal/wire"
	"voxtide/protocol"
	"voxtide/server/admin"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// unreadSections returns the sections that were sent to a client and that it has not read.
func (h *testClient) unreadSections() (out []protocol.Snapshot) {
	for _, m := range h.conn.down[transport.Bulk] {
		s, err := protocol.ReadSnapshot(m)
		if err != nil {
			h.t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// hasFullUpdate reports whether a full update was sent to a client that it has not read.
func (h *testClient) hasFullUpdate() bool {
	for _, m := range h.conn.down[transport.Live] {
		r := wire.NewReader(m)
		var f protocol.Update
		if r.Byte() == protocol.MsgUpdate && f.Read(&r) == nil && len(f.Entries) > 0 && f.Entries[0].Kind == protocol.EntryReset {
			return true
		}
	}
	return false
}

// dropUnread takes a step of which no client reads anything.
func (r *harness) dropUnread() {
	r.now += stepAt
	r.s.Step(r.now)
}

// requestResend has the server send a section again that a client holds.
func (h *testClient) requestResend(p world.SectionPos) {
	sub := h.r.s.World().Subscription(h.stream(), p)
	h.conn.say(protocol.AppendResend(nil, actions.SectionEpoch{Section: p, Epoch: sub.Epoch}))
}

// TestSectionsWaitForTheDisk: a section leaves when its changes are durable; changes that a kill undoes were seen by nobody.
func TestSectionsWaitForTheDisk(t *testing.T) {
	delay := time.Duration(0)
	m := store.NewMemory(func() time.Duration { return delay })
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	delay = 400 * ms
	ann.do(placeBeside(1), r.s.Now())
	at := world.Pos{X: 1, Z: 2}
	bob.requestResend(at.Section())
	sent, placed := 0, r.now
	for r.now < placed+time.Second {
		r.dropUnread()
		for _, s := range bob.unreadSections() {
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

// TestFullUpdatesWaitForTheDisk: a full update leaves when all that it tells is durable, over the old connection and over a new one.
func TestFullUpdatesWaitForTheDisk(t *testing.T) {
	for _, cut := range []bool{false, true} {
		delay := time.Duration(0)
		r := newHarness(t, func(c *Config) { c.Store = store.NewMemory(func() time.Duration { return delay }) })
		ann := r.join("ann")
		r.play(120)
		delay = 400 * ms
		ann.do(placeBeside(1), r.s.Now())
		r.dropUnread()
		placed := r.now
		if cut {
			ann.resume(r)
		} else {
			r.s.clients.session(ann.stream()).told.RequestFull(0)
		}
		came := time.Duration(0)
		for came == 0 && r.now < placed+2*time.Second {
			r.dropUnread()
			if ann.hasFullUpdate() {
				came = r.now - placed
			}
			ann.read()
		}
		if came < delay {
			t.Fatalf("cut %v: the full update came %v after what it tells, which was durable after %v", cut, came, delay)
		}
		t.Logf("cut %v: the full update came after %v", cut, came)
	}
}

// TestResumeGoesOnWithItsEpochs: a section that was opened again since the client's epoch is not the one that the client holds.
func TestResumeGoesOnWithItsEpochs(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(120)
	p := world.SectionPos{X: 1}
	before := r.s.World().Subscription(ann.stream(), p).Epoch
	ann.requestResend(p)
	for range 10 { // none of it arrives
		r.dropUnread()
		ann.conn.down = [2][][]byte{}
	}
	now := r.s.World().Subscription(ann.stream(), p).Epoch
	r.changeCells(p, 0, 5)
	ann.resume(r)
	r.play(60 * 8)
	if before == now || now == 0 || ann.fullUpdates != 2 {
		t.Fatalf("epochs %d and %d, %d full updates", before, now, ann.fullUpdates)
	}
	if ann.dumb.World().Section(p) == nil {
		t.Fatalf("the section that was held under epoch %d goes on under %d and never comes", before, now)
	}
	ann.agrees()
}

// TestEpochsAfterAKill: the next server gives no epoch that a client was sent before a kill.
func TestEpochsAfterAKill(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(60)
	ann.do(placeBeside(1), r.s.Now()) // else nothing of the player is stored, and the next server does not know it
	r.play(60)
	p := ann.avatar().Motion.Pos.Block().Section()
	ann.requestResend(p) // the section overtakes the update that opens it, which is lost
	for range 10 {
		r.dropUnread()
		ann.conn.down[transport.Live] = nil
	}
	early := len(ann.unreadSections())
	epoch := r.s.World().Subscription(ann.stream(), p).Epoch
	ann.read()
	r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: p.PosAt(77), Block: world.Planks})
	r.s.endTransaction("others")
	r.dropUnread()
	r.dropUnread()
	ann.conn.down = [2][][]byte{}
	next, _ := r.crash(m, nil)
	next.hands = r.hands
	j := protocol.Join{Name: ann.name, Token: ann.welcome.Token, FirstUnacked: ann.acked + 1}
	_, j.CompleteTo = ann.dumb.Progress()
	j.Held = slices.DeleteFunc(ann.dumb.AppendHeld(nil), func(h actions.SectionEpoch) bool { return h.Section == p })
	ann.updates = nil // another server counts from 1
	next.connect(ann, &j)
	next.play(120)
	after := next.s.World().Subscription(ann.stream(), p).Epoch
	b, _ := ann.dumb.World().Block(p.PosAt(77))
	if early != 1 || next.s.metrics.Resumed != 1 || after == 0 || b != world.Planks {
		t.Fatalf("%d sections came early, of epoch %d; after the kill of epoch %d: there is %v", early, epoch, after, b)
	}
	t.Logf("a section of epoch %d came early; after the kill its epoch is %d", epoch, after)
	ann.agrees()
}

// TestHistoryOfOne: the changes of sections that one client alone sees, while its connection is cut, are told when it resumes.
func TestHistoryOfOne(t *testing.T) {
	r := newHarness(t, nil)
	ann := r.join("ann")
	r.play(120)
	ann.conn.full = true
	r.steps(10)
	r.changeCells(world.SectionPos{}, 0, 40)
	s0 := r.s.Metrics().Snapshots
	ann.resume(r)
	r.play(60)
	if r.s.Metrics().Snapshots != s0 {
		t.Fatal("the section came again")
	}
	ann.agrees()
}

// TestChecksAreTold: support checks that wait for a tick are told with the opening of their section and in full updates.
func TestChecksAreTold(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(120)
	p := world.SectionPos{X: 1}
	known := func() (n int) {
		if st := ann.dumb.World().Stream(bob.stream()); st != nil {
			n = len(st.SupportChecks)
		}
		return n
	}
	// Bob is silent for less than his stream waits: the checks of his stream wait as well.
	for i := range 3 {
		r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: bob.stream(), Pos: p.PosAt(i)})
	}
	r.s.endTransaction("by bob")
	wait := func(n int) {
		for range n {
			ann.declare(r.s.Now())
			r.step(stepAt)
		}
	}
	wait(4)
	told := known()
	ann.requestResend(p)
	wait(8)
	opened := known()
	ann.resume(r)
	wait(4)
	whole := known()
	pending := len(r.s.World().Stream(bob.stream()).SupportChecks)
	t.Logf("%d checks pending: told %d, after the section was opened again %d, after a full update %d", pending, told, opened, whole)
	if pending != 3 || told != 3 || opened != 3 || whole != 3 {
		t.Fail()
	}
}

// TestSectionsWithChecksStay: a section with a pending support check and those beside it stay in memory until the check is done.
func TestSectionsWithChecksStay(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxSections = 1 })
	ann := r.join("ann")
	r.play(60)
	far := world.Pos{X: 1000, Y: 15, Z: 1000}
	for dx := int32(-3); dx <= 3; dx++ {
		p := far.Section()
		p.X += dx
		r.s.loadNow(p)
	}
	r.play(int((restTime - 200*ms) / stepAt)) // they are about to be dropped
	r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: far, Block: world.Sand})
	r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: ann.stream(), Pos: far})
	r.s.endTransaction("sand")
	checks := 0
	for range 20 { // ann is silent: her stream waits, and the check with it
		r.steps(1)
		checks += len(r.s.World().Stream(ann.stream()).SupportChecks)
	}
	here := 0
	for dx := int32(-3); dx <= 3; dx++ {
		p := far.Section()
		p.X += dx
		if r.s.World().HasSection(p) {
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

// TestTeleportLeavesBehind: the entities and pending checks of a player go over to the server's stream before the player is elsewhere:
// by an action, by a command and by falling out of the world.
func TestTeleportLeavesBehind(t *testing.T) {
	for name, go_ := range map[string]func(r *harness, ann *testClient){
		"goto": func(r *harness, ann *testClient) {
			ann.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 5000, Y: 3}, Aim: actions.Aim{8, 0, 8}}, r.s.Now())
		},
		"tp": func(r *harness, ann *testClient) { r.s.RunCommand(admin.Console, "tp ann 5000 3 0", func([]string) {}) },
		"rescue": func(r *harness, ann *testClient) {
			m := ann.avatar().Motion
			m.Pos[world.AxisY] = voidHeight - 1
			r.s.rec.SetMotion(r.s.World().Find(world.AvatarID(ann.stream())), ann.avatar().At, &m)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newHarness(t, nil)
			ann := r.join("ann")
			r.play(120)
			st := r.s.World().Stream(ann.stream())
			slot, _ := r.s.rec.Spawn(ann.stream(), st.Stamp, world.KindFallingBlock, world.Sand, world.Stack{}, world.BottomCentre(world.Pos{X: 2, Y: 12, Z: 2}))
			id := r.s.World().Entity(slot).ID
			high := world.Pos{X: 3, Y: 12, Z: 3}
			r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: high, Block: world.Sand})
			r.s.endTransaction("sand")
			for r.s.World().Stream(timestream.Server).Stamp.NextTick().Sub(r.s.Now()) < 40*timestream.Millisecond {
				r.play(1)
			}
			r.s.rec.Do(edits.Edit{Kind: edits.AddSupportCheck, Stream: ann.stream(), Pos: high})
			r.s.endTransaction("check")
			go_(r, ann)
			r.play(1)
			slot = r.s.World().Find(id)
			if slot == world.NoEntity || r.s.World().Entity(slot).Stream != timestream.Server {
				t.Fatal("the sand is not the server's")
			}
			own, theirs := len(st.SupportChecks), len(r.s.World().Stream(timestream.Server).SupportChecks)
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

// TestRollbackIsNobodysPrediction: the edits of a rollback are told as the server's, also to the player whose blocks it takes back.
func TestRollbackIsNobodysPrediction(t *testing.T) {
	m := store.NewMemory(nil)
	r := newHarness(t, func(c *Config) { c.Store = m })
	ann := r.join("ann")
	r.play(120)
	at := world.Pos{X: 3, Z: 3}
	job := &rollback.Job{Author: ann.stream(), Complete: true}
	job.Add(rollback.Restore{Pos: at, Expected: world.Air, Target: world.Planks})
	r.s.StartRollback(job)
	told := 0
	for range 30 {
		r.dropUnread()
		for _, m := range ann.conn.down[transport.Live] {
			rd := wire.NewReader(m)
			var f protocol.Update
			if rd.Byte() != protocol.MsgUpdate || f.Read(&rd) != nil {
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
