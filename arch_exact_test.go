// The rules about arithmetic: no floats, no products of positions.
package voxtide_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// mathIntegers are the names of package math that are integers.
var mathIntegers = regexp.MustCompile(`^(Max|Min)(Int|Uint)\d*$`)

func checkFloats(tr *tree) (out []string) {
	for _, f := range tr.files {
		if f.test || !slices.Contains(exact, f.pkg) {
			continue
		}
		last := 0
		bad := func(n ast.Node, what string) {
			if line := tr.fset.Position(n.Pos()).Line; line != last { // once a line will do
				out = append(out, tr.at(n.Pos(), "%s in exact package %s", what, f.pkg))
				last = line
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			switch t := tr.info.TypeOf(e).(type) {
			case nil:
			case *types.Basic:
				if t.Info()&(types.IsFloat|types.IsComplex) != 0 {
					bad(e, "a value or type "+t.Name())
				}
			default:
				if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
					bad(e, "a value of a float type")
				}
			}
			switch e := e.(type) {
			case *ast.Ident:
				if tr.info.TypeOf(e) == nil && regexp.MustCompile(`^(float(32|64)|complex(64|128))$`).MatchString(e.Name) {
					bad(e, e.Name)
				}
			case *ast.BasicLit:
				if t := tr.info.TypeOf(e); (e.Kind == token.FLOAT || e.Kind == token.IMAG) && (t == nil || t == types.Typ[types.Invalid]) {
					bad(e, "the float "+e.Value)
				}
			case *ast.SelectorExpr:
				pkg, name := tr.qualified(e)
				if pkg == "math" && !mathIntegers.MatchString(name) || pkg == "strconv" && strings.Contains(name, "Float") {
					bad(e, pkg+"."+name)
				}
			}
			return true
		})
	}
	return out
}

// positional matches the names of types whose parts are positions or velocities.
var positional = regexp.MustCompile(`(Pos|Position|Vel|Velocity|Vec\d?|Vector)$`)

// checkProducts follows positions through sums, signs, conversions, abs and local variables. A quotient, a shift or a
// remainder counts as scaled down on purpose.
func checkProducts(tr *tree) (out []string) {
	for _, f := range tr.files {
		if f.test || !slices.Contains(exact, f.pkg) {
			continue
		}
		excused := map[int]bool{}
		for _, g := range f.ast.Comments {
			for _, c := range g.List {
				text := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
				if reason, ok := strings.CutPrefix(text, "exact:"); ok {
					line := tr.fset.Position(c.Pos()).Line
					excused[line], excused[line+1] = true, true
					if strings.TrimSpace(reason) == "" {
						out = append(out, tr.at(c.Pos(), "exact: gives no reason"))
					}
				}
			}
		}
		tainted := map[types.Object]bool{}
		mark := func(l, r ast.Expr) {
			if id, ok := l.(*ast.Ident); ok && tr.info.ObjectOf(id) != nil && tr.isPositional(r, tainted) {
				tainted[tr.info.ObjectOf(id)] = true
			}
		}
		bad := func(pos token.Pos) {
			if !excused[tr.fset.Position(pos).Line] {
				out = append(out, tr.at(pos, "a product of two positions or velocities"))
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && tr.isPositional(n.Lhs[0], tainted) && tr.isPositional(n.Rhs[0], tainted) {
					bad(n.Pos())
				}
				if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
					for i := range min(len(n.Lhs), len(n.Rhs)) {
						mark(n.Lhs[i], n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for i := range min(len(n.Names), len(n.Values)) {
					mark(n.Names[i], n.Values[i])
				}
			case *ast.BinaryExpr:
				if n.Op == token.MUL && tr.info.Types[n].Value == nil && tr.isPositional(n.X, tainted) && tr.isPositional(n.Y, tainted) {
					bad(n.OpPos)
				}
			}
			return true
		})
	}
	return out
}

func (tr *tree) isPositional(e ast.Expr, tainted map[types.Object]bool) bool {
	named := func(e ast.Expr) bool {
		t := tr.info.TypeOf(e)
		return t != nil && positional.MatchString(typeName(t))
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return tr.isPositional(e.X, tainted)
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && tr.isPositional(e.X, tainted)
	case *ast.BinaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && (tr.isPositional(e.X, tainted) || tr.isPositional(e.Y, tainted))
	case *ast.CallExpr:
		id := lastIdent(e.Fun)
		conversion := tr.info.Types[e.Fun].IsType()
		abs := id != nil && strings.EqualFold(id.Name, "abs")
		return (conversion || abs) && len(e.Args) == 1 && tr.isPositional(e.Args[0], tainted)
	case *ast.SelectorExpr:
		return named(e.X) || named(e)
	case *ast.IndexExpr:
		return named(e.X) || named(e)
	case *ast.Ident:
		return tainted[tr.info.ObjectOf(e)] || named(e)
	}
	return false
}
