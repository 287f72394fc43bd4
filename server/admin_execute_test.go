package server

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/textline"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/replication"
	"voxtide/transport"
	"voxtide/world"
)

// sampleCommands holds a line for each row of the table, which may be given with the permission for it.
var sampleCommands = map[string]string{
	"accept": "accept bob", "asked": "asked", "role": "role bob moderator 2h", "roles": "roles", "may": "may bob spawn", "refuse": "refuse bob no", "alts": "alts bob", "ban-ip": "ban-ip 192.0.2.0/24 2h spam", "unban-ip": "unban-ip 192.0.2.0/24", "mute": "mute zoe 2h loud", "unmute": "unmute zoe", "mutes": "mutes",
	"warn": "warn bob do not", "note": "note bob watch him", "record": "record bob", "name": "name free nobody",
	"border": "border 2000 5 5", "home": "home", "sethome": "sethome", "back": "back", "see": "see bob", "jobs": "jobs", "cancel": "cancel", "pregenerate": "pregenerate 200 0 0", "vanish": "vanish off", "rules": "rules", "freeze": "freeze bob", "unfreeze": "unfreeze zoe", "rollback-where": "rollback-where preview by=bob since=1h", "map": "map hide", "ignore": "ignore", "unignore": "unignore zoe", "mail": "mail", "warp": "warp", "setwarp": "setwarp mill 1 2 3", "delwarp": "delwarp mill", "tpa": "tpa bob", "tpaccept": "tpaccept", "tpdeny": "tpdeny", "spectate": "spectate bob", "prune": "prune unseen=180d unclaimed", "regenerate": "regenerate 0 0 15 15", "region": "region list", "confirm": "confirm", "copy": "copy", "fill": "fill stone", "flip": "flip x", "paste": "paste", "pos1": "pos1 1 2 3", "pos2": "pos2 1 2 3", "redo": "redo", "replace": "replace stone dirt",
	"rotate": "rotate 90", "schematic": "schematic list", "select": "select 1 2 3 4 5 6", "stack": "stack 2 up", "undo": "undo",
	"backup": "backup", "backups": "backups", "ban": "ban bob 2h rude", "bans": "bans", "claim": "claim 3", "claims": "claims", "deaths": "deaths", "deop": "deop zoe", "friend": "friend bob", "unfriend": "unfriend bob", "peers": "peers", "emote": "emote wave", "gamemode": "gamemode survival bob",
	"give": "give bob glass 5", "hash": "hash", "help": "help give", "items": "items bob 2h glass", "giveback": "giveback bob 2h", "kick": "kick bob", "list": "list", "msg": "msg bob hello", "reply": "reply hello", "op": "op bob", "ops": "ops",
	"world": "world", "send": "send bob mine", "in": "in mine list", "reload": "reload", "replay": "replay 1h", "rollback": "rollback preview bob 1h", "save": "save", "say": "say hello", "seed": "seed", "search": "search bob 2h hello", "words": "words hello",
	"setspawn": "setspawn 5 6 7", "spawn": "spawn", "stats": "stats", "status": "status", "profile": "profile 2", "rule": "rule falls on", "stop": "stop now", "time": "time", "tp": "tp bob 5 6 7",
	"trust": "trust zoe 500 0 500", "plot": "plot box 499 0 499 501 3 501", "shop": "shop 3 glass for 16 stone 500 0 500", "shops": "shops", "buy": "buy", "pay": "pay bob 5 glass", "unban": "unban zoe", "unclaim": "unclaim 500 0 500", "untrust": "untrust bob 500 0 500", "whitelist": "whitelist add bob", "who": "who 1 2 3",
}

// ownerDenials says why a player may not do it to something of another, for commands that are not about land.
var ownerDenials = map[string]string{"who": "you have not built this"}

