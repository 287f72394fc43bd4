package figures_test

import (
	"testing"

	"voxtide/lab/figures"
)

// TestCheck checks that each way of losing a place is found, and that a rival that waits may agree better.
func TestCheck(t *testing.T) {
	make := func(ours, rival map[string]float64) *figures.Report {
		return &figures.Report{
			Methods: []figures.Method{{Name: "ours", Kind: "server"}, {Name: "rival", Kind: "server"}},
			Rows:    []figures.Row{{Method: "ours", Profile: "dsl", Values: ours}, {Method: "rival", Profile: "dsl", Values: rival}},
		}
	}
	values := func(wait, corrections, apart float64) map[string]float64 {
		return map[string]float64{"wait_keys_p50_ms": wait, "corrections_per_min": corrections, "apart_mean_cm": apart}
	}
	before := make(values(0, 1, 9), values(0, 5, 9))
	for name, c := range map[string]struct {
		now    *figures.Report
		broken int
	}{
		"nothing changed":             {make(values(0, 1, 9), values(0, 5, 9)), 0},
		"fewer corrections":           {make(values(0, 0, 9), values(0, 5, 9)), 0},
		"more corrections":            {make(values(0, 2, 9), values(0, 5, 9)), 1},
		"a rival waits less":          {make(values(17, 1, 9), values(0, 5, 9)), 1},
		"a rival agrees better":       {make(values(0, 1, 9), values(16, 1, 8)), 1},
		"a rival that is corrected":   {make(values(0, 1, 9), values(0, 5, 1)), 0},
		"a rival waits, so it agrees": {make(values(0, 1, 9), values(50, 5, 1)), 0},
		"everything":                  {make(values(17, 2, 9), values(0, 2, 8)), 3},
	} {
		if got := figures.Check(c.now, before, "ours"); len(got) != c.broken {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestCheckDirect checks what is asked of direct links, near and far from the server, and that they are no rival of their own method.
func TestCheckDirect(t *testing.T) {
	values := func(seen, corrections, apart float64) map[string]float64 {
		return map[string]float64{"wait_keys_p50_ms": 0, "corrections_per_min": corrections, "apart_mean_cm": apart, "seen_after_p50_ms": seen}
	}
	for name, c := range map[string]struct {
		rtt             float64
		relayed, direct map[string]float64
		broken          int
	}{
		"far, half":           {200, values(216, 1, 9), values(108, 1, 1), 0},
		"far, more than half": {200, values(216, 1, 9), values(109, 1, 1), 1},
		"near, a little":      {20, values(50, 1, 9), values(49, 1, 9), 0},
		"near, later":         {20, values(50, 1, 9), values(51, 1, 9), 1},
		"more corrections":    {20, values(50, 1, 9), values(50, 2, 9), 1},
	} {
		r := &figures.Report{
			Methods:  []figures.Method{{Name: "ours", Kind: "server"}, {Name: "ours+direct", Kind: "server"}},
			Profiles: []figures.Profile{{Name: "x", RTTMS: c.rtt}},
			Rows:     []figures.Row{{Method: "ours", Profile: "x", Values: c.relayed}, {Method: "ours+direct", Profile: "x", Values: c.direct}},
		}
		if got := figures.Check(r, nil, "ours"); len(got) != c.broken {
			t.Errorf("%s: %q", name, got)
		}
	}
}
