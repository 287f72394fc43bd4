package livemap

import "time"

// What bounds the map. A request beyond a bound is refused, a change beyond one is seen later.
const (
	// tileSize is the edge of a tile in pixels.
	tileSize = 256
	// Fars is the number of scales: in scale f a pixel is 1<<f blocks wide.
	Fars = 4
	// reach is how far from the origin, in blocks, there are tiles.
	reach = 1 << 24
	// patchesMax is how many columns of sections are remembered as they look from above, 3 KB each.
	patchesMax = 8192
	// coldMax is how many columns one drawing of a tile of scales 2 and 3 reads; the tile is drawn on when it is asked for
	// again, and it tells the page to ask.
	coldMax = 512
	// pastColdMax is the same for the past, of which nothing is remembered: what is beyond it is drawn as generated.
	pastColdMax = 4096
	// keptMax is how many columns a tile can know to be changed: all.
	keptMax = (tileSize << (Fars - 1) / 16) * (tileSize << (Fars - 1) / 16)
	// queueMax is how many tiles wait for a worker.
	queueMax = 256
	// inboxMax is how many changes wait for the keeper; beyond it the whole map counts as changed.
	inboxMax = 1 << 16
	// recentMax is how many changed cells the map remembers until it finds them in the store. Beyond it what is drawn may
	// be as old as the store's last write, and is drawn again later.
	recentMax = 1 << 18
	// toldMax is how many tiles the page can be told of one by one that they have changed.
	toldMax = 4096
	// pastMax is how many changes of a column are read to draw it as it was.
	pastMax = 1 << 20
	// entryBytes is what a tile costs beside its picture.
	entryBytes = 512

	// gather is how long changes are gathered before tiles count as changed: who builds changes a block many times.
	gather = 100 * time.Millisecond
	// sweep is how often it is looked whether the store has what is remembered of changes.
	sweep = 5 * time.Second
	// redrawEvery is how long a tile stays as it was drawn at least.
	redrawEvery = 500 * time.Millisecond
	// placesEvery is how often players are asked for at most.
	placesEvery = 450 * time.Millisecond
	// patience is how long a request waits for its tile.
	patience = 20 * time.Second
	// writePatience is how long an answer may take: a tile that is waited for, and the way to a slow browser.
	writePatience = 30 * time.Second
)
