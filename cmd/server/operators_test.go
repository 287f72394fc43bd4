package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"voxtide/cmd/internal/lineedit"
	"voxtide/world"
)

// rowsOfIssue are the rows of docs/operators.md that a public server has to answer.
var rowsOfIssue = []int{4, 9, 10, 11, 17, 18, 19, 20, 21, 24, 25, 28, 30, 31, 33, 34, 35, 36, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 51, 56, 59, 60, 61, 62, 63, 66, 70, 74, 75, 79, 82, 83}

// TestOperators answers rows of docs/operators.md, each with a command to a server in a process of its own or with what a player reads, and prints it. A
// row that the page has as built and that nothing answers fails, and so does one that is answered and that the page lacks.
func TestOperators(t *testing.T) {
	if testing.Short() {
		t.Skip("its servers are processes of their own, in which the detector of races takes six minutes to look at what package server/host tests within its own")
	}
	answers := map[int]int{}
	var mu sync.Mutex
	t.Run("parts", func(t *testing.T) {
		for _, part := range []struct {
			name string
			run  func(t *testing.T) map[int]int
		}{
			{"settings", operateSettings}, {"people", operatePeople}, {"chat", operateChat}, {"watching", operateWatching}, {"travel", operateTravel}, {"land", operateLand}, {"building", operateBuilding},
			{"keeping", operateKeeping}, {"outside", operateOutside}, {"worlds", operateWorlds},
		} {
			t.Run(part.name, func(t *testing.T) {
				t.Parallel()
				all := part.run(t)
				mu.Lock()
				defer mu.Unlock()
				for row, n := range all {
					answers[row] += n
				}
			})
		}
	})
	page := pageOfOperators(t)
	for _, row := range rowsOfIssue {
		if answers[row] == 0 {
			t.Errorf("nothing answers row %d", row)
		}
	}
	all := 0
	for _, row := range slices.Sorted(maps.Keys(answers)) {
		all += answers[row]
		if mark := page[row]; mark != "y" && mark != "~" {
			t.Errorf("row %d is answered, and docs/operators.md says %q", row, mark)
		}
	}
	t.Logf("%d answers to %d rows; the page has %d", all, len(answers), len(page))
}

// pageOfOperators returns what docs/operators.md says of each row of ours.
func pageOfOperators(t *testing.T) map[int]string {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operators.md"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[int]string{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \|[^|]*\|[^|]*\| ([yn~])`).FindAllStringSubmatch(string(text), -1) {
		n, _ := strconv.Atoi(m[1])
		out[n] = m[2]
	}
	if len(out) != 85 {
		t.Errorf("the page has %d rows", len(out))
	}
	return out
}

// operateSettings: what is read at the start and again, the console, the doors of programs.
func operateSettings(t *testing.T) map[int]int {
	v := newVillage(t, "players = 4\ncontrol = \"local 127.0.0.1:0\"\nrcon = \"127.0.0.1:0\"\n")
	door := v.log.wait(t, `"at":"(http://\S+)/admin"`)
	v.command(8, "seed", `^seed 5\n`)
	v.set("motd = \"be kind\"\nchat_rate = 5\nstatus = false\nmap_regions = true\n")
	v.command(4, "reload", `counts now: .*motd`, `counts from the next start: map_regions`)
	v.command(11, "rule day_stops on", `day_stops is on\n`)
	v.command(11, "rule", `difficulty normal.*day_stops on`)
	ann := visit(t, v.at, "ann", "ann", "127.0.0.21")
	ann.plays(t)
	remote := &runCmd{Data: v.home}
	r, err := remote.remote()
	if err != nil {
		t.Fatal(err)
	}
	visit(t, v.at, "eve", "eve", "127.0.0.22").plays(t)
	done, left := lineedit.Completed("ban e", func(line string) (int, []string) { return r.complete(context.Background(), line) })
	v.answer(17, "Tab behind \"ban e\" in server ctl on a terminal", fmt.Sprintf("%q, %d left", done, len(left)), `"ban eve ", 0 left`)
	secret := v.token("panel", "moderator")
	v.answer(18, "a panel gives \"list\" over RCON", panel(t, v.log.wait(t, `by RCON","at":"(\S+?)"`), secret, "list"), `(?s)2 players\n.*ann at`)
	v.answer(19, "GET /admin", v.ask(secret, "GET", door+"/admin", "")[:80], `200 OK <!doctype html>`)
	v.answer(20, `POST /v1/command {"line": "list"}, {"line": "stop"}`, v.ask(secret, "POST", door+"/v1/command", `{"line": "list"}`)+v.ask(secret, "POST", door+"/v1/command", `{"line": "stop"}`), `(?s)"done":true.*403 .*console`)
	v.answer(20, "GET /v1/players without a token", v.ask("", "GET", door+"/v1/players", ""), `401 `)
	v.command(21, "list", `(?s)2 players\n.*ann at`)
	v.command(22, "save")
	v.answer(22, "the log of commands", logLine(&v.log, `"line":"save"`), `"msg":"command","player":"console","line":"save","done":true`)
	v.answer(24, "the log of who joins", logLine(&v.log, `"player joined","player":"ann"`), `"address":"127.0.0.21","key":"[0-9a-f]{8}"`)
	v.set("seed = 6\n")
	v.text = strings.Replace(v.text, "seed = 5\n", "", 1)
	v.set("seed = 6\n")
	if err := v.stop(); err != nil {
		t.Error(err)
	}
	v.start()
	v.answer(8, "the log of the next start, with seed = 6", v.log.wait(t, `([^\n]*keeps the seed[^\n]*)`), `"seed":5,"settings":6`)
	v.command(8, "seed", `^seed 5\n`)
	return v.answers
}

