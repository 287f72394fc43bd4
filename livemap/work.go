package livemap

import (
	"context"
	"time"
)

// picture is a drawn tile. Its bytes are never changed.
type picture struct {
	png []byte
	tag string
}

// draw gives a tile as the land is, drawn by a worker if it has to be. Errors: ErrBusy, ErrClosed, that of the context,
// and what the land cannot be read for.
func (m *Map) draw(ctx context.Context, t Tile) (picture, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		if m.ctx.Err() != nil {
			return picture{}, ErrClosed
		}
		if e := m.tiles.ready(t); e != nil {
			m.counts.Hits++
			return picture{e.picture, e.tag}, nil
		}
		if wait := m.tiles.rest(t, time.Now()); wait > 0 {
			m.mu.Unlock()
			select {
			case <-time.After(wait):
			case <-ctx.Done():
			case <-m.ctx.Done():
			}
			m.mu.Lock()
			if ctx.Err() != nil {
				return picture{}, ctx.Err()
			}
			continue
		}
		e := m.tiles.want(t)
		if e == nil {
			m.counts.Refused++
			return picture{}, ErrBusy
		}
		e.waiters++
		late := e.drawing // what changed before the request may be missing
		done := e.done
		m.mu.Unlock()
		select {
		case <-done:
		case <-ctx.Done():
		case <-m.ctx.Done():
		}
		m.mu.Lock()
		if e.waiters--; e.waiters == 0 {
			m.tiles.leave(e)
		}
		switch {
		case m.ctx.Err() != nil:
			return picture{}, ErrClosed
		case ctx.Err() != nil:
			return picture{}, ctx.Err()
		case e.err != nil:
			return picture{}, e.err
		case e.picture != nil && !(late && e.dirty):
			return picture{e.picture, e.tag}, nil
		}
	}
}

// work is a worker: it draws what is waited for.
func (m *Map) work() {
	var b brush
	b.init(m)
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
		old := e.picture
		m.mu.Unlock()
		begin := time.Now()
		png, tag, more, err := b.draw(e.tile, old)
		took := time.Since(begin)
		m.mu.Lock()
		m.counts.Drawn++
		m.counts.Busy += took
		if e.err = err; err == nil {
			e.picture, e.tag, e.drawn = png, tag, begin
		} else {
			e.picture = nil
			m.cfg.Log.Warn("the map cannot draw a tile", "tile", e.tile.Path(), "err", err)
		}
		if more && e.tile.At == 0 {
			e.dirty = true
			m.live.tell(e.tile)
		}
		m.tiles.settle(e)
	}
}

// draw draws a tile; old is how it looked before, if it was drawn. more says that not all of it is as it will be.
func (b *brush) draw(t Tile, old []byte) (png []byte, tag string, more bool, err error) {
	if t.Far < 2 {
		err = b.drawNear(t)
	} else {
		more, err = b.drawFar(t, old)
	}
	if err != nil {
		return nil, "", false, err
	}
	png, tag, err = b.out.pack()
	return png, tag, more, err
}
