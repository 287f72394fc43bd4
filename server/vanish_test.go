package server

import (
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/edits"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// knows reports whether a client was told of the body of another player.
func (h *testClient) knows(of timestream.Stream) bool {
	return h.dumb.World().Find(world.AvatarID(of)) != world.NoEntity
}

// playersTold asks who plays, and returns the names.
func (h *testClient) askPlayers() string {
	h.r.play(90) // once a second
	h.conn.say(protocol.AppendAskPlayers(nil))
	h.r.play(4)
	var all []string
	for _, row := range h.players.Rows {
		all = append(all, row.Name)
	}
	if int(h.players.Total) != len(all) {
		all = append(all, "and more")
	}
	return strings.Join(all, " ")
}

// TestVanish: who is vanished is told to nobody but those who may vanish: no body, no name, no place in any list, no gesture, no line. The body is in
// nobody's way, and picks nothing up. It is so again after a restart, and over with the command or with the right to it.
func TestVanish(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	carl := r.join("carl")
	r.play(60)
	r.consoleCommand("op ann")
	r.consoleCommand("op carl")
	r.play(40)
	if !bob.knows(ann.stream()) || r.s.PlayerCount() != 3 {
		t.Fatal("before")
	}
	if got := bob.typeCommand("/vanish"); !strings.Contains(got, "not allowed") {
		t.Errorf("bob: %s", got)
	}
	if got := ann.typeCommand("/vanish"); !strings.Contains(got, "you are vanished") {
		t.Fatal(got)
	}
	check := func(when string, seen bool) {
		t.Helper()
		if bob.knows(ann.stream()) != seen || !carl.knows(ann.stream()) || !ann.knows(ann.stream()) {
			t.Errorf("%s: bob knows her %t, carl %t, herself %t", when, bob.knows(ann.stream()), carl.knows(ann.stream()), ann.knows(ann.stream()))
		}
		if got := bob.typeCommand("/list"); strings.Contains(got, "ann") != seen || strings.Contains(got, "3 players") != seen {
			t.Errorf("%s: bob's list is %s", when, got)
		}
		if got := bob.typeCommand("/msg ann hello"); strings.Contains(got, `no player "ann" is online`) == seen {
			t.Errorf("%s: bob's message: %s", when, got)
		}
		if got := bob.askPlayers(); strings.Contains(got, "ann") != seen || strings.Contains(got, "more") {
			t.Errorf("%s: bob is told %s", when, got)
		}
		if got := carl.askPlayers(); !strings.Contains(got, "ann") {
			t.Errorf("%s: carl is told %s", when, got)
		}
		if n := r.s.PlayerCount(); (n == 3) != seen {
			t.Errorf("%s: %d players", when, n)
		}
	}
	check("vanished", false)
	if got := r.consoleCommand("list"); !strings.Contains(got, "ann at") || !strings.Contains(got, ", vanished") {
		t.Errorf("the console: %s", got)
	}

	// Nobody reads what she says, or sees what she shows.
	bob.chatLines()
	said := ann.do(actions.Action{Kind: actions.Chat, Text: "boo"}, r.s.Now())
	waved := ann.do(actions.Action{Kind: actions.MakeEmote, Emote: edits.EmoteWave}, r.s.Now())
	r.play(30)
	if ann.why[said.Number] != actions.Vanished || ann.why[waved.Number] != actions.Vanished || len(bob.chatLines()) != 0 {
		t.Errorf("she says and waves: %v, %v", ann.why[said.Number], ann.why[waved.Number])
	}

	// She stands in nobody's way.
	at := bob.avatar().Motion.Pos.Block()
	goal := world.Pos{X: at.X + 2, Y: at.Y, Z: at.Z}
	r.s.teleportPlayer(r.s.clients.online["ann"], world.BottomCentre(goal))
	r.s.endTransaction("test")
	r.play(20)
	if why := bob.placeNear(2, 0); why != actions.Done {
		t.Errorf("bob places where she stands: %v", why)
	}
	if b, _ := r.s.World().Block(goal); b == world.Air {
		t.Error("there is no block")
	}
	if ann.avatar().Motion.Flags&world.Unseen == 0 {
		t.Error("she is seen after a teleport")
	}

	// She picks nothing up, and presses no plate.
	r.consoleCommand("tp ann 40 0 40")
	plate, ok := world.BlockNamed("stone_pressure_plate")
	if !ok {
		plate, ok = world.BlockNamed("stone_plate")
	}
	if ok {
		r.s.rec.Do(edits.Edit{Kind: edits.SetBlock, Pos: world.Pos{X: 40, Z: 40}, Block: plate})
		r.s.endTransaction("test")
	}
	dropItem(r, bob, world.Lamp, world.Pos{X: 40, Y: 1, Z: 40})
	r.play(120)
	if items, _ := itemsIn(r); len(items) != 1 {
		t.Errorf("%d items lie where she stands", len(items))
	}
	if b, _ := r.s.World().Block(world.Pos{X: 40, Z: 40}); ok && b.Get(world.PropOn) != 0 {
		t.Error("she presses a plate")
	}

	// She comes back as she was: who joins meanwhile is told nothing either.
	r.s.clients.online["ann"].left = true
	r.play(4)
	ann = r.join("ann")
	r.play(60)
	dora := r.join("dora")
	r.play(60)
	if dora.knows(ann.stream()) || bob.knows(ann.stream()) {
		t.Error("after she came back she is seen")
	}
	r.s.clients.online["dora"].left = true
	r.play(30)
	check("back", false)
	if got := ann.typeCommand("/vanish"); !strings.Contains(got, "everybody sees you") {
		t.Error(got)
	}
	r.consoleCommand("tp ann bob")
	r.play(30)
	check("seen again", true)
	ann.typeCommand("/vanish on")
	r.consoleCommand("deop ann")
	r.play(90)
	if !bob.knows(ann.stream()) {
		t.Error("without the right to it she is vanished still")
	}
}

// TestSpectate: who watches is told land and bodies around the watched one, and the own body stays where it is, unseen, until it ends: by the command, or
// when the watched one leaves. Nobody may who has no right to it.
func TestSpectate(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	r.play(60)
	r.consoleCommand("op ann")
	if got := bob.typeCommand("/spectate ann"); !strings.Contains(got, "not allowed") {
		t.Errorf("bob: %s", got)
	}
	r.consoleCommand("tp bob 1000 3 1000")
	r.play(60)
	stood := ann.avatar().Motion.Pos
	if got := ann.typeCommand("/spectate bob"); !strings.Contains(got, "you see what bob sees") {
		t.Fatal(got)
	}
	r.play(120)
	near := world.Pos{X: 1000, Y: 3, Z: 1000}.Section()
	if sub := r.s.World().Subscription(ann.stream(), near); !sub.Confirmed {
		t.Error("she has not the land around bob")
	}
	if len(ann.watches) != 1 || ann.watches[0] != bob.stream() || !ann.knows(bob.stream()) {
		t.Errorf("told %v, knows bob %t", ann.watches, ann.knows(bob.stream()))
	}
	e := ann.avatar()
	if e.Motion.Pos != stood || e.Motion.Flags&world.Unseen == 0 || e.Motion.Flags&world.Suspended == 0 {
		t.Errorf("her body is at %v with flags %b", e.Motion.Pos, e.Motion.Flags)
	}
	bob.do(actions.Action{Kind: actions.Teleport, Pos: world.Pos{X: 1100, Y: 3, Z: 1000}}, r.s.Now())
	r.play(90)
	if sub := r.s.World().Subscription(ann.stream(), world.Pos{X: 1100, Y: 3, Z: 1000}.Section()); !sub.Confirmed || !ann.knows(bob.stream()) {
		t.Error("she does not follow")
	}
	if got := ann.typeCommand("/spectate"); !strings.Contains(got, "in your own body") {
		t.Error(got)
	}
	r.play(120)
	e = ann.avatar()
	if e.Motion.Pos != stood || e.Motion.Flags&(world.Unseen|world.Suspended) != 0 || ann.watches[len(ann.watches)-1] != 0 {
		t.Errorf("afterwards her body is at %v with flags %b, told %v", e.Motion.Pos, e.Motion.Flags, ann.watches)
	}
	if got := ann.typeCommand("/spectate"); !strings.Contains(got, "you watch nobody") {
		t.Error(got)
	}
	if got := ann.typeCommand("/spectate ann"); !strings.Contains(got, "that is you") {
		t.Error(got)
	}
	ann.typeCommand("/vanish on")
	ann.typeCommand("/spectate bob")
	r.s.clients.online["bob"].left = true
	r.play(60)
	if c := r.s.clients.online["ann"]; c.watches.stream != 0 || !r.s.isUnseen(c) || ann.watches[len(ann.watches)-1] != 0 {
		t.Errorf("bob left: she watches %d, vanished %t", c.watches.stream, r.s.isUnseen(c))
	}
}
