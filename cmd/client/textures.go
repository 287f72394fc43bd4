package main

import (
	"image/png"
	"io"
	"os"

	"voxtide/cmd/internal/cli"
	"voxtide/render/textures"
)

// texturesCmd is the command that writes all textures on one sheet.
type texturesCmd struct {
	File    string `arg:"" help:"PNG file to write."`
	Columns int    `default:"10" help:"Textures in a row."`
	Scale   int    `default:"4" help:"Size of a texture's pixel, in pixels."`
}

func (c *texturesCmd) run(stderr io.Writer) int {
	if c.Columns < 1 || c.Columns > 100 || c.Scale < 1 || c.Scale > 32 {
		return cli.UsageError(stderr, "client", "--columns is 1 to 100, --scale is 1 to 32")
	}
	f, err := os.Create(c.File)
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	err = png.Encode(f, textures.Sheet(c.Columns, c.Scale))
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return cli.Fail(stderr, "client", err)
	}
	return cli.OK
}
