package arch

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

// Fields reports structs with more than maxFields fields: a struct that everybody writes hides who owns its state.
var Fields = &analysis.Analyzer{Name: "fields", Doc: "a struct has a bounded number of fields", Run: runFields}

func runFields(pass *analysis.Pass) (any, error) {
	dir, _ := folder(pass.Pkg.Path())
	if !ours(pass, func(string) bool { return true }) {
		return nil, nil
	}
	for _, f := range sources(pass) {
		ast.Inspect(f, func(n ast.Node) bool {
			ts, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			st, ok := ts.Type.(*ast.StructType)
			if !ok {
				return true
			}
			if n := st.Fields.NumFields(); n > maxFields && wideStructs[dir+"."+ts.Name.Name] == "" {
				pass.Reportf(ts.Pos(), "%d fields in %s.%s, at most %d", n, dir, ts.Name.Name, maxFields)
			}
			return true
		})
	}
	return nil, nil
}
