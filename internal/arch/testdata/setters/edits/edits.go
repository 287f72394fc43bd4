package edits

import "voxtide/world"

func apply(w *world.World) { w.SetBlock(1) }
