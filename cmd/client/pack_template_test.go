package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"voxtide/internal/resourcepack"
	"voxtide/render/textures"
	"voxtide/sound"
	"voxtide/sound/synth"
)

// TestPackTemplate: the template is a pack, whole, in which the game looks and sounds as it does without one, and it overwrites nothing.
func TestPackTemplate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	if code := (&packTemplateCmd{dir}).run(os.Stderr); code != 0 {
		t.Fatal(code)
	}
	p, err := resourcepack.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := textures.All()
	for i, o := range textures.Override(all, p.Textures) {
		if !slices.Equal(o.Layers, all[i].Layers) {
			t.Errorf("%s is another one", o.Name)
		}
	}
	if len(p.Textures) != len(all) || !slices.Equal(p.Sounds["step-grass-2"], synth.Sound(synth.Seed, sound.Of(sound.Step, sound.Grass), 1)) {
		t.Errorf("%d textures of %d, %d sounds", len(p.Textures), len(all), len(p.Sounds))
	}
	t.Logf("%d textures, %d sounds", len(p.Textures), len(p.Sounds))
	if packed, err := p.Pack(); err != nil {
		t.Logf("the template as a whole is not for servers: %v", err)
	} else {
		t.Logf("%d bytes packed", len(packed))
	}
	if (&packTemplateCmd{dir}).run(&discard{}) == 0 {
		t.Error("a pack is overwritten")
	}
}

type discard struct{}

func (*discard) Write(b []byte) (int, error) { return len(b), nil }