// TestCommandTable walks the table: in the chat each command is refused to a player without the permission, changes nothing then, and
// nobody else sees it; an operator in the chat and the console may give the commands that are for them.
func TestCommandTable(t *testing.T) {
	for _, row := range commands.All() {
		t.Run(row.Name, func(t *testing.T) {
			line, ok := sampleCommands[row.Name]
			if !ok {
				t.Fatal("it has no sample line")
			}
			r, h, ann, bob := newAdminFixture(t, nil)
			r.consoleCommand("claim 5 500 0 500 carl")
			r.consoleCommand("trust bob 500 0 500")
			before, kept, asked := r.s.Edits(), len(h.kept), len(h.asked)
			refused := r.s.Metrics().Commands[admin.CommandDenied]
			got := ann.typeCommand("/" + line)
			switch row.Permission {
			case commands.Everyone:
				if strings.Contains(got, "not allowed") || got == "" {
					t.Errorf("everyone: %q", got)
				}
			case commands.OwnerOnly:
				if row.Name == "claim" { // a player may claim for themselves, not for another
					if got = ann.typeCommand("/claim 5 100 0 100 bob"); !strings.Contains(got, "claim: not allowed") {
						t.Errorf("for bob: %q", got)
					}
					break
				}
				if why := ownerDenials[row.Name]; !strings.Contains(got, "0 "+row.Name+": not allowed: "+cmp.Or(why, "this land belongs to carl")) {
					t.Errorf("of carl's: %q", got)
				}
				fallthrough
			default:
				if row.Permission != commands.OwnerOnly && !strings.Contains(got, "0 "+row.Name+": not allowed: it is for "+row.Permission.String()) {
					t.Errorf("refused with %q", got)
				}
				if n := r.s.Metrics().Commands[admin.CommandDenied]; n != refused+1 {
					t.Errorf("%d refusals are counted", n-refused)
				}
				if len(h.kept) != kept || len(h.asked) != asked || len(h.recalled) > 0 && row.Name != "who" {
					t.Error("the backend was asked")
				}
				if d := r.s.Edits() - before; d > 60 || r.s.clients.session(bob.stream()) == nil { // SetLastAction and ConfirmSections alone
					t.Errorf("%d edits", d)
				}
			}
			if others := strings.Join(bob.chatLines(), "\n"); strings.Contains(others, line) || strings.Contains(others, "allowed") {
				t.Errorf("bob heard %q", others)
			}
			r.consoleCommand("op ann")
			ann.chatLines()
			if row.Permission < commands.ConsoleOnly {
				if got := ann.typeCommand("/" + line); strings.Contains(got, "not allowed") {
					t.Errorf("an operator: %q", got)
				}
			} else if got := ann.typeCommand("/" + line); !strings.Contains(got, "not allowed") {
				t.Errorf("an operator: %q", got)
			}
			if r.s.clients.online["bob"] == nil { // the command did it
				r.join("bob")
				r.consoleCommand("unban bob")
				r.join("bob")
				r.play(10)
			}
			r.consoleCommand("deop zoe")
			if got := r.consoleCommand(line); strings.Contains(got, "not allowed") || strings.Contains(got, "usage") || strings.Contains(got, "not in this version") {
				t.Errorf("the console: %q", got)
			}
			if got := r.consoleCommand(row.Name + ` "`); len(row.Forms[0]) > 0 && row.Forms[0][0].Kind != commands.Text && !strings.Contains(got, row.Name+": ") {
				t.Errorf("a bad line: %q", got)
			}
		})
	}
	for name := range sampleCommands {
		if commands.Find(name) == nil {
			t.Errorf("%s has no row", name)
		}
	}
}

