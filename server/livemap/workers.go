package livemap

import (
	"context"
	"time"
)

// tileImage is a drawn tile. Its bytes are never changed.
type tileImage struct {
	image []byte // PNG, or a compressed relief
	tag   string
}

// tile returns a tile of the present land, drawn by a worker if need be. Errors: ErrBusy, ErrClosed, those of the context and
// of the source.
func (m *Map) tile(ctx context.Context, t Tile) (tileImage, error) {
	ctx, cancel := context.WithTimeout(ctx, tileTimeout)
	defer cancel()
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		if m.ctx.Err() != nil {
			return tileImage{}, ErrClosed
		}
		if e := m.tiles.ready(t); e != nil {
			m.counts.Hits++
			return tileImage{e.image, e.tag}, nil
		}
		if wait := m.tiles.redrawWait(t, time.Now()); wait > 0 {
			m.mu.Unlock()
			select {
			case <-time.After(wait):
			case <-ctx.Done():
			case <-m.ctx.Done():
			}
			m.mu.Lock()
			if ctx.Err() != nil {
				return tileImage{}, ctx.Err()
			}
			continue
		}
		e := m.tiles.request(t)
		if e == nil {
			m.counts.Refused++
			return tileImage{}, ErrBusy
		}
		e.waiters++
		late := e.drawing // it may lack changes from before the request
		done := e.done
		m.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
		case <-m.ctx.Done():
		}
		m.mu.Lock()
		if e.waiters--; e.waiters == 0 {
			m.tiles.abandon(e)
		}
		switch {
		case m.ctx.Err() != nil:
			return tileImage{}, ErrClosed
		case ctx.Err() != nil:
			return tileImage{}, ctx.Err()
		case e.err != nil:
			return tileImage{}, e.err
		case e.image != nil && !(late && e.dirty):
			return tileImage{e.image, e.tag}, nil
		}
	}
}

// runWorker is a worker: it draws the tiles that requests wait for.
func (m *Map) runWorker() {
	var b renderer
	b.reader.init(&m.ground)
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		if m.ctx.Err() != nil {
			return
		}
		e := m.tiles.next()
		if e == nil {
			m.tiles.more.Wait()
			continue
		}
		old := e.image
		m.mu.Unlock()
		begin := time.Now()
		image, tag, more, err := b.render(e.tile, old)
		took := time.Since(begin)
		m.mu.Lock()
		m.counts.Drawn++
		m.counts.Busy += took
		if e.err = err; err == nil {
			e.image, e.tag, e.drawn = image, tag, begin
		} else {
			e.image = nil
			m.cfg.Log.Warn("the map cannot draw a tile", "tile", e.tile.Path(), "err", err)
		}
		if more && e.tile.At == 0 {
			e.dirty = true
			m.updates.tileChanged(e.tile)
		}
		m.tiles.finish(e)
		m.rest(took)
	}
}

// rest lets a worker rest after a drawing, if somebody plays: Go has no goroutines of lower priority, and somebody who looks at all the land at
// once would take a core from the game for as long as it takes. The lock is held before and after, not meanwhile.
func (m *Map) rest(drew time.Duration) {
	if !m.cfg.Playing() {
		return
	}
	m.counts.Rested = true
	m.mu.Unlock()
	defer m.mu.Lock()
	over := time.NewTimer(min(restPerDrawing*drew, restMax))
	defer over.Stop()
	select {
	case <-over.C:
	case <-m.ctx.Done():
	}
}
