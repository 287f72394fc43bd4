package livemap

import "time"

// Bounds of the map. A request beyond a bound is refused; a change beyond one is shown later.
const (
	// tileSize is the edge of a tile in pixels.
	tileSize = 256
	// Scales is the number of scales: in scale f a pixel is 1<<f blocks wide.
	Scales = 4
	// coordMax is the distance from the origin, in blocks, to which there are tiles.
	coordMax = 1 << 24
	// surfacesMax is the number of cached surfaces, 3 KB each.
	surfacesMax = 8192
	// patchBytesMax bounds the cached patches, the land near builders and visitors in three dimensions: 75 KB each mostly.
	patchBytesMax = 24 << 20
	// reliefBytesMax is what no relief tile exceeds before it is compressed: TestReliefBytes.
	reliefBytesMax = 1 << 20
	// columnReadsMax is the number of columns that one drawing of a tile of scales 2 and 3 reads; the next drawing goes on,
	// and the page is told to ask for it.
	columnReadsMax = 512
	// pastColumnReadsMax is the same for past tiles, for which no surface is cached: further columns are drawn as generated.
	pastColumnReadsMax = 4096
	// storedColumnsMax is the number of changed columns that a tile can have: all.
	storedColumnsMax = (tileSize << (Scales - 1) / 16) * (tileSize << (Scales - 1) / 16)
	// queueMax is the number of tiles that wait for a worker.
	queueMax = 256
	// inboxMax is the number of changes that wait for the keeper; beyond it the whole map is invalidated.
	inboxMax = 1 << 16
	// pendingMax is the number of changed cells that the map remembers until it finds them in the store. Further changes are
	// shown once the store has them.
	pendingMax = 1 << 18
	// changedTilesMax is the number of changed tiles that the page is told one by one.
	changedTilesMax = 4096
	// historyReadMax is the number of changes of a column that are read to draw its past.
	historyReadMax = 1 << 20
	// entryBytes is the memory of a tile beside its image.
	entryBytes = 512

	// gatherFor is the shortest time between two times at which tiles are invalidated: a builder changes a block many times. gatherLeast is how
	// long the first change after a while waits for those that go with it.
	gatherFor, gatherLeast = 100 * time.Millisecond, 20 * time.Millisecond
	// newsWait is how long a page that asks for updates waits for some, newsWaitersMax the number of pages that wait: others are answered at once, and
	// told to ask again after pollEvery. A page that has waited asks again after askSoon, and after news after askAfterNews.
	newsWait, newsWaitersMax         = 450 * time.Millisecond, 32
	pollEvery, askSoon, askAfterNews = 500 * time.Millisecond, 20 * time.Millisecond, 150 * time.Millisecond
	// dropStoredEvery is the time between two looks for pending changes in the store.
	dropStoredEvery = 5 * time.Second
	// redrawEvery is the shortest time between two drawings of a tile.
	redrawEvery = 500 * time.Millisecond
	// playersEvery is the shortest time between two requests for the players; with news go those of up to playersKept ago, as asking waits for the game.
	playersEvery, playersKept = 450 * time.Millisecond, time.Second
	// restPerDrawing is how long a worker rests after a tile while somebody plays, in times that it took to draw.
	restPerDrawing = 3
	// restMax bounds that rest.
	restMax = time.Second
	// tileTimeout is how long a request waits for its tile.
	tileTimeout = 20 * time.Second
	// writeTimeout bounds an answer: the wait for a tile, and the way to a slow browser.
	writeTimeout = 30 * time.Second
)
