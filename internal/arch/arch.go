// Package arch is the law of the code: which package may import which, what the pure core may not do, who may change
// the state of the world, and how large and in what words a file may be. It runs as a test: `go test ./internal/arch`.
//
// floors.go holds the laws as data. Two kinds of checks judge by it: a Law reads the text of every file, those of tests
// and of other platforms included; a pass is a go/analysis Analyzer over the types of what is built on this machine.
// Each has its examples in testdata, where a comment `// want "..."` names the finding of its line.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Module is the name of the module, which begins the import path of each package.
const Module = "voxtide"

// A File is a Go file as text.
type File struct {
	Path  string // from the root of the module, with slashes
	Pkg   string // its folder; "" is the root
	Test  bool
	Lines []string
	AST   *ast.File
}

// A Tree is every text that a Law reads.
type Tree struct {
	Fset  *token.FileSet
	Files []*File           // Go files, in the order of their paths
	Texts map[string]string // go.mod and all Markdown, by path
}

// ReadTree reads the module in a folder, without testdata and hidden folders.
func ReadTree(root string) (*Tree, error) {
	tr := &Tree{Fset: token.NewFileSet(), Texts: map[string]string{}}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name := d.Name(); d.IsDir() && p != root && (name == "testdata" || name[0] == '.' || name[0] == '_' || name == "bin" || name == "out") {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, p)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil || d.IsDir():
			return err
		case strings.HasSuffix(rel, ".go"):
			return tr.addGo(p, rel)
		case rel == "go.mod" || strings.HasSuffix(rel, ".md"):
			text, err := os.ReadFile(p)
			tr.Texts[rel] = string(text)
			return err
		}
		return nil
	})
	return tr, err
}

func (tr *Tree) addGo(p, rel string) error {
	text, err := os.ReadFile(p)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(tr.Fset, rel, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	pkg := path.Dir(rel)
	if pkg == "." {
		pkg = ""
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	tr.Files = append(tr.Files, &File{rel, pkg, strings.HasSuffix(rel, "_test.go"), lines, f})
	return nil
}

// A Law reads a tree and returns what breaks it, as lines `path:line: finding`.
type Law struct {
	Name, Why string
	Check     func(*Tree) []string
}

// at formats a finding at a position.
func (tr *Tree) at(pos token.Pos, format string, args ...any) string {
	p := tr.Fset.Position(pos)
	return fmt.Sprintf("%s:%d: %s", p.Filename, p.Line, fmt.Sprintf(format, args...))
}

// imports yields the import paths of a file with their positions.
func (f *File) imports(yield func(string, token.Pos) bool) {
	for _, spec := range f.AST.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		if !yield(p, spec.Pos()) {
			return
		}
	}
}

// folder turns an import path into a folder of this module, and reports whether it is one.
func folder(importPath string) (string, bool) {
	if importPath == Module {
		return "", true
	}
	return strings.CutPrefix(importPath, Module+"/")
}

// floorOf returns the row of a package and the row's name: its own, or that of a folder above whose row has kin set.
func floorOf(pkg string) (row floor, name string, ok bool) {
	for name = pkg; ; name = path.Dir(name) {
		if name == "." {
			return floor{}, "", false
		}
		if row, ok := floors[name]; ok && (name == pkg || row.kin) {
			return row, name, true
		}
		if name == "" {
			return floor{}, "", false
		}
	}
}

// pure reports whether a package belongs to the pure core.
func pure(pkg string) bool {
	row, _, ok := floorOf(pkg)
	return ok && !row.starred
}

// below reports whether p is root or in a folder under it.
func below(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

// belowAny reports whether p is one of the roots or in a folder under one.
func belowAny(roots []string, p string) bool {
	return slices.ContainsFunc(roots, func(r string) bool { return below(p, r) })
}
