package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Products reports products of two positions or speeds, which overflow int64: in units of 2^-32 blocks 5 m squared
// wraps. It follows positions through sums, signs, conversions, abs and local variables. A quotient, a shift or a
// remainder counts as scaled down on purpose; a line `//exact: reason` before the product excuses it.
var Products = &analysis.Analyzer{Name: "products", Doc: "no product of two positions: use bits.Mul64 or scale down first", Run: runProducts}

// positional matches the names of types whose parts are positions or velocities.
var positional = regexp.MustCompile(`(Pos|Position|Vel|Velocity|Vec\d?|Vector)$`)

func runProducts(pass *analysis.Pass) (any, error) {
	if !ours(pass, isExact) {
		return nil, nil
	}
	for _, f := range sources(pass) {
		p := &productPass{pass, excuses(pass, f), map[types.Object]bool{}}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if n.Tok == token.MUL_ASSIGN && p.isPosition(n.Lhs[0]) && p.isPosition(n.Rhs[0]) {
					p.report(n.Pos())
				}
				if n.Tok == token.ASSIGN || n.Tok == token.DEFINE {
					for i := range min(len(n.Lhs), len(n.Rhs)) {
						p.follow(n.Lhs[i], n.Rhs[i])
					}
				}
			case *ast.ValueSpec:
				for i := range min(len(n.Names), len(n.Values)) {
					p.follow(n.Names[i], n.Values[i])
				}
			case *ast.BinaryExpr:
				if n.Op == token.MUL && pass.TypesInfo.Types[n].Value == nil && p.isPosition(n.X) && p.isPosition(n.Y) {
					p.report(n.OpPos)
				}
			}
			return true
		})
	}
	return nil, nil
}

// excuses returns the lines of a file for which a comment gives a reason.
func excuses(pass *analysis.Pass, f *ast.File) map[int]bool {
	lines := map[int]bool{}
	for _, g := range f.Comments {
		for _, c := range g.List {
			reason, ok := strings.CutPrefix(strings.TrimSpace(strings.TrimPrefix(c.Text, "//")), "exact:")
			if !ok {
				continue
			}
			line := pass.Fset.Position(c.Pos()).Line
			lines[line], lines[line+1] = true, true
			if strings.TrimSpace(reason) == "" {
				pass.Reportf(c.Pos(), "exact: gives no reason")
			}
		}
	}
	return lines
}

type productPass struct {
	pass    *analysis.Pass
	excused map[int]bool          // lines
	vars    map[types.Object]bool // local variables that hold a part of a position
}

func (p *productPass) report(pos token.Pos) {
	if !p.excused[p.pass.Fset.Position(pos).Line] {
		p.pass.Reportf(pos, "a product of two positions or velocities")
	}
}

// follow notes that a variable holds a part of a position, if what is assigned to it is one.
func (p *productPass) follow(to, from ast.Expr) {
	if id, ok := to.(*ast.Ident); ok && p.pass.TypesInfo.ObjectOf(id) != nil && p.isPosition(from) {
		p.vars[p.pass.TypesInfo.ObjectOf(id)] = true
	}
}

func (p *productPass) named(e ast.Expr) bool {
	t := p.pass.TypesInfo.TypeOf(e)
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := t.(*types.Named)
	return ok && positional.MatchString(n.Obj().Name())
}

func (p *productPass) isPosition(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return p.isPosition(e.X)
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && p.isPosition(e.X)
	case *ast.BinaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && (p.isPosition(e.X) || p.isPosition(e.Y))
	case *ast.CallExpr:
		f := callee(p.pass, e)
		conversion := p.pass.TypesInfo.Types[e.Fun].IsType()
		return len(e.Args) == 1 && (conversion || f != nil && strings.EqualFold(f.Name(), "abs")) && p.isPosition(e.Args[0])
	case *ast.SelectorExpr:
		return p.named(e.X) || p.named(e)
	case *ast.IndexExpr:
		return p.named(e.X) || p.named(e)
	case *ast.Ident:
		return p.vars[p.pass.TypesInfo.ObjectOf(e)] || p.named(e)
	}
	return false
}
