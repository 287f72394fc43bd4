// The rules about imports, purity and sizes, and the list of all rules. Each takes the whole tree and returns what breaks it.
package voxtide_test

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
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
	if t == nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map:
		return true
	}
	return false
}
