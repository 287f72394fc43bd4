package netlab

import "io"

// Stories are the essay's, played.
var Stories = []struct {
	Name string
	Tell func(out io.Writer) error
}{
	{"jetpack", storyJetpack},
}
