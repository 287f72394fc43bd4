package glutil

import "github.com/go-gl/gl/v4.1-core/gl"

// BindTexture binds a texture to a unit.
func BindTexture(unit, target, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(target, texture)
}

// DeleteTexture deletes a texture and sets its name to 0. It does nothing to 0.
func DeleteTexture(t *uint32) {
	if *t != 0 {
		gl.DeleteTextures(1, t)
		*t = 0
	}
}

// SetNearest makes the texture that is bound to a target one of a single level that is read texel by texel.
func SetNearest(target uint32) {
	gl.TexParameteri(target, gl.TEXTURE_MAX_LEVEL, 0)
	gl.TexParameteri(target, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(target, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(target, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}
