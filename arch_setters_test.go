// The rule about setters: state changes through edits alone, and what a getter lends is read only.
package voxtide_test

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var setterPrefixes = []string{"Set", "Put", "Take", "Add", "Remove", "Insert", "Delete", "Clear"}

// isSetter tells whether a name begins with one of the words, as a word: SetBlock and Set, not Settled.
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

// worldMethod tells whether a function is a method of world.World or world.Section.
func worldMethod(f *types.Func) bool {
	sig, _ := f.Type().(*types.Signature)
	if sig == nil || sig.Recv() == nil || f.Pkg() == nil || f.Pkg().Path() != module+"/world" {
		return false
	}
	name := typeName(sig.Recv().Type())
	return name == "World" || name == "Section"
}

func checkSetters(tr *tree) (out []string) {
	for _, f := range tr.files {
		allowed := setterCallers[f.pkg]
		if f.test || !f.built || f.pkg == "world" {
			continue
		}
		lent := tr.borrowed(f.ast, worldGetter)
		writes(f.ast, func(e ast.Expr) {
			if lent(e) {
				out = append(out, tr.at(e.Pos(), "%s writes through what a getter of world lent it", f.pkg))
			}
		})
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				sel := tr.info.Selections[n]
				if sel == nil {
					return true
				}
				m, ok := sel.Obj().(*types.Func)
				if !ok || !worldMethod(m) || !isSetter(m.Name()) {
					return true
				}
				if allowed == "" || !regexp.MustCompile(allowed).MatchString(m.Name()) {
					out = append(out, tr.at(n.Pos(), "%s calls %s of world", f.pkg, m.Name()))
				}
			case *ast.InterfaceType:
				if m := tr.doorIn(n); m != "" && allowed == "" {
					out = append(out, tr.at(n.Pos(), "%s declares an interface that *world.World fits with its setter %s", f.pkg, m))
				}
			}
			return true
		})
	}
	return out
}

// doorIn returns the setter that an interface type would let through, "" if *world.World does not fit it.
func (tr *tree) doorIn(e *ast.InterfaceType) string {
	iface, ok := tr.info.TypeOf(e).(*types.Interface)
	world := tr.pkgs[module+"/world"]
	if !ok || world == nil || world.Scope().Lookup("World") == nil {
		return ""
	}
	for m := range iface.Methods() {
		if isSetter(m.Name()) && types.Implements(types.NewPointer(world.Scope().Lookup("World").Type()), iface) {
			return m.Name()
		}
	}
	return ""
}

// borrowed returns a test whether an expression reaches into something that was lent to be read only: by a function
// or variable that lends, or through a variable defined from one.
func (tr *tree) borrowed(file *ast.File, lends func(types.Object) bool) func(ast.Expr) bool {
	vars := map[types.Object]bool{}
	lent := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		m, _ := tr.info.Uses[lastIdent(call.Fun)].(*types.Func)
		if m == nil || m.Signature().Results().Len() == 0 {
			return false
		}
		return lends(m) && byReference(m.Signature().Results().At(0).Type())
	}
	var reach func(e ast.Expr) bool
	reach = func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			return vars[tr.info.ObjectOf(e)] || lends(tr.info.ObjectOf(e))
		case *ast.CallExpr:
			return lent(e)
		case *ast.ParenExpr:
			return reach(e.X)
		case *ast.SelectorExpr:
			return reach(e.X)
		case *ast.IndexExpr:
			return reach(e.X)
		case *ast.StarExpr:
			return reach(e.X)
		case *ast.SliceExpr:
			return reach(e.X)
		}
		return false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) == 1 {
			if id, ok := a.Lhs[0].(*ast.Ident); ok && tr.info.ObjectOf(id) != nil &&
				(lent(a.Rhs[0]) || reach(a.Rhs[0]) && byReference(tr.info.TypeOf(a.Rhs[0]))) {
				vars[tr.info.ObjectOf(id)] = true
			}
		}
		return true
	})
	return reach
}

// writes calls bad for each expression that a file assigns to, other than plain variables.
func writes(file *ast.File, bad func(ast.Expr)) {
	ast.Inspect(file, func(n ast.Node) bool {
		var left []ast.Expr
		switch n := n.(type) {
		case *ast.AssignStmt:
			left = n.Lhs
		case *ast.IncDecStmt:
			left = []ast.Expr{n.X}
		}
		for _, l := range left {
			if _, plain := l.(*ast.Ident); !plain {
				bad(l)
			}
		}
		return true
	})
}

// worldGetter tells whether a function is a method of world that lends what it returns.
func worldGetter(obj types.Object) bool {
	m, ok := obj.(*types.Func)
	return ok && worldMethod(m) && !isSetter(m.Name()) && !isAppender(m)
}

// isAppender tells whether a method returns the slice that it was given, as SectionList does.
func isAppender(m *types.Func) bool {
	sig := m.Signature()
	if sig.Params().Len() == 0 {
		return false
	}
	last := sig.Params().At(sig.Params().Len() - 1).Type()
	_, slice := last.Underlying().(*types.Slice)
	return slice && sig.Results().Len() > 0 && types.Identical(last, sig.Results().At(0).Type())
}