// operatePeople: roles, bans, the record, lost keys, places and the queue.
func operatePeople(t *testing.T) map[int]int {
	v := newVillage(t, "players = 4\nreserved_slots = 1\nqueue = 2\nchat_rate = 5\n")
	ann, eve := visit(t, v.at, "ann", "ann", "127.0.0.21"), visit(t, v.at, "eve", "eve", "127.0.0.22")
	ann.plays(t)
	eve.plays(t)
	v.command(30, "role ann moderator", `ann is moderator for ever\n`)
	v.command(30, "roles", `moderator, with all of player`)
	v.command(31, "may ann ban eve 1h", `yes: ann: ban: the role moderator has "ban:2h"\n`)
	v.command(31, "may ann ban eve 3d", `no: ann: ban: moderators at most 2h`)
	v.command(31, "may ann stop", `no: ann: stop: not allowed`)
	for range 8 {
		eve.say("the best offers")
	}
	v.answer(35, "eve says eight lines at once, with chat_rate = 5", eve.hears(t, "too fast"), `too fast`)
	v.answer(35, "mute eve 10m offers", v.ctl("mute eve 10m offers")+eve.hears(t, "You are muted"), `eve is muted until .*\nYou are muted until .*: offers`)
	ann.say("/warn eve be nice", "/note eve was loud")
	eve.hears(t, "ann warns you: be nice")
	v.answer(36, "record eve", waitFor(t, func() string { return v.ctl("record eve") }, "note"), `came in from 127.0.0.22, key`, `note, by ann: was loud`, `warn, by ann: be nice`, `mute, by the console: until .*: offers`)
	ann.say("/ban-ip eve 1h flood")
	v.answer(33, "ann, a moderator, types /ban-ip eve 1h flood; eve reads", eve.ends(t), `banned: flood`)
	again := visit(t, v.at, "carl", "another key", "127.0.0.22")
	v.answer(34, "a new key from the banned address reads", again.ends(t), `banned for another .*: flood`)
	v.answer(25, "the log of who was not let in", v.log.wait(t, `(\{[^\n]*"not let in","player":"carl"[^\n]*)`), `"why":"banned for another .*: flood","address":"127.0.0.22","key":"[0-9a-f]{8}"`)
	other := visit(t, v.at, "carl", "another key", "127.0.0.23")
	other.plays(t)
	v.command(33, "list", `2 players\n(?s).*carl at`)
	v.command(41, "kick carl be nice", `carl is gone: be nice`)
	v.answer(41, "carl reads", other.ends(t), `be nice`)
	v.ctl("op carl " + hexKey("another key")) // something to keep
	v.answer(28, "name move carl KEY", waitFor(t, func() string { return v.ctl("name move carl " + hexKey("a new machine")) }, "belongs"), `carl belongs to the key [0-9a-f]{8}\.\.\. now`)
	back := visit(t, v.at, "carl", "a new machine", "127.0.0.24")
	back.plays(t)
	v.command(28, "list", `carl at`)
	v.ctl("deop carl")
	var rest []*visitor
	for i := range 2 {
		rest = append(rest, visit(t, v.at, fmt.Sprint("guest", i), fmt.Sprint("guest", i), "127.0.0.25"))
		rest[i].plays(t)
	}
	v.ctl("op dave " + hexKey("dave"))
	dave := visit(t, v.at, "dave", "dave", "127.0.0.26")
	dave.plays(t)
	v.command(39, "list", `5 players\n(?s).*dave at`) // an operator comes in at 4 of 4
	waits := visit(t, v.at, "fay", "fay", "127.0.0.27")
	v.answer(40, "fay comes to a full server, and reads", waits.waits(t), `place 1 of 1`)
	v.ctl("kick guest0")
	v.ctl("kick guest1")
	waits.plays(t)
	v.answer(40, "two places are free", v.ctl("list"), `fay at`)
	v.ctl("whitelist add ann")
	v.command(38, "whitelist on kick", `the whitelist is on\nsent away: .*fay`)
	v.answer(38, "fay reads", waits.ends(t), `only guests of this server`)
	v.command(38, "list", `2 players\n(?s).*ann at.*dave at`)
	return v.answers
}

