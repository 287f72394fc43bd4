package settings

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPresets: each preset is within the bounds, is found by its name and by its values, and costs no less than the one before.
func TestPresets(t *testing.T) {
	var before Client
	for i, name := range Presets {
		c := DefaultClient()
		if !c.SetPreset(name) || c.Check() != nil || c.Preset != name || PresetOf(&c) != name {
			t.Errorf("%s: %v, %+v", name, c.Check(), c)
		}
		if i > 0 && (c.ViewDistance <= before.ViewDistance || c.ResolutionScale < before.ResolutionScale || c.LODDistance > 0 && c.LODDistance < before.LODDistance) {
			t.Errorf("%s costs less than the one before", name)
		}
		before = c
	}
	if before.ViewDistance != ViewDistanceMax || len(Presets) != 5 || Presets[0] != "potato" || Presets[4] != "ultra" {
		t.Errorf("%+v", Presets)
	}
	before.ViewDistance--
	if before.SetPreset(Custom) || before.SetPreset("best") || PresetOf(&before) != Custom {
		t.Error("custom is a preset")
	}
}

// TestPresetInFiles: the file of a first start has chosen no preset; a file without a preset, or whose values were changed
// by hand, is its owner's choice; a preset stands for the values that the file does not name.
func TestPresetInFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "client.toml")
	if c, err := ReadClient(path, nil); err != nil || c.Preset != "" {
		t.Fatalf("%+v, %v", c, err)
	}
	if c, err := ReadClient(path, nil); err != nil || c.Preset != "" {
		t.Fatalf("the second start: %+v, %v", c, err)
	}
	for _, c := range []struct {
		text, want string
		view       int
	}{
		{"view_distance = 64\n", Custom, 64},
		{"preset = \"high\"\nview_distance = 208\n", "high", 208},
		{"preset = \"high\"\n", "high", 208},
		{"preset = \"high\"\nview_distance = 96\n", Custom, 96},
		{"preset = \"\"\n", "", 192},
		{"quality = \"high\"\nview_distance = 208\n", "high", 208},
		{"quality = \"high\"\nview_distance = 96\n", Custom, 96},
		{"quality = \"\"\nview_distance = 64\n", "", 64},
	} {
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadClient(path, nil); err != nil || got.Preset != c.want || got.ViewDistance != c.view || got.Check() != nil {
			t.Errorf("%q: %q, %d, %v", c.text, got.Preset, got.ViewDistance, err)
		}
	}
	for _, bad := range []string{"quality = \"best\"", "preset = \"best\"", "resolution_scale = 0.2", "resolution_scale = 1.5", "resolution_scale = nan", "detail = \"some\"", "clouds = 3",
		"coarse_from = 31", "lod_distance = 31", "lod_distance = 400"} {
		if err := os.WriteFile(path, []byte(bad), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadClient(path, nil); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
