package netlab

import (
	"io"

	"voxtide/world"
)

// Stories are the essay's, played.
var Stories = []struct {
	Name string
	Tell func(out io.Writer) error
}{
	{"water-stone", func(out io.Writer) error { return storyBlocks(out, world.Water) }},
	{"dirt-stone", func(out io.Writer) error { return storyBlocks(out, world.Dirt) }},
	{"jetpack", storyJetpack},
}
