package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// operateWorlds: several worlds in one process, and ways between them, also over a restart.
func operateWorlds(t *testing.T) map[int]int {
	v := newVillage(t, "map = \"127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\n[[worlds]]\nname = \"mine\"\nmode = \"survival\"\n[[worlds]]\nname = \"vault\"\nonly = [\"builder\"]\n")
	web, metrics := v.log.wait(t, `serving the map","at":"(http://\S+)/"`), v.log.wait(t, `serving metrics","at":"(http://\S+)/metrics"`)
	ann, bob := visit(t, v.at, "ann", "ann", "127.0.0.61"), visit(t, v.at, "bob", "bob", "127.0.0.62")
	ann.plays(t)
	bob.plays(t)
	in := func(who *visitor, world string) {
		who.is(t, "in "+world, func() bool { return who.WorldName() == world && who.Playable() })
	}
	in(ann, "home")
	v.chat(9, bob, "/world", `mine: 0 players`)
	bob.say("/world mine")
	in(bob, "mine")
	v.chat(9, ann, "/world vault", `ann may not go to vault`)
	v.ctl("role ann builder")
	ann.say("/world vault")
	in(ann, "vault")
	v.command(9, "list", `(?s)0 players\n.*in mine: bob\n.*in vault: ann`)
	v.command(9, "in mine list", `(?s)1 player\n.*bob at`)
	v.answer(9, "GET /worlds/mine/world.json of the map", v.ask("", "GET", web+"/worlds/mine/world.json", ""), `"title":"mine"`)
	v.answer(9, "GET /metrics", regexp.MustCompile(`voxtide_players\{world="mine.*`).FindString(v.ask("", "GET", metrics+"/metrics", "")), `\} 1$`)
	var x, y, z int
	if _, err := fmt.Sscanf(regexp.MustCompile(`ann at .*`).FindString(v.ctl("in vault list")), "ann at %d %d %d", &x, &y, &z); err != nil {
		t.Fatal(err)
	}
	v.command(9, fmt.Sprintf("in vault region add gate %d %d %d %d %d %d", x-9, y-9, z-9, x+9, y+9, z+9), `gate`)
	v.command(9, "in vault region set gate to=home", `to="home"`)
	in(ann, "home")
	if err := v.stop(); err != nil {
		t.Fatal(err)
	}
	for name, there := range map[string]bool{"home/access.toml": true, "mine/access.toml": false, "vault/land.toml": true} {
		if _, err := os.Stat(filepath.Join(v.home, "worlds", name)); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
	v.start()
	again := visit(t, v.at, "bob", "bob", "127.0.0.62")
	in(again, "mine") // where he was last
	v.ctl("ban bob 2h noise")
	v.answer(9, "bob, in the mine, is banned from home", again.ends(t), `banned`)
	return v.answers
}
