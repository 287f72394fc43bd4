// The rules that need to follow a value: package-level tables, floats, products of positions.
package voxtide_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// libraryMakers are the functions of the standard library whose results may be kept in a package-level var: what they
// return cannot change. What else a library returns cannot be looked into.
var libraryMakers = []string{"errors.New", "fmt.Errorf", "strings.NewReplacer", "encoding/binary.LittleEndian", "encoding/binary.BigEndian"}

// checkCoreVars lets a package-level var of the core stand if it is a table or a sentinel error: it has a value from
// the start or from init, and nothing outside init assigns to it or to a part of it, takes its address (method
// calls included), or lets a slice or map of it out by assigning or returning it. A slice given to a function as an
// argument is trusted to be read only: that is the limit of this rule.
func checkCoreVars(tr *tree) (out []string) {
	tables := map[types.Object]string{} // to the package
	filled := map[types.Object]bool{}
	for _, f := range tr.files {
		if !f.core() || !f.built {
			continue
		}
		for _, d := range f.ast.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				for i, id := range spec.Names {
					if obj := tr.info.Defs[id]; id.Name != "_" && obj != nil {
						tables[obj] = f.pkg
						filled[obj] = len(spec.Values) > 0
						out = append(out, tr.badInitial(spec, i, obj)...)
					}
				}
			}
		}
	}
	for _, f := range tr.files {
		if f.test || !f.built {
			continue
		}
		walk(f.ast, func(stack []ast.Node) {
			id, ok := stack[len(stack)-1].(*ast.Ident)
			if !ok {
				return
			}
			obj := tr.info.Uses[id]
			pkg, ok := tables[obj]
			if !ok {
				return
			}
			if f.pkg == pkg && inInit(stack) {
				filled[obj] = true
			} else if what := tr.misuse(stack); what != "" {
				out = append(out, tr.at(id.Pos(), "var %s of pure package %s is %s", id.Name, pkg, what))
			}
		})
	}
	for obj, ok := range filled {
		if !ok {
			out = append(out, tr.at(obj.Pos(), "var %s has no value from the start and none from init: it is state", obj.Name()))
		}
	}
	slices.Sort(out)
	return out
}

// badInitial judges the declaration of a package-level var.
func (tr *tree) badInitial(spec *ast.ValueSpec, i int, obj types.Object) []string {
	if _, ok := obj.Type().Underlying().(*types.Pointer); ok {
		return []string{tr.at(obj.Pos(), "var %s is a pointer: what it points to is state", obj.Name())}
	}
	if i >= len(spec.Values) {
		return nil
	}
	e := spec.Values[i]
	if call, ok := e.(*ast.CallExpr); ok {
		e = call.Fun
	}
	if pkg, name := tr.qualified(e); pkg != "" && pkg != obj.Pkg().Path() {
		if _, ours := ourPath(pkg); !ours && !slices.Contains(libraryMakers, pkg+"."+name) {
			return []string{tr.at(obj.Pos(), "var %s holds what %s.%s returned, which may change inside", obj.Name(), pkg, name)}
		}
	}
	return nil
}

// walk calls f for each node with the nodes that it lies in, the outermost first.
func walk(root ast.Node, f func(stack []ast.Node)) {
	var stack []ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		stack = append(stack, n)
		f(stack)
		return true
	})
}

// inInit tells whether a node lies in an init function.
func inInit(stack []ast.Node) bool {
	for _, n := range stack {
		if fn, ok := n.(*ast.FuncDecl); ok {
			return fn.Recv == nil && fn.Name.Name == "init"
		}
	}
	return false
}

// misuse says how the table that the innermost node names is changed or could be, "" if it is read.
func (tr *tree) misuse(stack []ast.Node) string {
	i := len(stack) - 1
	cur := stack[i].(ast.Expr)
	for i--; i >= 0; i-- {
		switch p := stack[i].(type) {
		case *ast.ParenExpr, *ast.StarExpr:
			cur = p.(ast.Expr)
		case *ast.SelectorExpr:
			if sel := tr.info.Selections[p]; sel != nil && sel.Kind() != types.FieldVal {
				if m, ok := sel.Obj().(*types.Func); ok && pointerMethod(m) && !byReference(tr.info.TypeOf(cur)) {
					return "changed by its method " + m.Name() + ", which takes its address"
				}
				return ""
			}
			cur = p
		case *ast.IndexExpr:
			if p.X != cur {
				return "" // it is the index
			}
			cur = p
		case *ast.SliceExpr:
			if p.X != cur {
				return ""
			}
			cur = p
		default:
			return tr.misuseIn(p, cur)
		}
	}
	return ""
}

// misuseIn judges the statement or expression that a table, or a part of it, is used in.
func (tr *tree) misuseIn(p ast.Node, cur ast.Expr) string {
	alias := func(how string) string {
		if t := tr.info.TypeOf(cur); t != nil && byReference(t) {
			return how + ": whoever holds the slice or map can write to it; hand out a copy or an array"
		}
		return ""
	}
	switch p := p.(type) {
	case *ast.AssignStmt:
		if slices.Contains(p.Lhs, cur) {
			return "assigned outside init"
		}
		return alias("handed to a variable")
	case *ast.IncDecStmt:
		return "assigned outside init"
	case *ast.RangeStmt:
		if p.Key == cur || p.Value == cur {
			return "assigned outside init"
		}
	case *ast.UnaryExpr:
		if p.Op == token.AND {
			return "taken the address of"
		}
	case *ast.ReturnStmt:
		return alias("returned")
	case *ast.KeyValueExpr, *ast.CompositeLit:
		return alias("put into a value")
	case *ast.CallExpr:
		b, ok := tr.info.Uses[lastIdent(p.Fun)].(*types.Builtin)
		if ok && len(p.Args) > 0 && p.Args[0] == cur && slices.Contains([]string{"append", "clear", "copy", "delete"}, b.Name()) {
			return "changed by " + b.Name()
		}
	}
	return ""
}

// pointerMethod tells whether a method has a pointer as its receiver.
func pointerMethod(m *types.Func) bool {
	recv := m.Signature().Recv()
	if recv == nil {
		return false
	}
	_, ok := recv.Type().(*types.Pointer)
	return ok
}

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
