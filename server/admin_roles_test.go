package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/world"
)

// TestRoles: a moderator may what the role says and no more, at once when it is given and until it is taken away or ends; operators and other
// moderators are safe from moderators; who may what, and why, is told.
func TestRoles(t *testing.T) {
	now := int64(1_800_000_000_000)
	r, h, ann, bob := newAdminFixture(t, func(c *Config) { c.WallClock = func() int64 { return now } })
	r.comeFrom("eve", "198.51.100.7", 3)
	r.comeFrom("mia", "198.51.100.8", 4)
	expect := func(c *testClient, line, want string) {
		t.Helper()
		if got := c.typeCommand("/" + line); !strings.Contains(got, want) {
			t.Errorf("%s: %q, not %q", line, got, want)
		}
	}
	console := func(line, want string) {
		t.Helper()
		if got := r.consoleCommand(line); !strings.Contains(got, want) {
			t.Errorf("%s: %q, not %q", line, got, want)
		}
	}
	expect(bob, "ban eve 1h", `ban: not allowed: it is for operators, or for a role that may "ban"`)
	console("may bob ban eve 1h", `no: bob: ban: not allowed`)
	kept := len(h.kept)
	console("role bob moderator", "bob is moderator for ever")
	if got := strings.Join(bob.chatLines(), "\n"); len(h.kept) == kept || !strings.Contains(got, "You are moderator") {
		t.Errorf("kept %d times, told %q", len(h.kept)-kept, got)
	}
	console("role mia moderator 1h", "mia is moderator until")
	console("op ann", "ann is an operator")
	expect(bob, "ban eve 3d", "ban: moderators at most 2h")
	expect(bob, "op eve", "op: not allowed: it is for the server's console")
	expect(bob, "role bob builder", "role: not allowed: it is for operators")
	expect(bob, "ban ann 1h", "ann is an operator")
	expect(bob, "kick ann", "ann is an operator")
	expect(bob, "kick mia", "mia may do the same")
	expect(bob, "ban-ip 198.51.100.8 1h", "mia is here from")
	expect(bob, "list", "eve at ")
	expect(bob, "help ban", "Bans a player")
	expect(bob, "help stop", "stop: it is for the server's console")
	expect(ann, "ban eve 7d griefing", "eve is banned until")
	expect(bob, "ban eve 1h", "an operator alone can shorten it")
	expect(ann, "unban eve", "may come in again")
	r.comeFrom("eve", "198.51.100.7", 3)
	expect(bob, "ban eve 1h rude", "eve is banned until")
	r.play(10)
	if r.s.clients.online["eve"] != nil {
		t.Error("eve stays")
	}
	if got := bob.typeCommand("/help"); !strings.Contains(got, "/ban") || strings.Contains(got, "/op") || strings.Contains(got, "/give") {
		t.Errorf("help says %q", got)
	}
	console("may bob ban eve 1h", `yes: bob: ban: the role moderator has "ban:2h"`)
	console("may bob claim 5", "yes: bob: claim: every player may, for what is their own")
	console("may ann kick", "yes: ann: kick: operators may")
	console("may ann stop", "no: ann: stop: not allowed: it is for the server's console")
	console("roles", "bob is moderator for ever, by the console")
	console("record bob", "role, by the console: moderator for ever")
	now += 2 * 3_600_000
	mia := r.hands[slices.IndexFunc(r.hands, func(c *testClient) bool { return c.name == "mia" })]
	expect(mia, "mute zoe", "not allowed")
	console("role bob none", "bob has no role any more")
	expect(bob, "ban eve 1h", "not allowed")
	console("role zoe moderator", "nobody called zoe was ever here")
	console("role bob boss", `no role "boss"`)
	console("role bob player", `no role "player"`)
	t.Logf("%d commands were refused", r.s.Metrics().Commands[2])
}

