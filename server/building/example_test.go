package building_test

import (
	"fmt"

	"voxtide/server/building"
	"voxtide/world"
)

func Example() {
	box := building.BoxOf(world.Pos{X: 2}, world.Pos{Y: 1})
	fill, _ := building.Fill(box, world.Stone)
	n := 0
	fill.Cells(nil, func(building.Cell) error { n++; return nil })
	fmt.Println(fill.Text, n)
	// Output: fill with stone from 0 0 0 to 2 1 0 6
}
