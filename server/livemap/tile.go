package livemap

import (
	"errors"
	"strconv"
	"strings"
)

// Tile is a square of tileSize pixels of the map. X and Z count tiles of its scale from the origin.
type Tile struct {
	Scale uint8 // a pixel is 1<<Scale blocks wide
	X, Z  int32
	At    int64 // the time that it shows, in ms since 1970; 0 is the present
}

// ErrTile says that a path names no tile.
var ErrTile = errors.New("livemap: no such tile")

// ParseTile reads "SCALE/X/Z.png", each number in the one form that Path writes.
func ParseTile(path string) (t Tile, err error) {
	path, png := strings.CutSuffix(path, ".png")
	far, rest, two := strings.Cut(path, "/")
	x, z, three := strings.Cut(rest, "/")
	if !png || !two || !three || len(far) != 1 || far[0] < '0' || far[0] >= '0'+Scales {
		return t, ErrTile
	}
	t.Scale = far[0] - '0'
	edge := int64(coordMax >> t.Scale / tileSize)
	xs, okX := parseNumber(x, -edge, edge-1)
	zs, okZ := parseNumber(z, -edge, edge-1)
	if !okX || !okZ {
		return Tile{}, ErrTile
	}
	t.X, t.Z = int32(xs), int32(zs)
	return t, nil
}

// Path returns the path that ParseTile reads.
func (t Tile) Path() string {
	return strconv.Itoa(int(t.Scale)) + "/" + strconv.Itoa(int(t.X)) + "/" + strconv.Itoa(int(t.Z)) + ".png"
}

// parseNumber reads a number within bounds, in the form that strconv writes.
func parseNumber(s string, least, most int64) (int64, bool) {
	if len(s) > 20 {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil && least <= n && n <= most && strconv.FormatInt(n, 10) == s
}

// origin returns the block at the tile's north-western corner.
func (t Tile) origin() (x, z int32) { return t.X * tileSize << t.Scale, t.Z * tileSize << t.Scale }
