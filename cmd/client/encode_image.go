package main

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"path/filepath"
	"strings"
)

// jpegQuality keeps a small screenshot of a forest below 80 kB.
const jpegQuality = 82

// encodeImage writes an image in the format of its file name: JPEG for .jpg, PNG for any other.
func encodeImage(w io.Writer, name string, m image.Image) error {
	if strings.EqualFold(filepath.Ext(name), ".jpg") {
		return jpeg.Encode(w, m, &jpeg.Options{Quality: jpegQuality})
	}
	return png.Encode(w, m)
}
