package predict

import "voxtide/world"

func receives(w *world.World) { w.SetSection(1) }

func sets(w *world.World) { w.SetBlock(1) } // want "predict calls SetBlock"
