package sections

import (
	"strings"
	"testing"

	"voxtide/shaders"
)

// TestLightStorageFollowsTheDriver: with small texture buffers light is in a texture, and then no shader reads light cells from
// a buffer.
func TestLightStorageFollowsTheDriver(t *testing.T) {
	for _, c := range []struct {
		asked  LightStorage
		texels int
		want   LightStorage
	}{
		{LightStorageAuto, 65536, LightStorageTexture}, {LightStorageAuto, pageCells - 1, LightStorageTexture}, {LightStorageAuto, pageCells, LightStorageBuffer},
		{LightStorageAuto, 1 << 27, LightStorageBuffer}, {LightStorageBuffer, 65536, LightStorageBuffer}, {LightStorageTexture, 1 << 27, LightStorageTexture},
	} {
		if got := ChooseLightStorage(c.asked, c.texels); got != c.want {
			t.Errorf("%v with %d texels: %v", c.asked, c.texels, got)
		}
	}
	changed := 0
	for _, name := range shaders.Names() {
		v, f, err := shaders.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{v, f} {
			out := fetchFromTexture(text)
			if strings.Contains(out, "usamplerBuffer") || strings.Contains(out, bufferFetch) && !strings.Contains(out, textureDeclaration) {
				t.Errorf("%s still reads cells from a buffer", name)
			}
			if strings.Contains(text, "cells") != (out != text) {
				t.Errorf("%s reads cells in a way that cannot be replaced", name)
			}
			if out != text {
				changed++
			}
		}
	}
	if changed < 3 {
		t.Errorf("only %d stages read cells", changed)
	}
}
