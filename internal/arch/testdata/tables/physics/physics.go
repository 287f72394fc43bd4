// Package physics lends the rows of a table.
package physics

type Row struct {
	N int
	S []int
}

var rows = [2]Row{}

func At(i int) *Row { return &rows[i] }

func First() *Row { return At(0) }

func Clear(r *Row) { r.N = 0 }

func Reset(r *Row) { Clear(r) }

func Same(r *Row) *Row { return r }

var T = 1