// operateChat: words, private messages, letters, rules, announcements, and looking it all up.
func operateChat(t *testing.T) map[int]int {
	v := newVillage(t, "chat_rate = 100\nchat_words = \"words.txt\"\n", "words.txt", "blockhead\n")
	ann, eve := visit(t, v.at, "ann", "ann", "127.0.0.31"), visit(t, v.at, "eve", "eve", "127.0.0.32")
	ann.plays(t)
	eve.plays(t)
	v.command(35, "words you b1ockhe@d", `"blockhead" is in it; shown with stars: you \*+`)
	eve.say("ann is a b l o c k h e a d")
	v.answer(35, "ann reads what eve said", ann.hears(t, `ann is a \* \* \*`), `\*`)
	v.answer(35, "the log", v.log.wait(t, `([^\n]*a word that is not said here[^\n]*)`), `"player":"eve","what":"line","word":"blockhead","refused":false`)
	v.set("chat_filter = \"refuse\"\n")
	v.command(35, "reload", `counts now: chat_filter`)
	v.chat(35, eve, "BLOCKHEAD!", `there is a word in it that is not said here`)
	os.WriteFile(filepath.Join(v.home, "words.txt"), []byte("scoundrel\n"), 0o600)
	v.command(35, "reload", `counts now: chat_words \(its file\)`)
	os.WriteFile(filepath.Join(v.home, "words.txt"), []byte("scoundrel\nx\n"), 0o600)
	v.command(35, "reload", `words.txt: .*line 2: "x" has fewer than two letters.*; the settings stay as they were`)
	os.WriteFile(filepath.Join(v.home, "words.txt"), []byte("scoundrel\n"), 0o600)
	eve.say("blockheads and blockhead")
	v.answer(35, "ann reads what is not in the list any more", ann.hears(t, `blockheads and blockhead`))
	v.chat(45, eve, "/msg ann the gate is open", `you to ann: the gate is open`)
	v.chat(45, ann, "/r who is there", `you to eve: who is there`)
	v.ctl("gamemode survival ann") // of who has just come nothing is kept
	v.chat(45, ann, "/ignore eve", `you read nothing of eve`)
	v.chat(45, eve, "/msg ann hello", `ann reads nothing of you`)
	v.chat(45, ann, "/unignore eve", `you read again`)
	v.set("rules_page = \"Be kind.\"\nannouncements = \"The market is open\"\nannounce_minutes = 1\n")
	v.command(46, "reload", `counts now: .*rules_page`)
	v.chat(46, ann, "/rules", `Be kind`)
	v.ctl("gamemode survival eve")
	v.ctl("kick eve")
	eve.ends(t)
	v.chat(46, ann, "/mail eve see you at the mill", `eve finds it when they come|play for a minute`)
	v.command(46, "mail eve the console writes", `eve finds it when they come`)
	back := visit(t, v.at, "eve", "eve", "127.0.0.32")
	v.answer(46, "eve comes back, and reads", back.hears(t, `letters? from the console waits|letters wait`))
	v.chat(46, back, "/mail", `the console writes`)
	said := waitFor(t, func() string { return v.ctl("search eve 1h blockhead") }, "blockheads and")
	v.answer(57, "search eve 1h blockhead", said, `eve: blockheads and blockhead`)
	v.command(57, "search 1h gate", `nothing that was said fits`) // it was private
	v.command(57, "search eve 1h", `eve: /msg \.\.\.`)
	v.command(57, "items eve 1h", `eve came in with 64 stone`)
	v.command(57, "items at 1 64 1 1h", `nothing that came or went fits`)
	v.command(57, "giveback eve 1s", `eve has all of that|the history does not reach back`)
	v.answer(46, "a minute later", ann.hears(t, `The market is open`))
	if err := v.stop(); err != nil {
		t.Error(err)
	}
	v.start()
	v.answer(57, "search eve 1h blockhead, after a restart", v.ctl("search eve 1h blockhead"), `eve: blockheads and blockhead`)
	return v.answers
}

