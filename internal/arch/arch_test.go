package arch

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
)

const root = "../.."

// passes are the laws over types. Each has its examples in testdata, under its name.
var passes = []pass{
	{Pure, "the core has one owner and never waits"},
	{Floats, "floats round differently with the order and the platform; both sides must agree to the bit"},
	{Products, "a product of two positions or speeds overflows int64"},
	{Setters, "state changes through edits alone, or its inverse is not recorded and prediction cannot be undone"},
	{Fields, "a struct that everybody writes hides who owns its state"},
	{References, "inside a package too a reader goes one way"},
	{Tables, "a package-level variable of the core is a table, and what a getter lends is read only"},
}

// TestLaws holds every text of the module against the laws about imports, sizes and words.
func TestLaws(t *testing.T) {
	tr, err := ReadTree(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d Go files, %d other texts", len(tr.Files), len(tr.Texts))
	if len(tr.Files) < 100 || tr.Texts["go.mod"] == "" {
		t.Fatal("the module was not found")
	}
	for _, law := range slices.Concat(Imports, Texts) {
		t.Run(law.Name, func(t *testing.T) {
			for _, f := range law.Check(tr) {
				t.Errorf("%s\n\tbecause: %s", f, law.Why)
			}
		})
	}
}

// TestPasses runs the passes over every package that is built on this machine, without its tests.
func TestPasses(t *testing.T) {
	found, ran := analyze(t, root, passes)
	for _, f := range found {
		t.Errorf("%s: %s: %s\n\tbecause: %s", f.at, f.law.Name, f.message, f.law.why)
	}
	t.Logf("%d runs of %d passes", ran, len(passes))
	if ran < 40*len(passes) {
		t.Error("the packages of the module were not found")
	}
}

// pass is an analyzer, and why its law stands.
type pass struct {
	*analysis.Analyzer
	why string
}

type finding struct {
	law         pass
	at, message string // at is path:line, the path from the root of the module
}

// analyze runs passes over the module in a folder, and returns what they find and how often one ran.
func analyze(t *testing.T, dir string, passes []pass) (found []finding, ran int) {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	cfg := &packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: dir, Env: append(os.Environ(), "GOWORK=off")}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the module does not build")
	}
	for _, p := range pkgs { // facts are asked of this module alone, whose sources are loaded
		maps.DeleteFunc(p.Imports, func(path string, _ *packages.Package) bool { _, ours := folder(path); return !ours })
	}
	laws := map[*analysis.Analyzer]pass{}
	var analyzers []*analysis.Analyzer
	for _, p := range passes {
		laws[p.Analyzer] = p
		analyzers = append(analyzers, p.Analyzer)
	}
	graph, err := checker.Analyze(analyzers, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		ran++
		for _, d := range act.Diagnostics {
			p := act.Package.Fset.Position(d.Pos)
			rel, err := filepath.Rel(dir, p.Filename)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, finding{laws[act.Analyzer], fmt.Sprintf("%s:%d", filepath.ToSlash(rel), p.Line), d.Message})
		}
	}
	return found, ran
}

// TestExamples holds each law against its examples in testdata: every finding is wanted by a comment `want "..."` of its
// line, or `want+1 "..."` of the line before, every wanted one is found, and every law is broken somewhere.
func TestExamples(t *testing.T) {
	rows := backReferences
	backReferences = map[string]int{"server": 4, "client": 1, "sim": 2} // of the examples
	defer func() { backReferences = rows }()
	for _, p := range passes {
		t.Run(p.Name, func(t *testing.T) {
			found, _ := analyze(t, filepath.Join("testdata", p.Name), []pass{p})
			compare(t, filepath.Join("testdata", p.Name), found)
		})
	}
	for dir, laws := range map[string][]Law{"imports": Imports, "text": Texts} {
		t.Run(dir, func(t *testing.T) {
			tr, err := ReadTree(filepath.Join("testdata", dir))
			if err != nil {
				t.Fatal(err)
			}
			var found []finding
			for _, law := range laws {
				lines := law.Check(tr)
				for _, l := range lines {
					at, message, _ := strings.Cut(l, ": ")
					found = append(found, finding{at: at, message: message})
				}
				if len(lines) == 0 {
					t.Errorf("no example breaks the law %s", law.Name)
				}
			}
			compare(t, filepath.Join("testdata", dir), found)
		})
	}
}

var want = regexp.MustCompile(`(?://|<!--) want(\+1)? "([^"]*)"`)

// compare holds findings against the comments in a folder that want them.
func compare(t *testing.T, dir string, found []finding) {
	t.Helper()
	wanted := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		for i, l := range strings.Split(string(text), "\n") {
			if m := want.FindStringSubmatch(l); m != nil {
				wanted[fmt.Sprintf("%s:%d", filepath.ToSlash(rel), i+1+len(m[1])/2)] = m[2]
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) == 0 || len(wanted) == 0 {
		t.Errorf("%d findings, %d wanted: no example breaks this law", len(found), len(wanted))
	}
	t.Logf("%d findings, %d wanted", len(found), len(wanted))
	seen := map[string]bool{}
	for _, f := range found {
		if w, ok := wanted[f.at]; !ok || !strings.Contains(f.message, w) {
			t.Errorf("%s: not wanted: %s", f.at, f.message)
		}
		seen[f.at] = true
	}
	for at, w := range wanted {
		if !seen[at] {
			t.Errorf("%s: %q is not found", at, w)
		}
	}
}

// TestRows holds the data of the laws against itself.
func TestRows(t *testing.T) {
	for p, row := range floors {
		if row.level < 0 || row.level > 12 || row.owns == "" {
			t.Errorf("%s: a row needs a floor of 0 to 11 and a sentence", p)
		}
	}
	listed := slices.Concat(slices.Collect(maps.Keys(setterCallers)), slices.Collect(maps.Keys(coreOutside)), slices.Collect(maps.Keys(pureDespiteStar)), exact)
	for _, p := range listed {
		if _, ok := floors[p]; !ok {
			t.Errorf("%s is named in a law but has no row", p)
		}
	}
	for p, back := range backReferences {
		if back <= 0 {
			t.Errorf("%s has a row of %d references that run back up: a package without a row has none", p, back)
		}
		if files, err := filepath.Glob(filepath.Join(root, p, "*.go")); err != nil || len(files) == 0 {
			t.Errorf("%s has a row of references that run back up and no files: %v", p, err)
		}
	}
	for _, p := range exact {
		if floors[p].starred {
			t.Errorf("%s is exact and starred", p)
		}
	}
}
