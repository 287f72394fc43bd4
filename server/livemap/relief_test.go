package livemap

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"voxtide/internal/testrand"
	"voxtide/world"
)

// TestRelief: after random building, digging and roofing a patch is what the blocks say, one that lay in the cache as one that is made from scratch.
func TestRelief(t *testing.T) {
	rnd := testrand.New(t)
	l := newLand(1)
	m := open(t, l, nil)
	var view, again reliefView
	var b, b2 surfaceReader
	b.init(&m.ground)
	b2.init(&m.ground)
	rounds, told := 6, 0
	if testing.Short() {
		rounds = 1
	}
	place := patchAt{int32(rnd.IntN(20) - 10), int32(rnd.IntN(20) - 10)}
	x0, z0 := place.x*reliefSize, place.z*reliefSize
	if _, err := view.patch(&b, place, 0); err != nil {
		t.Fatal(err)
	}
	edits := 0
	for round := range rounds {
		for range 40 {
			x, z := x0+int32(rnd.IntN(reliefSize+40)-20), z0+int32(rnd.IntN(reliefSize+40)-20)
			ground := l.gen.Height(x, z)
			wide, high, y := int32(rnd.IntN(6)+1), int32(rnd.IntN(4)+1), ground+int32(rnd.IntN(14)-6)
			block := anyBlock(rnd)
			for k := range wide * wide * high {
				p := world.Pos{X: x + k%wide, Y: y + k/wide%high, Z: z + k/wide/high}
				l.put(p, block, 2_000_000+int64(round), rnd.IntN(40) == 0)
				m.Changed(p, block)
				edits++
			}
		}
		within(t, testTimeout, "the keeper has them", func() bool { return m.Counts().Edits == edits })
		p, err := view.patch(&b, place, 0)
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := again.makePatch(&b2, place, 0)
		if err != nil {
			t.Fatal(err)
		}
		if p.first != fresh.first || !slices.Equal(p.runs, fresh.runs) {
			t.Fatalf("round %d: the cached patch is not the one that is made from scratch", round)
		}
		r := reliefReference{l, map[column]*stack{}, map[[2]int32]int32{}}
		told += r.checkPatch(t, p, place)
	}
	t.Logf("%d edits around patch %v; %d runs told", edits, place, told)
}

// TestReliefHides: a hall under the ground, a house without a window and ore in a cliff are not in the bytes: they are the same
// with and without, at every scale; the page is not told either. A look through a door shows what lies behind it.
func TestReliefHides(t *testing.T) {
	l := newLand(1)
	m := open(t, l, nil)
	top := int32(world.MinY)
	for i := range int32(24 * 24) {
		top = max(top, l.gen.Height(20+i%24, 20+i/24))
	}
	edits := 0
	fill := func(x0, y0, z0, x1, y1, z1 int32, b world.Block) {
		for y := y0; y <= y1; y++ {
			for z := z0; z <= z1; z++ {
				for x := x0; x <= x1; x++ {
					l.put(world.Pos{X: x, Y: y, Z: z}, b, 2_000_000, false)
					m.Changed(world.Pos{X: x, Y: y, Z: z}, b)
					edits++
				}
			}
		}
		within(t, testTimeout, "the keeper has them", func() bool { return m.Counts().Edits == edits })
	}
	fill(18, -40, 18, 46, top, 46, world.Stone) // a terrace
	fill(18, top+1, 18, 46, top+30, 46, world.Air)
	fill(24, top+1, 24, 36, top+6, 36, world.Bricks) // a block of bricks on it
	all := func() (out [ReliefScales]tileImage) {
		for s := range out {
			for {
				out[s] = must(t, m, Tile{Relief: true, Scale: uint8(s)})
				m.mu.Lock()
				dirty := m.tiles.byTile[Tile{Relief: true, Scale: uint8(s)}].dirty
				m.mu.Unlock()
				if !dirty {
					break
				}
			}
		}
		return out
	}
	before := all()
	since := m.updatesSince(0, playersEvery).Version
	fill(25, top+1, 25, 35, top+5, 35, world.Air) // the block of bricks becomes a house, with something in it
	fill(28, top+1, 28, 30, top+2, 30, world.RedWool)
	fill(24, top, 26, 24, top, 30, world.RedWool) // what its walls stand on
	fill(20, -20, 20, 44, -10, 44, world.Air)     // a hall
	fill(22, -20, 22, 30, -18, 30, world.RedWool)
	if u := m.updatesSince(since, playersEvery); u.All || len(u.Relief)+len(u.Tiles) > 0 {
		t.Errorf("the page is told of what is hidden: %+v", u)
	}
	m.mu.Lock()
	m.invalidateAll()
	m.mu.Unlock()
	for s, is := range all() {
		if was := before[s]; is.tag != was.tag {
			t.Errorf("scale %d: what is hidden is in the bytes", s)
		}
	}
	since = m.updatesSince(0, playersEvery).Version
	fill(30, top+1, 36, 30, top+2, 36, world.Air) // a door
	within(t, testTimeout, "the page is told", func() bool { return len(m.updatesSince(since, playersEvery).Relief) > 0 })
	if is := must(t, m, Tile{Relief: true}); is.tag == before[0].tag {
		t.Error("the door is not seen")
	} else if raw, _ := unpack(is.image); len(raw) == 0 {
		t.Error("it is empty")
	}
	// A shaft to the hall shows its own foot and the walls beside it, which have no gaps: nothing of the hall.
	cells, _, err := decodeRelief(must(t, m, Tile{Relief: true}).image)
	if err != nil {
		t.Fatal(err)
	}
	since = m.updatesSince(0, playersEvery).Version
	fill(42, -20, 42, 42, top, 42, world.Air)
	within(t, testTimeout, "the page is told", func() bool { return len(m.updatesSince(since, playersEvery).Relief) > 0 })
	now, _, err := decodeRelief(must(t, m, Tile{Relief: true}).image)
	if err != nil {
		t.Fatal(err)
	}
	for i := range now {
		x, z := i%reliefRow-1, i/reliefRow-1
		far := max(x-42, 42-x) + max(z-42, 42-z)
		switch {
		case far == 0:
			if got := now[i][0].top; got != 2*-21+2 {
				t.Errorf("the foot of the shaft lies at %d half blocks: %v", got, now[i])
			}
		case far > 1 && !slices.Equal(now[i], cells[i]):
			t.Errorf("%d,%d shows the hall: %v, was %v", x, z, now[i], cells[i])
		}
		for k := 1; k < len(now[i]) && far == 1; k++ {
			if now[i][k].top != now[i][k-1].bottom {
				t.Errorf("%d,%d has a gap: %v", x, z, now[i])
			}
		}
	}
}