// TestClaimOverOthers: who wants land where another has built asks; somebody who may accept is told, grants it or refuses it, and both are told.
func TestClaimOverOthers(t *testing.T) {
	r, h, ann, bob := newAdminFixture(t, nil)
	mia := r.comeFrom("mia", "198.51.100.8", 4)
	r.consoleCommand("role mia moderator")
	mia.chatLines()
	h.built = &store.HistoryEntry{BlockChange: store.BlockChange{Pos: world.Pos{X: 1, Y: 2, Z: 3}, Block: world.Glass, Author: bob.stream()}}
	ask := func() {
		t.Helper()
		if got := ann.typeCommand("/claim 3 100 0 100 ann"); !strings.Contains(got, "bob has built there") || !strings.Contains(got, "They are asked now") {
			t.Errorf("%q", got)
		}
		if got := strings.Join(mia.chatLines(), "\n"); !strings.Contains(got, "ann asks for the land 97 97 to 103 103, where bob has built: /accept ann") {
			t.Errorf("the moderator reads %q", got)
		}
	}
	ask()
	if got := mia.typeCommand("/asked"); !strings.Contains(got, "ann asks for the land") {
		t.Errorf("%q", got)
	}
	if got := mia.typeCommand("/refuse ann it is his"); !strings.Contains(got, "does not get the land") {
		t.Errorf("%q", got)
	}
	if got := strings.Join(ann.chatLines(), "\n"); !strings.Contains(got, "You do not get the land 97 97 to 103 103: it is his") {
		t.Errorf("she reads %q", got)
	}
	if got := mia.typeCommand("/refuse ann"); !strings.Contains(got, "does not ask") || len(r.s.admin.Access.Lists.Claims) != 0 {
		t.Errorf("%q", got)
	}
	ask()
	ask() // one wish each
	if got := mia.typeCommand("/accept ann"); !strings.Contains(got, "belongs to ann") || len(r.s.admin.Access.Lists.Claims) != 1 {
		t.Errorf("%q, %d claims", got, len(r.s.admin.Access.Lists.Claims))
	}
	if got := strings.Join(ann.chatLines(), "\n"); !strings.Contains(got, "You get what you asked for") {
		t.Errorf("she reads %q", got)
	}
	if got := mia.typeCommand("/asked"); !strings.Contains(got, "nobody waits") {
		t.Errorf("%q", got)
	}
}

// TestQueue: at a full server who has a slot comes in, the others wait in order, are told their place when it changes, and come in in that
// order as places become free; who loses the connection keeps the place; one who comes later does not overtake; a full queue says so.
func TestQueue(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.MaxPlayers, c.Policy = 3, access.Policy{Queue: 3} })
	first := []*testClient{r.join("ann"), r.join("bob"), r.join("carl")}
	r.play(10)
	for _, c := range first {
		r.s.clients.online[c.name].row.Persistent = true // they have built something
	}
	r.s.admin.Access.Lists.SetHolder(access.Holder{Principal: access.Principal{Name: "dave", Key: access.Identity{4}}, Role: "moderator"}, 0)
	dave := r.comeFrom("dave", "198.51.100.4", 4)
	if r.s.clients.online["dave"] == nil {
		t.Fatalf("dave has a slot: %q", dave.conn.reason)
	}
	come := func(name string, key byte) *testClient {
		return r.comeFrom(name, fmt.Sprintf("198.51.100.%d", key), key)
	}
	at := func(c *testClient, place, of int) {
		t.Helper()
		if r.play(80); len(c.queued) == 0 || c.queued[len(c.queued)-1] != (protocol.Queued{Place: place, Of: of}) || c.conn.closed {
			t.Errorf("%s was told %v, not %d of %d; %q", c.name, c.queued, place, of, c.conn.reason)
		}
	}
	leave := func(c *testClient) {
		c.conn.closed, c.conn.reason = true, LeaveReason
		r.play(10)
	}
	eve, fay, gus := come("eve", 5), come("fay", 6), come("gus", 7)
	at(eve, 1, 3)
	at(fay, 2, 3)
	at(gus, 3, 3)
	if hal := come("hal", 8); !hal.conn.closed || !strings.Contains(hal.conn.reason, "full: 3 players wait already") || !protocol.Temporary(hal.conn.reason) {
		t.Errorf("a full queue: %q", hal.conn.reason)
	}
	r.step(30 * time.Second) // longer than others may take to join
	at(eve, 1, 3)
	leave(dave) // one of four
	if r.s.clients.online["eve"] != nil {
		t.Error("a place beyond the bound is given to the queue")
	}
	fay.conn.closed, fay.conn.reason = true, "timeout"
	r.play(5)
	leave(first[0])
	if r.s.clients.online["eve"] == nil {
		t.Fatal("the first does not come in")
	}
	at(gus, 2, 2) // fay keeps her place
	fay2 := come("fay", 6)
	at(fay2, 1, 2)
	leave(first[1])
	if r.s.clients.online["fay"] == nil || r.s.clients.online["gus"] != nil {
		t.Fatal("fay does not come in before gus")
	}
	at(gus, 1, 1)
	ida := come("ida", 9)
	at(ida, 2, 2)
	r.consoleCommand("ban gus")
	r.step(2 * time.Second)
	r.play(5)
	if !gus.conn.closed || !strings.Contains(gus.conn.reason, "banned") {
		t.Errorf("who is banned waits on: %q", gus.conn.reason)
	}
	at(ida, 1, 1)
	leave(first[2])
	if r.s.clients.online["ida"] == nil {
		t.Error("ida does not come in")
	}
	if got := r.s.Metrics().Queued; got != 5 { // fay twice
		t.Errorf("%d waited", got)
	}
	if r.s.clients.queue.Len() != 0 {
		t.Error("somebody is left in the queue")
	}
	t.Logf("ida was told %v", ida.queued)
}