// TestChatAndCommands: nobody else hears a line that begins with a slash; everybody hears the others.
func TestChatAndCommands(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	if got := ann.typeCommand("hello"); got != fmt.Sprintf("%d hello", ann.stream()) {
		t.Errorf("ann hears %q", got)
	}
	if got := strings.Join(bob.chatLines(), "\n"); got != fmt.Sprintf("%d hello", ann.stream()) {
		t.Errorf("bob hears %q", got)
	}
	if got := ann.typeCommand("/msg bob psst"); got != "0 you to bob: psst" {
		t.Errorf("ann hears %q", got)
	}
	if got := strings.Join(bob.chatLines(), "\n"); got != "0 ann to you: psst" {
		t.Errorf("bob hears %q", got)
	}
	if got := ann.typeCommand("/r who was it"); got != "0 reply: nobody has sent you a private message: /msg PLAYER TEXT sends one" {
		t.Errorf("ann hears %q", got)
	}
	if got := bob.typeCommand("/r loud"); got != "0 you to ann: loud" {
		t.Errorf("bob hears %q", got)
	}
	if got := strings.Join(ann.chatLines(), "\n"); got != "0 bob to you: loud" {
		t.Errorf("ann hears %q", got)
	}
	if got := ann.typeCommand("/r quiet"); got != "0 you to bob: quiet" {
		t.Errorf("ann hears %q", got)
	}
	if got := strings.Join(bob.chatLines(), "\n"); got != "0 ann to you: quiet" {
		t.Errorf("bob hears %q", got)
	}
	if got := ann.typeCommand("/gvie"); got != `0 there is no command "gvie"; did you mean "give"?` && !strings.HasPrefix(got, `0 there is no command "gvie"`) {
		t.Errorf("ann hears %q", got)
	}
	r.consoleCommand("say to all")
	r.play(4)
	for _, h := range []*testClient{ann, bob} {
		if got := strings.Join(h.chatLines(), "\n"); got != "0 to all" {
			t.Errorf("%s hears %q", h.name, got)
		}
	}
	ann.agrees()
	for range 3 * replication.PrivateLinesMax {
		r.s.Tell(bob.stream(), strings.Repeat("é", 300))
	}
	r.play(4)
	got := bob.chatLines()
	if len(got) != replication.PrivateLinesMax || len(got[0]) > textline.ChatMax+2 {
		t.Errorf("%d lines of %d bytes", len(got), len(got[0]))
	}
}

// TestKeys: a right that was given to a name is bound to the key of the player who comes in under it, and not to a player who only
// tries to.
func TestKeys(t *testing.T) {
	r, h, _, bob := newAdminFixture(t, nil) // bob plays without a key
	r.consoleCommand("op bob")
	for _, line := range []string{"op emil", "op emil 03", "op emil " + strings.Repeat("0", 64), "op emil " + strings.Repeat("x", 64)} {
		if got := r.consoleCommand(line); !strings.Contains(got, "with a key") && !strings.Contains(got, "64 hexadecimal digits") || len(r.s.AccessList().Operators) != 1 {
			t.Errorf("%s: %q", line, got)
		}
	}
	r.consoleCommand("op emil 03" + strings.Repeat("00", 31))
	if eve := r.joinAs("bob", transport.Identity{9}); true {
		r.play(4)
		if eve.conn.reason != protocol.ReasonNameTaken.String() {
			t.Errorf("%q", eve.conn.reason)
		}
	}
	if got := bob.typeCommand("/seed"); got != "0 seed 77" {
		t.Errorf("bob: %q", got)
	}
	eve := r.joinAs("eve", transport.Identity{9})
	emil := r.joinAs("emil", transport.Identity{3})
	r.play(10)
	if got := eve.typeCommand("/seed"); !strings.Contains(got, "not allowed") {
		t.Errorf("eve: %q", got)
	}
	if got := emil.typeCommand("/seed"); got != "0 seed 77" {
		t.Errorf("emil: %q", got)
	}
	last := h.kept[len(h.kept)-1]
	if last.Operators[1].Key != (access.Identity{3}) || last.Operators[0].Key != (access.Identity{}) {
		t.Errorf("kept %v", last.Operators)
	}
	emil.conn.Close(LeaveReason)
	r.play(4)
	r.consoleCommand("deop emil")
	r.consoleCommand("op emil") // not here, but known with a key
	if got := r.s.AccessList().Operators; got[1].Key != (access.Identity{3}) {
		t.Errorf("%v", got)
	}
}

