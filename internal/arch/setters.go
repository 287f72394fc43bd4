package arch

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
)

// Setters reports who calls a setter of the world without being listed in setterCallers. State changes through edits
// alone: otherwise its inverse is not recorded, and a prediction cannot be undone. What the world's getters lend is
// watched by Tables.
var Setters = &analysis.Analyzer{Name: "setters", Doc: "the state of the world changes through edits alone", Run: runSetters}

var setterPrefixes = []string{"Set", "Put", "Take", "Add", "Remove", "Insert", "Delete", "Clear"}

// isSetter reports whether a name begins with a setter's prefix as a word: SetBlock and Set, not Settled.
func isSetter(name string) bool {
	for _, p := range setterPrefixes {
		if rest, ok := strings.CutPrefix(name, p); ok {
			if r, _ := utf8.DecodeRuneInString(rest); rest == "" || !unicode.IsLower(r) {
				return true
			}
		}
	}
	return false
}

// worldMethod reports whether a function is a method of world.World or world.Section.
func worldMethod(f *types.Func) bool {
	recv := f.Signature().Recv()
	if recv == nil || f.Pkg() == nil || f.Pkg().Path() != Module+"/world" {
		return false
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := t.(*types.Named)
	return ok && (n.Obj().Name() == "World" || n.Obj().Name() == "Section")
}

func runSetters(pass *analysis.Pass) (any, error) {
	dir, _ := folder(pass.Pkg.Path())
	if !ours(pass, func(pkg string) bool { return pkg != "world" }) {
		return nil, nil
	}
	_, row, _ := floorOf(dir)
	allowed := setterCallers[row]
	for _, f := range sources(pass) {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				sel := pass.TypesInfo.Selections[n]
				if sel == nil {
					return true
				}
				m, ok := sel.Obj().(*types.Func)
				if ok && worldMethod(m) && isSetter(m.Name()) && (allowed == "" || !regexp.MustCompile(allowed).MatchString(m.Name())) {
					pass.Reportf(n.Pos(), "%s calls %s of world", dir, m.Name())
				}
			case *ast.InterfaceType:
				if m := setterIn(pass, n); m != "" && allowed == "" {
					pass.Reportf(n.Pos(), "%s declares an interface that *world.World fits with its setter %s", dir, m)
				}
			}
			return true
		})
	}
	return nil, nil
}

// setterIn returns the setter that an interface would let through, "" if *world.World does not fit the interface.
func setterIn(pass *analysis.Pass, e *ast.InterfaceType) string {
	iface, ok := pass.TypesInfo.TypeOf(e).(*types.Interface)
	if !ok {
		return ""
	}
	for _, p := range pass.Pkg.Imports() {
		w := p.Scope().Lookup("World")
		if p.Path() != Module+"/world" || w == nil || !types.Implements(types.NewPointer(w.Type()), iface) {
			continue
		}
		for m := range iface.Methods() {
			if isSetter(m.Name()) {
				return m.Name()
			}
		}
	}
	return ""
}
