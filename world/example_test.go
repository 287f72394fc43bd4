package world_test

import (
	"fmt"

	"voxtide/world"
)

// A world is set through methods that return what was there before, and its hash is a sum of its parts: setting a block
// back gives the hash back.
func ExampleWorld_SetBlock() {
	w := world.New()
	w.SetSection(world.SectionPos{}, world.NewSection(world.Stone))
	before := w.Hash()

	at := world.Pos{X: 3, Y: 4, Z: 5}
	old, _ := w.SetBlock(at, world.Torch)
	fmt.Println(old, "became", world.Torch, "and the hash changed:", w.Hash() != before)

	w.SetBlock(at, old)
	fmt.Println("the same hash again:", w.Hash() == before)

	_, there := w.SetBlock(world.Pos{X: 16}, world.Torch)
	fmt.Println("in a section that is not loaded:", there)
	// Output:
	// stone became torch and the hash changed: true
	// the same hash again: true
	// in a section that is not loaded: false
}

// A section keeps a palette of its blocks and, per cell, only as many bits as the palette needs.
func ExampleSection() {
	s := world.NewSection(world.Air)
	fmt.Println("one block:", len(world.AppendSection(nil, s)), "bytes")
	for i := range world.SectionSize {
		s.Set(i, world.Sand)
	}
	fmt.Println("two blocks:", len(world.AppendSection(nil, s)), "bytes,", s.NonAirCount(), "cells of sand")
	// Output:
	// one block: 3 bytes
	// two blocks: 516 bytes, 16 cells of sand
}
