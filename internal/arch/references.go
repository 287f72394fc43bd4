package arch

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// References reports a package whose files cannot be read in one direction: in the best order that is found more references between its
// files run back up than its row of backReferences has, or more than maxBackShare percent of them; and a package with fewer than its row has.
// A reference is a pair of files of which one uses a name that the other declares: a function, type, variable, constant, method or field.
var References = &analysis.Analyzer{Name: "references", Doc: "the files of a package can be read in one direction", Run: runReferences}

func runReferences(pass *analysis.Pass) (any, error) {
	if !ours(pass, func(string) bool { return true }) {
		return nil, nil
	}
	dir, _ := folder(pass.Pkg.Path())
	names, uses := fileReferences(pass)
	order, back := readingOrder(len(names), uses)
	most := backReferences[dir]
	if back < most {
		pass.Reportf(pass.Files[0].Package, "%d of %d references between files run back up, fewer than the %d of its row: lower the row", back, len(uses), most)
	}
	if len(uses) >= minReferences {
		most = min(most, len(uses)*maxBackShare/100)
	}
	if back <= most {
		return nil, nil
	}
	at := make([]int, len(order))
	for i, f := range order {
		at[f] = i
	}
	var up []string
	for _, k := range slices.SortedFunc(maps.Keys(uses), comparePairs) {
		if at[k[0]] > at[k[1]] {
			up = append(up, fmt.Sprintf("%s -> %s (%s)", names[k[0]], names[k[1]], uses[k]))
		}
	}
	pass.Reportf(pass.Files[0].Package, "%d of %d references between files run back up, at most %d:\n\t\t%s",
		back, len(uses), most, strings.Join(up, "\n\t\t"))
	return nil, nil
}

// fileReferences returns the files of a package by name, and for each pair of which the first refers to the second one
// of the names that it uses.
func fileReferences(pass *analysis.Pass) (names []string, uses map[[2]int]string) {
	index := map[string]int{}
	for _, f := range sources(pass) {
		name := filepath.Base(pass.Fset.Position(f.Pos()).Filename)
		index[name] = len(names)
		names = append(names, name)
	}
	uses = map[[2]int]string{}
	for id, obj := range pass.TypesInfo.Uses {
		switch o := obj.(type) {
		case *types.Var:
			obj = o.Origin()
			if !o.IsField() && o.Parent() != pass.Pkg.Scope() {
				continue
			}
		case *types.Func:
			obj = o.Origin()
		case *types.TypeName, *types.Const:
			if o.Parent() != pass.Pkg.Scope() {
				continue
			}
		default:
			continue
		}
		if obj.Pkg() != pass.Pkg {
			continue
		}
		from, ok := index[filepath.Base(pass.Fset.Position(id.Pos()).Filename)]
		to, ok2 := index[filepath.Base(pass.Fset.Position(obj.Pos()).Filename)]
		if k := [2]int{from, to}; ok && ok2 && from != to && (uses[k] == "" || obj.Name() < uses[k]) {
			uses[k] = obj.Name()
		}
	}
	return names, uses
}

// readingOrder looks for the order of n files in which the fewest references run back up, and returns it with their number. Files that refer
// to each other in no circle have an order in which none does; it is found. Within a circle the search begins with several orders and moves one
// file at a time to its best place until none moves: the minimum feedback arc set is NP-hard, and this finds it for graphs of this size.
func readingOrder(n int, uses map[[2]int]string) (order []int, back int) {
	refers := make([][]int, n)
	for i := range refers {
		refers[i] = make([]int, n)
	}
	for k := range uses {
		refers[k[0]][k[1]] = 1
	}
	for _, circle := range circles(refers) {
		best, least := circle, n*n
		for start := range circle {
			try := slices.Concat(circle[start:], circle[:start])
			for settle(try, refers) {
			}
			c := 0
			for i, f := range try {
				for _, earlier := range try[:i] {
					c += refers[f][earlier]
				}
			}
			if c < least {
				best, least = try, c
			}
		}
		order, back = append(order, best...), back+least
	}
	return order, back
}

// circles splits files into the sets of those that refer to each other in circles, most of them a single file, in an order in which no
// reference runs from a later set to an earlier one.
func circles(refers [][]int) (sets [][]int) {
	reaches := make([][]bool, len(refers)) // by one reference or several
	for i := range refers {
		reaches[i] = make([]bool, len(refers))
		for j, r := range refers[i] {
			reaches[i][j] = r > 0 || i == j
		}
	}
	for k := range reaches {
		for i := range reaches {
			for j := range reaches {
				reaches[i][j] = reaches[i][j] || reaches[i][k] && reaches[k][j]
			}
		}
	}
	left := make([]int, len(refers))
	for i := range left {
		left[i] = i
	}
	for len(left) > 0 { // a set that no file outside of it reaches comes next
		first := left[0]
		for _, f := range left {
			if reaches[f][first] && !reaches[first][f] {
				first = f
			}
		}
		var set, rest []int
		for _, f := range left {
			if reaches[f][first] && reaches[first][f] {
				set = append(set, f)
			} else {
				rest = append(rest, f)
			}
		}
		sets, left = append(sets, set), rest
	}
	return sets
}

// settle moves each file once to the place where the fewest references run back up, and reports whether one got fewer.
func settle(order []int, refers [][]int) (moved bool) {
	for _, f := range slices.Clone(order) {
		at := slices.Index(order, f)
		cost, here, least, place := 0, 0, 0, 0 // relative to the first place
		for i := range order {
			if i == at {
				here = cost
			} else {
				cost += refers[f][order[i]] - refers[order[i]][f]
			}
			if i >= at && cost < least {
				least, place = cost, i
			}
			if i < at && cost < least {
				least, place = cost, i+1
			}
		}
		if least < here {
			copy(order[at:], order[at+1:])
			copy(order[place+1:], order[place:len(order)-1])
			order[place] = f
			moved = true
		}
	}
	return moved
}

func comparePairs(a, b [2]int) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }
