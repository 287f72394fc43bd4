package settings

import (
	"errors"
	"path/filepath"
	"testing"
)

// TestHomeAndWorld: the folders of settings and worlds follow flags, environment and names.
func TestHomeAndWorld(t *testing.T) {
	t.Setenv(HomeEnv, "/srv/vox")
	for _, c := range []struct{ asked, want string }{{"/tmp/data", "/tmp/data"}, {"", "/srv/vox"}} {
		if got, err := Home(c.asked); err != nil || got != c.want {
			t.Errorf("Home(%q) is %q, %v", c.asked, got, err)
		}
	}
	for _, c := range []struct{ name, want string }{{"one", "/home/worlds/one"}, {"/w/two", "/w/two"}} {
		if got, err := WorldDir("/home", c.name); err != nil || got != c.want {
			t.Errorf("World(%q) is %q, %v", c.name, got, err)
		}
	}
	if got, err := WorldDir("/home", "./three"); err != nil || !filepath.IsAbs(got) || filepath.Base(got) != "three" {
		t.Errorf("%q %v", got, err)
	}
	for _, c := range []struct{ name, want string }{{"one", "/home/worlds/one"}, {"/w/two", "/w/two"}, {"a/b", "/home/a/b"}, {"./c", "/home/c"}, {"../d", "/d"}} {
		if got, err := WorldDirFrom("/home", c.name); err != nil || got != c.want {
			t.Errorf("in the settings World(%q) is %q, %v", c.name, got, err)
		}
	}
	for _, bad := range []string{"", ".", "..", "-x", "a\x00b", "c:d"} {
		if got, err := WorldDir("/home", bad); !errors.Is(err, ErrWorldName) {
			t.Errorf("World(%q) is %q, %v", bad, got, err)
		}
	}
}
