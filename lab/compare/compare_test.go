package compare

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"voxtide/lab/figures"
)

// short is a comparison that takes a second.
func short(methods ...string) Config {
	return Config{Methods: methods, Profiles: []string{"200ms:0s:0", "wifi-bad"}, Duration: 20 * time.Second, Seeds: 1, Series: true}
}

// files returns the CSV and the JSON of a report.
func files(t *testing.T, r *figures.Report) (csv, json []byte) {
	t.Helper()
	var a, b bytes.Buffer
	if err := r.WriteCSV(&a, false); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteJSON(&b, false); err != nil {
		t.Fatal(err)
	}
	return a.Bytes(), b.Bytes()
}

// TestTable compares our method with one that waits, on a line of 200 ms and on a bad one, and checks the figures that must come
// out: no wait and no correction of ours, a round trip of the other's, everywhere somebody who saw blocks.
func TestTable(t *testing.T) {
	r, err := Run(short("timestream", "dumb"))
	if err != nil {
		t.Fatal(err)
	}
	csv, _ := files(t, r)
	t.Logf("\n%s", csv)
	for _, p := range r.Profiles {
		for _, c := range []string{"wait_keys_p99_ms", "wait_blocks_p99_ms", "corrections_per_min", "taken_back_p99_cm", "off_truth_per_min", "jump_max_cm", "jerk_cm", "end_error_cm", "ghosts_per_100", "unseen_per_100"} {
			if v, ok := r.Value(Ours, p.Name, c); !ok || v != 0 {
				t.Errorf("%s over %s: %s is %v, %v", Ours, p.Name, c, v, ok)
			}
		}
		for _, c := range []string{"seen_after_p50_ms", "apart_mean_cm", "separation_cm", "up_kBs", "down_kBs"} {
			if v, _ := r.Value(Ours, p.Name, c); v <= 0 {
				t.Errorf("%s over %s: %s is %v", Ours, p.Name, c, v)
			}
		}
	}
	for _, c := range []string{"wait_keys_p50_ms", "wait_blocks_p50_ms"} {
		if v, _ := r.Value("dumb", "200ms:0s:0", c); v < 200 || v > 235 {
			t.Errorf("dumb at 200 ms: %s is %v", c, v)
		}
	}
	if broken := figures.Check(r, r, Ours); len(broken) > 0 {
		t.Errorf("the check finds %q", broken)
	}
}

// TestEqualBytes checks that equal configurations give equal files, however many runs go at once.
func TestEqualBytes(t *testing.T) {
	cfg := short("timestream", "dumb")
	var csv, json [2][]byte
	for i := range csv {
		cfg.Jobs = 1 + 2*i
		r, err := Run(cfg)
		if err != nil {
			t.Fatal(err)
		}
		csv[i], json[i] = files(t, r)
	}
	if !bytes.Equal(csv[0], csv[1]) || !bytes.Equal(json[0], json[1]) {
		t.Errorf("two runs differ:\n%s\n%s", csv[0], csv[1])
	}
	t.Logf("%d bytes of CSV, %d of JSON", len(csv[0]), len(json[0]))
}

// TestSeries checks the paths for drawings: of equal length, in motion, and stopped by the wall.
func TestSeries(t *testing.T) {
	r, err := Run(short("dumb"))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Series) != 2 {
		t.Fatalf("%d series", len(r.Series))
	}
	for _, s := range r.Series {
		for name, path := range map[string][]int32{"truth": s.Truth, "server": s.Server, "received": s.Received, "predicted": s.Predicted, "drawn": s.Drawn, "other": s.Other} {
			low, high := int32(0), int32(0)
			for i := 1; i < len(path); i += 2 {
				low, high = min(low, path[i]), max(high, path[i])
			}
			if len(path) != 2*240 || high < 2000 || low > -7000 || low < -8500 {
				t.Errorf("%s over %s: %s has %d numbers, from %d to %d mm", s.Method, s.Profile, name, len(path), low, high)
			}
		}
		if len(s.Marks) != len(figure) || len(s.Trips) != 2 {
			t.Errorf("marks %+v, trips %+v", s.Marks, s.Trips)
		}
		for _, trip := range s.Trips {
			if s.Profile == "200ms:0s:0" && (trip.ServerMS < trip.InputMS+100 || trip.ServerMS > trip.InputMS+140 ||
				trip.OwnMS < trip.InputMS+200 || trip.OwnMS > trip.InputMS+290 || trip.OtherMS != trip.OwnMS) {
				t.Errorf("at 200 ms, dumb: %+v", trip)
			}
		}
	}
}

