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
