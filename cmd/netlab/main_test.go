package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"voxtide/transport/flood"
)

// TestMain lets flood start its server process, which here is this test binary: it must not run the tests again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "flood-server" {
		os.Exit(run(context.Background(), os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// TestFlood: attacked as fast as this machine can beside all else, honest players stay, nobody else gets in, memory stays. How
// long acks take is for a quiet machine. On a busy one a kind of attack may not come about in two seconds: it is attacked again
// until all kinds were sent, and each time nothing may break.
func TestFlood(t *testing.T) {
	sent, opened := map[string]uint64{}, uint64(0)
	all := func() (n uint64) {
		for _, k := range sent {
			n += k
		}
		return n
	}
	few := func() bool {
		for _, n := range sent {
			if n == 0 {
				return true
			}
		}
		return len(sent) != int(flood.Kinds) || opened == 0 || all() < 5000
	}
	for attack := 1; few(); attack++ {
		if attack > 20 {
			t.Fatalf("too little was sent: %v, %d sessions of the attacker's", sent, opened)
		}
		code, out, errs := call(t, context.Background(), "flood", "--players", "6", "--rate", "20000", "--duration", "2s", "--json", "--seed", fmt.Sprint(attack))
		var r floodResult
		if err := json.Unmarshal([]byte(out), &r); err != nil {
			t.Fatalf("exit %d, %v, %q", code, err, errs)
		}
		for k, n := range r.Sent {
			sent[k] += n
		}
		opened += r.Opened
		for _, b := range r.Broken {
			if !strings.Contains(b, "acks takes") {
				t.Fatal(b)
			}
		}
	}
	t.Logf("%d packets, %d sessions of the attacker's: %v", all(), opened, sent)
}

// TestResident: memory that is taken and written counts, also in what is built with the race detector.
func TestResident(t *testing.T) {
	const bytes = 64 << 20
	debug.FreeOSMemory() // else what other tests left is given back meanwhile
	before := resident()
	if before == 0 {
		t.Skip("this system does not tell")
	}
	held := make([]byte, bytes)
	for i := 0; i < bytes; i += 4096 {
		held[i] = 1
	}
	grew := resident() - before
	if grew < 0.9*bytes/1e6 || grew > 1.5*bytes/1e6 {
		t.Errorf("of %.0f MB %.0f are seen", bytes/1e6, grew)
	}
	t.Logf("%.0f MB, and %.0f of %.0f more", before, grew, bytes/1e6)
	runtime.KeepAlive(held)
}

func call(t *testing.T, ctx context.Context, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(ctx, args, &o, &e)
	return code, o.String(), e.String()
}

// TestUsage checks that wrong usage exits 2 with one line, and help and list exit 0.
func TestUsage(t *testing.T) {
	for _, args := range []string{"", "fly", "run --loss 2", "run --players 0", "run --players x", "run x", "run --strategy no",
		"run --scenario no", "run --duration -1s", "run --rtt 1h", "story", "story x", "flood x", "flood --players 0", "flood --rate -1", "flood-server", "list x", "run --picture 0s", "run --frame 0s", "compare x", "compare --strategies no", "compare --profiles isdn", "compare --roles king", "compare --duration 1s",
		"link x", "link --rate 0", "link --loss 1", "link --size 4", "link --duration 0s", "link --delay 1h", "link --mbit -1", "link --no"} {
		code, out, errs := call(t, context.Background(), strings.Fields(args)...)
		if code != 2 || out != "" || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, out %q, err %q", args, code, out, errs)
		}
	}
	for _, args := range []string{"--help", "run --help", "story --help", "link --help", "flood --help", "--version", "list", "story jetpack"} {
		if code, out, errs := call(t, context.Background(), strings.Fields(args)...); code != 0 || out == "" || errs != "" {
			t.Errorf("%q: exit %d, out %q, err %q", args, code, out, errs)
		}
	}
}

var last = regexp.MustCompile(`(?m)^ok seed (\d+) hash ([0-9a-f]{16}) speed \d+x corrections (\d+) unexplained 0\n\z`)

// TestRun checks that equal flags give an equal last line apart from the speed, and that 5% means 0.05.
func TestRun(t *testing.T) {
	flags := "--players 4 --duration 5s --rtt 200ms --jitter 50ms --burst --seed 9 --loss "
	var got [2][]string
	for i, loss := range []string{"5%", "0.05"} {
		code, out, errs := call(t, context.Background(), append([]string{"run"}, strings.Fields(flags+loss)...)...)
		if code != 0 {
			t.Fatalf("exit %d: %s%s", code, out, errs)
		}
		if got[i] = last.FindStringSubmatch(out); got[i] == nil {
			t.Fatalf("last line of %q", out)
		}
		got[i] = got[i][1:]
	}
	if strings.Join(got[0], " ") != strings.Join(got[1], " ") {
		t.Errorf("%v, then %v", got[0], got[1])
	}
}

// TestStop checks that an interrupted run exits with 130.
func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if code, _, _ := call(t, ctx, "run", "--duration", "1h"); code != 130 {
		t.Errorf("exit %d", code)
	}
}

// TestListMethods checks that list names at least 14 methods, each with a source and a sentence.
func TestListMethods(t *testing.T) {
	var out bytes.Buffer
	listMethods(&out)
	_, text, _ := strings.Cut(out.String(), "methods:\n")
	text, _, _ = strings.Cut(text, "choices of a method")
	lines, methods := strings.Split(strings.TrimSpace(text), "\n"), 0
	for _, l := range lines {
		if strings.HasPrefix(l, "    ") || l == "methods without a server:" {
			continue // a parameter, a heading
		}
		if methods++; len(strings.Fields(l)) < 8 || !strings.HasSuffix(l, ".") {
			t.Errorf("%q", l)
		}
	}
	if methods < 14 {
		t.Errorf("%d methods", methods)
	}
	t.Logf("%d methods", methods)
}