// TestSameTapeForAll checks that each method played the tape that the report names: their truth is one.
func TestSameTapeForAll(t *testing.T) {
	a, err := Run(short("timestream", "dumb"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Run(short("dumb", "timestream"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Rows {
		for k, v := range a.Rows[i].Values {
			if w, ok := b.Value(a.Rows[i].Method, a.Rows[i].Profile, k); k[:3] != "cpu" && (!ok || w != v) {
				t.Errorf("%s over %s: %s is %v, and %v when it is measured in another order", a.Rows[i].Method, a.Rows[i].Profile, k, v, w)
			}
		}
	}
}

func ExampleRun() {
	r, err := Run(Config{Methods: []string{"timestream", "dumb"}, Profiles: []string{"100ms:0s:0"}, Duration: 10 * time.Second, Seeds: 1})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	for _, m := range r.Methods {
		wait, _ := r.Value(m.Name, "100ms:0s:0", "wait_keys_p50_ms")
		fmt.Println(m.Name, "waits", wait, "ms")
	}
	// Output:
	// timestream waits 0 ms
	// dumb waits 116.67 ms
}

// TestDirect compares time streams with and without direct links: at 200 ms to the server and 20 ms between the players, even and with loss
// and jitter, and at Kahlo's 40 ms (2.8). Others' blocks are seen after half the time or less, nobody waits or is corrected more, and nothing
// is shown that does not happen.
func TestDirect(t *testing.T) {
	cfg := Config{Methods: []string{Ours, Ours + figures.Direct}, Profiles: []string{"200ms:0s:0", "200ms:40ms:2%", "40ms:0s:0"}, Duration: 12 * time.Second, Seeds: 1}
	r, err := Run(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if broken := figures.Check(r, nil, Ours); len(broken) > 0 {
		t.Errorf("the check finds %q", broken)
	}
	for _, p := range r.Profiles {
		value := func(method, column string) float64 {
			v, ok := r.Value(method, p.Name, column)
			if !ok {
				t.Errorf("%s over %s has no %s", method, p.Name, column)
			}
			return v
		}
		for _, c := range []string{"corrections_per_min", "ghosts_per_100", "unseen_per_100", "wait_blocks_p99_ms", "off_truth_per_min"} {
			if v := value(Ours+figures.Direct, c); v != 0 {
				t.Errorf("over %s: %s is %v", p.Name, c, v)
			}
		}
		relayed, direct := value(Ours, "seen_after_p50_ms"), value(Ours+figures.Direct, "seen_after_p50_ms")
		if direct > relayed/2 {
			t.Errorf("over %s: seen after %.1f ms relayed, %.1f direct", p.Name, relayed, direct)
		}
		t.Logf("over %s: seen after p50 %.1f ms relayed, %.1f direct; p99 %.1f and %.1f; apart %.1f and %.1f cm", p.Name, relayed, direct,
			value(Ours, "seen_after_p99_ms"), value(Ours+figures.Direct, "seen_after_p99_ms"), value(Ours, "apart_mean_cm"), value(Ours+figures.Direct, "apart_mean_cm"))
	}
	if err := Validate(&Config{Methods: []string{"gambetta" + figures.Direct}}); err == nil {
		t.Error("gambetta shows others in the past, and may have direct links all the same")
	}
}
