// Package premade keeps land that was made before anybody came: the packed sections of whole squares of columns, as the generator makes them, in a
// file for each square. Who comes there waits for the disk alone, and the generator rests.
//
// Data flow: a job makes squares (Make); the workers that load sections ask Column first, for land that nobody has changed. Owner: the host; any
// goroutine may call all of it. Invariants: a file is written whole or not at all; what is read is what the generator of this land makes, or it is
// not used: a file that is of another land, of another table of blocks, torn or damaged counts as missing; nothing that players did is here, so a
// world loses nothing with this folder.
package premade

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"voxtide/internal/atomicfile"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Side is the side of a square, in columns.
const Side = 32

// Square is a square of columns, by its place in squares.
type Square struct{ X, Z int32 }

// SquareOf returns the square of a column.
func SquareOf(c store.Column) Square { return Square{c.X >> 5, c.Z >> 5} }

// Sections of a column, from the lowest.
const (
	lowest   = world.MinY >> 4
	sections = (world.MaxY+1)>>4 - lowest
)

// Column is the land of a column of sections.
type Column struct {
	Biomes protocol.Biomes
	packed [sections][]byte
}

// Packed returns a section as protocol.Packer packs it; nil above and below the world.
func (c *Column) Packed(y int32) []byte {
	if i := y - lowest; i >= 0 && i < sections {
		return c.packed[i]
	}
	return nil
}

// A file is: 8 bytes magic, 8 bytes sum of the land; for each column by X + Side*Z where its bytes begin and how many they are, 4 bytes each, and
// their sum (CRC-32C), all little-endian; the sum of all this; the bytes. Those of a column are its biomes, and for each section from the lowest
// its length in 4 bytes and the section.
const (
	magic     = "vxland01"
	rowLen    = 12
	headLen   = 16 + Side*Side*rowLen + 4
	columnMax = 1 << 20 // bytes of a column
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errForm says that a file is not one of this land.
var errForm = errors.New("premade: a file of other land, or a damaged one")

// openMax bounds the files that are open, columnsKept the columns that are kept in memory, some 10 kB each.
const (
	openMax     = 16
	columnsKept = 512
)

// Cache reads and makes squares. Use New.
type Cache struct {
	dir  string
	sum  uint64
	land worldgen.Land

	mu      sync.Mutex // over what follows; held while a file is read
	files   map[Square]*file
	columns map[store.Column]*Column
	hits    int
}

// file is an open file; one that is missing has no rows.
type file struct {
	f    *os.File
	rows []byte
}

// New returns the cache of a land in a folder, which need not be there.
func New(dir string, land worldgen.Land) *Cache {
	return &Cache{dir: dir, sum: sumOf(land), land: land, files: map[Square]*file{}, columns: map[store.Column]*Column{}}
}

// sumOf returns a number for a land and the numbers of blocks: files with another one are of no use.
func sumOf(l worldgen.Land) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, l.Seed, l.Generator)
	for _, k := range l.Kept {
		fmt.Fprintln(h, k.Generator)
		for _, q := range k.Columns.Squares() {
			fmt.Fprintln(h, *q)
		}
	}
	for _, name := range world.BlockNames() {
		fmt.Fprintln(h, name)
	}
	return h.Sum64()
}

func (c *Cache) path(q Square) string {
	return filepath.Join(c.dir, fmt.Sprintf("%d.%d.land", q.X, q.Z))
}

// Close closes the files.
func (c *Cache) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for q := range c.files {
		c.forget(q)
	}
}

func (c *Cache) forget(q Square) {
	if f := c.files[q]; f != nil && f.f != nil {
		f.f.Close()
	}
	delete(c.files, q)
}

// Hits returns how many columns were found.
func (c *Cache) Hits() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hits
}

// Column returns a column that was made before, nil if it was not. Its bytes are lent for good, and read only.
func (c *Cache) Column(at store.Column) *Column {
	c.mu.Lock()
	defer c.mu.Unlock()
	if col := c.columns[at]; col != nil {
		return col
	}
	f := c.square(SquareOf(at))
	if f.rows == nil {
		return nil
	}
	col, err := f.column(at)
	if err != nil {
		f.f.Close()
		*f = file{} // as if it were not there, until it is made again
		return nil
	}
	if len(c.columns) >= columnsKept {
		clear(c.columns)
	}
	c.columns[at] = col
	c.hits++
	return col
}

