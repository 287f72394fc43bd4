package settings

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestServerFile: the file of a first start has the defaults, and stays as it is; a wrong file is an error with its line.
func TestServerFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "server.toml")
	for range 2 {
		s, err := ReadServer(path)
		if err != nil || !reflect.DeepEqual(s, DefaultServer()) {
			t.Fatalf("%+v %v", s, err)
		}
	}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The comment on motd names the line break of TOML.
	_, after, _ := strings.Cut(serverTemplate, "# Message of the day, shown to each player who joins; \"")
	between, _, ok := strings.Cut(after, "\" between lines")
	write("motd = \"a" + between + "b\"\n")
	if s, err := ReadServer(path); !ok || err != nil || s.MOTD != "a\nb" {
		t.Errorf("%q between lines: %q, %v", between, s.MOTD, err)
	}
	for _, text := range []string{"frames = 20\n", "update_rate = 20\n", "frames = 30\nupdate_rate = 20\n", "update_rate = 20\nframes = 5\n"} {
		write(text)
		if s, err := ReadServer(path); err != nil || s.UpdateRate != 20 {
			t.Errorf("%q: %d, %v", text, s.UpdateRate, err)
		}
		if left, _ := os.ReadFile(path); string(left) != text {
			t.Errorf("%q was rewritten", text)
		}
	}
	write("players = 5\n")
	if s, err := ReadServer(path); err != nil || s.MaxPlayers != 5 || s.Listen != ":7400" {
		t.Fatalf("%+v %v", s, err)
	}
	for _, c := range []struct{ bad, want string }{
		{"players = 5\nplayers = 6", ":2: players is in this file twice: change the one above"}, {"[backup]\nat = \"\"\n\n[backup]\nevery = \"6h\"", ":4: backup is in this file twice"},
		{"# a comment\nplayers = \"many\"", ":2: players: this is a text, not a number"},
		{"playres = 5", `:1: there is no setting "playres"; did you mean "players"?`},
		{"motd = \"x\"\n\n  xyzzy = 5", `:3: there is no setting "xyzzy"; there are listen, world, players, `},
		{"players = 0", ":1: players is 0, not 1 to 10000"}, {"\nframes = 5", ":2: update_rate is 5, not 10 to 60"}, {"\n\nmode = \"hard\"", `:3: mode is "hard", not creative or survival`},
		{"view_distance = 9", ":1: view_distance is 9, not 16 to 320"}, {"listen = \"\"", ":1: listen is empty"},
		{"durability = \"\"", `:1: durability is "", not ack or interval`}, {"= 3", ":1: "}, {"players = 3\nplayers = 4", ":2: "},
		{"[world]\nname = 3", ":1: world: this is a table, not a text"}, {"[[ops]]\nname = \"x\"", ":1: there is no table \"ops\""},
		{"whitelist = 1", ":1: whitelist: this is a number, not true or false"}, {"history_days = -1", ":1: history_days is -1, not 0 to 3650"},
		{"snapshot_seconds = 4", "5 to 3600"}, {"linger_seconds = 0", "1 to 3600"}, {"items_last_seconds = -1", "0 to 604800"}, {"spawn_protection = 1001", "0 to 1000"}, {`starting_items = "stone 65"`, "1 to 64"}, {`starting_items = "stone 1 2"`, "an item and a number"}, {`starting_items = "ston"`, "no item"},
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

// TestChanged: Diff tells reloadable keys from those that need a restart, and knows all keys.
func TestChanged(t *testing.T) {
	a := DefaultServer()
	if now, later := a.Diff(a); now != nil || later != nil {
		t.Errorf("%v %v", now, later)
	}
	b := a
	b.MOTD, b.MaxPlayers, b.Listen, b.Durability = "hello", 3, ":1", "interval"
	now, later := a.Diff(b)
	if strings.Join(now, " ") != "players motd" || strings.Join(later, " ") != "listen durability" {
		t.Errorf("%v %v", now, later)
	}
	// A key that needs a restart is told with each reload, a reloadable one only once.
	running, c, waits := DefaultServer(), DefaultServer(), 0
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.String {
			f.SetString("other")
		} else if f.Kind() == reflect.Struct {
			f.Field(0).SetString("other")
		} else if f.Kind() == reflect.Slice {
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		} else if f.Kind() == reflect.Bool {
			f.SetBool(!f.Bool())
		} else {
			f.SetInt(f.Int() + 1)
		}
	}
	_, first := running.Diff(c)
	for range 3 {
		running = running.WithReloaded(c)
		now, later := running.Diff(c)
		if waits = len(later); len(now) > 0 || !slices.Equal(later, first) {
			t.Errorf("again: %v count now, %v wait; at first %v", now, later, first)
		}
	}
	if waits+len(reloadable) != v.NumField() || !slices.Contains(first, "map") || !slices.Contains(first, "map_players") {
		t.Errorf("%d of %d keys wait: %v", waits, v.NumField(), first)
	}
	for _, key := range reloadable {
		if !strings.Contains(serverTemplate, "\n"+key+" = ") && !strings.Contains(serverTemplate, "\n["+key+"]\n") && !strings.Contains(serverTemplate, "[["+key+"]]") {
			t.Errorf("there is no key %q", key)
		}
	}
}

