package sim

import (
	"bytes"
	"errors"
)

var list = [...]int{1, 2}

func reads(i int) (n int) {
	for _, x := range list {
		n += x + list[i] + len(list)
	}
	return n
}

var ErrFull = errors.New("full")

func returnsError() error { return ErrFull }

var _ any = 1

var filled [9]int

func init() {
	for i := range filled {
		filled[i] = i
	}
}

func copied() [2]int {
	u := pair
	u[0] = 1
	return u
}

var pair = [2]int{}

var number = 1

func shadowed() {
	number := number
	number = 2
	_ = number
}

func assigned() { number = 2 } // want "a table of the core is written"

func counted() { number++ } // want "written"

func rangedInto() {
	for number = range 3 { // want "written"
	}
}

var structs = [2]struct {
	x int
	s []int
}{}

func elementAssigned() { structs[1].x = 2 } // want "written"

func rowRead() int {
	r := &structs[0]
	return r.x
}

func rowWritten() {
	r := &structs[0]
	r.x = 2 // want "written"
}

func rowCopiedAndItsSliceWritten() {
	r := structs[0]
	r.x = 1
	r.s[0] = 1 // want "written"
}

var byName = map[string]int{}

func mapAssigned() { byName["a"] = 2 } // want "written"

func deleted() { delete(byName, "a") } // want "changed by delete"

var slice = []int{1}

func lent() []int { return slice }

func lentAndWritten() { lent()[0] = 2 } // want "written"

func aliased() {
	u := slice
	u[0] = 2 // want "written"
}

func appended() []int { return append(slice[:0], 1) } // want "changed by append"

func overwritten() { copy(slice, list[:]) } // want "changed by copy"

func arrayAliased() {
	u := pair[:]
	u[0] = 2 // want "written"
}

func addressRead(p *int) int { return addressRead(&pair[0]) + *p }

func set(p *int) { *p = 2 }

func setLater(p *int) { set(p) }

func addressWritten() { set(&pair[0]) } // want "written by set"

func addressWrittenFurtherOn() { setLater(&pair[0]) } // want "written by setLater"

func addressToAnUnknownFunction(g func(p *int)) { g(&pair[0]) } // want "not known"

type holder struct {
	p *int
	s []int
}

func addressKept(h *holder) { h.p = &pair[0] } // want "kept by reference"

func kept() holder { return holder{s: slice} } // want "kept by reference"

func inClosure() func() {
	u := slice
	return func() { u[0] = 1 } // want "written"
}

type counter struct{ n int }

func (c *counter) increment() { c.n++ }

func (c counter) value() int { return c.n }

var count = counter{}

func byPointerMethod() { count.increment() } // want "written by increment"

func byValueMethod() int { return count.value() }

var never map[int]int // want "it is state"

var pointer = &struct{ n int }{} // want "what it points to is state"

var buffer = bytes.NewBuffer(nil) // want "bytes.NewBuffer"
