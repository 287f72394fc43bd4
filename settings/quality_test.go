package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPresets: each preset is within the bounds, is found by its name and by its values, and is dearer than the one before.
func TestPresets(t *testing.T) {
	var before Quality
	for i, p := range Presets {
		c := DefaultClient()
		c.SetQuality(p.Quality)
		if err := c.Check(); err != nil || c.Preset != p.Name || c.Quality() != p.Quality {
			t.Errorf("%s: %v, %+v", p.Name, err, c)
		}
		if q, ok := FindPreset(p.Name); !ok || q != p.Quality || PresetOf(q) != p.Name {
			t.Errorf("%s is not found", p.Name)
		}
		if i > 0 && (p.View <= before.View || p.Resolution < before.Resolution || p.Coarse > 0 && p.Coarse < before.Coarse) {
			t.Errorf("%s is cheaper than the one before", p.Name)
		}
		before = p.Quality
	}
	if before.View != ViewMax || len(Presets) != 5 || Presets[0].Name != "potato" || Presets[4].Name != "ultra" {
		t.Errorf("%+v", Presets)
	}
	before.View--
	if _, ok := FindPreset(Custom); ok || PresetOf(before) != Custom {
		t.Error("custom is a preset")
	}
}

// TestQualityInFiles: the file of a first start has chosen none; one from before there were presets, or whose values were
// changed by hand, is its owner's choice.
func TestQualityInFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "client.toml")
	if c, err := ReadClient(path, nil); err != nil || c.Preset != "" {
		t.Fatalf("%+v, %v", c, err)
	}
	if c, err := ReadClient(path, nil); err != nil || c.Preset != "" {
		t.Fatalf("the second start: %+v, %v", c, err)
	}
	for _, c := range []struct{ text, want string }{
		{"view_distance = 64\n", Custom},
		{"quality = \"high\"\nview_distance = 208\n", "high"},
		{"quality = \"high\"\nview_distance = 96\n", Custom},
		{"quality = \"\"\n", ""},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadClient(path, nil); err != nil || got.Preset != c.want {
			t.Errorf("%q: %q, %v", c.text, got.Preset, err)
		}
	}
	for _, bad := range []string{"quality = \"best\"", "resolution_scale = 0.2", "resolution_scale = 1.5", "resolution_scale = nan", "detail = \"some\"", "clouds = 3", "coarse_from = 31", "coarse_from = 400"} {
		if err := os.WriteFile(path, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadClient(path, nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
