package main

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"path/filepath"
	"strings"
)

// jpegQuality keeps a small picture of a forest below 80 kB.
const jpegQuality = 82

// encode writes a picture in the format that the name of its file asks for: JPEG for .jpg, else PNG.
func encode(w io.Writer, name string, m image.Image) error {
	if strings.EqualFold(filepath.Ext(name), ".jpg") {
		return jpeg.Encode(w, m, &jpeg.Options{Quality: jpegQuality})
	}
	return png.Encode(w, m)
}