// operateWatching: being unseen, looking into pockets, standing still, lag, and who does nothing.
func operateWatching(t *testing.T) map[int]int {
	v := newVillage(t, "afk_minutes = 1\nmap = \"127.0.0.1:0\"\nmap_regions = true\n")
	chart := v.log.wait(t, `"(http://[^"]+)"`)
	idle := visit(t, v.at, "idle", "idle", "127.0.0.47")
	ann, bob := visit(t, v.at, "ann", "ann", "127.0.0.41"), visit(t, v.at, "bob", "bob", "127.0.0.42")
	ann.plays(t)
	bob.plays(t)
	idle.plays(t)
	v.ctl("op ann")
	v.command(75, "list", `bob at -?\d+ -?\d+ -?\d+, \d+ ms`)
	v.chat(74, ann, "/profile 1", `steps are measured for 1 s`)
	v.answer(74, "ann reads", ann.hears(t, `the slowest \d+ took .* longest in them: `))
	v.command(74, "profile last", `\d+ steps in 1\.\d s`, `- players|- messages|- storing`, `memory of the process: .* KB allocated a step`)
	v.chat(43, ann, "/vanish", `you are vanished`)
	v.chat(43, bob, "/list", `bob, idle|idle, bob`)
	v.chat(43, ann, "/spectate bob", `through the eyes of bob|bob`)
	v.chat(43, ann, "/spectate", `your own`)
	v.chat(43, ann, "/see bob", `\[1\] 64 stone`)
	v.command(44, "freeze bob stand still", `bob is frozen|bob`)
	v.answer(44, "bob reads", bob.hears(t, `stand still|frozen`))
	v.command(44, "unfreeze bob", `bob`)
	v.ctl("vanish")
	v.chat(43, ann, "/vanish", `everybody sees you`)
	v.ctl("gamemode survival bob") // somebody of whom something is kept
	v.ctl("tp bob 0 200 0")
	v.command(79, "claim 4 100 70 -100 bob")
	v.command(79, "region add mill 10 60 10 30 80 20", `mill`)
	v.answer(79, "GET /regions.json of the map", waitFor(t, func() string { return v.ask("", "GET", chart+"/regions.json", "") }, "mill"), `"bob"`, `"mill"`)
	v.answer(79, "GET /live.json of the map", waitFor(t, func() string { return v.ask("", "GET", chart+"/live.json", "") }, `"bob"`), `"bob"`)
	relief := v.ask("", "GET", chart+"/relief/0/0/0.vxr", "")
	v.answer(79, "curl --compressed "+strings.TrimSuffix(chart, "/")+"/relief/0/0/0.vxr", fmt.Sprintf("%.11s... (%d bytes)", relief, len(relief)), `^200 OK vxr`)
	v.chat(79, bob, "/map hide", `the map does not show you|play for a minute`)
	for range 40 { // bob is no idler
		bob.say("/list")
		if idle.gone() {
			break
		}
		time.Sleep(2 * time.Second)
	}
	v.answer(42, "idle does nothing for a minute, and reads", idle.ends(t), `(?i)away|nothing|idle`)
	return v.answers
}

