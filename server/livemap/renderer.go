package livemap

// renderer draws tiles. One goroutine uses it.
type renderer struct {
	reader surfaceReader
	near   nearView // of scales 0 and 1
	far    farView  // of the others
	canvas canvas
	relief reliefView
}

// render draws a tile; old is its last image, nil if there is none. more says that something was left out, which the next drawing
// adds.
func (r *renderer) render(t Tile, old []byte) (image []byte, tag string, more bool, err error) {
	if t.Relief {
		return r.relief.render(&r.reader, t)
	}
	if t.Scale < 2 {
		err = r.near.render(&r.reader, t, &r.canvas)
	} else {
		more, err = r.far.render(&r.reader, t, old, &r.canvas)
	}
	if err != nil {
		return nil, "", false, err
	}
	image, tag, err = r.canvas.encode()
	return image, tag, more, err
}