// TestReliefBytes: a tile of the worst land there is stays within its bound, and usual land is small; tiles lie in the cache that flat ones
// lie in.
func TestReliefBytes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var e reliefEncoder
	e.begin()
	var before int16
	for range reliefRow * reliefRow {
		var runs []reliefRun
		y := int16(r.IntN(700) - 100)
		for range runsMax {
			runs = append(runs, reliefRun{y, y - 1 - int16(r.IntN(8)), r.Uint32() & 0x00fcfcfc, r.Uint32() & 0x00fcfcfc})
			y = runs[len(runs)-1].bottom - int16(r.IntN(70))
		}
		runs[runsMax-1].bottom = runDown
		before = e.cell(runs, before)
	}
	data, _ := e.encode(0)
	raw, err := unpack(data)
	if err != nil || len(raw) > reliefBytesMax {
		t.Errorf("%d bytes, at most %d: %v", len(raw), reliefBytesMax, err)
	}
	t.Logf("the worst: %d bytes, %d compressed", len(raw), len(data))
	m := open(t, newLand(1), nil)
	for s := range uint8(ReliefScales) {
		tile := Tile{Relief: true, Scale: s, X: 2, Z: 1}
		p := must(t, m, tile)
		cells, scale, err := decodeRelief(p.image)
		if err != nil || scale != s || len(cells) != reliefRow*reliefRow {
			t.Fatalf("scale %d: %d cells of scale %d, %v", s, len(cells), scale, err)
		}
		if t.Logf("scale %d: %d bytes", s, len(p.image)); len(p.image) > 40<<10 {
			t.Errorf("scale %d: %d bytes", s, len(p.image))
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.tiles.bytes < ReliefScales*entryBytes || m.patches.bytes == 0 || m.patches.bytes > patchBytesMax {
		t.Errorf("%d bytes of tiles, %d of patches", m.tiles.bytes, m.patches.bytes)
	}
}

// TestReliefCacheBound: patches beyond their bytes go, the oldest first, and what is counted is what is there.
func TestReliefCacheBound(t *testing.T) {
	var c patchCache
	c.init()
	for i := range int32(200) {
		at := patchAt{i, 0}
		c.end(at, c.begin(at), &patch{runs: make([]reliefRun, 20000)})
		sum := 0
		for e := c.order.Front(); e != nil; e = e.Next() {
			sum += e.Value.(*cachedPatch).patch.bytes()
		}
		if sum != c.bytes || c.bytes > patchBytesMax || c.get(at) == nil {
			t.Fatalf("%d patches: %d bytes are counted as %d", i+1, sum, c.bytes)
		}
	}
	if c.get(patchAt{}) != nil || c.get(patchAt{199, 0}) == nil {
		t.Error("not the oldest went")
	}
	at := patchAt{199, 0}
	b := c.begin(at)
	c.drop(at)
	if c.end(at, b, &patch{}); c.get(at) != nil {
		t.Error("a patch of before a change stays")
	}
}

// TestReliefRequests: what is there, what is not, compressed and plain, and that who has a tile gets it once more only when it has changed.
func TestReliefRequests(t *testing.T) {
	l := newLand(1)
	now := time.UnixMilli(9_000_000)
	m := open(t, l, func(c *Config) { c.Now = func() time.Time { return now } })
	for path, code := range map[string]int{
		"/relief/0/0/0.vxr": 200, "/relief/5/-1/-1.vxr": 200, "/relief/0/0/0.vxr?t=4000000": 200, "/relief/6/0/0.vxr": 404, "/relief/0/0/0.png": 404, "/relief/0/00/0.vxr": 404,
		"/relief/0/262144/0.vxr": 404, "/relief/5/0/-8193.vxr": 404, "/relief/": 404, "/relief/0/0/0.vxr?t=x": 400, "/relief/0/0/0.vxr?t=-1": 400, "/tiles/0/0/0.vxr": 404,
	} {
		w := get(m, path)
		if w.Code != code || !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %d", path, w.Code)
		}
		if w.Code == 200 && (!strings.HasPrefix(w.Body.String(), "vxr1") || w.Header().Get("Content-Type") != "application/octet-stream") {
			t.Errorf("%s: %q", path, w.Body.String()[:8])
		}
	}
	packed := get(m, "/relief/0/0/0.vxr", "Accept-Encoding", "gzip")
	if plain, err := unpack(packed.Body.Bytes()); err != nil || packed.Header().Get("Content-Encoding") != "gzip" || string(plain) != get(m, "/relief/0/0/0.vxr").Body.String() {
		t.Errorf("compressed: %v", err)
	}
	fresh := get(m, "/relief/0/0/0.vxr")
	tag := fresh.Header().Get("ETag")
	if w := get(m, "/relief/0/0/0.vxr", "If-None-Match", tag); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
		t.Errorf("with its tag: %d", w.Code)
	}
	blocks, dry := l.stack(column{}), world.Pos{}
	for i := range int32(256) { // bare ground
		if s := l.seen(&blocks, i&15, i>>4); s.Block == s.Cover && int32(s.Y) == l.gen.Height(i&15, i>>4) {
			dry = world.Pos{X: i & 15, Y: int32(s.Y), Z: i >> 4}
		}
	}
	if dry == (world.Pos{}) {
		t.Fatal("no bare ground")
	}
	for _, p := range []world.Pos{{X: 9, Y: 200, Z: 9}, dry, {X: 40, Y: 200, Z: 40}} {
		l.put(p, world.RedWool, 5_000_000, true)
		m.Changed(p, world.RedWool)
	}
	within(t, testTimeout, "it has changed", func() bool { return get(m, "/relief/0/0/0.vxr", "If-None-Match", tag).Code == 200 })
	for s := range ReliefScales {
		path := Tile{Relief: true, Scale: uint8(s)}.Path()
		if a, b := get(m, "/relief/"+path+"?t=4000000"), get(m, "/relief/"+path); a.Body.String() == b.Body.String() && s < 4 { // from farther away one block is none
			t.Errorf("scale %d: the past is the present", s)
		}
	}
	if past := get(m, "/relief/0/0/0.vxr?t=4500000"); past.Body.String() != fresh.Body.String() {
		t.Error("the past has the block that came later")
	}
}

func FuzzParseRelief(f *testing.F) {
	for _, s := range []string{"0/0/0.vxr", "5/-8192/8191.vxr", "1/-0/0.vxr", "6/0/0.vxr", "0/1/2/3.vxr", "0//.vxr", "0/0/0.png"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseRelief(s)
		if err != nil {
			if p != (Tile{}) {
				t.Fatalf("%q: %+v and %v", s, p, err)
			}
			return
		}
		x, z := p.origin()
		if n := p.edge(); p.Path() != s || !p.Relief || p.Scale >= ReliefScales || x < -coordMax || z < -coordMax || x+n > coordMax || z+n > coordMax {
			t.Fatalf("%q is %+v at %d,%d", s, p, x, z)
		}
	})
}
