package physics_test

import (
	"fmt"

	"voxtide/physics"
	"voxtide/timestream"
	"voxtide/world"
)

// However a span is cut, the motion at its end is the same, bit for bit: here a body that falls onto stone.
func ExampleContinuous() {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Air))
	w.SetSection(world.SectionPos{Y: -1}, world.NewSection(world.Stone))
	avatar := &world.EntityKinds[world.KindAvatar]

	start := world.Motion{Pos: world.Vec{8 * world.Unit, world.Unit / 2, 8 * world.Unit}, Vel: world.Vec{1000, -20_000, 0}}
	whole, cut := start, start
	physics.Continuous(w, avatar, &whole, 40*timestream.Millisecond)
	for range 40 {
		physics.Continuous(w, avatar, &cut, timestream.Millisecond)
	}
	fmt.Println("at", whole.Pos, "with velocity", whole.Vel)
	fmt.Println("the same in 40 pieces:", whole == cut)
	// Output:
	// at [8040000000 0 8000000000] with velocity [1000 0 0]
	// the same in 40 pieces: true
}
