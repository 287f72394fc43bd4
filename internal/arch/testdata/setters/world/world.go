package world

type Entity struct{ At int64 }

type World struct{ es []Entity }

func (w *World) SetBlock(x int)       {}
func (w *World) SetSection(x int)     {}
func (w *World) Settled() bool        { return true }
func (w *World) Entity(i int) *Entity { return &w.es[i] }
