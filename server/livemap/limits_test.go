package livemap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"voxtide/world"
)

// TestCacheBound: however many tiles are asked for, the kept ones stay within their bytes; the oldest go first.
func TestCacheBound(t *testing.T) {
	limit, tiles := 600<<10, int32(20)
	if testing.Short() { // under the race detector
		limit, tiles = 200<<10, 7
	}
	m := open(t, newLand(1), func(c *Config) { c.CacheBytes = limit })
	for i := range tiles {
		must(t, m, Tile{Scale: 3, X: i, Z: 3})
		m.mu.Lock()
		sum := 0
		for _, e := range m.tiles.byTile {
			sum += e.bytes()
		}
		if sum != m.tiles.bytes || sum > limit || m.tiles.order.Len() != len(m.tiles.byTile) {
			t.Fatalf("%d bytes are counted as %d, in %d tiles", sum, m.tiles.bytes, len(m.tiles.byTile))
		}
		m.mu.Unlock()
	}
	hits := m.Counts().Hits
	must(t, m, Tile{Scale: 3, X: tiles - 1, Z: 3})
	if m.Counts().Hits != hits+1 {
		t.Error("the newest is gone")
	}
	must(t, m, Tile{Scale: 3, Z: 3})
	if m.Counts().Hits != hits+1 {
		t.Error("the oldest is still there")
	}
}

// TestQueueBound: more requests than may wait are refused at once, those whose askers have gone are never drawn, and
// Close lets go of all.
func TestQueueBound(t *testing.T) {
	l := newLand(1)
	block := make(chan bool)
	var once sync.Once
	free := func() { once.Do(func() { close(block) }) }
	defer free()
	l.gate = func() { <-block }
	m := open(t, l, nil)
	ctx, cancel := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	for i := range int32(queueMax + 1) { // one of them is being drawn
		wait.Go(func() { m.tile(ctx, Tile{Scale: 3, X: i}) })
		within(t, testTimeout, "it waits", func() bool {
			m.mu.Lock()
			defer m.mu.Unlock()
			e := m.tiles.byTile[Tile{Scale: 3, X: i}]
			return e != nil && (i > 0 || e.drawing)
		})
	}
	if _, err := m.tile(context.Background(), Tile{Scale: 3, X: -1}); !errors.Is(err, ErrBusy) {
		t.Errorf("one too many: %v", err)
	}
	if w := get(m, "/tiles/3/-1/0.png"); w.Code != 503 || w.Header().Get("Retry-After") == "" {
		t.Errorf("one too many: %d", w.Code)
	}
	if m.Counts().Refused != 2 {
		t.Errorf("%d refused", m.Counts().Refused)
	}
	cancel()
	wait.Wait()
	free()
	must(t, m, Tile{Scale: 3, X: -2})
	if n := m.Counts().Drawn; n > 2 {
		t.Errorf("%d drawn for nobody", n-2)
	}
	m.mu.Lock()
	if len(m.tiles.byTile) > 2 {
		t.Errorf("%d tiles are known", len(m.tiles.byTile))
	}
	m.mu.Unlock()
}

// TestClose: requests that wait are refused when the map is closed, and so are later ones.
func TestClose(t *testing.T) {
	l := newLand(1)
	block := make(chan bool)
	l.gate = func() { <-block }
	m := New(Config{Land: testLand, Source: l})
	errs := make(chan error)
	for i := range int32(3) {
		go func() {
			_, err := m.tile(context.Background(), Tile{X: i})
			errs <- err
		}()
	}
	within(t, testTimeout, "all wait", func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return len(m.tiles.byTile) == 3
	})
	m.Changed(world.Pos{}, world.Stone)
	closed := make(chan bool)
	go func() { m.Close(); close(closed) }()
	for range 3 {
		if err := <-errs; !errors.Is(err, ErrClosed) {
			t.Errorf("%v", err)
		}
	}
	close(block) // a reader of the land ends in its own time
	<-closed
	if _, err := m.tile(context.Background(), Tile{}); !errors.Is(err, ErrClosed) {
		t.Errorf("closed: %v", err)
	}
	if w := get(m, "/live.json"); w.Code != 503 {
		t.Errorf("closed: %d", w.Code)
	}
	m.Changed(world.Pos{}, world.Stone)
	m.Close()
}

