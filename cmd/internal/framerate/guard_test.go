package framerate_test

import (
	"testing"
	"time"

	"voxtide/cmd/internal/framerate"
	"voxtide/settings"
)

// TestPresetGuard: a preset that is too slow is taken back to the one before the first of several steps; a fast one, one for a slower
// machine, and one that nobody looks at are not.
func TestPresetGuard(t *testing.T) {
	with := func(preset string) *settings.Client { return &settings.Client{Preset: preset} }
	judged := 0
	for name, c := range map[string]struct {
		choose  [][2]string
		ms      float64
		playing bool
		back    string // "" for not
	}{
		"too slow":            {[][2]string{{"low", "ultra"}}, 140, true, "low"},
		"several steps":       {[][2]string{{"low", "medium"}, {"medium", "high"}, {"high", "ultra"}}, 140, true, "low"},
		"fast enough":         {[][2]string{{"low", "ultra"}}, 20, true, ""},
		"a slower machine's":  {[][2]string{{"ultra", "low"}}, 140, true, ""},
		"up and down again":   {[][2]string{{"low", "ultra"}, {"ultra", "low"}}, 140, true, ""},
		"another option":      {[][2]string{{"low", "low"}}, 140, true, ""},
		"nobody in the world": {[][2]string{{"low", "ultra"}}, 140, false, ""},
	} {
		var g framerate.Guard
		now := time.Second
		for _, s := range c.choose {
			g.Chosen(now, with(s[0]), with(s[1]))
			now += 100 * time.Millisecond
		}
		back := ""
		for end := now + 30*time.Second; now < end; now += time.Duration(c.ms) * time.Millisecond {
			if judged++; g.Frame(now, c.ms, c.playing) {
				if back != "" {
					t.Errorf("%s: taken back twice", name)
				}
				back = g.Before.Preset
			}
		}
		if back != c.back {
			t.Errorf("%s: back to %q, want %q", name, back, c.back)
		}
	}
	t.Logf("%d frames judged", judged)
}
