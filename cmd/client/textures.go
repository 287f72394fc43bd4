package main

import (
	"image/png"
	"io"
	"os"

	"voxtide/cmd/internal/start"
	"voxtide/textures"
)

// texturesCmd writes a sheet of all textures.
type texturesCmd struct {
	File    string `arg:"" help:"PNG file to write."`
	Columns int    `default:"10" help:"Textures side by side."`
	Scale   int    `default:"4" help:"Pixels a pixel."`
}

func (c *texturesCmd) run(stderr io.Writer) int {
	if c.Columns < 1 || c.Columns > 100 || c.Scale < 1 || c.Scale > 32 {
		return start.Wrong(stderr, "client", "--columns is 1 to 100, --scale is 1 to 32")
	}
	f, err := os.Create(c.File)
	if err != nil {
		return start.Fail(stderr, "client", err)
	}
	err = png.Encode(f, textures.Sheet(c.Columns, c.Scale))
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return start.Fail(stderr, "client", err)
	}
	return start.OK
}
