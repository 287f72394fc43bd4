package server

import (
	"fmt"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server/rollback"
	"voxtide/server/roster"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// TestEachMetricMoves plays everything that is counted, and finds each count moved: a count that nothing increments is reported by
// name.
func TestEachMetricMoves(t *testing.T) {
	slow := time.Duration(0)
	mem := store.NewMemory(func() time.Duration { return slow })
	r, backend, ann, bob := newAdminFixture(t, func(c *Config) {
		c.Store, c.MaxPlayers, c.MaxSections, c.SaveEvery, c.AnyMethod = mem, 3, 30, time.Second, true
		c.PvP = true
		c.Bounds.Linger = 3 * time.Second
		c.View = 2
	})
	own := r.s.clients.session(ann.stream())
	r.s.changeMotion(r.s.clients.session(bob.stream()), func(m *world.Motion) { // two blocks to the north of ann, in her sight
		m.Pos = ann.avatar().Motion.Pos
		m.Pos[world.AxisZ] -= 2 * world.Unit
	})
	r.play(10)
	r.s.SetHits(ann.stream(), protocol.HitsPresent)
	ann.do(actions.Action{Kind: actions.Hit, Target: bob.avatar().ID}, r.s.Now())
	r.play(10)
	for range 2 { // equal ones, so that one takes the other in, and a third too many
		dropItem(r, bob, world.Glass, bob.avatar().Motion.Pos.Block().Next(world.East).Next(world.East).Next(world.East))
	}
	r.play(60)
	_, slots := r.s.World().SleepingSectionAt(0)
	r.s.removeItem(r.s.World().Entity(slots[0]).ID)
	ann.placeNear(1, 0)
	ann.placeNear(1, 0) // refused: it is there already
	for _, line := range []string{"/list", "/nonsense", "/seed"} {
		ann.typeCommand(line)
	}
	r.consoleCommand("who")
	for range 3 * commandsPerSecond {
		ann.do(actions.Action{Kind: actions.Chat, Text: "/list"}, r.s.Now())
	}
	r.play(30)
	if got := strings.Join(ann.chatLines(), "\n"); strings.Count(got, "2 players") != commandsPerSecond || !strings.Contains(got, "too many commands at once") {
		t.Errorf("a flood of commands: %q", got)
	}
	r.play(60)
	job, p := &rollback.Job{Author: ann.stream(), Complete: true}, ann.avatar().Motion.Pos.Block()
	for i := range int32(rollback.WholeSectionFrom) { // a section that is seen from far away
		job.Add(rollback.Restore{Pos: world.Pos{X: p.X&^15 + 32 + i&15, Y: p.Y &^ 15, Z: p.Z&^15 + i>>4}, Expected: world.Air, Target: world.Glass})
	}
	r.s.StartRollback(job)
	r.play(10)

	r.s.changeMotion(own, func(m *world.Motion) { m.Pos[world.AxisY] = voidHeight - 1 }) // falls out of the world
	r.play(10)
	r.s.changeMotion(own, func(m *world.Motion) { m.Needs.Damage = world.HealthMax })
	r.s.dieAtBrink(own)
	r.play(10)
	r.consoleCommand("tp bob 400 0 400") // the sections behind him are not needed then
	ann.mute = true
	r.consoleCommand("tp ann 800 0 800")
	r.play(60 * 8) // sections are confirmed by the server
	ann.mute = false

	sub := r.s.World().Stream(bob.stream()).Subscriptions.At(0)
	bob.conn.say(protocol.AppendResend(nil, actions.SectionEpoch{Section: sub.Section, Epoch: sub.Epoch}))
	r.play(10)
	report := protocol.Report{Number: 1, Desyncs: 1, Rival: 1}
	for i := range report.Corrections {
		report.Corrections[i] = 1
	}
	bob.conn.say(protocol.AppendReport(nil, &report))
	ann.do(actions.Action{Kind: actions.SetKeys, Keys: world.KeyForward}, r.s.Now())
	ann.do(actions.Action{Kind: actions.SelectSlot, Slot: 2}, r.s.Now().Add(timestream.Second)) // waits in the queue
	r.play(6)
	bob.ask(protocol.Method{Judge: protocol.JudgeTicks})
	r.play(10)
	bob.input(protocol.TickAt(r.s.Now())+1, 0, 0)
	bob.input(protocol.TickAt(r.s.Now())-9, 0, 0) // late
	r.play(6)
	bob.ask(protocol.Method{})
	r.play(70)
	for range 200 { // ann is silent: the stream stalls, the controls are released
		bob.declare(r.s.Now())
		r.step(stepAt)
	}
	slow = 5 * time.Second // updates wait for the store for too long
	bob.placeNear(1, 0)
	r.play(60 * 6)
	slow = 0
	r.step(700 * time.Millisecond) // the server itself is late

	bob.conn.closed = true
	r.play(4)
	bob.resume(r)
	r.play(10)
	ask := func(name string, change func(c *fakeConn)) {
		h := &testClient{t: t, name: name, next: 1, why: map[uint64]actions.Refusal{}, r: r, conn: &fakeConn{}}
		r.s.Accept(h.conn)
		change(h.conn)
		r.play(4)
	}
	r.consoleCommand("ban mallory")
	join := func(name string) func(c *fakeConn) {
		return func(c *fakeConn) { c.say(protocol.AppendJoin(nil, &protocol.Join{Name: name})) }
	}
	ask("mallory", join("mallory"))
	ask("bob", join("bob"))
	ask("junk", func(c *fakeConn) { c.say([]byte{99}) })
	ask("newer", func(c *fakeConn) {
		b := protocol.AppendJoin(nil, &protocol.Join{Name: "newer"})
		b[1]++ // the version
		c.say(b)
	})
	keyed := r.joinAs("keyed", transport.Identity{1}) // the third
	r.play(4)
	r.s.clients.online["keyed"].row.Persistent = true
	keyed.conn.Close(LeaveReason)
	r.play(4)
	ask("keyed", join("keyed")) // without the key
	r.consoleCommand("unban nobody")
	r.consoleCommand("whitelist on")
	ask("guest", join("guest"))
	r.consoleCommand("whitelist off")
	ask("", join(""))
	for i := range roster.NameBurst + 2 {
		c := &fakeConn{}
		r.s.Accept(transport.WithAddress(c, netip.MustParseAddr("203.0.113.9")))
		c.say(protocol.AppendJoin(nil, &protocol.Join{Name: fmt.Sprint("visitor ", i)}))
		r.play(1)
		if c := r.s.clients.online[fmt.Sprint("visitor ", i)]; c != nil { // plays, and leaves
			c.row.Persistent = i > 0
			c.left = true
			r.play(1)
		}
	}
	ask("carl", join("carl"))
	ask("dora", join("dora")) // one too many
	ask("silent", func(c *fakeConn) {})
	backend.absent = true
	r.consoleCommand("backup")
	r.consoleCommand("kick ann")
	r.play(60 * 11)

	m := reflect.ValueOf(r.s.Metrics())
	for i := range m.NumField() {
		name, f := m.Type().Field(i).Name, m.Field(i)
		if name == "Actions" { // each refusal has a test of its own in actions
			f = f.Index(int(actions.Occupied))
		}
		switch name {
		case "InterestPostponed", "BulkPostponed", "Ranked":
			continue // TestBudgets, TestCrowdRates
		case "Seated":
			continue // TestSeats
		case "Queued":
			continue // TestQueue
		}
		if f.Kind() != reflect.Array {
			if f.IsZero() && name != "Behind" && name != "SectionsUnreadable" && name != "Links" { // the host's tests of disk failure, and TestLinks
				t.Errorf("%s has not moved", name)
			}
			continue
		}
		for j := range f.Len() {
			if f.Index(j).IsZero() {
				t.Errorf("%s: number %d has not moved", name, j)
			}
		}
	}
	for k := range RejectReasons {
		if k.String() == "" || strings.Contains(k.String(), "_") {
			t.Errorf("kind %d has no words", k)
		}
	}
}

// TestBehind: the server's own stream runs at most catchUpTicks ticks in a step, and reports how far it is behind.
func TestBehind(t *testing.T) {
	r, _, _, _ := newAdminFixture(t, nil)
	r.step(3 * time.Second)
	if got := r.s.Metrics().Behind; got <= 0 {
		t.Errorf("%d behind", got)
	}
	r.play(60)
	if got := r.s.Metrics().Behind; got != 0 {
		t.Errorf("%d behind", got)
	}
}
