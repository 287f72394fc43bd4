package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Texts are the laws about sizes and words.
var Texts = []Law{
	{"sizes", "one file, one noun: a reader holds a file, a function and a folder of bounded size in mind", checkSizes},
	{"words", "a text that has to be translated in the head is not read; say it in plain English, in the words of the field", checkWords},
	{"comments", "each package says its job, its owner and its invariants in a package comment", checkComments},
	{"go.mod", "a fresh machine has one Go; a toolchain line would make it fetch another", checkGoMod},
}

func checkSizes(tr *Tree) (out []string) {
	count := map[string]int{}
	first := map[string]*File{}
	for _, f := range tr.Files {
		if f.Test {
			continue
		}
		if count[f.Pkg]++; first[f.Pkg] == nil {
			first[f.Pkg] = f
		}
		if n := len(f.Lines); n > maxFileLines {
			out = append(out, tr.at(f.AST.Package, "%d lines in a file, at most %d", n, maxFileLines))
		}
		for _, d := range f.AST.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := tr.Fset.Position(fn.End()).Line - tr.Fset.Position(fn.Pos()).Line + 1; n > maxFuncLines {
					out = append(out, tr.at(fn.Pos(), "%d lines in %s, at most %d", n, fn.Name.Name, maxFuncLines))
				}
			}
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(count)) {
		if n := count[pkg]; n > maxFolderFiles && fullFolders[pkg] == "" {
			out = append(out, tr.at(first[pkg].AST.Package, "%d files in folder %s, at most %d", n, pkg, maxFolderFiles))
		}
	}
	return out
}

// discouraged lists turns of phrase that make a reader translate, each with a better one. They are looked for in
// comments, strings and Markdown. A synonym is no mending: write the sentence again.
var discouraged = []struct {
	re     *regexp.Regexp
	better string
}{
	{regexp.MustCompile(`(?i)\bwhoever\b`), "name who"},
	{regexp.MustCompile(`(?i)\banew\b`), "again, or another verb"},
	{regexp.MustCompile(`(?i)\bso (many|much)\b`), "name the number"},
	{regexp.MustCompile(`(?i)\btells? whether\b`), "reports whether"},
	{regexp.MustCompile(`(?i)\b(is|are|was|were|be) no more([^ a-z]|$| [^t])`), "no longer"},
	{regexp.MustCompile(`(?i)\bsuch as (are|is|fall|have|can|may|do)\b`), "that"},
	{regexp.MustCompile(`(?i)\b(another|other) than (that|what|those) (which|that|was|is)\b`), "different from"},
}

func checkWords(tr *Tree) (out []string) {
	find := func(at func(offset int) string, text string) {
		for _, d := range discouraged {
			for _, m := range d.re.FindAllStringIndex(text, -1) {
				out = append(out, fmt.Sprintf("%s: %q: say %s", at(m[0]), text[m[0]:m[1]], d.better))
			}
		}
	}
	for _, f := range tr.Files {
		if f.Pkg == "internal/arch" {
			continue // names the words
		}
		in := func(pos token.Pos, text string) {
			find(func(int) string { p := tr.Fset.Position(pos); return fmt.Sprintf("%s:%d", p.Filename, p.Line) }, text)
		}
		for _, g := range f.AST.Comments {
			for _, c := range g.List {
				in(c.Pos(), c.Text)
			}
		}
		if frozenTexts[f.Path] != "" {
			continue
		}
		ast.Inspect(f.AST, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				in(lit.Pos(), lit.Value)
			}
			return true
		})
	}
	for _, name := range slices.Sorted(maps.Keys(tr.Texts)) {
		text := tr.Texts[name]
		find(func(offset int) string { return fmt.Sprintf("%s:%d", name, 1+strings.Count(text[:offset], "\n")) }, text)
	}
	return out
}

func checkComments(tr *Tree) (out []string) {
	first := map[string]*File{}
	said := map[string]bool{}
	for _, f := range tr.Files {
		if first[f.Pkg] == nil || first[f.Pkg].Test && !f.Test {
			first[f.Pkg] = f
		}
		said[f.Pkg] = said[f.Pkg] || f.AST.Doc != nil && strings.TrimSpace(f.AST.Doc.Text()) != ""
	}
	for _, pkg := range slices.Sorted(maps.Keys(first)) {
		if !said[pkg] {
			out = append(out, tr.at(first[pkg].AST.Package, "package %s has no package comment", first[pkg].AST.Name.Name))
		}
	}
	return out
}

func checkGoMod(tr *Tree) (out []string) {
	n, version := 0, false
	for line := range strings.Lines(tr.Texts["go.mod"]) {
		n++
		version = version || strings.HasPrefix(line, "go 1.26.0\n")
		if strings.HasPrefix(line, "toolchain") {
			out = append(out, fmt.Sprintf("go.mod:%d: %s", n, strings.TrimSpace(line)))
		}
	}
	if !version {
		out = append(out, "go.mod:2: no line `go 1.26.0`")
	}
	return out
}
