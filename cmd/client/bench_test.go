package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"voxtide/client/benchscene"
	"voxtide/cmd/internal/cli"
	"voxtide/render/golden"
)

// TestBench measures two scenes briefly: the report has numbers that can be true, and the screenshots show terrain.
func TestBench(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	dir := t.TempDir()
	var out, tell bytes.Buffer
	args := []string{"bench", "--scene", "caves", "--scene", "edits", "--size", "320x240", "--view", "32", "--duration", "400ms", "--json", "--shots", dir}
	if code := run(context.Background(), args, &out, &tell); code != cli.OK {
		t.Fatalf("%d: %s", code, &tell)
	}
	var r benchReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if r.Version != benchVersion || r.Scale != 1 || r.Width != 320 || r.Height != 240 || r.View != 32 || len(r.Scenes) != 2 || r.Driver == "" {
		t.Fatalf("%+v", r)
	}
	for _, s := range r.Scenes {
		l := s.Terrain
		if l.Sections < 300 || l.WithMesh == 0 || l.Ready <= 0 || l.Light <= 0 || l.Mesh <= 0 || l.MeanMesh <= 0 || l.WorstMesh < l.Mesh || l.Quads == 0 {
			t.Errorf("%s: %+v", s.Name, l)
		}
		for _, p := range s.Phases {
			if p.Frames < 2 || p.Median <= 0 || p.P99 < p.Median || p.Max < p.P99 || p.Quads == 0 || p.Draws == 0 || p.DrawCalls == 0 || p.Sections == 0 ||
				p.Used == 0 || p.Reserved < p.Used || p.CPU <= 0 || p.AllCPU <= 0 || p.GPU <= 0 || p.GPU > p.Max || p.Present <= 0 || p.Passes["land"] <= 0 || p.Overdraw < 0.5 || p.Overdraw > 5 {
				t.Errorf("%s: %+v", s.Name, p)
			}
			if s.Name != "caves" && p.Passes["sky"] <= 0 { // in a cave nothing of the sky is handed over, and its timer may stand still
				t.Errorf("%s, %s: the sky takes %v ms", s.Name, p.Name, p.Passes["sky"])
			}
			if still := p.Name == "still"; still != (p.Rebuilt == 0) || still && (p.Allocs > 2 || p.Uploaded > 0) || p.Name == "storm" && p.Uploaded == 0 {
				t.Errorf("%s: %+v", s.Name, p)
			}
			m, err := golden.Load(filepath.Join(dir, s.Name+"-"+p.Name+".png"))
			if err != nil {
				t.Fatal(err)
			}
			if n := countColours(m.Pix); n < 60 {
				t.Errorf("%s, %s: a screenshot of %d colours", s.Name, p.Name, n)
			}
		}
	}

	old := filepath.Join(dir, "old.json")
	if err := os.WriteFile(old, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	args = []string{"bench", "--scene", "caves", "--scene", "plains", "--size", "320x240", "--view", "32", "--duration", "200ms", "--compare", old}
	if code := run(context.Background(), args, &out, &tell); code != cli.OK {
		t.Fatalf("%d: %s", code, &tell)
	}
	for _, want := range []string{"320x240, view 32 blocks, resolution scale 1", "median ms", "p99 mesh", "New divided by old", "not in the other run"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "was different") {
		t.Error(out.String())
	}
}

// TestBenchWithoutAScreen: with --no-present no frame is handed to the screen, and the pictures are drawn all the same.
func TestBenchWithoutAScreen(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	dir := t.TempDir()
	var out, tell bytes.Buffer
	args := []string{"bench", "--no-present", "--scene", "plains", "--size", "320x240", "--view", "32", "--duration", "200ms", "--json", "--shots", dir, "--directions"}
	if code := run(context.Background(), args, &out, &tell); code != cli.OK {
		t.Fatalf("%d: %s", code, &tell)
	}
	var r benchReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Scenes[0].Phases {
		m, err := golden.Load(filepath.Join(dir, "plains-"+p.Name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		if n := countColours(m.Pix); p.Present != 0 || p.Median <= 0 || p.Frames < 2 || n < 60 {
			t.Errorf("%+v, %d colours", p, n)
		}
		d := p.Directions
		if turns := p.Name == "turn"; turns != (d != nil) || turns && (d.Directions < 12 || d.Turns < 3 || d.Median <= 0 || d.Worst < d.Median || d.Ratio < 1 || d.WorkRatio < 1) {
			t.Errorf("%s: directions %+v", p.Name, d)
		}
	}
}

func countColours(pix []uint8) int {
	seen := map[[3]uint8]bool{}
	for i := 0; i < len(pix); i += 4 {
		seen[[3]uint8(pix[i:i+3])] = true
	}
	return len(seen)
}

// TestBenchComparesFarLand: --far-turns tells what the land beyond the view adds, and half of its frames are without it.
func TestBenchComparesFarLand(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread() // the window's
	dir := t.TempDir()
	var out, tell bytes.Buffer
	args := []string{"bench", "--scene", "coast", "--size", "320x240", "--view", "32", "--duration", "400ms", "--json", "--shots", dir, "--far-turns", "--far-land", "512", "--no-present"}
	if code := run(context.Background(), args, &out, &tell); code != cli.OK {
		t.Fatalf("%d: %s", code, &tell)
	}
	var r benchReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Scenes) != 1 || len(r.Scenes[0].Phases) == 0 {
		t.Fatalf("%+v", r)
	}
	for _, p := range r.Scenes[0].Phases {
		f := p.Far
		if f == nil || f.Pairs < 2 || f.Without <= 0 || f.With <= 0 || f.WithoutWork <= 0 || f.WithWork <= 0 || f.Added <= -1 || f.AddedWork <= -1 {
			t.Fatalf("%s: %+v", p.Name, f)
		}
		var pictures [2][]byte
		for i, name := range []string{"", "-without-far-land"} {
			m, err := golden.Load(filepath.Join(dir, "coast-"+p.Name+name+".png"))
			if err != nil {
				t.Fatal(err)
			}
			pictures[i] = m.Pix
		}
		differ := 0
		for i := 0; i < len(pictures[0]); i += 4 {
			if !bytes.Equal(pictures[0][i:i+3], pictures[1][i:i+3]) {
				differ++
			}
		}
		if differ < 320*240/50 {
			t.Errorf("%s: land beyond the view is in %d pixels", p.Name, differ)
		}
	}
	var table bytes.Buffer
	if r.table(&table); !strings.Contains(table.String(), "land beyond the view, by turns") {
		t.Error(table.String())
	}
}

// TestBenchStops: Ctrl-C ends the bench within a frame, with its exit status.
func TestBenchStops(t *testing.T) {
	needDisplay(t)
	runtime.LockOSThread()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, tell bytes.Buffer
	if code := run(ctx, []string{"bench", "--size", "320x240"}, &out, &tell); code != cli.Interrupted(ctx) || out.Len() > 0 {
		t.Errorf("%d: %s%s", code, &out, &tell)
	}
}

// TestBenchLists: --list lists the scenes that --scene takes.
func TestBenchLists(t *testing.T) {
	var out, tell bytes.Buffer
	if code := run(context.Background(), []string{"bench", "--list"}, &out, &tell); code != cli.OK {
		t.Fatal(tell.String())
	}
	for _, s := range benchscene.All() {
		if !strings.Contains(out.String(), s.Name+" ") {
			t.Errorf("%s is not listed", s.Name)
		}
	}
}

// TestRatios: equal numbers have a ratio of one, a slower run one above it.
func TestRatios(t *testing.T) {
	one := func(ms float64) *benchReport {
		return &benchReport{Version: benchVersion, Driver: "a", Width: 320, Scenes: []*benchScene{{Name: "x", Terrain: benchTerrain{Ready: 2, MeanLight: 4},
			Phases: []benchPhase{{Name: "still", Median: ms, P99: 3 * ms, Max: 10, Quads: 100}}}}}
	}
	old, now := one(10), one(25)
	now.Width = 640
	var out bytes.Buffer
	now.compare(old, &out)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if got, want := strings.Fields(lines[len(lines)-1]), strings.Fields("x still 2.50 2.50 1.00 - 1.00 - - 1.00 1.00 -"); !slices.Equal(got, want) {
		t.Errorf("%v instead of %v", got, want)
	}
	if !strings.Contains(out.String(), "was different") {
		t.Error("no word about another size")
	}
}

// TestBenchRefusals: a wrong flag gives one line that says what is allowed.
func TestBenchRefusals(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.json")
	if err := os.WriteFile(other, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--scene nowhere", cli.Usage, `there is no scene "nowhere"`},
		{"--size 12", cli.Usage, "--size is WIDTHxHEIGHT"},
		{"--size 10x10", cli.Usage, "--size is 320x240"},
		{"--view 5", cli.Usage, "--view is 16 to"},
		{"--duration 1ms", cli.Usage, "--duration is"},
		{"--workers 0", cli.Usage, "--workers is"},
		{"--far-turns --far-land 0", cli.Usage, "--far-turns compares"},
		{"--compare /nowhere/b.json", cli.Failed, "/nowhere/b.json"},
		{"--compare " + other, cli.Failed, "not what bench --json writes"},
	} {
		var out, tell bytes.Buffer
		code := run(context.Background(), append([]string{"bench"}, strings.Fields(c.args)...), &out, &tell)
		if code != c.code || !strings.Contains(tell.String(), c.want) || strings.Count(tell.String(), "\n") != 1 || out.Len() > 0 {
			t.Errorf("bench %s: exit %d, %q", c.args, code, &tell)
		}
	}
}
