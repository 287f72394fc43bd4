// The rule about package-level variables of the core: tables that nobody writes to.
package voxtide_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// libraryMakers are the functions of the standard library whose results may be kept in a package-level var: what they
// return cannot change. What else a library returns cannot be looked into.
var libraryMakers = []string{"errors.New", "fmt.Errorf", "strings.NewReplacer", "encoding/binary.LittleEndian", "encoding/binary.BigEndian"}

// checkCoreVars lets a package-level var of the core stand if it is a table or a sentinel error: it has a value from
// the start or from init, and nothing outside init assigns to it or to a part of it, calls a method that takes its
// address, or keeps a pointer, slice or map of it. Three uses are let through and watched: a function may return such
// a reference to be read, a local variable may be defined from it, and a function may take it as an argument; whoever
// writes through one of these is found, in any package. What libraries do with an argument is trusted.
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
	lenders := map[types.Object]bool{}
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
			} else if what := tr.misuse(stack, lenders); what != "" {
				out = append(out, tr.at(id.Pos(), "var %s of pure package %s is %s", id.Name, pkg, what))
			}
		})
	}
	tr.lendOn(lenders)
	for _, f := range tr.files {
		lent := tr.borrowed(f.ast, func(obj types.Object) bool { return lenders[obj] })
		writes(f.ast, func(e ast.Expr) {
			if !f.test && f.built && lent(e) {
				out = append(out, tr.at(e.Pos(), "a write through what a table of the core lent"))
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
// Where it is lent to be read, misuse enters the function or variable that lends it.
func (tr *tree) misuse(stack []ast.Node, lenders map[types.Object]bool) string {
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
			if u, ok := p.(*ast.UnaryExpr); ok && u.Op == token.AND {
				if !tr.lend(stack[:i], u, lenders) {
					return "taken the address of, and kept"
				}
				return ""
			}
			if t := tr.info.TypeOf(cur); byReference(t) && tr.lend(stack[:i+1], cur, lenders) {
				return ""
			}
			return tr.misuseIn(p, cur)
		}
	}
	return ""
}

// lend enters the local variable that is defined from a reference into a table, the function that returns it, or the
// parameter that it is given to.
func (tr *tree) lend(stack []ast.Node, ref ast.Expr, lenders map[types.Object]bool) bool {
	switch p := stack[len(stack)-1].(type) {
	case *ast.AssignStmt:
		if i := slices.Index(p.Rhs, ref); p.Tok == token.DEFINE && i >= 0 {
			lenders[tr.info.ObjectOf(p.Lhs[i].(*ast.Ident))] = true
			return true
		}
	case *ast.ReturnStmt:
		if fn := tr.enclosing(stack); fn != nil && p.Results[0] == ref {
			lenders[fn] = true
			return true
		}
	case *ast.CallExpr:
		return tr.lendArg(p, ref, lenders)
	}
	return false
}

// lendArg enters the parameter that a reference into a table is given to.
func (tr *tree) lendArg(call *ast.CallExpr, ref ast.Expr, lenders map[types.Object]bool) bool {
	fn, ok := tr.info.Uses[lastIdent(call.Fun)].(*types.Func)
	i := slices.Index(call.Args, ref)
	if !ok || i < 0 || fn.Signature().Params().Len() == 0 {
		return false
	}
	lenders[fn.Signature().Params().At(min(i, fn.Signature().Params().Len()-1))] = true
	return true
}

// enclosing returns the function that a node lies in, nil for one without a name.
func (tr *tree) enclosing(stack []ast.Node) types.Object {
	for i := len(stack) - 1; i >= 0; i-- {
		switch fn := stack[i].(type) {
		case *ast.FuncLit:
			return nil
		case *ast.FuncDecl:
			return tr.info.Defs[fn.Name]
		}
	}
	return nil
}

// lendOn enters the functions that return or pass on what they were lent, until there are no more.
func (tr *tree) lendOn(lenders map[types.Object]bool) {
	for before := -1; before < len(lenders); {
		before = len(lenders)
		for _, f := range tr.files {
			if !f.core() || !f.built {
				continue
			}
			lent := tr.borrowed(f.ast, func(obj types.Object) bool { return lenders[obj] })
			walk(f.ast, func(stack []ast.Node) {
				if call, ok := stack[len(stack)-1].(*ast.CallExpr); ok {
					for _, a := range call.Args {
						if byReference(tr.info.TypeOf(a)) && lent(a) {
							tr.lendArg(call, a, lenders)
						}
					}
				}
				r, ok := stack[len(stack)-1].(*ast.ReturnStmt)
				if !ok || len(r.Results) == 0 || !byReference(tr.info.TypeOf(r.Results[0])) || !lent(r.Results[0]) {
					return
				}
				if fn := tr.enclosing(stack); fn != nil {
					lenders[fn] = true
				}
			})
		}
	}
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
