package livemap

import (
	"errors"
	"strconv"
	"strings"
)

// Tile is a square of tileSize pixels of the map, or of reliefSize cells of relief. X and Z count tiles of its scale from the origin.
type Tile struct {
	Relief bool
	Scale  uint8 // a pixel, or a cell, is 1<<Scale blocks wide
	X, Z   int32
	At     int64 // the time that it shows, in ms since 1970; 0 is the present
}

// ErrTile says that a path names no tile.
var ErrTile = errors.New("livemap: no such tile")

// ParseTile reads "SCALE/X/Z.png", each number in the one form that Path writes.
func ParseTile(path string) (Tile, error) { return parseTile(path, false) }

// ParseRelief reads "SCALE/X/Z.vxr" in the same way, for a tile of relief.
func ParseRelief(path string) (Tile, error) { return parseTile(path, true) }

func parseTile(path string, relief bool) (Tile, error) {
	t := Tile{Relief: relief}
	path, ends := strings.CutSuffix(path, t.suffix())
	far, rest, two := strings.Cut(path, "/")
	x, z, three := strings.Cut(rest, "/")
	if !ends || !two || !three || len(far) != 1 || far[0] < '0' || int(far[0]-'0') >= t.scales() {
		return Tile{}, ErrTile
	}
	t.Scale = far[0] - '0'
	edge := int64(coordMax / t.edge())
	xs, okX := parseNumber(x, -edge, edge-1)
	zs, okZ := parseNumber(z, -edge, edge-1)
	if !okX || !okZ {
		return Tile{}, ErrTile
	}
	t.X, t.Z = int32(xs), int32(zs)
	return t, nil
}

// Path returns the path that ParseTile, or ParseRelief, reads.
func (t Tile) Path() string {
	return strconv.Itoa(int(t.Scale)) + "/" + strconv.Itoa(int(t.X)) + "/" + strconv.Itoa(int(t.Z)) + t.suffix()
}

func (t Tile) suffix() string {
	if t.Relief {
		return ".vxr"
	}
	return ".png"
}

func (t Tile) scales() int {
	if t.Relief {
		return ReliefScales
	}
	return Scales
}

// edge returns the edge of the tile in blocks.
func (t Tile) edge() int32 {
	if t.Relief {
		return reliefSize << t.Scale
	}
	return tileSize << t.Scale
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
func (t Tile) origin() (x, z int32) { return t.X * t.edge(), t.Z * t.edge() }
