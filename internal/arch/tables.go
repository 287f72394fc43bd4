package arch

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// Tables reports writes to what is shared to be read: the package-level variables of the pure core, which are tables
// and sentinel errors, and what a getter of the world returns by reference. A table gets its value in its declaration
// or in init. It may be passed and returned; who writes through what reached it is reported, in any package. How a
// value reached a write is in origin.go. What libraries do with an argument is trusted.
var Tables = &analysis.Analyzer{
	Name: "tables", Doc: "nobody writes to a table of the core, nor through what a getter of the world lends",
	Requires: []*analysis.Analyzer{buildssa.Analyzer}, FactTypes: []analysis.Fact{(*flow)(nil)}, Run: runTables,
}

// immutableMakers are the functions of libraries whose results may be held by a table: they cannot change. What else a
// library returns cannot be looked into.
var immutableMakers = []string{"errors.New", "fmt.Errorf", "strings.NewReplacer", "encoding/binary.LittleEndian", "encoding/binary.BigEndian"}

func runTables(pass *analysis.Pass) (any, error) {
	if !ours(pass, func(string) bool { return true }) {
		return nil, nil
	}
	checkDeclared(pass)
	t := newTracer(pass)
	funcs := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA).SrcFuncs
	for changed := true; changed; { // until no function's flow grows any more
		changed = false
		for _, fn := range funcs {
			changed = t.summarize(fn) || changed
		}
	}
	owner := pass.Pkg.Path() == Module+"/world" // of what its getters lend
	for _, fn := range funcs {
		if inTest(pass, fn) {
			continue
		}
		t.writes(fn, func(pos token.Pos, o origins, how string) {
			if o.table && !isInit(fn) || o.lent && !owner {
				pass.Reportf(pos, "%s", how)
			}
		})
	}
	return nil, nil
}

// checkDeclared judges the declarations of package-level variables of a pure package.
func checkDeclared(pass *analysis.Pass) {
	if !ours(pass, pure) {
		return
	}
	filled := assignedInInit(pass)
	for _, f := range sources(pass) {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				spec := s.(*ast.ValueSpec)
				for i, id := range spec.Names {
					obj := pass.TypesInfo.Defs[id]
					if id.Name == "_" || obj == nil {
						continue
					}
					_, pointer := obj.Type().Underlying().(*types.Pointer)
					maker := ""
					if i < len(spec.Values) {
						maker = libraryMaker(pass, spec.Values[i])
					}
					switch {
					case slices.Contains(immutableMakers, maker):
					case maker != "":
						pass.Reportf(id.Pos(), "var %s holds what %s returned, which may change inside", id.Name, maker)
					case pointer:
						pass.Reportf(id.Pos(), "var %s is a pointer: what it points to is state", id.Name)
					case len(spec.Values) == 0 && !filled[obj]:
						pass.Reportf(id.Pos(), "var %s has no value from the start and none from init: it is state", id.Name)
					}
				}
			}
		}
	}
}

// libraryMaker returns the function of a library that a value is the result of, "" if there is none.
func libraryMaker(pass *analysis.Pass, value ast.Expr) string {
	call, ok := value.(*ast.CallExpr)
	if !ok {
		return ""
	}
	fn, ok := callee(pass, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return ""
	}
	if _, in := folder(fn.Pkg().Path()); in {
		return ""
	}
	return fn.Pkg().Path() + "." + fn.Name()
}

// assignedInInit returns the variables to which, or to parts of which, an init function assigns.
func assignedInInit(pass *analysis.Pass) map[types.Object]bool {
	out := map[types.Object]bool{}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv != nil || fn.Name.Name != "init" {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					out[pass.TypesInfo.Uses[id]] = true
				}
				return true
			})
		}
	}
	return out
}

func inTest(pass *analysis.Pass, fn *ssa.Function) bool {
	return strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

func isInit(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Name() == "init" || strings.HasPrefix(fn.Name(), "init#")
}
