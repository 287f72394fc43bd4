// Reading the sources of the house, from the disk or from a sample in a test, and checking their types.
package voxtide_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "voxtide"

// source is one Go file.
type source struct {
	path  string // from the root, with slashes
	pkg   string // folder from the root; "" is the root itself
	test  bool
	built bool // belongs to the ordinary build on linux/amd64
	lines int
	ast   *ast.File
}

// tree is all sources with what go/types could find out. The standard library and other modules are stand-ins
// without content (real ones cost a run of the go command each), so types that come from them are unknown here.
type tree struct {
	fset  *token.FileSet
	files []*source
	goMod string
	info  types.Info
	pkgs  map[string]*types.Package
}

// readTree reads the module in a folder.
func readTree(root string) (*tree, error) {
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p != root && (name == "testdata" || name == "vendor" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") && p != filepath.Join(root, "go.mod") {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		texts[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		return nil, err
	}
	return parseTree(texts)
}

// parseTree takes the texts of a module by path.
func parseTree(texts map[string]string) (*tree, error) {
	tr := &tree{fset: token.NewFileSet(), goMod: texts["go.mod"], pkgs: map[string]*types.Package{}}
	ctx := build.Default
	ctx.GOOS, ctx.GOARCH, ctx.CgoEnabled = "linux", "amd64", true
	ctx.JoinPath = path.Join
	ctx.OpenFile = func(p string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(texts[p])), nil }
	names := make([]string, 0, len(texts))
	for name := range texts {
		if strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		f, err := parser.ParseFile(tr.fset, name, texts[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s := &source{path: name, pkg: path.Dir(name), test: strings.HasSuffix(name, "_test.go"), ast: f}
		if s.pkg == "." {
			s.pkg = ""
		}
		s.lines = strings.Count(texts[name], "\n")
		if s.built, err = ctx.MatchFile(path.Dir(name), path.Base(name)); err != nil {
			return nil, err
		}
		tr.files = append(tr.files, s)
	}
	tr.checkTypes()
	return tr, nil
}

func (tr *tree) checkTypes() {
	tr.info = types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Defs:       map[*ast.Ident]types.Object{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	for _, f := range tr.files {
		_, _ = tr.Import(path.Join(module, f.pkg))
	}
}

var _ types.Importer = (*tree)(nil)

// Import makes a tree the importer of its own packages. Errors of type are the compiler's business, not the law's.
func (tr *tree) Import(p string) (*types.Package, error) {
	if pkg := tr.pkgs[p]; pkg != nil {
		return pkg, nil
	}
	rel, ours := ourPath(p)
	if !ours {
		name := path.Base(p)
		if strings.HasPrefix(name, "v") && strings.Trim(name[1:], "0123456789") == "" {
			name = path.Base(path.Dir(p))
		}
		pkg := types.NewPackage(p, name)
		pkg.MarkComplete()
		tr.pkgs[p] = pkg
		return pkg, nil
	}
	tr.pkgs[p] = types.NewPackage(p, path.Base(p)) // ends a loop of imports, which the floors forbid anyway
	var files []*ast.File
	for _, f := range tr.files {
		if f.pkg == rel && !f.test && f.built {
			files = append(files, f.ast)
		}
	}
	conf := types.Config{Importer: tr, FakeImportC: true, Error: func(error) {}}
	pkg, _ := conf.Check(p, tr.fset, files, &tr.info)
	pkg.MarkComplete()
	tr.pkgs[p] = pkg
	return pkg, nil
}

// ourPath turns an import path into a folder of this module.
func ourPath(p string) (rel string, ours bool) {
	if p == module {
		return "", true
	}
	return strings.CutPrefix(p, module+"/")
}

// imports yields the import paths of a file with their places.
func (f *source) imports(yield func(string, token.Pos) bool) {
	for _, spec := range f.ast.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		if !yield(p, spec.Pos()) {
			return
		}
	}
}

// find returns the row of a package and the name of the row, which for kin is the one of the folder above.
func find(pkg string) (place, string, bool) {
	for name := pkg; ; name = path.Dir(name) {
		if name == "." {
			return place{}, "", false
		}
		if row, ok := floors[name]; ok && (name == pkg || row.kin) {
			return row, name, true
		}
		if name == "" {
			return place{}, "", false
		}
	}
}

// core tells whether a file belongs to the pure core: tests of pure packages do not.
func (f *source) core() bool {
	row, _, ok := find(f.pkg)
	return ok && !row.starred && !f.test
}

// at formats a finding.
func (tr *tree) at(pos token.Pos, format string, args ...any) string {
	p := tr.fset.Position(pos)
	return fmt.Sprintf("%s:%d: %s", p.Filename, p.Line, fmt.Sprintf(format, args...))
}
