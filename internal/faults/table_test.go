package faults

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	seen, rows := map[Fault]bool{}, map[Row]bool{}
	last := 0
	for _, r := range Table {
		row := Row{Fault: r.Fault, Package: r.Package, Test: r.Test}
		if rows[row] {
			t.Errorf("%s is there twice with %s %s", r.Fault, r.Package, r.Test)
		}
		rows[row] = true
		seen[r.Fault] = true
		if r.Law < max(1, last) || r.Law > 18 {
			t.Errorf("%s: law %d: the table goes by law, 1 to 18", r.Fault, r.Law)
		}
		last = r.Law
		if r.Effect == "" {
			t.Errorf("%s does not say what it does", r.Fault)
		}
	}
	for _, f := range constants(t) {
		if !seen[f] {
			t.Errorf("%s has no row", f)
		}
	}
}

// TestRowsNameTests finds the package and the test of each row in the sources.
func TestRowsNameTests(t *testing.T) {
	for _, r := range Table {
		names, err := testNames(filepath.Join("../..", r.Package))
		if err != nil {
			t.Errorf("%s: %v", r.Fault, err)
			continue
		}
		re, err := regexp.Compile(r.Test)
		if err != nil {
			t.Errorf("%s: %v", r.Fault, err)
		} else if !slices.ContainsFunc(names, re.MatchString) {
			t.Errorf("%s: package %s has no test %s", r.Fault, r.Package, r.Test)
		}
	}
}

// TestActive runs in both builds: without the tag no fault is on, with it the one of the environment.
func TestActive(t *testing.T) {
	for _, r := range Table {
		if Active(r.Fault) && string(r.Fault) != os.Getenv("VOXTIDE_FAULT") {
			t.Errorf("%s is active and was not asked for", r.Fault)
		}
	}
}

// constants reads the constants of type Fault out of names.go, so that none can be left out of the table.
func constants(t *testing.T) (out []Fault) {
	f, err := parser.ParseFile(token.NewFileSet(), "names.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		for _, v := range spec.Values {
			if lit, ok := v.(*ast.BasicLit); ok {
				s, err := strconv.Unquote(lit.Value)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, Fault(s))
			}
		}
		return false
	})
	if len(out) == 0 {
		t.Fatal("no constants in names.go")
	}
	return out
}

func testNames(dir string) (out []string, err error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
				out = append(out, fn.Name.Name)
			}
		}
	}
	return out, nil
}