// operateTravel: homes, warps, and going to others.
func operateTravel(t *testing.T) map[int]int {
	v := newVillage(t, "")
	v.stop()
	dir := filepath.Join(v.home, "worlds", "home")
	role := "\n[[role]]\nname = \"player\"\nmay = [\"home\", \"sethome\", \"back\", \"warp\", \"tpa\", \"tpaccept\", \"tpdeny\"]\n"
	if err := os.WriteFile(filepath.Join(dir, "access.toml"), []byte(role), 0o600); err != nil {
		t.Fatal(err)
	}
	v.start()
	ann, bob := visit(t, v.at, "ann", "ann", "127.0.0.51"), visit(t, v.at, "bob", "bob", "127.0.0.52")
	ann.plays(t)
	bob.plays(t)
	v.ctl("op ann")
	v.chat(47, ann, "/setwarp mill", `mill`)
	v.chat(47, bob, "/sethome", `home`)
	v.chat(47, bob, "/warp mill", `mill`)
	v.chat(47, bob, "/back", `back|you are`)
	v.chat(47, bob, "/home", `home|you are`)
	ann.forget()
	v.chat(47, bob, "/tpa ann", `ann`)
	v.answer(47, "ann reads", ann.hears(t, `bob`))
	v.chat(47, ann, "/tpaccept", `bob`)
	return v.answers
}

// operateLand: claims, regions, the border, land made ahead, given back and made again.
func operateLand(t *testing.T) map[int]int {
	v := newVillage(t, "claim_minutes = 0\nstarting_items = \"torch 5\"\n")
	ann, eve := visit(t, v.at, "ann", "ann", "127.0.0.61"), visit(t, v.at, "eve", "eve", "127.0.0.62")
	ann.plays(t)
	eve.plays(t)
	v.ctl("op ann")
	v.command(10, "border 500 0 0", `the border is 500 blocks from 0 0 now`)
	v.command(10, "tp ann 2000 200 0", `beyond the border`)
	v.ctl("tp ann 400 200 0")
	v.command(10, "border 300 0 0", `the border is 300 blocks from 0 0 now`)
	v.answer(10, "ann, who is at 400 200 0, reads", ann.hears(t, `The world ends here: its border is 300 blocks`))
	v.command(10, "list", `ann at (299|300) `)
	v.chat(49, eve, "/claim 5", `the land from .* belongs to eve`)
	v.command(49, "claims eve", `eve.*\d+`)
	v.ctl("region add mill 10 60 10 30 90 20")
	v.command(51, "region set mill build=trusted use=all pvp=off enter=none greeting=\"The mill\"", `mill`)
	v.command(51, "region show mill", `build=trusted`, `enter=none`, `The mill`)
	v.ctl("region set mill enter=-")
	eve.forget()
	v.ctl("tp eve 20 70 15")
	v.answer(51, "tp eve 20 70 15: eve reads", eve.hears(t, `The mill`))
	v.chat(50, eve, "/claim from 12 10 40 20", `the land from 12 10 to 40 20 belongs to eve`)
	v.command(50, "claim box 100 -20 10 120 5 30 ann", `the land from 100 -20 10 to 120 5 30 belongs to ann; what is above and below does not`)
	v.chat(50, eve, "/plot box 14 60 12 18 64 16", `the plot from 14 60 12 to 18 64 16 has rights of its own now`)
	v.chat(50, eve, "/plot let ann 15 62 14", `is let to ann, who may build there`)
	v.answer(50, "ann reads", ann.hears(t, `The plot from 14 60 12 to 18 64 16 is yours to build on now`))
	v.command(50, "claims ann", `ann: plot 14 60 12 to 18 64 16, in the land of eve`)
	v.ctl("select 18 119 12 24 119 18")
	v.ctl("fill stone now")
	v.ctl("select 20 120 14 20 120 14")
	v.ctl("fill chest now")
	v.ctl("tp eve 21 120 16")
	v.ctl("tp ann 22 120 16")
	v.ctl("give eve iron_ingot 12")
	v.ctl("give ann planks 40")
	shop := world.Pos{X: 20, Y: 120, Z: 14}
	stock(t, eve, shop, named(t, "iron_ingot"), 12)
	v.chat(48, eve, "/shop 3 iron_ingot for 16 planks 20 120 14", `everybody buys 3 iron_ingot for 16 planks here, and you alone open it; 12 are in it`)
	v.chat(48, ann, "/shops", `20 120 14: 3 iron_ingot for 16 planks, 12 left, of eve`)
	v.chat(48, ann, "/buy", `you have bought 3 iron_ingot for 16 planks; 9 are left`)
	v.answer(48, "eve reads", eve.hears(t, `ann has bought 3 iron_ingot for 16 planks at 20 120 14`))
	v.chat(48, ann, "/pay eve 4 planks", `you have given eve 4 planks`)
	v.chat(48, eve, "/buy 9 20 120 14", `9 of 27 iron_ingot are left: ann was first`)
	v.command(48, "who 20 120 14", `ann: bought 3 iron_ingot for 16 planks out of the chest`)
	v.command(48, "shop off 20 120 14", `no shop any more`)
	v.command(61, "pregenerate 64 0 0", `it goes on beside the game`)
	v.answer(61, "jobs", waitFor(t, func() string { return v.ctl("jobs") }, "done"), `pregenerate`)
	v.ctl("select 200 100 200 203 100 203")
	v.command(63, "fill bricks now", `16 blocks`)
	v.command(63, "regenerate 192 192 207 207 now", `16 blocks|blocks`)
	v.command(63, "who 201 100 201", `bricks`)
	v.command(62, "prune unseen=1d unclaimed", `who saw what is known since`)
	return v.answers
}

