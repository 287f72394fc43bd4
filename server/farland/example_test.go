package farland_test

import (
	"fmt"

	"voxtide/protocol"
	"voxtide/server/farland"
	"voxtide/world/worldgen"
)

// Example makes the tile of the place where a world begins, and reads it as a client does.
func Example() {
	land := farland.NewUntouched(worldgen.Land{Seed: 7, Generator: 3})
	var tile protocol.FarTile
	is, err := protocol.ReadFarTile(&tile, land.Tile(protocol.FarPlace{Level: 1}))
	fmt.Println(is, err, tile.Place.Width(), "blocks wide,", len(tile.Boxes), "boxes")
	// Output: true <nil> 256 blocks wide, 0 boxes
}