// TestInboxBound: more changes than the keeper takes in time are not lost to the eye: the whole map counts as changed.
// Telling one allocates nothing and waits for nobody, whatever the map is about.
func TestInboxBound(t *testing.T) {
	l := newLand(1)
	m := open(t, l, nil)
	must(t, m, Tile{})
	before := m.updatesSince(0, playersEvery).Version
	m.mu.Lock()                             // the map is busy: who waited for it would wait for ever
	for i := range int32(2*inboxMax + 10) { // the keeper may have taken the list once before it waits for the map
		m.Changed(world.Pos{X: i & 255, Y: 100, Z: i >> 8}, world.Stone)
	}
	if n := testing.AllocsPerRun(100, func() { m.Changed(world.Pos{}, world.Stone) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	m.mu.Unlock()
	within(t, testTimeout, "all counts as changed", func() bool { return m.updatesSince(before, playersEvery).All })
	hits := m.Counts().Hits
	if must(t, m, Tile{}); m.Counts().Hits != hits {
		t.Error("the tile did not count as changed")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.pending.count > pendingMax {
		t.Errorf("%d cells are recent", m.pending.count)
	}
}

// TestChangedTilesBound: the list of changed tiles is bounded; beyond it a page is told that all may have changed.
func TestChangedTilesBound(t *testing.T) {
	m := open(t, newLand(1), nil)
	m.mu.Lock()
	since := m.updates.version
	for i := range int32(changedTilesMax) {
		m.updates.tileChanged(Tile{X: i})
	}
	var u updatesReply
	if m.updates.fill(since, &u); u.All || len(u.Tiles) != changedTilesMax {
		t.Errorf("%d tiles, all %v", len(u.Tiles), u.All)
	}
	m.updates.tileChanged(Tile{X: 5})
	m.updates.tileChanged(Tile{X: -1})
	u = updatesReply{}
	if m.updates.fill(since, &u); !u.All || len(m.updates.changed) > changedTilesMax {
		t.Errorf("%d tiles are known", len(m.updates.changed))
	}
	m.mu.Unlock()
}

// TestPendingBound: more changed cells than are remembered have the map drawn again when the store has them.
func TestPendingBound(t *testing.T) {
	var r pendingChanges
	r.init()
	now := time.Now()
	for i := range int32(pendingMax + 5) {
		r.set(change{world.Pos{X: i & 1023, Z: i >> 10}, world.Stone}, now)
	}
	if r.count != pendingMax || !r.overflowed {
		t.Errorf("%d cells, over: %v", r.count, r.overflowed)
	}
	r.set(change{world.Pos{}, world.Dirt}, now)
	if r.cells[column{}][world.Pos{}].block != world.Dirt {
		t.Error("one that is known was not entered")
	}
	for c, of := range r.cells {
		for p, f := range of {
			r.drop(p, f)
		}
		if r.cells[c] != nil {
			t.Fatal("an empty column is left")
		}
	}
	if r.count != 0 {
		t.Errorf("%d are left", r.count)
	}
}

// TestFarBudget: a far tile over much that was changed is drawn in parts, and the page is told to ask for the rest.
func TestFarBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("one tile over much land is drawn by one worker")
	}
	l := newLand(1)
	n := int32(0)
	for x := range int32(30) {
		for z := range int32(30) {
			l.put(world.Pos{X: x * 16, Y: 250, Z: z * 16}, world.RedWool, 1, false)
			n++
		}
	}
	m := open(t, l, nil)
	tile := Tile{Scale: 2}
	since := m.updatesSince(0, playersEvery).Version
	for round := int32(1); ; round++ {
		patches := m.Counts().Surfaces
		must(t, m, tile)
		if cold := m.Counts().Surfaces - patches; cold > columnReadsMax {
			t.Fatalf("%d columns in one drawing", cold)
		}
		u := m.updatesSince(since, playersEvery)
		since = u.Version
		if len(u.Tiles) == 0 {
			if round != (n+columnReadsMax-1)/columnReadsMax {
				t.Errorf("%d drawings", round)
			}
			break
		}
	}
	hits := m.Counts().Hits
	if must(t, m, tile); m.Counts().Hits != hits+1 {
		t.Error("it never comes to an end")
	}
}

// TestRedrawWait: while nobody looks nothing is drawn, however much is built; and where nobody looked, nothing is looked at.
func TestRedrawWait(t *testing.T) {
	m := open(t, newLand(1), nil)
	for i := range int32(2000) {
		m.Changed(world.Pos{X: i, Y: 100, Z: i}, world.Stone)
	}
	within(t, testTimeout, "the keeper has them", func() bool { return m.Counts().Edits == 2000 })
	if c := m.Counts(); c.Drawn+c.Surfaces != 0 {
		t.Errorf("%+v", c)
	}
}

// TestRestsForTheGame: while somebody plays a worker draws for a quarter of the time at most; while nobody does it draws as fast as it can.
func TestRestsForTheGame(t *testing.T) {
	for _, playing := range []bool{true, false} {
		m := open(t, newLand(1), func(c *Config) { c.Playing = func() bool { return playing } })
		begin := time.Now()
		const tiles = 4
		var least, busy time.Duration
		for i := range int32(tiles) {
			must(t, m, Tile{X: i})
			drew := m.Counts().Busy - busy
			if busy += drew; i < tiles-1 { // nobody waits for the rest after the last one
				least += drew + min(restPerDrawing*drew, restMax)
			}
		}
		took := time.Since(begin)
		t.Logf("somebody plays: %v; %d tiles, %v of drawing within %v", playing, tiles, busy, took)
		if playing && took < least {
			t.Errorf("%v of drawing within %v, not %v", busy, took, least)
		}
		if m.Counts().Rested != playing {
			t.Errorf("somebody plays: %v, rested: %v", playing, !playing)
		}
	}
}

// TestNewsWait: a page that waits for news has them soon after a change, and asks again after a while where there are none; where too many wait, one is answered
// at once and told to ask less often; Close ends the wait.
func TestNewsWait(t *testing.T) {
	m := open(t, newLand(1), nil)
	ask := func(query string) (u updatesReply) {
		if err := json.Unmarshal(get(m, "/live.json?"+query).Body.Bytes(), &u); err != nil {
			t.Error(err)
		}
		return u
	}
	version := ask("").Version
	wait := fmt.Sprintf("wait&since=%d", version)
	if u := ask(wait); u.Version != version || u.Again != askSoon.Milliseconds() {
		t.Errorf("nothing has happened: %+v", u)
	}
	answers := make(chan updatesReply, newsWaitersMax)
	for range newsWaitersMax {
		go func() {
			u := ask(wait)
			for u.Version == version { // none came in time
				u = ask(wait)
			}
			answers <- u
		}()
	}
	waiting := func() int { m.mu.Lock(); defer m.mu.Unlock(); return m.updates.waiters }
	within(t, testTimeout, "one more is not let wait", func() bool { return waiting() == newsWaitersMax && ask(wait).Again == pollEvery.Milliseconds() })
	m.Changed(world.Pos{X: 60, Y: 250, Z: 60}, world.Bricks)
	for range newsWaitersMax {
		if u := <-answers; u.Again != askAfterNews.Milliseconds() || len(u.Relief) == 0 || u.Relief[0] != [3]int32{} {
			t.Fatalf("news: %+v", u)
		}
	}
	if n := waiting(); n != 0 {
		t.Errorf("%d wait", n)
	}
	closed, last := make(chan bool), fmt.Sprintf("/live.json?wait&since=%d", ask("").Version)
	go func() { get(m, last); close(closed) }()
	m.Close()
	<-closed
}