// square returns the file of a square, opened.
func (c *Cache) square(q Square) *file {
	if f := c.files[q]; f != nil {
		return f
	}
	if len(c.files) >= openMax {
		for other := range c.files {
			c.forget(other)
			break
		}
	}
	f := &file{}
	if opened, err := os.Open(c.path(q)); err == nil {
		if rows, err := readHead(opened, c.sum); err == nil {
			*f = file{opened, rows}
		} else {
			opened.Close()
		}
	}
	c.files[q] = f
	return f
}

// readHead returns the rows of a file.
func readHead(r io.ReaderAt, sum uint64) ([]byte, error) {
	head := make([]byte, headLen)
	if _, err := r.ReadAt(head, 0); err != nil {
		return nil, errForm
	}
	body := head[:headLen-4]
	if string(head[:8]) != magic || binary.LittleEndian.Uint64(head[8:]) != sum || binary.LittleEndian.Uint32(head[headLen-4:]) != crc32.Checksum(body, castagnoli) {
		return nil, errForm
	}
	return body[16:], nil
}

func (f *file) column(at store.Column) (*Column, error) {
	i := int(at.X&(Side-1)) + Side*int(at.Z&(Side-1))
	row := f.rows[i*rowLen:]
	from, n := binary.LittleEndian.Uint32(row), binary.LittleEndian.Uint32(row[4:])
	if n > columnMax {
		return nil, errForm
	}
	data := make([]byte, n)
	if _, err := f.f.ReadAt(data, int64(from)); err != nil || crc32.Checksum(data, castagnoli) != binary.LittleEndian.Uint32(row[8:]) {
		return nil, errForm
	}
	return readColumn(data)
}

func readColumn(data []byte) (*Column, error) {
	col := &Column{}
	if len(data) < len(col.Biomes) {
		return nil, errForm
	}
	data = data[copy(col.Biomes[:], data):]
	for i := range col.packed {
		if len(data) < 4 {
			return nil, errForm
		}
		n := int(binary.LittleEndian.Uint32(data))
		if data = data[4:]; n > len(data) || n <= 0 {
			return nil, errForm
		}
		col.packed[i], data = data[:n:n], data[n:]
	}
	if len(data) > 0 {
		return nil, errForm
	}
	return col, nil
}

func appendColumn(b []byte, col *Column) []byte {
	b = append(b, col.Biomes[:]...)
	for _, packed := range col.packed {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(packed))), packed...)
	}
	return b
}

// Has reports whether a square was made.
func (c *Cache) Has(q Square) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.square(q).rows != nil
}

// Make makes a square, and returns how many bytes its file has. It calls each after each column, whose error ends it; then nothing is written.
func (c *Cache) Make(q Square, each func(done int) error) (int, error) {
	gen, pack := worldgen.New(c.land), protocol.Packer{}
	head := append(make([]byte, 0, headLen), magic...)
	head = binary.LittleEndian.AppendUint64(head, c.sum)
	var data []byte
	for i := range Side * Side {
		at := store.Column{X: q.X<<5 + int32(i%Side), Z: q.Z<<5 + int32(i/Side)}
		col := makeColumn(gen, &pack, at)
		begin := len(data)
		data = appendColumn(data, col)
		head = binary.LittleEndian.AppendUint32(head, uint32(headLen+begin))
		head = binary.LittleEndian.AppendUint32(head, uint32(len(data)-begin))
		head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(data[begin:], castagnoli))
		if err := each(i + 1); err != nil {
			return 0, err
		}
	}
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	if err := os.MkdirAll(c.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return 0, err
	}
	all := append(head, data...)
	err := atomicfile.Replace(c.path(q), all, 0o600)
	c.mu.Lock()
	c.forget(q)
	c.mu.Unlock()
	return len(all), err
}

// makeColumn makes a column as the workers that load sections make it.
func makeColumn(gen worldgen.Generator, pack *protocol.Packer, at store.Column) *Column {
	col := &Column{}
	for i := range col.Biomes {
		col.Biomes[i] = uint8(gen.Biome(at.X<<4+int32(i%4)*4+2, at.Z<<4+int32(i/4)*4+2))
	}
	for i := range col.packed {
		s := gen.Section(world.SectionPos{X: at.X, Y: lowest + int32(i), Z: at.Z})
		if s == nil {
			s = world.NewSection(world.Air)
		}
		col.packed[i] = pack.Pack(nil, s)
	}
	return col
}
