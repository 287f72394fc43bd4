package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Pure reports in packages of the pure core what only an owner of time and machine may do: goroutines, channels,
// printing, and texts that differ between platforms. The core has one owner and never waits.
var Pure = &analysis.Analyzer{Name: "pure", Doc: "the core has no goroutine, channel, select, printing or build constraint", Run: runPure}

func runPure(pass *analysis.Pass) (any, error) {
	if !ours(pass, pure) {
		return nil, nil
	}
	for _, f := range sources(pass) {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, "//go:build") || strings.HasPrefix(c.Text, "//go:linkname") {
					pass.Reportf(f.Package, "a %s line: the core is one text on every platform", strings.Fields(c.Text)[0])
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				pass.Reportf(n.Pos(), "a go statement in the pure core")
			case *ast.SelectStmt:
				pass.Reportf(n.Pos(), "a select statement in the pure core")
			case *ast.ChanType:
				pass.Reportf(n.Pos(), "a channel in the pure core")
			case *ast.SendStmt:
				pass.Reportf(n.Pos(), "a send on a channel in the pure core")
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					pass.Reportf(n.Pos(), "a receive from a channel in the pure core")
				}
			case *ast.CallExpr:
				switch fn := callee(pass, n).(type) {
				case *types.Func:
					if p := fn.Pkg(); p != nil && p.Path() == "fmt" && (strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Scan")) {
						pass.Reportf(n.Pos(), "fmt.%s in the pure core", fn.Name())
					}
				case *types.Builtin:
					if strings.HasPrefix(fn.Name(), "print") {
						pass.Reportf(n.Pos(), "%s in the pure core", fn.Name())
					}
				}
			}
			return true
		})
	}
	return nil, nil
}

// ours reports whether the package of a pass is a package of this module that the predicate picks, and no test.
func ours(pass *analysis.Pass, pick func(pkg string) bool) bool {
	dir, ok := folder(pass.Pkg.Path())
	return ok && !strings.HasSuffix(pass.Pkg.Name(), "_test") && pick(dir)
}

// sources returns the files of a pass that are no tests.
func sources(pass *analysis.Pass) (out []*ast.File) {
	for _, f := range pass.Files {
		if !strings.HasSuffix(pass.Fset.Position(f.Pos()).Filename, "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

// callee returns what a call calls, nil where it is a value of function type.
func callee(pass *analysis.Pass, call *ast.CallExpr) types.Object {
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return pass.TypesInfo.Uses[f]
	case *ast.SelectorExpr:
		return pass.TypesInfo.Uses[f.Sel]
	}
	return nil
}
