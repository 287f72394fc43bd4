package main

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/commands"
)

// pageLines are the lines and sections for a shell, a file or another program that a page gives, in its order: those of blocks of code, where a
// section or a file is one, and of code spans that begin with a program.
func pageLines(page string) (out []string) {
	section := ""
	end := func() {
		if section != "" {
			out = append(out, section)
		}
		section = ""
	}
	span := regexp.MustCompile("`((?:server|bin/server|bin/import|voxtide-server) [^`]*)`")
	for line := range strings.Lines(page + "\n") {
		code, isCode := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
		switch {
		case !isCode:
			end()
			for _, m := range span.FindAllStringSubmatch(line, -1) {
				out = append(out, m[1])
			}
		case section != "":
			section += "\n" + code
		case strings.HasPrefix(code, "[") || strings.HasPrefix(code, "#") || strings.HasSuffix(code, ":"):
			section = code
		default:
			code, _, _ = strings.Cut(code, " #")
			out = append(out, strings.TrimSpace(code))
		}
	}
	end()
	return out
}

// pageShell runs the lines of docs/running-a-server.md that are not commands of the game.
type pageShell struct {
	t       *testing.T
	v       *village
	sink    *sink
	tmp     string
	imports string            // the program
	control string            // where commands are taken over HTTP
	secret  string            // of a token
	metrics string            // where metrics are served
	said    map[string]string // by the word that a line begins with
}

const withoutNft = "nft, which is not installed here" // and which a test cannot always install

// TestRunningLines runs what docs/running-a-server.md gives to shells, files and other programs: nothing is left out without a word, and a line that the
// test does not know fails it. Commands of the game, and of tokens and upgrades, are TestRunningAServer's.
func TestRunningLines(t *testing.T) {
	text, err := os.ReadFile("../../docs/running-a-server.md")
	if err != nil {
		t.Fatal(err)
	}
	s := &pageShell{t: t, sink: newSink(t), tmp: t.TempDir(), said: map[string]string{}}
	s.imports = filepath.Join(s.tmp, "import")
	if b, err := exec.Command("go", "build", "-o", s.imports, "../import").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	s.sections(string(text))
	lines, counts := pageLines(string(text)), map[string]int{}
	for _, stopped := range []bool{false, true} { // what needs the world for itself comes last
		if stopped {
			s.v.stop()
		}
		for _, line := range lines {
			how, when, do := s.reader(line)
			if do == nil && how == "" {
				t.Errorf("nobody knows what this line of the page is: %q", line)
			}
			if when != stopped {
				continue
			}
			counts[how]++
			if do == nil {
				t.Logf("%s: %.80q", how, line)
				continue
			}
			said, ok := do()
			t.Logf("%s: %s\n%.500s", how, line, strings.TrimSpace(said))
			if !ok {
				t.Errorf("the page gives %q: %s", line, said)
			}
		}
	}
	for _, how := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%d lines: %s", counts[how], how)
	}
	for _, least := range []string{"curl", "import", "a section", "server ctl", "backup and restore"} {
		if counts[least] == 0 {
			t.Errorf("the page gives nothing for %s", least)
		}
	}
	if counts["nft"]+counts[withoutNft] == 0 {
		t.Error("the page gives nothing for nft")
	}
}

