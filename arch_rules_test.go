// The rules about imports, purity, setters and sizes. Each takes the whole tree and returns what breaks it.
package voxtide_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

type rule struct {
	name, why string
	check     func(*tree) []string
}

var rules = []rule{
	{"table", "each package has a floor and an owner's sentence in arch_test.go before it has code", checkTable},
	{"floors", "imports go down only, so that each floor can be read and tested without those above", checkFloors},
	{"core-imports", "what both sides compute must not depend on machine, clock or chance", checkCoreImports},
	{"core-calm", "the core has one owner and never waits: no goroutine, channel, select, printing or build constraint", checkCoreCalm},
	{"core-vars", "state is reached through arguments; a package-level var of the core is a table, never assigned after init", checkCoreVars},
	{"gl", "one package knows OpenGL and one knows GLFW; the rest builds and runs without a window", checkGL},
	{"setters", "state changes through edits alone, or its inverse is not recorded and prediction cannot be undone", checkSetters},
	{"floats", "floats round differently with the order and the platform; both sides must agree to the bit", checkFloats},
	{"products", "a product of two positions or speeds overflows int64: 5 m squared wraps; use bits.Mul64, scale down first, or say `//exact: reason`", checkProducts},
	{"sizes", "one file, one noun: at most 400 lines a file and 100 a function", checkSizes},
	{"go-mod", "a fresh machine has one Go; a toolchain line would make it fetch another", checkGoMod},
	{"comments", "each package says its job, its owner and its invariants in a package comment", checkComments},
}

func checkTable(tr *tree) (out []string) {
	seen := map[string]bool{}
	for _, f := range tr.files {
		if _, _, ok := find(f.pkg); !ok && !seen[f.pkg] {
			seen[f.pkg] = true
			out = append(out, tr.at(f.ast.Package, "package %s is not in the table of floors", f.pkg))
		}
	}
	return out
}

func checkFloors(tr *tree) (out []string) {
	for _, f := range tr.files {
		from, fromRow, ok := find(f.pkg)
		if !ok {
			continue
		}
		for p, pos := range f.imports {
			rel, ours := ourPath(p)
			to, toRow, ok := find(rel)
			switch {
			case !ours || rel == f.pkg || fromRow == toRow:
			case !ok:
				out = append(out, tr.at(pos, "%s imports %s, which is not in the table of floors", f.pkg, rel))
			case to.floor > from.floor:
				out = append(out, tr.at(pos, "%s (floor %d) climbs to %s (floor %d: %s)", f.pkg, from.floor, rel, to.floor, to.owns))
			case to.floor == from.floor && !f.test: // a test may use a neighbour, as transport's uses badnet
				out = append(out, tr.at(pos, "%s goes sideways to %s: both stand on floor %d (%s)", f.pkg, rel, to.floor, to.owns))
			case f.core() && to.starred && pureDespiteStar[toRow] == "":
				out = append(out, tr.at(pos, "%s is pure and %s is not (%s)", f.pkg, rel, to.owns))
			}
		}
	}
	return out
}

func checkCoreImports(tr *tree) (out []string) {
	for _, f := range tr.files {
		if !f.core() {
			continue
		}
		for p, pos := range f.imports {
			if _, ours := ourPath(p); ours || slices.Contains(coreStd, p) || hasPrefix(coreOutside[f.pkg], p) {
				continue
			}
			why := "it is not in coreStd or coreOutside; if it is pure, add it there"
			for bad, reason := range coreForbidden {
				if below(p, bad) {
					why = reason
				}
			}
			out = append(out, tr.at(pos, "%s is pure and imports %s: %s", f.pkg, p, why))
		}
	}
	return out
}

func checkCoreCalm(tr *tree) (out []string) {
	for _, f := range tr.files {
		if !f.core() {
			continue
		}
		bad := func(pos token.Pos, what string) { out = append(out, tr.at(pos, "%s in pure package %s", what, f.pkg)) }
		for _, g := range f.ast.Comments {
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, "//go:build") || strings.HasPrefix(c.Text, "//go:linkname") {
					bad(c.Pos(), "a "+strings.Fields(c.Text)[0]+" line (the core is one text on every platform)")
				}
			}
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GoStmt:
				bad(n.Pos(), "a go statement")
			case *ast.SelectStmt:
				bad(n.Pos(), "a select statement")
			case *ast.ChanType:
				bad(n.Pos(), "a channel")
			case *ast.SendStmt:
				bad(n.Pos(), "a send on a channel")
			case *ast.UnaryExpr:
				if n.Op == token.ARROW {
					bad(n.Pos(), "a receive from a channel")
				}
			case *ast.CallExpr:
				if pkg, name := tr.qualified(n.Fun); pkg == "fmt" && (strings.HasPrefix(name, "Print") || strings.HasPrefix(name, "Scan")) {
					bad(n.Pos(), "fmt."+name)
				} else if b, ok := tr.info.Uses[lastIdent(n.Fun)].(*types.Builtin); ok && strings.HasPrefix(b.Name(), "print") {
					bad(n.Pos(), b.Name())
				}
			}
			return true
		})
	}
	return out
}

