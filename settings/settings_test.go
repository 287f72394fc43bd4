package settings

import (
	"errors"
	"os"
	"path/filepath"
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
	write("players = 5\n")
	if s, err := ReadServer(path); err != nil || s.Players != 5 || s.Listen != ":7400" {
		t.Fatalf("%+v %v", s, err)
	}
	for _, bad := range []string{"players = \"many\"", "playres = 5", "players = 0", "mode = \"hard\"", "view_distance = 9", "listen = \"\"", "durability = \"\"", "= 3"} {
		write(bad)
		_, err := ReadServer(path)
		if !errors.Is(err, ErrFile) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", bad, err)
		}
		if text, _ := os.ReadFile(path); string(text) != bad {
			t.Errorf("%s: overwritten", bad)
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
	os.WriteFile(path, []byte("nonsense"), 0o600)
	if _, err := Key(path); !errors.Is(err, ErrKey) {
		t.Fatal(err)
	}
}
