package livemap

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/png"
)

// canvas is the image of a tile that is being drawn, with its PNG encoder.
type canvas struct {
	img     *image.RGBA
	buf     bytes.Buffer
	encoder *png.EncoderBuffer
}

// Get and Put implement png.EncoderBufferPool.
func (o *canvas) Get() *png.EncoderBuffer  { return o.encoder }
func (o *canvas) Put(b *png.EncoderBuffer) { o.encoder = b }

// set paints a pixel.
func (o *canvas) set(x, y int32, c rgb) {
	if o.img == nil {
		o.img = image.NewRGBA(image.Rect(0, 0, tileSize, tileSize))
	}
	i := (y*tileSize + x) * 4
	p := o.img.Pix[i : i+4 : i+4]
	p[0], p[1], p[2], p[3] = uint8(c[0]), uint8(c[1]), uint8(c[2]), 255
}

// decode loads an image that encode made.
func (o *canvas) decode(picture []byte) error {
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return err
	}
	rgba, ok := img.(*image.RGBA)
	if !ok || rgba.Rect != image.Rect(0, 0, tileSize, tileSize) {
		return fmt.Errorf("livemap: an image of %T %v", img, img.Bounds())
	}
	o.img = rgba
	return nil
}

// encode returns the image as PNG, and its ETag.
func (o *canvas) encode() (picture []byte, tag string, err error) {
	o.buf.Reset()
	e := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: o}
	if err := e.Encode(&o.buf, o.img); err != nil {
		return nil, "", err
	}
	sum := sha256.Sum256(o.buf.Bytes())
	return bytes.Clone(o.buf.Bytes()), `"` + hex.EncodeToString(sum[:9]) + `"`, nil
}
