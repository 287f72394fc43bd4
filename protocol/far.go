package protocol

import (
	"hash/crc32"

	"voxtide/internal/wire"
	"voxtide/world"
)

// The land beyond the view, as heights and covers on a coarse grid. A client asks for the tiles that it lacks, with the sum of those that
// it has; a server answers with those that differ, on the bulk lane, when nothing of the view is on its way. Nobody is told of a change:
// clients ask again and again.
//
//	MsgAskFar | count | rows: place | sum (4 bytes), 0 for none
//	BulkFar   | place | tile
//	place     | level (1 byte) | x | z, in tiles of that level
//	tile      | covers: count | rows: block (uvarint) | biome (1 byte)
//	          | heights: see appendHeights | cells: runs of (length - 1, 1 byte | cover, 1 byte)
//	          | boxes: count | rows: x | z | width - 1 | depth - 1 | low | height - 1 | block

// Sizes of tiles. A cell of a tile of a level is FarCell<<level blocks wide.
const (
	FarCell      = 2
	FarLevels    = 4
	FarReachMax  = 2048 // blocks from the eye
	FarAskMax    = 16   // tiles in a question
	FarCoversMax = 256
	FarBoxesMax  = 512
)

// FarPlace is where a tile lies.
type FarPlace struct {
	Level uint8
	X, Z  int32 // in tiles
}

// Cell returns the width of the place's cells in blocks.
func (p FarPlace) Cell() int32 { return FarCell << p.Level }

// Width returns the width of the place in blocks.
func (p FarPlace) Width() int32 { return FarCells * p.Cell() }

// Corner returns the lowest block of the place along X and Z.
func (p FarPlace) Corner() (x, z int32) { return p.X * p.Width(), p.Z * p.Width() }

// Distance returns the distance of a point from the nearest point of the place, seen from above, in blocks, the larger one along X or Z.
func (p FarPlace) Distance(x, z int32) int64 {
	cx, cz := p.Corner()
	beyond := func(v, low int32) int64 { return max(int64(low)-int64(v), int64(v)-int64(low)-int64(p.Width()), 0) }
	return max(beyond(x, cx), beyond(z, cz))
}

// farPlaceMax bounds the coordinates of places, so that corners are coordinates of blocks.
const farPlaceMax = 1 << 20

// FarCover is what covers a cell.
type FarCover struct {
	Block world.Block
	Biome uint8 // a number of worldgen's, as in Biomes
}

// FarBox is a box of blocks that was built: no land, so it is not drawn as a hill.
type FarBox struct {
	X, Z         uint16 // of its lowest block from the tile's corner
	Width, Depth uint16 // in blocks, from 1 up
	Low          int16  // y of its lowest block
	Height       uint16 // in blocks, from 1 up
	Block        world.Block
}

// FarTile is the land of a place.
type FarTile struct {
	Place   FarPlace
	Covers  []FarCover               // from 1 to FarCoversMax
	Heights [FarSide * FarSide]int16 // y of the highest block at the corners of cells, x + FarSide*z
	Cells   [FarCells * FarCells]uint8
	Boxes   []FarBox // at most FarBoxesMax
}

// FarAsk is a row of a question.
type FarAsk struct {
	Place FarPlace
	Sum   uint32 // of the tile that the client has, FarSum; 0: none
}

// FarSum returns the sum of a tile as it is sent, never 0.
func FarSum(message []byte) uint32 { return max(crc32.ChecksumIEEE(message), 1) }

func appendFarPlace(b []byte, p FarPlace) []byte {
	return wire.AppendVarint(wire.AppendVarint(append(b, p.Level), int64(p.X)), int64(p.Z))
}

func readFarPlace(r *wire.Reader) (p FarPlace) {
	p.Level, p.X, p.Z = r.Byte(), r.Varint32(), r.Varint32()
	if p.Level >= FarLevels || max(p.X, -p.X, p.Z, -p.Z) > farPlaceMax>>p.Level {
		r.Fail(ErrValue)
	}
	return p
}

