package main

import (
	"bytes"
	"context"
	"maps"
	"strings"
	"testing"

	"voxtide/cmd/internal/cli"
	"voxtide/settings"
)

// TestOptionFlags: each option has a flag, whose argument is the option's value; flags that were not given change nothing.
func TestOptionFlags(t *testing.T) {
	for args, want := range map[string]optionValues{
		"":                                  {},
		"--view-distance 64":                {"view_distance": "64"},
		"--preset low --view-distance=48":   {"preset": "low", "view_distance": "48"},
		"--clouds --no-vsync":               {"clouds": "true", "vsync": "false"},
		"--no-clouds --fullscreen=false":    {"clouds": "false", "fullscreen": "false"},
		"--gui-scale 1.5 --detail rich":     {"gui_scale": "1.5", "detail": "rich"},
		"--lod-distance 0 --fov 90":         {"lod_distance": "0", "fov": "90"},
		"--mouse-sensitivity 0.5 --world w": {"mouse_sensitivity": "0.5"},
	} {
		var out, errs bytes.Buffer
		c := commandLine{Play: playCmd{Flags: optionFlags()}}
		if _, _, ok := cli.Parse("client", "", &c, strings.Fields(args), &out, &errs); !ok {
			t.Fatalf("%s: %s", args, &errs)
		}
		got := optionsGiven(c.Play.Flags)
		if !maps.Equal(got, want) || got.check() != nil {
			t.Errorf("%s: %v, %v", args, got, got.check())
		}
	}
	c := settings.DefaultClient()
	optionValues{"view_distance": "48", "preset": "low", "clouds": "true"}.apply(&c)
	if c.ViewDistance != 48 || !c.Clouds || c.ResolutionScale != 0.75 || c.Preset != settings.Custom || c.Check() != nil {
		t.Errorf("%+v", c)
	}
}

// TestOptionHelp: the help names each option with what it does and its values.
func TestOptionHelp(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"play", "--help"}, &out, &errs); code != cli.OK {
		t.Fatalf("%d: %s", code, &errs)
	}
	help := strings.Join(strings.Fields(out.String()), " ")
	for i := range settings.Options {
		o := &settings.Options[i]
		if o.NoFlag {
			continue
		}
		if !strings.Contains(help, flagName(o)) || !strings.Contains(help, o.Describe()) {
			t.Errorf("%s is not in the help:\n%s", o.Name, &out)
		}
	}
}
