package queue

import (
	"math/bits"
	"sync"
)

const (
	leastBytes = 1 << 10 // of the smallest ring
	keptBytes  = 1 << 12 // of the largest ring that keeps its room while it is empty
)

// Bytes is a ring of the bytes of a stream.
//
// It grows when it is full. Large ones share their rooms: one that becomes empty gives its own back, for the next ring that grows, and one of which not more than a quarter
// was in use while as many bytes as it holds went through has a smaller one. A client takes in land for some seconds, and needs little for hours after that.
type Bytes struct {
	buf       []byte // its length is a power of two
	Head, End uint64 // positions of the first byte held, and behind the last; only Advance and Append set them
	most      int    // bytes held at once since the turn began
	turnEnds  uint64 // position at which as many bytes as buf holds have gone through since then
}

// Len returns the number of bytes held.
func (b *Bytes) Len() int { return int(b.End - b.Head) }

// Advance forgets the bytes before a position, at most End. Before a position before Head there are none.
func (b *Bytes) Advance(to uint64) {
	if b.Head = max(b.Head, to); b.Head == b.End && len(b.buf) > keptBytes {
		putRoom(b.buf)
		b.buf, b.most, b.turnEnds = nil, 0, 0 // the next room has turns of its own
	}
}

// Append adds bytes at the end.
func (b *Bytes) Append(p []byte) {
	need := b.Len() + len(p)
	b.most = max(b.most, need)
	switch {
	case need > len(b.buf):
		b.resize(need)
	case b.End >= b.turnEnds:
		if len(b.buf) > leastBytes && 4*b.most <= len(b.buf) {
			b.resize(2 * b.most)
		}
		b.most, b.turnEnds = need, b.End+uint64(len(b.buf))
	}
	b.write(b.End, p)
	b.End += uint64(len(p))
}

// resize moves what is held to a room for a number of bytes, not less than are held.
func (b *Bytes) resize(bytes int) {
	resized := *b
	resized.buf = takeRoom(bytes)
	for at := b.Head; at < b.End; {
		i := int(at) & (len(b.buf) - 1)
		run := b.buf[i:min(len(b.buf), i+int(b.End-at))]
		resized.write(at, run)
		at += uint64(len(run))
	}
	putRoom(b.buf)
	*b = resized
}

func (b *Bytes) write(at uint64, p []byte) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(b.buf[i:], p)
	copy(b.buf, p[n:])
}

// Read copies len(p) bytes from a position on; they must be held.
func (b *Bytes) Read(p []byte, at uint64) {
	i := int(at) & (len(b.buf) - 1)
	n := copy(p, b.buf[i:])
	copy(p[n:], b.buf)
}

// rooms are those that no ring has, by the binary logarithm of their lengths. Those that nobody needs are garbage after a while.
var rooms [64]sync.Pool // of *[]byte

// takeRoom returns a room for a number of bytes, whatever is in it.
func takeRoom(bytes int) []byte {
	size := bits.Len(uint(max(leastBytes, bytes) - 1))
	if room, ok := rooms[size].Get().(*[]byte); ok {
		return *room
	}
	return make([]byte, 1<<size)
}

// putRoom gives a room back.
func putRoom(room []byte) {
	if len(room) > 0 {
		kept := room
		rooms[bits.Len(uint(len(room)-1))].Put(&kept)
	}
}