// AppendAskFar writes a question for at most FarAskMax tiles as a live message.
func AppendAskFar(b []byte, rows []FarAsk) []byte {
	b = wire.AppendCount(append(b, MsgAskFar), len(rows))
	for _, a := range rows {
		b = wire.AppendU32(appendFarPlace(b, a.Place), a.Sum)
	}
	return b
}

// ReadAskFar reads what AppendAskFar writes, after its kind byte, and appends it.
func ReadAskFar(dst []FarAsk, r *wire.Reader) ([]FarAsk, error) {
	for range r.Count(FarAskMax, 7) {
		dst = append(dst, FarAsk{readFarPlace(r), r.U32()})
	}
	return dst, r.End()
}

// AppendFarTile writes a tile as a message of the bulk lane.
func AppendFarTile(b []byte, t *FarTile) []byte {
	b = appendFarPlace(append(b, BulkFar), t.Place)
	b = wire.AppendCount(b, len(t.Covers))
	for _, c := range t.Covers {
		b = append(wire.AppendUvarint(b, uint64(c.Block)), c.Biome)
	}
	b = appendHeights(b, &t.Heights)
	for i := 0; i < len(t.Cells); {
		n := 1
		for n < 256 && i+n < len(t.Cells) && t.Cells[i+n] == t.Cells[i] {
			n++
		}
		b = append(b, uint8(n-1), t.Cells[i])
		i += n
	}
	b = wire.AppendCount(b, len(t.Boxes))
	for _, x := range t.Boxes {
		for _, v := range [...]uint16{x.X, x.Z, x.Width - 1, x.Depth - 1} {
			b = wire.AppendUvarint(b, uint64(v))
		}
		b = wire.AppendUvarint(wire.AppendVarint(b, int64(x.Low)), uint64(x.Height-1))
		b = wire.AppendUvarint(b, uint64(x.Block))
	}
	return b
}

// ReadFarTile reads a message of the bulk lane into a tile; false if it is none.
func ReadFarTile(t *FarTile, b []byte) (is bool, err error) {
	if len(b) == 0 || b[0] != BulkFar {
		return false, nil
	}
	r := wire.NewReader(b[1:])
	t.Place = readFarPlace(&r)
	t.Covers, t.Boxes = t.Covers[:0], t.Boxes[:0]
	for range r.Count(FarCoversMax, 2) {
		t.Covers = append(t.Covers, FarCover{world.Block(r.Uvarint16()), r.Byte()})
	}
	readHeights(&r, &t.Heights)
	before := 256 // length of the run before
	for i := 0; i < len(t.Cells) && r.Err() == nil; {
		n, cover := int(r.Byte())+1, r.Byte()
		if i+n > len(t.Cells) || int(cover) >= len(t.Covers) || before != 256 && t.Cells[i-1] == cover {
			r.Fail(ErrValue)
			break
		}
		for k := range n {
			t.Cells[i+k] = cover
		}
		i, before = i+n, n
	}
	for range r.Count(FarBoxesMax, 7) {
		x := FarBox{X: r.Uvarint16(), Z: r.Uvarint16(), Width: r.Uvarint16() + 1, Depth: r.Uvarint16() + 1} // 0 if it overflows
		low := r.Varint32()
		x.Low, x.Height = int16(low), r.Uvarint16()+1
		x.Block = world.Block(r.Uvarint16())
		if w := t.Place.Width(); int32(x.X)+int32(x.Width) > w || int32(x.Z)+int32(x.Depth) > w || x.Width == 0 || x.Depth == 0 ||
			x.Height == 0 || low < world.MinY || low+int32(x.Height) > world.MaxY+1 {
			r.Fail(ErrValue)
		}
		t.Boxes = append(t.Boxes, x)
	}
	return true, r.End()
}
