package main

import (
	"bytes"
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/schematic/schemfile"
	"voxtide/server/host"
	"voxtide/world"
)

func runProgram(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = run(context.Background(), args, &stdout, &stderr)
	return stdout.String() + stderr.String(), code
}

// inOrder checks a world from end to end.
func inOrder(t *testing.T, dir string) *host.Report {
	t.Helper()
	r, err := host.Check(dir, slog.New(slog.DiscardHandler), nil)
	if err != nil || !r.OK() {
		t.Fatalf("%v %v", err, r.Problems)
	}
	return r
}

// TestImport: a region file and two maps come into a world that is in order then, again over what is there already, too; a box of it is carried out, and
// is what it was.
func TestImport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "w")
	out, code := runProgram(t, "anvil", "../../schematic/anvil/testdata", dir, "--seed", "7", "--x", "32")
	if code != 0 || !strings.Contains(out, "48 sections written") || !strings.Contains(out, "minecraft:crimson_planks -> ") || !strings.Contains(out, "2 texts of signs; 2 boxes without what they held") {
		t.Fatalf("%d %s", code, out)
	}
	t.Log(out)
	first := inOrder(t, dir)
	if first.Sections != 48 {
		t.Errorf("%d sections", first.Sections)
	}
	out, code = runProgram(t, "luanti", "testdata/map.sqlite", dir)
	if code != 0 || !strings.Contains(out, "3 sections written") || !strings.Contains(out, "mymod:purple_thing -> ") {
		t.Fatalf("%d %s", code, out)
	}
	t.Log(out)
	inOrder(t, dir)
	out, code = runProgram(t, "luanti", "testdata/old.sqlite", dir, "--x", "48", "--y", "64", "--z", "0", "--from", "-16,-48", "--to", "-1,-17")
	if code != 0 || !strings.Contains(out, "2 sections written") {
		t.Fatalf("%d %s", code, out)
	}
	inOrder(t, dir)
	out, code = runProgram(t, "luanti", "testdata/old.sqlite", dir, "--x", "48", "--y", "64", "--z", "32", "--from", "-16,-48", "--to", "-1,-17")
	if code != 0 || !strings.Contains(out, "1 of them had been changed before") {
		t.Fatalf("over another: %d %s", code, out)
	}
	inOrder(t, dir)
	file := filepath.Join(t.TempDir(), "piece.schem")
	out, code = runProgram(t, "export", dir, "32,64,0", "63,79,15", file)
	if code != 0 || !strings.Contains(out, "8192 cells") {
		t.Fatalf("%d %s", code, out)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s, report, err := schemfile.Read("schem", f)
	if err != nil || len(report) > 0 || s.Blocks[s.Index(3, 8, 0)].Class() != world.ClassSign || s.Texts[s.Index(3, 8, 0)] != "to the mill" {
		t.Errorf("%v %v", err, report)
	}
	for want, args := range map[string][]string{
		"has no region files":       {"anvil", "testdata", dir},
		"multiples of 16":           {"anvil", "../../schematic/anvil/testdata", dir, "--x", "5"},
		"two numbers each":          {"luanti", "testdata/map.sqlite", dir, "--from", "1"},
		"no such file":              {"luanti", "nothing.sqlite", dir},
		"is no world":               {"export", filepath.Join(t.TempDir(), "none"), "0,0,0", "1,1,1", file + "2"},
		"file exists":               {"export", dir, "0,0,0", "1,1,1", file},
		"a corner is three numbers": {"export", dir, "0,0", "1,1,1", file},
		"schematic has at most":     {"export", dir, "0,0,0", "999,99,999", file + ".vxs"},
	} {
		if out, code := runProgram(t, args...); code == 0 || !strings.Contains(out, want) {
			t.Errorf("%v: %d %s", args, code, out)
		}
	}
}
