package world

type Entity struct {
	At    int64
	Parts []int
}

type World struct{ es []Entity }

func (w *World) Entity(i int) *Entity { return &w.es[i] }

func (w *World) List(dst []int) []int { return dst }

func (w *World) move(i int) { w.Entity(i).At = 1 } // world owns its state
