package chores

import (
	"cmp"
	"fmt"
	"slices"
)

// squareSide is the side of a square, in columns.
const squareSide = 32

// Square is a square of 512 by 512 blocks, by its place in squares.
type Square struct{ X, Z int32 }

// Made is where land is kept that is made ahead. Any goroutine may call it.
type Made interface {
	Has(q Square) bool
	Make(q Square, each func(done int) error) (bytes int, err error)
	// Room returns why the disk has no room for more, nil if it has.
	Room() error
}

// RadiusMax bounds an order of the kind Pregenerate, in blocks.
const RadiusMax = 4096

// squaresAround returns the squares within a distance of a place, the nearest first.
func squaresAround(o *Order) (list []Square) {
	const width = squareSide * 16
	low, high := Square{X: (o.At.X - o.Radius) >> 9, Z: (o.At.Z - o.Radius) >> 9}, Square{X: (o.At.X + o.Radius) >> 9, Z: (o.At.Z + o.Radius) >> 9}
	for x := low.X; x <= high.X; x++ {
		for z := low.Z; z <= high.Z; z++ {
			list = append(list, Square{X: x, Z: z})
		}
	}
	far := func(q Square) int64 {
		dx, dz := int64(q.X)*width+width/2-int64(o.At.X), int64(q.Z)*width+width/2-int64(o.At.Z)
		return dx*dx + dz*dz
	}
	slices.SortFunc(list, func(a, b Square) int {
		return cmp.Or(cmp.Compare(far(a), far(b)), cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z))
	})
	return list
}

// pregenerate does an order of the kind Pregenerate. Squares that are there already are left out, so it goes on where it was after a restart.
func (k *Worker) pregenerate(p *pace) ([]string, error) {
	t, list := p.task, squaresAround(&p.task.Order)
	made, bytes := 0, uint64(0)
	const columns = squareSide * squareSide
	for i, q := range list {
		if k.made.Has(q) {
			continue
		}
		err := k.made.Room()
		if err == nil {
			var n int
			n, err = k.made.Make(q, func(done int) error {
				p.say("%d of %d columns, %s", i*columns+done, len(list)*columns, bytesText(bytes))
				return p.rest()
			})
			bytes += uint64(n)
		}
		if err != nil {
			return []string{fmt.Sprintf("%s made %d of %d squares of 512 by 512 blocks", t.String(), made, len(list))}, err
		}
		made++
	}
	return []string{fmt.Sprintf("%s is done: %s of 512 by 512 blocks made in %s, %d were there already", t.String(), countText(made, "square", "squares"), bytesText(bytes), len(list)-made)}, nil
}
