package arch

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Floats reports floating point in the packages whose arithmetic both sides repeat: it rounds differently with the
// order of operations and with the platform, and both sides must agree to the bit.
var Floats = &analysis.Analyzer{Name: "floats", Doc: "no floating point where both sides must agree to the bit", Run: runFloats}

func runFloats(pass *analysis.Pass) (any, error) {
	if !ours(pass, isExact) {
		return nil, nil
	}
	for _, f := range sources(pass) {
		line := 0
		report := func(n ast.Node, format string, args ...any) {
			if l := pass.Fset.Position(n.Pos()).Line; l != line { // once a line is enough
				pass.Reportf(n.Pos(), format, args...)
				line = l
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			if t := pass.TypesInfo.TypeOf(e); t != nil {
				if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
					report(e, "a value of type %s where both sides must agree to the bit", t)
				}
			}
			if sel, ok := e.(*ast.SelectorExpr); ok {
				if fn, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Func); ok && fn.Pkg() != nil && floatFunc(fn) {
					report(e, "%s.%s where both sides must agree to the bit", fn.Pkg().Name(), fn.Name())
				}
			}
			return true
		})
	}
	return nil, nil
}

func isExact(pkg string) bool { return slices.Contains(exact, pkg) }

func floatFunc(fn *types.Func) bool {
	return fn.Pkg().Path() == "math" || fn.Pkg().Path() == "strconv" && strings.Contains(fn.Name(), "Float")
}
