package arch

import (
	"slices"
	"strings"
)

// Imports are the laws about which package may import which.
var Imports = []Law{
	{"table", "each package has a floor and an owner's sentence in floors.go before it has code", checkTable},
	{"floors", "imports go down only, so that each floor can be read and tested without those above", checkFloors},
	{"core imports", "what both sides compute must not depend on machine, clock or chance", checkCoreImports},
	{"known to", "a method that is there to be compared with must not become a part of the core", checkKnownTo},
	{"bindings", "one package knows OpenGL and one knows GLFW; the rest builds and runs without a window", checkBindings},
}

func checkTable(tr *Tree) (out []string) {
	seen := map[string]bool{}
	for _, f := range tr.Files {
		if _, _, ok := floorOf(f.Pkg); !ok && !seen[f.Pkg] {
			seen[f.Pkg] = true
			out = append(out, tr.at(f.AST.Package, "package %s is not in the table of floors", f.Pkg))
		}
	}
	return out
}

// checkFloors checks that imports point downwards. A test may import a neighbour on its own floor, as the tests of transport
// import transport/netem.
func checkFloors(tr *Tree) (out []string) {
	for _, f := range tr.Files {
		from, fromRow, ok := floorOf(f.Pkg)
		if !ok {
			continue
		}
		for p, pos := range f.imports {
			dir, ours := folder(p)
			to, toRow, ok := floorOf(dir)
			switch {
			case !ours || dir == f.Pkg || fromRow == toRow:
			case !ok:
				out = append(out, tr.at(pos, "%s imports %s, which is not in the table of floors", f.Pkg, dir))
			case to.level > from.level:
				out = append(out, tr.at(pos, "%s (floor %d) climbs to %s (floor %d: %s)", f.Pkg, from.level, dir, to.level, to.owns))
			case to.level == from.level && !f.Test:
				out = append(out, tr.at(pos, "%s goes sideways to %s: both stand on floor %d (%s)", f.Pkg, dir, to.level, to.owns))
			case !from.starred && !f.Test && to.starred && pureDespiteStar[toRow] == "":
				out = append(out, tr.at(pos, "%s is pure and %s is not (%s)", f.Pkg, dir, to.owns))
			}
		}
	}
	return out
}

func checkCoreImports(tr *Tree) (out []string) {
	for _, f := range tr.Files {
		if f.Test || !pure(f.Pkg) {
			continue
		}
		for p, pos := range f.imports {
			if _, ours := folder(p); ours || slices.Contains(coreStd, p) || belowAny(coreOutside[f.Pkg], p) {
				continue
			}
			why := "it is not in coreStd or coreOutside; if it is pure, add it there"
			for bad, reason := range coreForbidden {
				if below(p, bad) {
					why = reason
				}
			}
			out = append(out, tr.at(pos, "%s is pure and imports %s: %s", f.Pkg, p, why))
		}
	}
	return out
}

// checkKnownTo checks that the packages of knownTo are imported by those alone that it names. Tests count.
func checkKnownTo(tr *Tree) (out []string) {
	for _, f := range tr.Files {
		for p, pos := range f.imports {
			dir, ours := folder(p)
			if by := knownTo[dir]; ours && by != nil && dir != f.Pkg && !belowAny(by, f.Pkg) {
				out = append(out, tr.at(pos, "%s imports %s; only %s may", f.Pkg, dir, strings.Join(by, ", ")))
			}
		}
	}
	return out
}

func checkBindings(tr *Tree) (out []string) {
	for _, f := range tr.Files {
		for p, pos := range f.imports {
			for lib, homes := range glHomes {
				if below(p, lib) && !belowAny(homes, f.Pkg) {
					out = append(out, tr.at(pos, "%s imports %s; only %s may", f.Pkg, lib, strings.Join(homes, ", ")))
				}
			}
		}
	}
	return out
}
