package farland

import (
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Untouched makes the tiles of land that nobody has changed, for measurements. One goroutine uses it.
type Untouched struct{ tiles *tiles }

// NewUntouched returns the tiles of a land.
func NewUntouched(land worldgen.Land) Untouched { return Untouched{newTiles(land, nothing{})} }

// Tile returns a tile as it is sent. The bytes never change.
func (u Untouched) Tile(p protocol.FarPlace) []byte {
	k, _, _ := u.tiles.tile(p) // only a store has errors
	return k.message
}

// nothing is a store that holds nothing.
type nothing struct{}

func (nothing) Section(world.SectionPos) (store.Stored, error) { return store.Stored{}, nil }

func (nothing) Columns(dst []world.SectionPos, _, _ world.SectionPos, _ int) ([]world.SectionPos, error) {
	return dst, nil
}
