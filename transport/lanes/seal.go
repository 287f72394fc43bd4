package lanes

// The seam to what lies below. A payload is what a connection has to say at a moment; it does
// not name its connection. These two functions and newConn's address are all that knows how a
// payload travels: a gate with keys takes their place.

import "encoding/binary"

const (
	sealHead = 1 + 4 // type, connection
	sealTail = 0
)

// seal makes a datagram of a payload: buf holds from at on sealHead bytes of room and the
// payload behind them. It gives buf with the datagram from at to its end, up to sealTail
// bytes longer. The caller holds the connection's lock; datagrams leave in the order of
// sealing.
func (c *Conn) seal(buf []byte, at int) []byte {
	buf[at] = typePayload
	binary.LittleEndian.PutUint32(buf[at+1:], c.id)
	return buf
}

// unseal gives the connection of a datagram of type payload and what it says, a part of raw.
func unseal(raw []byte) (id uint32, payload []byte, ok bool) {
	if len(raw) < sealHead || len(raw) > sealHead+payloadMax+sealTail {
		return 0, nil, false
	}
	return binary.LittleEndian.Uint32(raw[1:]), raw[sealHead : len(raw)-sealTail], true
}
