package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/window"
)

func knownKey(key string) bool { _, ok := window.ParseKey(key); return ok }

// TestClientFile: the file of a first start has the defaults, and stays as it is; a wrong file is an error, and stays, too.
func TestClientFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "client.toml")
	for range 2 {
		c, err := ReadClient(path, knownKey)
		if err != nil || c != DefaultClient() {
			t.Fatalf("%+v %v", c, err)
		}
	}
	text, _ := os.ReadFile(path)
	options, keys, _ := strings.Cut(string(text), "\n[keys]")
	for _, part := range []string{options, keys} {
		for _, line := range strings.Split(part, "\n") {
			if name, _, ok := strings.Cut(line, " = "); ok && !strings.HasPrefix(line, "#") && strings.Count(part, "\n"+name+" = ") != 1 {
				t.Errorf("%q is not there once", name)
			}
		}
	}
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("view_distance = 64\n[keys]\njump = \"mouse4\"\n")
	c, err := ReadClient(path, knownKey)
	if err != nil || c.ViewDistance != 64 || c.Name != "Player" || c.KeyBindings[4] != "mouse4" || c.KeyBindings[0] != "w" {
		t.Fatalf("%+v %v", c, err)
	}
	for _, bad := range []string{
		"view_distance = \"far\"", "veiw = 5", "view_distance = 8", "name = \"\"", "name = \" a\"", "name = \"a\\nb\"", "field_of_view = 59",
		"mouse_sensitivity = 0.0", "mouse_sensitivity = nan", "menu_scale = 1.25", "menu_scale = 4.5", "server = \"a\\tb\"", "= 3", "keys = 3",
		"[keys]\njmup = \"space\"", "[keys]\njump = 3", "[keys.jump]\na = \"b\"",
	} {
		write(bad)
		got, err := ReadClient(path, knownKey)
		if !errors.Is(err, ErrFile) || strings.Contains(err.Error(), "\n") || got != DefaultClient() {
			t.Errorf("%s: %v", bad, err)
		}
		if err := WriteClient(path, DefaultClient()); !errors.Is(err, ErrFile) {
			t.Errorf("%s: written over: %v", bad, err)
		}
		if text, _ := os.ReadFile(path); string(text) != bad {
			t.Errorf("%s: overwritten", bad)
		}
	}
}

// TestClientKeys: a key that does not exist is an error, "none" is not.
func TestClientKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "client.toml")
	for _, c := range []struct {
		key string
		ok  bool
	}{{"spice", false}, {"", false}, {"none", true}, {"pad+", true}, {"\\\\", true}} {
		if err := os.WriteFile(path, []byte("[keys]\njump = \""+c.key+"\"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadClient(path, knownKey); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.key, err)
		}
	}
}

// TestClientWrite: written settings are read again, and wrong settings are not written.
func TestClientWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "client.toml")
	want := Client{Name: `A "b" \c é`, Server: "[::1]:7400", MouseSensitivity: 0.35, InvertMouse: true, FOV: 100, Preset: Custom, ViewDistance: 16, ResolutionScale: 0.5, Detail: "rich", Fine: Fine{Antialiasing: 8}, Looks: Looks{Packs: Packs{ServerPacks: PacksNever, ResourcePack: "/packs/winter.zip"}}, Coarse: Coarse{LODDistance: 48}, GUIScale: 2.5, Fullscreen: true, DirectLinks: LinksHouse, KeyBindings: DefaultKeyBindings()}
	for i := range want.KeyBindings {
		want.KeyBindings[i] = window.Key(i * 5).String()
	}
	for range 2 {
		if err := WriteClient(path, want); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadClient(path, knownKey); err != nil || got != want {
			t.Fatalf("%+v %v", got, err)
		}
	}
	bad := want
	bad.FOV = 0
	if err := WriteClient(path, bad); !errors.Is(err, ErrFile) {
		t.Error(err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".new-*")); len(left) > 0 {
		t.Error("left over:", left)
	}
	if err := os.Mkdir(filepath.Join(filepath.Dir(path), "dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteClient(filepath.Join(filepath.Dir(path), "dir"), want); err == nil {
		t.Error("a folder was written")
	}
}

// TestControls checks the table of controls: unique names, labels, and default keys that exist.
func TestControls(t *testing.T) {
	names, keys := map[string]bool{}, map[string]bool{}
	for _, c := range Controls {
		if c.Name == "" || c.Label == "" || !knownKey(c.Default) || c.Default == NoKey || names[c.Name] || keys[c.Default] {
			t.Errorf("%+v", c)
		}
		names[c.Name], keys[c.Default] = true, true
	}
}

// FuzzClient: any text of client.toml is refused in one line, or gives settings within their bounds.
func FuzzClient(f *testing.F) {
	f.Add("fov = 70\n[keys]\nforward = \"W\"\n")
	f.Add("name = \"x\"\nx = 1979-05-27T07:32:00Z")
	f.Add("coarse_from = 48\nquality = \"low\"\n[keys]\nrun = \"x\"\nsprint = 'y'")
	f.Fuzz(func(t *testing.T, text string) {
		c := DefaultClient()
		_, err := c.decode("f.toml", text, nil)
		checkError(t, text, err, ErrFile)
		if err == nil && c.Check() != nil {
			t.Fatalf("%q: %v", text, c.Check())
		}
	})
}
