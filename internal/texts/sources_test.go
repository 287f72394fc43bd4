package texts

import (
	"bufio"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/english.txt")

// spoken are the functions whose texts players read, by folder of the sources, each with how many texts are found at least: with fewer it
// has another name by now, and what it says is looked at no more.
var spoken = map[string]map[string]int{
	"server/admin": {"print": 120, "fail": 115, "Tell": 9, "notify": 8},
	"server":       {"tell": 8, "Broadcast": 2},
	"commands":     {"errorf": 5, "Sprintf": 8},
	"cmd/client":   {"say": 5},
}

var verbs = regexp.MustCompile(`%(-?[0-9*]*\.?[0-9]*)(\[1\])?[a-z]`)

// said returns a text as it may come out of a format.
func said(format string) string {
	n := 0
	return verbs.ReplaceAllStringFunc(format, func(v string) string {
		n++
		switch v[len(v)-1] {
		case 'd':
			return "7"
		case 'q':
			return strconv.Quote(fmt.Sprint("Xyz", n))
		}
		return fmt.Sprint("Xyz", n)
	})
}

// textsIn calls a function with each text that some functions of a folder's sources are given.
func textsIn(t *testing.T, dir string, functions map[string]int, each func(function, text, at string)) {
	files, err := filepath.Glob(filepath.Join("..", "..", dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: no sources: %v", dir, err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			function := nameOf(call.Fun)
			if _, says := functions[function]; !says {
				return true
			}
			for _, arg := range call.Args {
				ast.Inspect(arg, func(n ast.Node) bool {
					if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
						if s, _ := strconv.Unquote(l.Value); strings.Contains(s, " ") {
							each(function, s, filepath.Base(path))
						}
					}
					_, inner := n.(*ast.FuncLit)
					return !inner
				})
			}
			return true
		})
	}
}

func nameOf(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// TestEveryAnswerHasARow: each text that a server says to players has a row in every language, or is in testdata/english.txt: texts
// for those who run a server, and halves of texts.
func TestEveryAnswerHasARow(t *testing.T) {
	english := map[string]bool{}
	if f, err := os.Open("testdata/english.txt"); err == nil {
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if s, err := strconv.Unquote(lines.Text()); err == nil {
				english[s] = false
			}
		}
		f.Close()
	}
	found, without := 0, map[string]bool{}
	for dir, functions := range spoken {
		of := map[string]int{}
		textsIn(t, dir, functions, func(function, text, at string) {
			found++
			of[function]++
			for _, l := range Languages()[1:] {
				if New(l.Code).Has(said(text)) {
					continue
				}
				without[text] = true
				if _, known := english[text]; !known && !*update {
					t.Errorf("%s: %s/%s: no row for %q", l.Name, dir, at, text)
				}
				english[text] = true
			}
		})
		for f, least := range functions {
			if of[f] < least {
				t.Errorf("%s: %d texts of %s are found, at least %d should be: has it another name?", dir, of[f], f, least)
			}
		}
	}
	for text, used := range english {
		if !used {
			t.Errorf("testdata/english.txt: nobody says %q without a row: take the line out", text)
		}
	}
	if *update {
		var b strings.Builder
		b.WriteString("# Texts that are English everywhere: for those who run a server, and parts of texts whose whole has a row.\n")
		for _, s := range slices.Sorted(maps.Keys(without)) {
			fmt.Fprintf(&b, "%q\n", s)
		}
		if err := os.WriteFile("testdata/english.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d texts, %d of them in English everywhere", found, len(without))
}