// FuzzServer: any text of server.toml is refused in one line, or gives settings.
func FuzzServer(f *testing.F) {
	f.Add(serverTemplate)
	f.Add("players = 5\n[[x]]\ny.z = 1\n")
	f.Add("motd = \"\\u0000\"\nlisten = '''\n'''\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := DefaultServer()
		err := Decode("f.toml", text, &s)
		checkError(t, text, err, ErrFile)
		if err == nil {
			if key, err := s.check(); (err == nil) != (key == "") || err != nil && !errors.Is(err, ErrValue) {
				t.Fatalf("%q: %q, %v", text, key, err)
			}
		}
	})
}

// TestDoors: where commands are answered, and where events are posted: what can be written, and what cannot, with the place of the mistake.
func TestDoors(t *testing.T) {
	for text, want := range map[string]string{
		"": "[]", "local": "[{ }]", "local 127.0.0.1:7403": "[{ } { 127.0.0.1:7403}]", ":7403": "[{ 127.0.0.1:7403}]", "unix:/run/v/control": "[{/run/v/control }]", "0.0.0.0:1": "[{ 0.0.0.0:1}]",
	} {
		s := Server{Control: text}
		if all, err := s.ControlAddresses(); err != nil || fmt.Sprint(all) != want {
			t.Errorf("%q: %v %v", text, all, err)
		}
	}
	for _, text := range []string{"7403", "unix:", "local local", "127.0.0.1:port", "127.0.0.1:99999", "a b", ":1 :2 :3 :4 :5 :6 :7 :8 :9"} {
		s := DefaultServer()
		if s.Control = text; s.Check() == nil {
			t.Errorf("%q is taken", text)
		}
	}
	path := filepath.Join(t.TempDir(), "server.toml")
	for text, want := range map[string]string{
		"[[webhook]]\nurl = \"https://x/y\"\nevents = [\"join\"]\ntemplate = \"discord\"\n": "", "[[webhook]]\nurl = \"x\"\nevents = [\"join\"]\n": "url is not an address", "[[webhook]]\nurl = \"https://x/y\"\n": "events is empty",
		"[[webhook]]\nurl = \"https://x/y\"\nevents = [\"dance\"]\n": "there are join", "[[webhook]]\nurl = \"https://x/y\"\nevents = [\"join\"]\ntemplate = \"{{.X}}\"\n": "template",
	} {
		os.WriteFile(path, []byte(text), 0o644)
		s, err := ReadServer(path)
		if want == "" && (err != nil || len(s.Hooks()) != 1) || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