func checkGL(tr *tree) (out []string) {
	for _, f := range tr.files {
		for p, pos := range f.imports {
			for lib, homes := range glHomes {
				if below(p, lib) && !hasPrefix(homes, f.pkg) {
					out = append(out, tr.at(pos, "%s imports %s; only %s may", f.pkg, lib, strings.Join(homes, ", ")))
				}
			}
		}
	}
	return out
}

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
		readOnly := tr.readOnly(f.ast)
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
			case *ast.AssignStmt:
				for _, l := range n.Lhs {
					if _, plain := l.(*ast.Ident); !plain && readOnly(l) {
						out = append(out, tr.at(l.Pos(), "%s writes through a pointer or slice that a getter of world returned", f.pkg))
					}
				}
			case *ast.IncDecStmt:
				if _, plain := n.X.(*ast.Ident); !plain && readOnly(n.X) {
					out = append(out, tr.at(n.Pos(), "%s writes through a pointer or slice that a getter of world returned", f.pkg))
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

// readOnly returns a test whether an expression reaches into something that a getter of world returned by
// reference: directly, or through a variable that was defined from such a call.
func (tr *tree) readOnly(file *ast.File) func(ast.Expr) bool {
	borrowed := map[types.Object]bool{}
	getter := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		sel, _ := call.Fun.(*ast.SelectorExpr)
		m, _ := tr.info.Uses[lastIdent(call.Fun)].(*types.Func)
		if sel == nil || m == nil || !worldMethod(m) || isSetter(m.Name()) || m.Signature().Params().Len() > 0 && isAppender(m) {
			return false
		}
		return m.Signature().Results().Len() > 0 && byReference(m.Signature().Results().At(0).Type())
	}
	var root func(e ast.Expr) bool
	root = func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.Ident:
			return borrowed[tr.info.ObjectOf(e)]
		case *ast.CallExpr:
			return getter(e)
		case *ast.ParenExpr:
			return root(e.X)
		case *ast.SelectorExpr:
			return root(e.X)
		case *ast.IndexExpr:
			return root(e.X)
		case *ast.StarExpr:
			return root(e.X)
		}
		return false
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) >= 1 && len(a.Rhs) == 1 && getter(a.Rhs[0]) {
			if id, ok := a.Lhs[0].(*ast.Ident); ok && tr.info.ObjectOf(id) != nil {
				borrowed[tr.info.ObjectOf(id)] = true
			}
		}
		return true
	})
	return root
}

// isAppender tells whether a method returns the slice that it was given, as SectionList does.
func isAppender(m *types.Func) bool {
	sig := m.Signature()
	last := sig.Params().At(sig.Params().Len() - 1).Type()
	_, slice := last.Underlying().(*types.Slice)
	return slice && sig.Results().Len() > 0 && types.Identical(last, sig.Results().At(0).Type())
}

func checkSizes(tr *tree) (out []string) {
	for _, f := range tr.files {
		if f.test {
			continue
		}
		if f.lines > fileLinesMax {
			out = append(out, tr.at(f.ast.Package, "%d lines in a file", f.lines))
		}
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				if n := tr.fset.Position(fn.End()).Line - tr.fset.Position(fn.Pos()).Line + 1; n > funcLinesMax {
					out = append(out, tr.at(fn.Pos(), "%d lines in %s", n, fn.Name.Name))
				}
			}
		}
	}
	return out
}

func checkGoMod(tr *tree) (out []string) {
	var version bool
	for line := range strings.Lines(tr.goMod) {
		line = strings.TrimSpace(line)
		version = version || line == "go 1.26.0"
		if strings.HasPrefix(line, "toolchain") {
			out = append(out, "go.mod: "+line)
		}
	}
	if !version {
		out = append(out, "go.mod: no line `go 1.26.0`")
	}
	return out
}

func checkComments(tr *tree) (out []string) {
	first := map[string]*source{}
	said := map[string]bool{}
	for _, f := range tr.files {
		if first[f.pkg] == nil || first[f.pkg].test && !f.test {
			first[f.pkg] = f
		}
		said[f.pkg] = said[f.pkg] || f.ast.Doc != nil && strings.TrimSpace(f.ast.Doc.Text()) != ""
	}
	for pkg, f := range first {
		if !said[pkg] {
			out = append(out, tr.at(f.ast.Package, "package %s has no package comment", f.ast.Name.Name))
		}
	}
	slices.Sort(out)
	return out
}

// below tells whether p is root or in a folder under it.
func below(p, root string) bool { return p == root || strings.HasPrefix(p, root+"/") }

func hasPrefix(roots []string, p string) bool {
	return slices.ContainsFunc(roots, func(r string) bool { return below(p, r) })
}

// lastIdent returns the name that an expression ends in, nil if it ends otherwise.
func lastIdent(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.ParenExpr:
		return lastIdent(e.X)
	}
	return nil
}

// qualified returns the parts of an expression such as fmt.Println.
func (tr *tree) qualified(e ast.Expr) (pkg, name string) {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	if p, ok := tr.info.Uses[id].(*types.PkgName); ok {
		return p.Imported().Path(), sel.Sel.Name
	}
	return "", ""
}

// typeName returns the name of a named type or of what a pointer to one points to.
func typeName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// byReference tells whether a copy of a value still reaches the same memory.
func byReference(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}