// operateBuilding: the tools of builders, schematics, rollbacks of several.
func operateBuilding(t *testing.T) map[int]int {
	v := newVillage(t, "")
	ann, bob := visit(t, v.at, "ann", "ann", "127.0.0.71"), visit(t, v.at, "bob", "bob", "127.0.0.72")
	ann.plays(t)
	bob.plays(t)
	v.ctl("role ann builder")
	v.ctl("role bob builder")
	v.ctl("tp ann 124 150 124") // beside what is built: it leaves out cells with a body in them
	v.ctl("tp bob 128 150 124")
	v.ctl("select 100 120 100 109 124 109")
	v.ctl("fill stone now")
	v.ctl("undo") // a section counts as changed from its first change on
	before := v.ctl("hash")
	v.chat(59, ann, "//select 100 120 100 109 124 109", `selected: 500 cells`)
	v.chat(59, ann, "//fill bricks", `500 blocks would change`)
	v.chat(59, ann, "//confirm", `//undo takes it back`)
	v.command(59, "who 105 122 105", `ann: air -> bricks`)
	v.chat(59, ann, "//replace bricks stone_bricks", `500 blocks would change`)
	v.chat(59, ann, "//confirm", `//undo takes it back`)
	v.chat(59, ann, "//copy", `copied: 500 cells`)
	v.chat(60, ann, "//schematic save hut", `hut`)
	v.chat(60, ann, "//schematic list", `hut`)
	v.chat(60, ann, "//schematic load hut", `loaded: 10 by 5 by 10`)
	v.chat(59, ann, "//undo", `//redo does it again`)
	v.chat(59, ann, "//undo", `//redo does it again`)
	after := v.ctl("hash")
	v.answer(59, "hash before and after two undos", before+after)
	if a, b := strings.Fields(before), strings.Fields(after); a[1] != b[1] {
		t.Errorf("%q, then %q", before, after)
	}
	v.chat(56, bob, "//select 120 120 100 123 120 103", `selected: 16 cells`)
	v.chat(56, bob, "//fill stone now", `//undo takes it back`)
	v.chat(56, ann, "//redo", `//undo takes it back`)
	v.command(56, "rollback-where preview by=all not=ann since=1h kind=placed box=90,100,90,130,130,130", `16 blocks`)
	v.command(56, "rollback-where apply by=ann,bob since=1h", `516 blocks`)
	v.command(56, "who 121 120 101", `stone -> air|bob`)
	return v.answers
}
