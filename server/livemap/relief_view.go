package livemap

// reliefView draws relief tiles. One goroutine uses it.
type reliefView struct {
	volume  skyVolume
	sampler reliefSampler
	encoder reliefEncoder
}

// render draws a tile. more says that something was left out, which the next drawing adds.
func (r *reliefView) render(b *surfaceReader, t Tile) (data []byte, tag string, more bool, err error) {
	r.encoder.begin()
	switch {
	case t.Scale == 0:
		var p *patch
		if p, err = r.patch(b, patchAt{t.X, t.Z}, t.At); err == nil {
			var before int16
			for i := range int32(reliefRow * reliefRow) {
				before = r.encoder.cell(p.runs[p.first[i]:p.first[i+1]], before)
			}
		}
	case t.Scale <= 2:
		err = r.renderMiddle(b, t)
	default:
		more, err = r.renderFar(b, t)
	}
	if err != nil {
		return nil, "", false, err
	}
	data, tag = r.encoder.encode(t.Scale)
	return data, tag, more, nil
}

// patch returns the patch at a place; at is the time as in Tile.
func (r *reliefView) patch(b *surfaceReader, place patchAt, at int64) (*patch, error) {
	m := b.ground
	if at != 0 {
		return r.makePatch(b, place, at)
	}
	m.mu.Lock()
	if p := m.patches.get(place); p != nil {
		m.mu.Unlock()
		return p, nil
	}
	was := m.patches.begin(place)
	m.mu.Unlock()
	p, err := r.makePatch(b, place, 0)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.patches.end(place, was, p)
	return p, err
}

func (r *reliefView) makePatch(b *surfaceReader, place patchAt, at int64) (*patch, error) {
	if err := r.volume.load(b, place.x*reliefSize, place.z*reliefSize, at); err != nil {
		return nil, err
	}
	r.volume.findOpen()
	return r.volume.makePatch(), nil
}
