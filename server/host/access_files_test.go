package host

import (
	"errors"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"voxtide/land"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/settings"
	"voxtide/world"
)

// full returns lists with an entry of every kind.
func full() *access.Lists {
	ann := access.Principal{Name: "ann \"the\" é", Key: access.Identity{1, 2, 3}}
	bob := access.Principal{Name: "bob"}
	b := &access.Lists{
		Operators: []access.Principal{ann, bob}, Whitelist: []access.Principal{bob}, WhitelistMode: access.WhitelistOff,
		Bans:   []access.Ban{{Principal: ann, Until: 1_900_000_000, Reason: "a \"reason\"", By: "bob"}, {Principal: bob}},
		Claims: []access.Claim{access.NewClaim(ann, world.Pos{X: -100, Z: 7}, 5), access.NewClaim(bob, world.Pos{X: 100}, 32), access.BoxClaim(bob, world.Pos{X: 5, Y: -7, Z: 300}, world.Pos{X: 9, Y: -7, Z: 280}), access.BoxClaim(bob, world.Pos{X: 5, Y: -1, Z: 400}, world.Pos{X: 9, Z: 440})},
		Mutes:  []access.Ban{{Principal: bob, Until: 1_900_000_001, Reason: "loud", By: "the console"}},
		AddressBans: []access.AddressBan{
			{Range: netip.MustParsePrefix("192.0.2.0/24"), Until: 1_900_000_002, Reason: "spam", By: "ann"}, {Range: netip.MustParsePrefix("2001:db8::7/128")},
			{Hash: access.AddressHash{Sum: [6]byte{1, 2, 3}}}, {Hash: access.AddressHash{Sum: [6]byte{4}, Bits: 48, V6: true}, By: "ann"},
		},
		Record: []access.RecordEntry{{Principal: ann, At: 1_800_000_000, By: "bob", Kind: "warn", Text: "a \"word\""}, {Principal: bob, Kind: "note"}},
		Spawn:  world.Pos{X: 1, Y: -2, Z: 3}, SpawnSet: true, DayOffset: 12345, Rules: "falls off",
	}
	b.Accepted = []access.Principal{{Name: "dora", Key: access.Identity{4}}, bob}
	b.Roles = []access.Role{{Name: "helper", Inherits: []string{"player"}, May: []string{"kick", "ban:2h", "-msg"}, Slots: true, Claims: 3}, {Name: "moderator", Inherits: []string{"helper"}}}
	b.Holders = []access.Holder{{Principal: ann, Role: "helper", Until: 1_900_000_000, By: "bob"}, {Principal: bob, Role: "builder"}}
	b.Claims[0].Trusted = []access.Principal{bob, {Name: "carl", Key: access.Identity{9}}}
	b.Claims[0].Plots = []access.Plot{access.BoxPlot(world.Pos{X: -103, Y: -9, Z: 3}, world.Pos{X: -101, Y: 2, Z: 9}), {Low: world.Pos{X: -98, Y: 60, Z: 5}, High: world.Pos{X: -97, Y: 63, Z: 6}, Holder: access.Principal{Name: "dora", Key: access.Identity{4}}, Trusted: []access.Principal{bob}}}
	b.Border = land.Border{X: -5, Z: 7, R: 300}
	b.Regions = []access.Region{{Name: "mill", Low: world.Pos{X: 1, Y: 2, Z: 3}, High: world.Pos{X: 4, Y: 5, Z: 6}, Priority: -2, Trusted: []access.Principal{bob},
		Flags: access.RegionFlags{Build: "trusted", Use: "all", Enter: "none", PvP: "off", Greeting: `the "old" mill`}}}
	b.Personals = []access.Personal{{Principal: ann, OffMap: true, Ignored: []string{"carl"}, Letters: []access.Letter{{From: "bob", At: 1_800_000_000, Text: `a "letter"`}}}, {Principal: bob, OffMap: true}}
	b.Warps = []access.Warp{{Name: "mill", At: world.Pos{X: 4, Y: 5, Z: -6}}}
	b.IndexClaims()
	return b
}

