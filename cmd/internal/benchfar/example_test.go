package benchfar_test

import (
	"fmt"

	"voxtide/client/far"
	"voxtide/cmd/internal/benchfar"
	"voxtide/render/scene"
	"voxtide/world/worldgen"
)

// Example adds land to a frame: the first frame asks, and nothing is drawn before the renderer has the tiles.
func Example() {
	var land benchfar.Land
	land.Begin(worldgen.Land{Seed: 1, Generator: worldgen.Newest}, 0, 256, far.Fine)
	defer land.Close()
	sc := scene.Scene{}
	land.Frame(&sc, far.Covered{})
	fmt.Println(land.Waiting(), len(sc.Far.Draw))
	// Output: true 0
}
