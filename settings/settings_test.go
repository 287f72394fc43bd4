package settings

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestHomeAndWorld(t *testing.T) {
	t.Setenv(HomeVariable, "/srv/vox")
	for _, c := range []struct{ asked, want string }{{"/tmp/data", "/tmp/data"}, {"", "/srv/vox"}} {
		if got, err := Home(c.asked); err != nil || got != c.want {
			t.Errorf("Home(%q) is %q, %v", c.asked, got, err)
		}
	}
	for _, c := range []struct{ name, want string }{{"one", "/home/worlds/one"}, {"/w/two", "/w/two"}} {
		if got, err := World("/home", c.name); err != nil || got != c.want {
			t.Errorf("World(%q) is %q, %v", c.name, got, err)
		}
	}
	if got, err := World("/home", "./three"); err != nil || !filepath.IsAbs(got) || filepath.Base(got) != "three" {
		t.Errorf("%q %v", got, err)
	}
	for _, c := range []struct{ name, want string }{{"one", "/home/worlds/one"}, {"/w/two", "/w/two"}, {"a/b", "/home/a/b"}, {"./c", "/home/c"}, {"../d", "/d"}} {
		if got, err := WorldIn("/home", c.name); err != nil || got != c.want {
			t.Errorf("in the settings World(%q) is %q, %v", c.name, got, err)
		}
	}
	for _, bad := range []string{"", ".", "..", "-x", "a\x00b", "c:d"} {
		if got, err := World("/home", bad); !errors.Is(err, ErrWorldName) {
			t.Errorf("World(%q) is %q, %v", bad, got, err)
		}
	}
}

// TestServerFile: the file of a first start says what the program does without it, and is left alone afterwards.
func TestServerFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "server.toml")
	for range 2 {
		s, err := ReadServer(path)
		if err != nil || s != DefaultServer() {
			t.Fatalf("%+v %v", s, err)
		}
	}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// What the comment on motd says is between lines is.
	_, after, _ := strings.Cut(serverText, "# What everybody who comes is told; \"")
	between, _, ok := strings.Cut(after, "\" between lines")
	write("motd = \"a" + between + "b\"\n")
	if s, err := ReadServer(path); !ok || err != nil || s.MOTD != "a\nb" {
		t.Errorf("%q between lines: %q, %v", between, s.MOTD, err)
	}
	write("players = 5\n")
	if s, err := ReadServer(path); err != nil || s.Players != 5 || s.Listen != ":7400" {
		t.Fatalf("%+v %v", s, err)
	}
	for _, c := range []struct{ bad, want string }{
		{"# a comment\nplayers = \"many\"", ":2: players: this is a text, not a number"},
		{"playres = 5", `:1: there is no setting "playres"; did you mean "players"?`},
		{"motd = \"x\"\n\n  xyzzy = 5", `:3: there is no setting "xyzzy"; there are listen, world, players, `},
		{"players = 0", ":1: players is 0, not 1 to 10000"}, {"\n\nmode = \"hard\"", `:3: mode is "hard", not creative or survival`},
		{"view_distance = 9", ":1: view_distance is 9, not 16 to 320"}, {"listen = \"\"", ":1: listen is empty"},
		{"durability = \"\"", `:1: durability is "", not ack or interval`}, {"= 3", ":1: "}, {"players = 3\nplayers = 4", ":2: "},
		{"[world]\nname = 3", ":1: world: this is a table, not a text"}, {"[[ops]]\nname = \"x\"", ":1: there is no table \"ops\""},
		{"whitelist = 1", ":1: whitelist: this is a number, not true or false"}, {"history_days = -1", ":1: history_days is -1, not 0 to 3650"},
		{"snapshot_seconds = 4", "5 to 3600"}, {"linger_seconds = 0", "1 to 3600"}, {"items_last_seconds = -1", "0 to 604800"}, {"spawn_protection = 1001", "0 to 1000"},
		{"motd = \"a\\u0007\"", ":1: motd is not text"}, {"motd = \"" + strings.Repeat("a", 1025) + "\"", "1024 bytes"},
		{"web_names = \"map.example.org:7402\"", ":1: web_names is"}, {"web_names = \"http://x\"", "without ports"},
		{"world_bytes_per_second = 5", ":1: world_bytes_per_second is 5"},
	} {
		write(c.bad)
		_, err := ReadServer(path)
		if !errors.Is(err, ErrFile) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path+":") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v", c.bad, err)
		}
		if text, _ := os.ReadFile(path); string(text) != c.bad {
			t.Errorf("%.60s: overwritten", c.bad)
		}
	}
}

// TestChanged tells what counts at once from what waits, and knows all keys.
func TestChanged(t *testing.T) {
	a := DefaultServer()
	if now, later := a.Changed(a); now != nil || later != nil {
		t.Errorf("%v %v", now, later)
	}
	b := a
	b.MOTD, b.Players, b.Listen, b.Durability = "hello", 3, ":1", "interval"
	now, later := a.Changed(b)
	if strings.Join(now, " ") != "players motd" || strings.Join(later, " ") != "listen durability" {
		t.Errorf("%v %v", now, later)
	}
	// What waits for a restart is told with each reload, whatever it is, and what counts at once only once.
	running, c, waits := DefaultServer(), DefaultServer(), 0
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String {
			f.SetString("other")
		} else if f.Kind() == reflect.Bool {
			f.SetBool(!f.Bool())
		} else {
			f.SetInt(f.Int() + 1)
		}
	}
	_, first := running.Changed(c)
	for range 3 {
		running = running.Adopt(c)
		now, later := running.Changed(c)
		if waits = len(later); len(now) > 0 || !slices.Equal(later, first) {
			t.Errorf("again: %v count now, %v wait; at first %v", now, later, first)
		}
	}
	if waits+len(live) != v.NumField() || !slices.Contains(first, "map") || !slices.Contains(first, "map_players") {
		t.Errorf("%d of %d keys wait: %v", waits, v.NumField(), first)
	}
	for _, key := range live {
		if !strings.Contains(serverText, "\n"+key+" = ") {
			t.Errorf("there is no key %q", key)
		}
	}
}

func TestKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "server.key")
	a, err := Key(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Key(path)
	if err != nil || !a.Equal(b) {
		t.Fatalf("%v", err)
	}
	if i, err := os.Stat(path); err != nil || i.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", i.Mode(), err)
	}
	os.Chmod(path, 0o644)
	if c, err := Key(path); err != nil || !c.Equal(a) {
		t.Fatal(err)
	}
	if i, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && i.Mode().Perm() != 0o600 {
		t.Errorf("others may still read it: %v %v", i.Mode(), err)
	}
	os.WriteFile(path, []byte("nonsense"), 0o600)
	if _, err := Key(path); !errors.Is(err, ErrKey) {
		t.Fatal(err)
	}
}
