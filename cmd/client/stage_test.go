package main

import (
	"testing"

	"voxtide/render"
)

// TestDrawBy: words choose how sections are drawn; others are refused.
func TestDrawBy(t *testing.T) {
	for _, c := range []struct {
		words string
		want  render.Config
		wrong bool
	}{
		{words: ""},
		{words: "auto"},
		{words: "loop", want: render.Config{Path: render.PathLoop}},
		{words: " offset  texture ", want: render.Config{Path: render.PathOffset, Cells: render.CellsTexture}},
		{words: "multi buffer", want: render.Config{Path: render.PathMulti, Cells: render.CellsBuffer}},
		{words: "fast", wrong: true},
	} {
		got, err := drawBy(c.words)
		if (err != nil) != c.wrong || !c.wrong && got != c.want {
			t.Errorf("%q: %+v, %v", c.words, got, err)
		}
	}
}