// sections starts a server with the sections of settings, roles and words that the page gives, and takes them at their word.
func (s *pageShell) sections(page string) {
	pushed := filepath.Join(s.tmp, "pushed")
	script := filepath.Join(s.tmp, "push")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$1\" >> "+pushed+"\n"), 0o755); err != nil {
		s.t.Fatal(err)
	}
	own := strings.NewReplacer("/mnt/other/voxtide", filepath.Join(s.tmp, "copies"), "/usr/local/bin/push", script, "https://discord.com/api/webhooks/ID/SECRET", s.sink.url)
	settings, roles, words := "control = \"local 127.0.0.1:0\"\nmetrics = \"127.0.0.1:0\"\nchat_words = \"words.txt\"\n", "", ""
	for _, line := range pageLines(page) {
		switch head, _, _ := strings.Cut(line, "\n"); {
		case head == "[[role]]":
			roles += line + "\n"
		case strings.HasPrefix(head, "["):
			settings += own.Replace(line) + "\n"
		case strings.HasPrefix(head, "#"):
			words = line + "\n"
		}
	}
	s.v = newVillage(s.t, settings, "words.txt", words)
	s.control = s.v.log.wait(s.t, `"at":"http://([^"/]+)/admin"`)
	s.metrics = s.v.log.wait(s.t, `"at":"http://([^"/]+)/metrics"`)
	s.secret = s.v.token("page", "console")
	ann := visit(s.t, s.v.at, "ann", "ann", "127.0.0.2")
	ann.plays(s.t)
	s.v.ctl("op ann")
	list := filepath.Join(s.v.home, "worlds", "home", "access.toml")
	was, err := os.ReadFile(list)
	if err == nil {
		err = os.WriteFile(list, append(was, "\n"+roles...), 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.said["[[role]]"] = s.v.ctl("reload") + s.v.ctl("roles")
	s.said["#"] = s.v.ctl("words b1ockhe@d") + s.v.ctl("words a very dim wit") + s.v.ctl("words nincompooper")
	s.v.ctl("backup")
	s.said["[backup]"] = waitFor(s.t, func() string {
		b, _ := os.ReadFile(pushed)
		return s.v.ctl("backups") + "pushed " + string(b)
	}, "pushed "+filepath.Join(s.tmp, "copies"))
	s.said["[[webhook]]"] = s.sink.wait(s.t, "ann")
}

// wants is what has to be said to each section.
var wants = map[string]string{"[[role]]": `(?s)helper.*kick`, "#": `(?s)blockhead.*dim wit`, "[backup]": `(?s)in order.*pushed .*copies`, "[[webhook]]": `"content": ?".*ann`}

// reader returns what a line of the page is, whether it needs a world whose server is stopped, and how to run it: nil where another test does, or where it cannot be run here.
// Where nobody knows it, how is "".
func (s *pageShell) reader(line string) (how string, stopped bool, do func() (said string, ok bool)) {
	head, _, _ := strings.Cut(line, "\n")
	first, rest, _ := strings.Cut(head, " ")
	program := func(words ...string) (string, bool) {
		said := s.v.run(words...)
		return said, strings.HasSuffix(said, "(exit 0)")
	}
	switch {
	case strings.HasPrefix(head, "[") || strings.HasPrefix(head, "#"):
		key := first
		return "a section", false, func() (string, bool) {
			return s.said[key], wants[key] != "" && regexp.MustCompile(wants[key]).MatchString(s.said[key])
		}
	case head == "scrape_configs:":
		return "a section", false, func() (string, bool) {
			port := regexp.MustCompile(`targets: \["127\.0\.0\.1:(\d+)"\]`).FindString(line)
			said := s.v.ask("", http.MethodGet, "http://"+s.metrics+"/metrics", "")
			return port + " " + said[:min(len(said), 300)], port != "" && strings.Contains(said, "voxtide_build_info")
		}
	case first == "make":
		return "make: the Makefile has it", false, func() (string, bool) {
			b, err := os.ReadFile("../../Makefile")
			return rest, err == nil && strings.Contains(string(b), "\n"+rest+":")
		}
	case first == "server" && regexp.MustCompile(`^(backup|check|restore|upgrade|leave)$`).MatchString(rest):
		return "a word of the program without what it is for: its help has it", false, func() (string, bool) {
			said := strings.Join(strings.Fields(s.v.run("--help")), " ")
			i := max(strings.Index(said, rest+" "), 0)
			return said[i:min(i+60, len(said))], i > 0
		}
	case first == "bin/server" && rest == "--help", first == "server" && rest == "ctl": // without a line it takes some from its input, which is empty
		return "server", false, func() (string, bool) { return program(strings.Fields(rest)...) }
	case first == "bin/server":
		return "server", true, func() (string, bool) {
			return s.startAndAsk(strings.Fields(strings.Replace(rest, ":7400", "127.0.0.1:0", 1)))
		}
	case first == "voxtide-server":
		return "server ctl", !strings.HasPrefix(rest, "ctl "), func() (string, bool) {
			words := strings.Fields(strings.NewReplacer("/var/lib/voxtide", s.v.home, "check world", "check home").Replace(rest))
			said := s.v.run(words...)
			return said, strings.HasSuffix(said, "(exit 0)")
		}
	case first == "echo":
		return "a pipe of systemd: its unit has it", false, func() (string, bool) {
			b, err := os.ReadFile("../../deploy/voxtide.socket")
			_, path, _ := strings.Cut(rest, " > ")
			return path, err == nil && strings.Contains(string(b), "ListenFIFO="+path+"\n")
		}
	case first == "journalctl":
		return "a line for systemd, which does not run here", false, nil
	case first == "nft":
		if _, err := exec.LookPath("nft"); err != nil {
			return withoutNft, false, nil
		}
		return "nft", false, func() (string, bool) {
			c := exec.Command("nft", "-c", "-f", "-")
			c.Stdin = strings.NewReader("add table inet filter\nadd chain inet filter input { type filter hook input priority 0 ; }\n" + rest + "\n")
			b, err := c.CombinedOutput()
			return fmt.Sprintf("%s%v", b, err), err == nil || strings.Contains(string(b), "Operation not permitted")
		}
	case first == "curl":
		return "curl", false, func() (string, bool) { return s.curl(strings.Replace(line, "127.0.0.1:7403", s.control, 1)) }
	case strings.HasPrefix(head, "VOXTIDE_TOKEN=... server ctl"):
		return "server ctl", false, func() (string, bool) {
			s.t.Setenv(tokenEnv, s.secret)
			_, words, _ := strings.Cut(head, " server ")
			return program(strings.Fields(strings.Replace(words, "127.0.0.1:7403", s.control, 1))...)
		}
	case first == "server" && rest == "ctl --events":
		return "server ctl", false, func() (string, bool) { return s.events() }
	case first == "server" && strings.HasPrefix(rest, "ctl "):
		return "server ctl", false, func() (string, bool) { return program(strings.Fields(rest)...) }
	case first == "server" && (strings.HasPrefix(rest, "token") || strings.HasPrefix(rest, "upgrade")):
		return "tokens and upgrades, which TestRunningAServer runs", false, nil
	case first == "server" && strings.HasPrefix(rest, "leave "):
		return "backup and restore", true, func() (string, bool) { // the world is in no cluster, and it says so
			said := s.v.run("leave", "home")
			return said, strings.Contains(said, "cluster")
		}
	case first == "server" && regexp.MustCompile(`^(backup|check|restore)\b`).MatchString(rest):
		return "backup and restore", true, func() (string, bool) { return s.maintain(rest) }
	case first == "bin/import":
		return "import", true, func() (string, bool) { return s.carry(strings.Fields(rest)) }
	}
	for _, part := range strings.Split(line, "  ") {
		name, _, _ := strings.Cut(strings.TrimLeft(strings.TrimSpace(part), "/"), " ")
		if !slices.ContainsFunc(commands.All(), func(c commands.Command) bool { return c.Name == name }) {
			return "", false, nil
		}
	}
	return "commands of the game, which TestRunningAServer gives", false, nil
}

// startAndAsk starts a server as the page does, whose settings name another world, and asks it with "server ctl", without the world.
func (s *pageShell) startAndAsk(flags []string) (string, bool) {
	v := &village{t: s.t, home: s.v.home, text: "world = \"another\"\nlan = false\n"}
	v.set("")
	v.start(flags...)
	defer s.v.set("")
	defer v.stop()
	said := v.run("ctl", "list")
	return v.out.String() + said, strings.HasSuffix(said, "(exit 0)") && regexp.MustCompile(`^listening \S+ world home fingerprint [0-9a-f]+\n`).MatchString(v.out.String())
}

// curl runs the program, or asks itself where it is not installed.
func (s *pageShell) curl(line string) (string, bool) {
	if _, err := exec.LookPath("curl"); err != nil {
		said := s.v.ask(s.secret, http.MethodPost, "http://"+s.control+"/v1/command", `{"line": "list"}`)
		return "without curl: " + said, strings.HasPrefix(said, "200")
	}
	c := exec.Command("sh", "-c", line)
	c.Env = append(os.Environ(), "TOKEN="+s.secret)
	b, err := c.Output()
	return string(b), err == nil && bytes.Contains(b, []byte(`"done":true`))
}

// events follows what happens until something does.
func (s *pageShell) events() (string, bool) {
	c := exec.Command(os.Args[0], "ctl", "--data", s.v.home, "--events")
	c.Env = append(os.Environ(), serverEnv+"=1")
	var out outputBuffer
	c.Stdout = &out
	if err := c.Start(); err != nil {
		return err.Error(), false
	}
	defer func() { c.Process.Kill(); c.Wait() }()
	return waitFor(s.t, func() string {
		s.v.ctl("say somebody listens")
		time.Sleep(100 * time.Millisecond)
		return out.String()
	}, "somebody listens"), true
}

// maintain runs a line on copies of the world whose server is stopped.
func (s *pageShell) maintain(rest string) (string, bool) {
	folder := filepath.Join(s.tmp, "by hand")
	rest = strings.TrimSpace(strings.NewReplacer("2026-11-20T04:00", time.Now().Add(time.Hour).Format("2006-01-02T15:04"), "NAME", "home", " DIR", " @").Replace(rest))
	words := strings.Fields(rest)
	for i := range words {
		if words[i] == "@" {
			words[i] = folder
		}
	}
	if words[0] == "restore" { // the world's folder is moved away first
		world, aside := filepath.Join(s.v.home, "worlds", "home"), filepath.Join(s.tmp, "aside")
		if err := os.Rename(world, aside); err != nil {
			return err.Error(), false
		}
		defer func() {
			os.RemoveAll(world)
			os.Rename(aside, world)
		}()
	}
	said := s.v.run(words...)
	return said, strings.HasSuffix(said, "(exit 0)")
}

// carry runs the program that brings worlds of other games, with those of the tests of ours.
func (s *pageShell) carry(words []string) (string, bool) {
	here, err := os.Getwd()
	if err != nil {
		return err.Error(), false
	}
	for i, w := range words {
		switch w {
		case "~/.minecraft/saves/home", "saves/home":
			words[i] = filepath.Join(here, "../../schematic/anvil/testdata")
		case "worlds/home/map.sqlite":
			words[i] = filepath.Join(here, "../import/testdata/map.sqlite")
		}
	}
	c := exec.Command(s.imports, append([]string{"--data", s.v.home}, words...)...)
	c.Dir = s.tmp
	b, err := c.CombinedOutput()
	if len(b) > 600 {
		b = append(b[:600:600], "..."...)
	}
	return fmt.Sprintf("%s%v", b, err), err == nil
}
