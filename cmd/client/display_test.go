package main

import (
	"testing"

	"voxtide/render"
	"voxtide/render/sections"
)

// TestParseDrawConfig: known words choose how sections are drawn; others are errors.
func TestParseDrawConfig(t *testing.T) {
	for _, c := range []struct {
		words string
		want  render.Config
		wrong bool
	}{
		{words: ""},
		{words: "auto"},
		{words: "loop", want: render.Config{DrawPath: sections.DrawPathLoop}},
		{words: " offset  texture ", want: render.Config{DrawPath: sections.DrawPathOffset, LightStorage: sections.LightStorageTexture}},
		{words: "multi buffer", want: render.Config{DrawPath: sections.DrawPathMulti, LightStorage: sections.LightStorageBuffer}},
		{words: "fast", wrong: true},
	} {
		got, err := parseDrawConfig(c.words)
		if (err != nil) != c.wrong || !c.wrong && got != c.want {
			t.Errorf("%q: %+v, %v", c.words, got, err)
		}
	}
}
