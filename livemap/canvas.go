package livemap

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
)

// canvas is the picture of a tile, and what it takes to pack it.
type canvas struct {
	img  *image.RGBA
	buf  bytes.Buffer
	kept *png.EncoderBuffer
}

// Get and Put implement png.EncoderBufferPool.
func (o *canvas) Get() *png.EncoderBuffer  { return o.kept }
func (o *canvas) Put(b *png.EncoderBuffer) { o.kept = b }

// set paints a pixel.
func (o *canvas) set(x, y int32, c rgb) {
	if o.img == nil {
		o.img = image.NewRGBA(image.Rect(0, 0, tileSize, tileSize))
	}
	i := (y*tileSize + x) * 4
	p := o.img.Pix[i : i+4 : i+4]
	p[0], p[1], p[2], p[3] = uint8(c[0]), uint8(c[1]), uint8(c[2]), 255
}

// load takes a picture that pack made for the canvas.
func (o *canvas) load(picture []byte) error {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	rgba, ok := img.(*image.RGBA)
	if !ok || rgba.Rect != image.Rect(0, 0, tileSize, tileSize) {
		return fmt.Errorf("livemap: a picture of %T %v", img, img.Bounds())
	}
	o.img = rgba
	return nil
}

// pack returns the picture as PNG, and the tag by which a browser knows it again.
func (o *canvas) pack() (picture []byte, tag string, err error) {
	o.buf.Reset()
	e := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: o}
	if err := e.Encode(&o.buf, o.img); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(o.buf.Bytes())
	return bytes.Clone(o.buf.Bytes()), `"` + hex.EncodeToString(sum[:9]) + `"`, nil
}
