package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/lab/bots"
)

// build builds server and engine, once for all tests.
var build = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "bots-test-"); err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", dir, "voxtide/cmd/server", "voxtide/cmd/engine").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return dir, err
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := build(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// built returns the file of the server.
func built(t *testing.T) string {
	t.Helper()
	dir, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "server")
}

// TestCrash kills a real server three times with -9: nothing that was acked is lost, torn or done twice. What the three kills
// meet is chance, the land's and the moment's: it goes on, on another land, until items and falling blocks were among it.
func TestCrash(t *testing.T) {
	seed := testrand.Seed(t)
	total := regexp.MustCompile(`^acked ([0-9]+) lost 0 torn 0 twice 0 items ([0-9]+) falling ([0-9]+) boxes [0-9]+$`)
	var acked, items, falling int
	for lands := 1; acked < 10 || items == 0 || falling == 0; lands++ {
		if lands > 50 {
			t.Fatalf("%d acked, %d items, %d falling on %d lands", acked, items, falling, lands)
		}
		var out, errs bytes.Buffer
		code := run(context.Background(), []string{"crash", "--rounds", "3", "--server", built(t), "--seed", fmt.Sprint(seed>>1 + uint64(lands))}, &out, &errs)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		last := total.FindStringSubmatch(lines[len(lines)-1])
		if code != 0 || last == nil {
			t.Fatalf("exit %d\n%s%s", code, &out, &errs)
		}
		for i, n := range []*int{&acked, &items, &falling} {
			now, _ := strconv.Atoi(last[i+1])
			*n += now
		}
		t.Logf("land %d: %s", lands, last[0])
	}
}

// TestCrashCluster kills the owner of a cluster and deletes its world, and then the next owner and all that it has: players go on, and
// nothing that was acked is lost.
func TestCrashCluster(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a quarter of a minute")
	}
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"crash", "--cluster", "--rounds", "2", "--players", "6", "--server", built(t), "--seed", fmt.Sprint(testrand.Seed(t) >> 1)}, &out, &errs)
	t.Logf("%s%s", &errs, &out)
	last := regexp.MustCompile(`(?m)^acked [1-9][0-9]* lost 0 torn 0 twice 0 items [0-9]+ falling [0-9]+ boxes [0-9]+\n\z`)
	moved := regexp.MustCompile(`(?m)^from the fault to the first new ack: p50 .* of 2$`)
	if code != 0 || !last.MatchString(out.String()) || !moved.MatchString(out.String()) {
		t.Fatalf("exit %d", code)
	}
}

// TestPlay plays on a real server and reads what --report wrote; metrics come with it.
func TestPlay(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(built(t), "--listen", "127.0.0.1:0", "--world", filepath.Join(dir, "w"), "--data", dir, "--metrics", "127.0.0.1:0")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	text, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); cmd.Process.Kill(); cmd.Wait() }()
	url := ""
	for lines := bufio.NewScanner(log); url == "" && lines.Scan(); {
		url = regexp.MustCompile(`http://[0-9.:]+/metrics`).FindString(lines.Text())
	}
	go io.Copy(io.Discard, log)
	first := bufio.NewScanner(text)
	if !first.Scan() || url == "" {
		t.Fatal("the server does not start")
	}
	file := filepath.Join(dir, "report.json")
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"--connect", strings.Fields(first.Text())[1], "--players", "6", "--duration", "3s", "--workload", "mixed",
		"--check", "--report", file, "--metrics", url, "--net-loss", "1%", "--seed", "5"}, &out, &errs)
	if code != 0 {
		t.Fatalf("exit %d\n%s%s", code, &out, &errs)
	}
	var r bots.Report
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &r)
	}
	if err != nil || !r.OK || r.CameIn != 6 || r.Answered == 0 || r.Delay.P50 <= 0 || len(r.Checks) < 6 || r.Server == nil || r.Server.Steps < 60 || r.Server.P99 <= 0 {
		t.Fatalf("%v\n%s", err, raw)
	}
	join, steady := r.Part("join"), r.Part("steady")
	if join == nil || steady == nil || join.Server == nil || steady.Server == nil || join.FullViews != 6 || join.Server.Sections < float64(join.Held) || join.Held < 6*225*8 ||
		join.Server.Steps == 0 || *steady.Server != *r.Server || steady.Seconds < 2.9 || join.Began.After(join.Ended) {
		t.Fatalf("the parts: %+v\n%+v", join, steady)
	}
	t.Logf("join: %d full views of %d sections, %.0f sent", join.FullViews, join.Held, join.Server.Sections)
	out.Reset()
	points := filepath.Join(dir, "points")
	code = run(context.Background(), []string{"figures", "--crowd", file, "--probe", file, "--points", points}, &out, &errs)
	drawn, err := os.ReadFile(points)
	if rows := strings.Split(strings.TrimSpace(out.String()), "\n"); code != 0 || len(rows) != 2 || !strings.HasPrefix(rows[0], "| 6 | join | ") || err != nil || len(strings.Fields(string(drawn))) != 6 {
		t.Fatalf("exit %d\n%s%s%v %q", code, &out, &errs, err, drawn)
	}
}

// TestHelp: --help names every workload, and the new ones among them.
func TestHelp(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"--help"}, &out, &errs); code != 0 {
		t.Fatal(code)
	}
	for _, name := range append(bots.Workloads(), "join", "commute", "fly", "walk", "mixed", "crowd") {
		if !regexp.MustCompile(`[^a-z-]` + name + `\s`).MatchString(out.String()) {
			t.Errorf("no %s", name)
		}
	}
	t.Logf("%d workloads", len(bots.Workloads()))
}

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		code int
	}{
		{[]string{"--help"}, 0},
		{[]string{"--version"}, 0},
		{nil, 2},
		{[]string{"--connect", "127.0.0.1:1", "--workload", "sleep"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--players", "0"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--players", "1000000"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--stamps", "1000"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--net-loss", "2"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--report", "/no/such/folder/r.json"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--view-distance", "3"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--direct-links", "some"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--view-distance", "321"}, 2},
		{[]string{"--connect", "127.0.0.1:1", "--players", "4", "--playing", "4"}, 2},
		{[]string{"figures"}, 0},
		{[]string{"figures", "--probe", "r.json"}, 2},
		{[]string{"figures", "--crowd", "/no/such/file"}, 1},
		{[]string{"crash", "--server", "/no/such/server"}, 2},
		{[]string{"more"}, 2},
	} {
		var out, errs bytes.Buffer
		if code := run(context.Background(), c.args, &out, &errs); code != c.code {
			t.Errorf("%q: exit %d, want %d: %s", c.args, code, c.code, &errs)
		}
		if c.code == 2 && strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("%q: printed %q", c.args, &errs)
		}
	}
}

// TestInterrupted checks that a run interrupted with Ctrl-C writes its report.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(context.Canceled)
	file := filepath.Join(t.TempDir(), "report.json")
	var out, errs bytes.Buffer
	code := run(ctx, []string{"--connect", "127.0.0.1:9", "--players", "2", "--report", file}, &out, &errs)
	if _, err := os.Stat(file); code != 130 || err != nil {
		t.Fatalf("exit %d, %v: %s", code, err, &errs)
	}
}
