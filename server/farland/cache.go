package farland

import (
	"container/list"

	"voxtide/protocol"
	"voxtide/world"
)

// cacheMax is the bytes of tiles that are kept.
const cacheMax = 48 << 20

// cache holds tiles as they are sent; those that were asked for longest ago go first. The worker's goroutine alone uses it.
type cache struct {
	byPlace map[protocol.FarPlace]*list.Element
	order   list.List // of kept, the latest in front
	bytes   int
}

type kept struct {
	place   protocol.FarPlace
	message []byte
}

func (c *cache) get(p protocol.FarPlace) []byte {
	e := c.byPlace[p]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(kept).message
}

func (c *cache) put(p protocol.FarPlace, message []byte) {
	if c.byPlace == nil {
		c.byPlace = map[protocol.FarPlace]*list.Element{}
	}
	c.byPlace[p] = c.order.PushFront(kept{p, message})
	c.bytes += len(message)
	for c.bytes > cacheMax {
		c.remove(c.order.Back())
	}
}

func (c *cache) remove(e *list.Element) {
	k := c.order.Remove(e).(kept)
	c.bytes -= len(k.message)
	delete(c.byPlace, k.place)
}

// drop drops the tiles that show a column: those it is in, and those whose last corners lie on it.
func (c *cache) drop(at column) {
	for level := range uint8(protocol.FarLevels) {
		width := protocol.FarPlace{Level: level}.Width()
		tileOf := func(block int32) int32 { return int32(world.FloorDiv(int64(block), int64(width))) }
		for _, x := range [...]int32{at.x << 4, at.x<<4 - reach} {
			for _, z := range [...]int32{at.z << 4, at.z<<4 - reach} {
				if e := c.byPlace[protocol.FarPlace{Level: level, X: tileOf(x), Z: tileOf(z)}]; e != nil {
					c.remove(e)
				}
			}
		}
	}
}

func (c *cache) clear() {
	clear(c.byPlace)
	c.order.Init()
	c.bytes = 0
}
