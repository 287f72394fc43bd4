package livemap

import "container/list"

// patchAt is a patch by its place, in patches from the origin.
type patchAt struct{ x, z int32 }

// patchCache holds the patches of the present that were used last, by bytes. Under the map's lock.
type patchCache struct {
	byPlace  map[patchAt]*list.Element
	order    list.List // of *cachedPatch, the newest first
	bytes    int
	building map[patchAt]*surfaceBuild
}

type cachedPatch struct {
	at    patchAt
	patch *patch
}

func (c *patchCache) init() {
	c.byPlace, c.building = map[patchAt]*list.Element{}, map[patchAt]*surfaceBuild{}
}

// get returns a patch, nil if it is not cached.
func (c *patchCache) get(at patchAt) *patch {
	e := c.byPlace[at]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedPatch).patch
}

// drop removes a patch.
func (c *patchCache) drop(at patchAt) {
	if e := c.byPlace[at]; e != nil {
		c.remove(e)
	}
	if b := c.building[at]; b != nil {
		b.stale = true
	}
}

func (c *patchCache) remove(e *list.Element) {
	old := c.order.Remove(e).(*cachedPatch)
	delete(c.byPlace, old.at)
	c.bytes -= old.patch.bytes()
}

func (c *patchCache) clear() {
	clear(c.byPlace)
	c.order.Init()
	c.bytes = 0
	for _, b := range c.building {
		b.stale = true
	}
}

// begin notes that a patch is being built.
func (c *patchCache) begin(at patchAt) *surfaceBuild {
	b := c.building[at]
	if b == nil || b.stale {
		b = &surfaceBuild{}
		c.building[at] = b
	}
	b.workers++
	return b
}

// end adds a patch that was built, unless its land changed meanwhile; nil for one that could not be built.
func (c *patchCache) end(at patchAt, b *surfaceBuild, p *patch) {
	if b.workers--; b.workers == 0 && c.building[at] == b {
		delete(c.building, at)
	}
	if p == nil || b.stale || c.byPlace[at] != nil {
		return
	}
	c.byPlace[at] = c.order.PushFront(&cachedPatch{at, p})
	c.bytes += p.bytes()
	for c.bytes > patchBytesMax && c.order.Len() > 1 {
		c.remove(c.order.Back())
	}
}