// TestCommandsOnPlayers: what operators do to players arrives at these players' clients and agrees with the server.
func TestCommandsOnPlayers(t *testing.T) {
	r, _, ann, bob := newAdminFixture(t, nil)
	r.consoleCommand("op ann")
	count := func(h *testClient, b world.Block) (n int) {
		for _, s := range h.dumb.World().Player(h.stream()).Slots {
			if s.Block() == b {
				n += int(s.Count)
			}
		}
		return n
	}
	ann.typeCommand("/give bob glass 40")
	ann.typeCommand("/give bob glass 40")
	ann.typeCommand("/give lamp")
	if count(bob, world.Glass) != 80 || count(ann, world.Lamp) != 1 {
		t.Errorf("%d and %d", count(bob, world.Glass), count(ann, world.Lamp))
	}
	for range 40 {
		r.consoleCommand("give bob glass 64")
	}
	if got := r.consoleCommand("give bob lamp 64"); !strings.Contains(got, "no room for 64 lamp") || count(bob, world.Lamp) != 0 {
		t.Errorf("%q, %d lamps", got, count(bob, world.Lamp))
	}
	ann.typeCommand("/tp bob ~3 ~ ~-2")
	at, want := bob.avatar().Motion.Pos.Block(), ann.avatar().Motion.Pos.Block()
	if at.X != want.X+3 || at.Z != want.Z-2 {
		t.Errorf("bob is at %v, ann at %v", at, want)
	}
	ann.typeCommand("/tp bob")
	if ann.avatar().Motion.Pos.Block() != at {
		t.Errorf("ann is at %v, bob at %v", ann.avatar().Motion.Pos.Block(), at)
	}
	ann.typeCommand("/gamemode survival bob")
	if bob.avatar().Motion.Flags&world.Creative != 0 || ann.avatar().Motion.Flags&world.Creative == 0 {
		t.Error("the modes are wrong")
	}
	ann.typeCommand("/setspawn 30 5 30")
	bob.typeCommand("/spawn")
	if got := bob.avatar().Motion.Pos.Block(); got.X != 30 || got.Z != 30 {
		t.Errorf("bob begins at %v", got)
	}
	carl := r.join("carl")
	r.play(20)
	if got := carl.avatar().Motion.Pos.Block(); got.X != 30 || got.Z != 30 {
		t.Errorf("carl begins at %v", got)
	}
	bob.typeCommand("/time")
	ann.typeCommand("/time night")
	if got := bob.dumb.World().DayOffset(); got == 0 || got != r.s.World().DayOffset() {
		t.Errorf("the day is moved by %d", got)
	}
	if got := ann.typeCommand("/time"); got != "0 it is 20:00" && got != "0 it is 20:01" {
		t.Errorf("%q", got)
	}
	if late := r.join("late"); true {
		r.play(10)
		if late.dumb.World().DayOffset() != r.s.World().DayOffset() {
			t.Error("a later player lives in another day")
		}
	}
	below := carl.avatar().Motion.Pos.Block()
	below.Y = -3
	if got := r.consoleCommand(fmt.Sprintf("tp carl %d %d %d", below.X, below.Y, below.Z)); !strings.Contains(got, "below it there is no room") {
		t.Errorf("%q", got)
	}
	if got := carl.avatar().Motion.Pos.Block(); got.Y != 0 || got.X != below.X {
		t.Errorf("carl is at %v, and was sent into the stone at %v", got, below)
	}
	if got := r.consoleCommand("tp carl 0 999 0"); !strings.Contains(got, "y is 999") {
		t.Errorf("%q", got)
	}
	for _, line := range []string{"tp ann ~ ~ ~", "give stone", "spawn", "gamemode creative", "setspawn"} {
		if got := r.consoleCommand(line); !strings.Contains(got, "the console is nowhere in the world") {
			t.Errorf("%s: %q", line, got)
		}
	}
	for _, h := range r.hands {
		h.agrees()
	}
}

