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
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// TestEachMetricMoves plays all that is counted, and finds each count moved: one that nobody increments is found by name.
func TestEachMetricMoves(t *testing.T) {
	slow := time.Duration(0)
	mem := store.NewMemory(func() time.Duration { return slow })
	r, _, ann, bob := village(t, func(c *Config) {
		c.Store, c.Players, c.Sections, c.SaveEvery = mem, 3, 30, time.Second
		c.Bounds.Linger = 3 * time.Second
		c.View = 2
	})
	own := r.s.session(ann.stream())
	for range 2 { // of a kind, so that one takes the other in, and a third too many
		drop(r, bob, world.Glass, bob.avatar().Motion.Pos.Block().Next(world.East).Next(world.East).Next(world.East))
	}
	r.play(60)
	_, slots := r.s.World().LotAt(0)
	r.s.remove(r.s.World().Entity(slots[0]).ID)
	ann.build(1, 0)
	ann.build(1, 0) // refused: it is there already
	for _, line := range []string{"/list", "/nonsense", "/seed"} {
		ann.types(line)
	}
	r.orders("who")
	for range 3 * ordersRate {
		ann.do(actions.Action{Kind: actions.Chat, Text: "/list"}, r.s.Now())
	}
	r.play(30)
	if got := strings.Join(ann.heard(), "\n"); strings.Count(got, "2 players") != ordersRate || !strings.Contains(got, "too many commands at once") {
		t.Errorf("a flood of commands: %q", got)
	}
	r.play(60)
	job, p := &Rollback{Author: ann.stream(), Last: true}, ann.avatar().Motion.Pos.Block()
	for i := range int32(backWhole) { // a section that is seen from afar
		job.Add(Back{Pos: world.Pos{X: p.X&^15 + 32 + i&15, Y: p.Y &^ 15, Z: p.Z&^15 + i>>4}, Now: world.Air, Then: world.Glass})
	}
	r.s.Roll(job)
	r.play(10)

	r.s.change(own, func(m *world.Motion) { m.Pos[world.AxisY] = lost - 1 }) // falls out of the world
	r.play(10)
	r.orders("tp bob 400 0 400") // what lies behind is not needed any more
	ann.mute = true
	r.orders("tp ann 800 0 800")
	r.play(60 * 8) // sections are confirmed by the server
	ann.mute = false

	sub := r.s.World().Stream(bob.stream()).Subs[0]
	bob.conn.say(protocol.AppendAgain(nil, actions.Arrived{Section: sub.Section, Epoch: sub.Epoch}))
	r.play(10)
	report := protocol.Report{Number: 1, Desyncs: 1}
	for i := range report.Corrections {
		report.Corrections[i] = 1
	}
	bob.conn.say(protocol.AppendReport(nil, &report))
	ann.do(actions.Action{Kind: actions.Controls, Keys: world.KeyForward}, r.s.Now())
	ann.do(actions.Action{Kind: actions.Select, Slot: 2}, r.s.Now().Add(timestream.Second)) // waits in the queue
	r.play(6)
	for range 200 { // ann is silent: the stream stalls, the controls are released
		bob.declare(r.s.Now())
		r.step(stepAt)
	}
	slow = 5 * time.Second // frames wait for the store for too long
	bob.build(1, 0)
	r.play(60 * 6)
	slow = 0
	r.step(700 * time.Millisecond) // the server itself is late

	bob.conn.closed = true
	r.play(4)
	bob.resume(r)
	r.play(10)
	ask := func(name string, change func(c *pipe)) {
		h := &hand{t: t, name: name, next: 1, why: map[uint64]actions.Refusal{}, r: r, conn: &pipe{}}
		r.s.Accept(h.conn)
		change(h.conn)
		r.play(4)
	}
	r.orders("ban mallory")
	join := func(name string) func(c *pipe) {
		return func(c *pipe) { c.say(protocol.AppendJoin(nil, &protocol.Join{Name: name})) }
	}
	ask("mallory", join("mallory"))
	ask("bob", join("bob"))
	ask("junk", func(c *pipe) { c.say([]byte{99}) })
	ask("newer", func(c *pipe) {
		b := protocol.AppendJoin(nil, &protocol.Join{Name: "newer"})
		b[1]++ // the version
		c.say(b)
	})
	keyed := r.joinAs("keyed", transport.Identity{1}) // the third
	r.play(4)
	r.s.names["keyed"].row.Kept = true
	keyed.conn.Close(LeaveReason)
	r.play(4)
	ask("keyed", join("keyed")) // without the key
	r.orders("unban nobody")
	r.orders("whitelist on")
	ask("guest", join("guest"))
	r.orders("whitelist off")
	ask("", join(""))
	for i := range newNamesBurst + 2 {
		c := &pipe{}
		r.s.Accept(transport.At(c, netip.MustParseAddr("203.0.113.9")))
		c.say(protocol.AppendJoin(nil, &protocol.Join{Name: fmt.Sprint("visitor ", i)}))
		r.play(1)
		if c := r.s.names[fmt.Sprint("visitor ", i)]; c != nil { // plays, and leaves
			c.row.Kept = i > 0
			c.gone = true
			r.play(1)
		}
	}
	ask("carl", join("carl"))
	ask("dora", join("dora")) // one too many
	ask("silent", func(c *pipe) {})
	house := r.s.cfg.House
	r.s.cfg.House = nil
	r.orders("who 1 2 3")
	r.s.cfg.House = house
	r.orders("kick ann")
	r.play(60 * 11)

	m := reflect.ValueOf(r.s.Metrics())
	for i := range m.NumField() {
		name, f := m.Type().Field(i).Name, m.Field(i)
		if name == "Actions" { // each refusal has a test of its own in actions
			f = f.Index(int(actions.Occupied))
		}
		if f.Kind() != reflect.Array {
			if f.IsZero() && name != "Behind" && name != "Unreadable" { // the host's tests of falling have that one
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
	for k := range Turns {
		if k.String() == "" || strings.Contains(k.String(), "_") {
			t.Errorf("kind %d has no words", k)
		}
	}
}

// TestBehind: the server's own stream takes no more than so many marks a step, and says how far it is behind.
func TestBehind(t *testing.T) {
	r, _, _, _ := village(t, nil)
	r.step(3 * time.Second)
	if got := r.s.Metrics().Behind; got <= 0 {
		t.Errorf("%d behind", got)
	}
	r.play(60)
	if got := r.s.Metrics().Behind; got != 0 {
		t.Errorf("%d behind", got)
	}
}
