package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOldFile reads a file that an earlier version wrote: all its settings are taken over, and the file has the new names
// from then on; what people wrote into it stays.
func TestOldFile(t *testing.T) {
	old, err := os.ReadFile(filepath.Join("testdata", "client-1.toml"))
	if err != nil {
		t.Fatal(err)
	}
	want := DefaultClient()
	want.Name, want.Server, want.MouseSensitivity, want.InvertMouse, want.FOV = "Grace", "play.example.org:7400", 0.85, true, 84
	want.SetPreset("low")
	want.GUIScale, want.Fullscreen, want.VSync, want.ViewBobbing, want.SprintFOV = 1.5, true, false, false, false
	want.KeyBindings[6] = "mouse4"
	path := filepath.Join(t.TempDir(), "client.toml")
	for _, text := range []string{string(old), "# mine\n" + string(old), strings.ReplaceAll(string(old), "\n", "\r\n")} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got, err := ReadClient(path, knownKey); err != nil || got != want {
				t.Fatalf("%+v, %v", got, err)
			}
		}
		written, err := os.ReadFile(path)
		if err != nil || strings.Count(string(written), "\n") != strings.Count(text, "\n") || strings.HasPrefix(text, "# mine\n") != strings.HasPrefix(string(written), "# mine\n") {
			t.Errorf("%v\n%s", err, written)
		}
		options, _, _ := strings.Cut("\n"+string(written), "\n[keys]")
		for i := range Options {
			o := &Options[i]
			was := o.OldName
			if was == "" {
				was = o.Name
			}
			if !strings.Contains(string(old), "\n"+was+" = ") {
				continue // an option that is newer than the file
			}
			if strings.Count(options, "\n"+o.Name+" = ") != 1 || o.OldName != "" && strings.Contains(options, "\n"+o.OldName+" = ") {
				t.Errorf("%s is not there once, or %s still is:\n%s", o.Name, o.OldName, written)
			}
		}
		if !strings.Contains(string(written), "\nsprint = \"mouse4\"") || strings.Contains(string(written), "\nrun = ") {
			t.Errorf("the keys:\n%s", written)
		}
	}
}

// TestOldNames: the new name wins over the old one; a file that cannot be changed line by line is read and left alone, and
// errors name what stands in the file.
func TestOldNames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "client.toml")
	for _, c := range []struct{ text, want string }{
		{"coarse_from = 48\n", "lod_distance = 48\n"},
		{"\"coarse_from\"   = 48 # far", "\"lod_distance\"   = 48 # far"},
		{"coarse_from = 400\nlod_distance = 48", "lod_distance = 48"},
		{"lod_distance = 48\ncoarse_from = 64\n", "lod_distance = 48\n"},
		{"lod_distance = 48\nkeys = {run = \"x\"}\n", "lod_distance = 48\nkeys = {run = \"x\"}\n"},
		{"coarse_from = 48\nkeys.run = \"x\"\n", "lod_distance = 48\nkeys.sprint = \"x\"\n"},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := ReadClient(path, nil)
		if err != nil || got.LODDistance != 48 || strings.Contains(c.text, "run") && got.KeyBindings[6] != "x" {
			t.Errorf("%q: %+v, %v", c.text, got, err)
		}
		if text, _ := os.ReadFile(path); string(text) != c.want {
			t.Errorf("%q became %q, not %q", c.text, text, c.want)
		}
	}
	for text, want := range map[string]string{
		"\ncoarse_from = \"far\"": ":2: coarse_from: this is a text, not a number", "coarse_from = 5": ":1: coarse_from is 5, not 32 to 320, or 0 for off",
		"veiw_distance = 64": "did you mean \"view_distance\"?", "fov = 70.5": "fov: this is a number with a point, not a whole number", "[keys]\nrnu = \"x\"": ":2: there is no control \"rnu\"",
		"[clouds]\na = 1": ":1: clouds: this is a table, not true or false",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadClient(path, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