// TestBansAndWhitelist: bans and the whitelist keep people out, by name and by key, and the lists that count are saved.
func TestBansAndWhitelist(t *testing.T) {
	now := int64(1_800_000_000)
	r, h, _, bob := newAdminFixture(t, func(c *Config) { c.WallClock = func() int64 { return now * 1000 } })
	if got := r.consoleCommand("ban bob 2h being rude"); got != "bob is banned until 2027-01-15 10:00 UTC" {
		t.Errorf("%q", got)
	}
	if bob.conn.reason != "banned: being rude" || len(h.kept) != 1 || len(h.kept[0].Bans) != 1 {
		t.Errorf("%q, %d kept", bob.conn.reason, len(h.kept))
	}
	again := func(name string, key byte) string {
		h := r.joinAs(name, transport.Identity{key})
		r.play(4)
		return h.conn.reason
	}
	if got := again("bob", 0); got != "banned for another 2h: being rude" {
		t.Errorf("%q", got)
	}
	now += 7201
	if got := again("bob", 0); got != "" {
		t.Errorf("after the ban: %q", got)
	}
	again("mallory", 5)
	r.consoleCommand("ban mallory")
	if got := again("innocent", 5); got != "banned" {
		t.Errorf("under another name: %q", got)
	}
	if got := again("mallory", 6); got != protocol.ReasonNameOwned.String() {
		t.Errorf("another player of that name: %q", got)
	}
	r.consoleCommand("ban later")
	if got := again("later", 9); got != "banned" {
		t.Errorf("%q", got)
	}
	if got := again("renamed", 9); got != "banned" { // the ban has learnt the key
		t.Errorf("%q", got)
	}
	if got := r.consoleCommand("bans"); strings.Count(got, "for ever, by the console") != 2 {
		t.Errorf("%q", got)
	}
	r.consoleCommand("unban later")
	if got := again("renamed", 9); got != "" {
		t.Errorf("%q", got)
	}
	r.consoleCommand("whitelist on")
	r.consoleCommand("whitelist add dora")
	r.s.admin.Access.Lists.AddOperator(access.Principal{Name: "emil"}) // as if the file had been edited
	for name, want := range map[string]string{"dora": "", "emil": "", "fritz": protocol.ReasonNotWhitelisted.String()} {
		if got := again(name, 0); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	o := r.joinOwner("host")
	r.play(10)
	if got := o.typeCommand("/op nobody"); o.conn.reason != "" || !strings.Contains(got, "not allowed") {
		t.Errorf("the owner: %q %q", o.conn.reason, got)
	}
	if got := o.typeCommand("/seed"); got != "0 seed 77" {
		t.Errorf("the owner: %q", got)
	}
	if got := o.typeCommand("/ban emil"); !strings.Contains(got, "the console alone can ban one") {
		t.Errorf("%q", got)
	}
	r.consoleCommand("whitelist off")
	if got := again("fritz", 0); got != "" {
		t.Errorf("%q", got)
	}
	h.err = errors.New("no room on the disk")
	if got := r.consoleCommand("whitelist add gerd"); !strings.Contains(got, "could not be kept for after a restart: no room on the disk") {
		t.Errorf("%q", got)
	}
}

// TestReadOnlyCommands: while nothing can be stored, a command that would change the world is refused with the reason.
func TestReadOnlyCommands(t *testing.T) {
	r := newHarness(t, func(c *Config) { c.ReadOnly = actions.DiskFull })
	ann := r.join("ann")
	r.play(60)
	before := *r.s.World().Player(ann.stream())
	if got := r.consoleCommand("give ann stone 5"); !strings.Contains(got, actions.DiskFull.String()) {
		t.Errorf("%q", got)
	}
	r.play(5)
	if *r.s.World().Player(ann.stream()) != before {
		t.Error("it was given all the same")
	}
}
