package landscape

// Join is the land of before that a generator's own meets, where a world was upgraded: beside the columns that stayed as they were its
// heights are those of before, and with the distance they become the generator's.
//
// A Join belongs to the goroutine of its generator.
type Join interface {
	// Near reports whether At returns a share for any column of a tile of 16 x 16, or one beside it.
	Near(x, z int32) bool
	// At returns the height of the land of before at a place, as y of the highest block of its ground, and its share, 0 to 4096.
	At(x, z int32) (height int32, share int64)
}
