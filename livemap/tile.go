package livemap

import (
	"errors"
	"strconv"
	"strings"
)

// Tile is a square of tileSize pixels of the map. X and Z count tiles of its scale from the origin.
type Tile struct {
	Far  uint8 // the scale: a pixel is 1<<Far blocks wide
	X, Z int32
	At   int64 // of what time, in ms since 1970; 0 is the present
}

// ErrTile says that a path names no tile.
var ErrTile = errors.New("livemap: no such tile")

// ParseTile reads "FAR/X/Z.png", each number in the one form that Path gives.
func ParseTile(path string) (t Tile, err error) {
	path, png := strings.CutSuffix(path, ".png")
	far, rest, two := strings.Cut(path, "/")
	x, z, three := strings.Cut(rest, "/")
	if !png || !two || !three || len(far) != 1 || far[0] < '0' || far[0] >= '0'+Fars {
		return t, ErrTile
	}
	t.Far = far[0] - '0'
	edge := int64(reach >> t.Far / tileSize)
	xs, okX := number(x, -edge, edge-1)
	zs, okZ := number(z, -edge, edge-1)
	if !okX || !okZ {
		return Tile{}, ErrTile
	}
	t.X, t.Z = int32(xs), int32(zs)
	return t, nil
}

// Path is what ParseTile reads.
func (t Tile) Path() string {
	return strconv.Itoa(int(t.Far)) + "/" + strconv.Itoa(int(t.X)) + "/" + strconv.Itoa(int(t.Z)) + ".png"
}

// number reads a number within bounds, in the form that strconv writes.
func number(s string, least, most int64) (int64, bool) {
	if len(s) > 20 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && least <= n && n <= most && strconv.FormatInt(n, 10) == s
}

// origin is the block of the tile's corner in the north-west.
func (t Tile) origin() (x, z int32) { return t.X * tileSize << t.Far, t.Z * tileSize << t.Far }