// TestAccessFiles: lists are read back as they were written, empty lists make readable files, and an edit by hand meanwhile is
// not overwritten.
func TestAccessFiles(t *testing.T) {
	dir := t.TempDir()
	f := &accessFiles{dir: dir}
	b, err := f.read()
	if err != nil || !reflect.DeepEqual(b.Clone(), (&access.Lists{}).Clone()) {
		t.Fatalf("%+v, %v", b, err)
	}
	for _, want := range []*access.Lists{full(), {}, full()} {
		if err := f.write(want); err != nil {
			t.Fatal(err)
		}
		got, err := (&accessFiles{dir: dir}).read()
		if err != nil || !reflect.DeepEqual(got.Clone(), want.Clone()) {
			t.Fatalf("%+v\n%+v, %v", got, want, err)
		}
	}
	for _, name := range []string{peopleFileName, landFileName, recordFileName} {
		if i, err := os.Stat(filepath.Join(dir, name)); err != nil || i.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, i.Mode(), err)
		}
		os.Chmod(filepath.Join(dir, name), 0o666)
	}
	f.read()
	for _, name := range []string{peopleFileName, landFileName, recordFileName} {
		if i, err := os.Stat(filepath.Join(dir, name)); err != nil || i.Mode().Perm() != 0o600 {
			t.Errorf("%s, read again: %v, %v", name, i.Mode(), err)
		}
	}
	path := filepath.Join(dir, peopleFileName)
	edited := "whitelist = \"on\"\n"
	os.WriteFile(path, []byte(edited), 0o644)
	if err := f.write(&access.Lists{}); !errors.Is(err, ErrEdited) {
		t.Errorf("%v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != edited {
		t.Errorf("overwritten with %q", text)
	}
	if b, err := f.read(); err != nil || b.WhitelistMode != access.WhitelistOn {
		t.Errorf("%+v, %v", b, err)
	}
	if err := f.write(&access.Lists{}); err != nil {
		t.Errorf("after reading: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	for _, c := range []struct{ name, text, want string }{
		{peopleFileName, "whitelist = \"maybe\"", "not \"on\", \"off\" or \"\""}, {peopleFileName, "\n[[operater]]\nname = \"x\"", `:2: there is no table "operater"; did you mean "operator"?`},
		{peopleFileName, "[[operator]]\nnaem = \"x\"", `:2: there is no setting "naem"; did you mean "name"?`}, {peopleFileName, "[[operator]]\nname = \"\"", "a name is 1 to 32 bytes"},
		{peopleFileName, "[[guest]]\nname = \"x\"\nkey = \"zz\"", "not 64 hexadecimal digits"}, {peopleFileName, "[[ban]]\nname = \"x\"\nuntil = 5", "until: "},
		{landFileName, "day = -1", "the day is moved"}, {landFileName, "spawn = [1, 2]", "not three numbers"}, {landFileName, "spawn = [1, 999, 2]", "outside the world"},
		{landFileName, "[[claim]]\nowner = \"x\"\nlow = [1]\nhigh = [2, 3]", "not two numbers each"}, {landFileName, "[[claim]]\nowner = \"x\"\nlow = [1, 1]\nhigh = [200, 3]", "1 to 65 blocks wide"},
		{landFileName, "[[claim]]\nowner = \"x\"\nlow = [2000000000, 1]\nhigh = [2000000001, 3]", "too far out"},
	} {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, c.name), []byte(c.text), 0o644)
		if _, err := (&accessFiles{dir: dir}).read(); !errors.Is(err, settings.ErrFile) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

// order gives a command on the console and waits for the answer.
func order(t *testing.T, h *Host, line string) string {
	t.Helper()
	got := make(chan []string, 1)
	if err := h.Do(func(s *server.Server) { s.RunCommand(admin.Console, line, func(lines []string) { got <- lines }) }); err != nil {
		t.Fatal(err)
	}
	select {
	case lines := <-got:
		return strings.Join(lines, "\n")
	case <-time.After(time.Minute):
		t.Fatalf("%s: no answer", line)
		return ""
	}
}

// TestAccessFilesLast: operators, bans, whitelist and claims survive a restart, and a power cut once the command was answered;
// an edit of a file counts after a reload.
func TestAccessFilesLast(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	rules := server.RuntimeConfig{MOTD: "hello", MaxPlayers: 7, View: 4, UpdateRate: 30}
	change := func(c *Config) {
		c.ReadSettings = func() (server.RuntimeConfig, []string, error) { return rules, []string{"read"}, nil }
	}
	h, _ := openHost(t, dir, change)
	for _, line := range []string{"op ann ab00000000000000000000000000000000000000000000000000000000000000", "ban mallory 7d griefing", "whitelist add bob", "whitelist on", "claim 9 50 0 50 bob", "trust carl 50 0 50", "setspawn 5 80 5", "time noon"} {
		if got := order(t, h, line); strings.Contains(got, "not") {
			t.Errorf("%s: %q", line, got)
		}
	}
	onDisk, err := (&accessFiles{dir: dir}).read() // what a cut would leave
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	h, _ = openHost(t, dir, change)
	var b *access.Lists
	h.Do(func(s *server.Server) { b = s.AccessList() })
	b.SetHasher(nil)
	if !reflect.DeepEqual(onDisk.Clone(), b) || len(b.Operators) != 1 || len(b.Bans) != 1 || len(b.Whitelist) != 1 || b.WhitelistMode != access.WhitelistOn || len(b.Claims) != 1 ||
		len(b.Claims[0].Trusted) != 1 || !b.SpawnSet || b.DayOffset == 0 {
		t.Errorf("%+v", b)
	}
	h.Do(func(s *server.Server) {
		if int64(s.World().DayOffset()) != b.DayOffset {
			t.Errorf("the day is moved by %d, not %d", s.World().DayOffset(), b.DayOffset)
		}
	})
	path := filepath.Join(dir, peopleFileName)
	os.WriteFile(path, []byte("whitelist = \"off\"\n[[operator]]\nname = \"dora\"\n"), 0o644)
	if got := order(t, h, "op emil cd00000000000000000000000000000000000000000000000000000000000000"); !strings.Contains(got, "could not be kept") || !strings.Contains(got, "give reload first") {
		t.Errorf("over an edit: %q", got)
	}
	if got := order(t, h, "reload"); got != "read\nwho may come in, and whose land is whose, is as the files say" {
		t.Errorf("%q", got)
	}
	h.Do(func(s *server.Server) { b = s.AccessList() })
	if len(b.Operators) != 1 || b.Operators[0].Name != "dora" || b.WhitelistMode != access.WhitelistOff || len(b.Claims) != 1 {
		t.Errorf("%+v", b)
	}
	os.WriteFile(path, []byte("whitelst = \"off\"\n"), 0o644)
	if got := order(t, h, "reload"); !strings.Contains(got, `:1: there is no setting "whitelst"; did you mean "whitelist"?`) || !strings.Contains(got, "the lists stay") {
		t.Errorf("%q", got)
	}
	if got := order(t, h, "stop"); got != "stop: not in this version" { // the host has no Stop
		t.Errorf("%q", got)
	}
	got := order(t, h, "backup")
	to, _, ok := strings.Cut(got, " holds hash ")
	if _, err := os.Stat(filepath.Join(to, filepath.Base(path))); !ok || err != nil || !strings.HasPrefix(to, h.Dir()+"-backups") {
		t.Errorf("%q, %v", got, err)
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Config{Dir: dir}); !errors.Is(err, settings.ErrFile) {
		t.Errorf("a wrong file: %v", err)
	}
}

// TestAdminJobsAreBounded: further jobs are refused with a message once a few wait; every job that has begun is answered.
func TestAdminJobsAreBounded(t *testing.T) {
	defer checkLeaks(t)
	free := make(chan bool)
	h, _ := openHost(t, t.TempDir(), func(c *Config) {
		c.makeBackup = func() ([]string, error) { <-free; return []string{"copied"}, errors.New("half of it") }
	})
	got := make(chan string, 100)
	h.Do(func(s *server.Server) {
		for range 4 * jobsMax {
			s.RunCommand(admin.Console, "backup", func(lines []string) { got <- strings.Join(lines, "|") })
		}
	})
	if n := len(got); n < 3*jobsMax-1 || <-got != errBusy.Error() {
		t.Errorf("%d were refused", n)
	}
	close(free)
	done := 0
	for range 4*jobsMax - 1 {
		select {
		case text := <-got:
			if text == "copied|no backup: half of it" {
				done++
			}
		case <-time.After(time.Minute):
			t.Fatal("no answer")
		}
	}
	if done < jobsMax {
		t.Errorf("%d were done", done)
	}
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Fatal(err)
	}
}
