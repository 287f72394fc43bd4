package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"voxtide/commands"
)

// placeholders are what docs/running-a-server.md writes for something of the reader's, and what the test puts there.
var placeholders = strings.NewReplacer("X Z X2 Z2", "0 0 9 9", "X Y Z X Y Z", "0 60 0 5 63 5", "X Z X Z", "0 0 9 9", "X Y Z", "1 60 2", "[X Z]", "0 0", "X Z", "0 0", "NAME TEXT", "eve a text", "NAME WHY", "eve not there", "NAME KEY",
	"eve "+strings.Repeat("ab", 32), "NAME", "eve", "NUMBER", "1", "LINE", "list", "mine", "home", " DIR", "", " N ", " 1 ", "hashed-0123456789ab", "192.0.2.9")

// commandsOfPage returns the commands of the game that a page gives, in its order, each once: in code spans and in blocks of code.
func commandsOfPage(page string) (lines []string) {
	known, seen := map[string]bool{}, map[string]bool{}
	for _, c := range commands.All() {
		known[c.Name] = true
	}
	add := func(text string) {
		slash := strings.HasPrefix(text, "/")
		text = strings.TrimLeft(text, "/")
		name, args, _ := strings.Cut(text, " ")
		if !known[name] || !slash && args == "" || strings.Contains(args, "=") && !strings.Contains(name, "rollback") && name != "region" && name != "prune" || strings.Contains(args, "\"") || strings.HasPrefix(text, "in order,") || seen[text] {
			return // a bare word is its name; with quotes or an equals sign it is a setting
		}
		seen[text] = true
		lines = append(lines, text)
	}
	spans := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(page) {
		if code, ok := strings.CutPrefix(line, "    "); ok {
			code, _, _ = strings.Cut(code, " #")
			for _, one := range strings.Split(strings.TrimSpace(code), "  ") {
				add(strings.TrimSpace(one))
			}
			continue
		}
		for _, m := range spans.FindAllStringSubmatch(strings.ReplaceAll(line, "\n", " "), -1) {
			add(m[1])
		}
	}
	return lines
}

// TestRunningAServer gives each command of docs/running-a-server.md to a server in a process of its own, as an operator of it would: each is understood.
// Whether it can be done there is another matter: only ann, bob and eve are there. Then what it gives to the program, on that world: each ends well.
func TestRunningAServer(t *testing.T) {
	text, err := os.ReadFile("../../docs/running-a-server.md")
	if err != nil {
		t.Fatal(err)
	}
	v := newVillage(t, "control = \"local 127.0.0.1:0\"\n")
	for i, name := range []string{"ann", "bob", "eve"} { // from an address each: one of them is banned by the page
		visit(t, v.at, name, name, fmt.Sprintf("127.0.0.%d", 2+i)).plays(t)
		v.ctl("whitelist add " + name)
	}
	at := v.log.wait(t, `"at":"(http://\S+)/admin"`)
	secret := v.token("reader", "console")
	lines := commandsOfPage(string(text))
	if len(lines) < 80 {
		t.Errorf("the page gives %d commands", len(lines))
	}
	done := map[string]int{}
	for _, line := range lines {
		time.Sleep(60 * time.Millisecond) // no faster than a token may
		name, _, _ := strings.Cut(line, " ")
		if name == "stop" {
			continue // the last one
		}
		said := v.ask(secret, "POST", at+"/v1/command", `{"line": "`+placeholders.Replace(line)+`"}`)
		t.Logf("%s: %s", line, said)
		status, _, _ := strings.Cut(said, " ")
		if done[status]++; status != "200" && status != "409" && !strings.Contains(said, " is missing; usage") { // 409: understood, but not here, as where somebody has to stand somewhere; what lacks words is a mention
			t.Errorf("the page gives %q: %s", line, said)
		}
	}
	t.Logf("%d commands, %d of them done", len(lines), done["200"])
	programs := regexp.MustCompile(`(?m)^    server ((?:token|upgrade) .*?)(?:  +#.*)?$`).FindAllStringSubmatch(string(text), -1)
	if len(programs) < 6 {
		t.Errorf("the page gives %d commands of the program", len(programs))
	}
	v.stop()
	for _, p := range append(programs, []string{"", "check home"}) {
		said := v.run(strings.Fields(p[1])...)
		t.Logf("server %s: %s", p[1], said)
		if !strings.HasSuffix(said, "(exit 0)") {
			t.Errorf("the page gives %q: %s", p[1], said)
		}
	}
}
