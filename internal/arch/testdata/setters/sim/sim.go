package sim

import "voxtide/world"

func calls(w *world.World) { w.SetBlock(1) } // want "sim calls SetBlock"

func asValue(w *world.World) {
	set := w.SetBlock // want "sim calls SetBlock"
	set(1)
}

type embedding struct{ *world.World }

func promoted(e embedding) { e.SetBlock(1) } // want "sim calls SetBlock"

type door interface{ SetBlock(int) } // want "an interface that"

type recorder struct{}

func (recorder) SetBlock(string) {}

func another(r recorder) { r.SetBlock("") }

func noSetter(w *world.World) bool { return w.Settled() }
