package farland

import (
	"container/list"
	"time"

	"voxtide/protocol"
)

// cacheMax is the bytes of tiles that are kept.
const cacheMax = 48 << 20

// cache holds tiles as they are sent; those that were asked for longest ago go first. The worker's goroutine alone uses it.
type cache struct {
	byPlace map[protocol.FarPlace]*list.Element
	order   list.List // of kept, the latest in front
	bytes   int
}

// kept is a tile that is kept.
type kept struct {
	place   protocol.FarPlace
	message []byte
	sum     uint32    // FarSum of message
	upTo    uint64    // it shows all changes up to this one
	at      time.Time // when it was begun
}

// get returns a tile that is asked for, nil if it is not kept.
func (c *cache) get(p protocol.FarPlace) *kept {
	e := c.byPlace[p]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept)
}

// peek returns a tile that nobody asks for now, nil if it is not kept.
func (c *cache) peek(p protocol.FarPlace) *kept {
	if e := c.byPlace[p]; e != nil {
		return e.Value.(*kept)
	}
	return nil
}

func (c *cache) put(p protocol.FarPlace, message []byte) *kept {
	if c.byPlace == nil {
		c.byPlace = map[protocol.FarPlace]*list.Element{}
	}
	k := &kept{place: p, message: message, sum: protocol.FarSum(message)}
	c.byPlace[p] = c.order.PushFront(k)
	c.bytes += len(message)
	for c.bytes > cacheMax {
		c.remove(c.order.Back().Value.(*kept).place)
	}
	return k
}

func (c *cache) remove(p protocol.FarPlace) {
	if e := c.byPlace[p]; e != nil {
		c.bytes -= len(c.order.Remove(e).(*kept).message)
		delete(c.byPlace, p)
	}
}

func (c *cache) clear() {
	clear(c.byPlace)
	c.order.Init()
	c.bytes = 0
}
