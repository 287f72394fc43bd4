package netflags

import (
	"strings"
	"testing"
	"time"

	"voxtide/transport/netem"
)

// TestConditions checks that flags add to a preset and that an impossible value is reported with its flag's name.
func TestConditions(t *testing.T) {
	dsl, ok := netem.Preset("dsl")
	if !ok {
		t.Fatal("no dsl")
	}
	for _, c := range []struct {
		name  string
		flags Flags
		bad   bool
		delay time.Duration
		loss  float64
		wrong string
	}{
		{"nothing", Flags{}, false, 0, 0, ""},
		{"delay", Flags{Delay: 50 * time.Millisecond}, true, 50 * time.Millisecond, 0, ""},
		{"loss", Flags{Loss: "5%"}, true, 0, 0.05, ""},
		{"preset", Flags{Preset: "dsl"}, true, dsl.Up.Delay, dsl.Up.Loss, ""},
		{"both", Flags{Preset: "dsl", Delay: time.Second, Loss: "0.5"}, true, dsl.Up.Delay + time.Second, 0.5, ""},
		{"moon", Flags{Preset: "moon"}, false, 0, 0, "--net-preset"},
		{"early", Flags{Delay: -1}, false, 0, 0, "--net-delay"},
		{"late", Flags{Jitter: DelayMax + 1}, false, 0, 0, "--net-jitter"},
		{"all", Flags{Loss: "100%"}, false, 0, 0, "--net-loss is a share"},
	} {
		n, bad, err := c.flags.Conditions()
		switch {
		case c.wrong != "":
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("%s: %v", c.name, err)
			}
		case err != nil || bad != c.bad || n.Up.Delay != c.delay || n.Up.Loss != c.loss:
			t.Errorf("%s: %v, bad %v, %+v", c.name, err, bad, n.Up)
		}
	}
}

func TestParseShare(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "5%": 0.05, "0.05": 0.05, "99.9%": 0.999} {
		if v, err := ParseShare(text); err != nil || v < want-1e-12 || v > want+1e-12 {
			t.Errorf("%s: %v, %v", text, v, err)
		}
	}
	for _, text := range []string{"", "%", "1", "100%", "-1%", "NaN", "five"} {
		if v, err := ParseShare(text); err == nil {
			t.Errorf("%q is %v", text, v)
		}
	}
}

func TestIsHostPort(t *testing.T) {
	for _, a := range []string{"localhost:7400", "[::1]:1", "10.0.0.1:65535"} {
		if !IsHostPort(a) {
			t.Error(a)
		}
	}
	for _, a := range []string{"", "localhost", ":7400", "a:b", "a:65536", "a:1:2"} {
		if IsHostPort(a) {
			t.Error(a)
		}
	}
}
