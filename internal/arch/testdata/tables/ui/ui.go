package ui

import (
	"voxtide/physics"
	"voxtide/world"
)

var state int

func own() { state = 2 }

func anothers() { physics.T = 2 } // want "written"

func row() { physics.At(1).N = 2 } // want "written"

func rowReturnedTwice() {
	r := physics.First()
	r.S[1]++ // want "written"
}

func rowsSlice() {
	s := physics.At(1).S[1:]
	s[0] = 1 // want "written"
}

func rowCopied() int {
	r := *physics.At(1)
	r.N = 2
	return r.N
}

func rowPassed() { physics.Reset(physics.At(1)) } // want "written by Reset"

func rowPassedOn() { physics.Same(physics.At(1)).N = 1 } // want "written"

func ownRow() {
	var r physics.Row
	physics.Reset(&r)
}

func getterWritten(w *world.World) { w.Entity(1).At = 2 } // want "a getter of the world lent"

func getterWrittenLater(w *world.World) {
	e := w.Entity(1)
	e.At++ // want "a getter of the world lent"
}

func lends(w *world.World) *world.Entity { return w.Entity(1) }

func lentOn(w *world.World) { lends(w).Parts[0] = 1 } // want "a getter of the world lent"

func getterCopied(w *world.World) int64 {
	e := *w.Entity(1)
	e.At++
	return e.At
}

func getterAppends(w *world.World, d []int) {
	d = w.List(d)
	d[0] = 1
}
