package sim

import "voxtide/world"

func inTest(w *world.World) { w.SetBlock(1) }
