// Package story plays the sources' examples with the real server and real clients, and writes down what each of them does.
//
// Owner: the caller of a story's Tell, in one goroutine under virtual time. Invariant: every line that is written is read from
// the states of server and clients or told by their observers; nothing is scripted but who acts when.
package story

import (
	"io"

	"voxtide/lab/mesh"
	"voxtide/world"
)

// Stories lists the examples by name.
var Stories = []struct {
	Name string
	Tell func(out io.Writer) error
}{
	{"water-stone", func(out io.Writer) error { return storyBlocks(out, world.Water) }},
	{"dirt-stone", func(out io.Writer) error { return storyBlocks(out, world.Dirt) }},
	{"chest", storyBox},
	{"dam", storyDam},
	{"jetpack", storyJetpack},
	{"gambetta", storyGambetta},
	{"mesh", mesh.Tell},
	{"links", storyLinks},
}
