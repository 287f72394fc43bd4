package livemap

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"voxtide/world"
)

func decode(t testing.TB, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	if img.Bounds() != image.Rect(0, 0, tileSize, tileSize) {
		t.Fatalf("an image of %v", img.Bounds())
	}
	return img
}

func pixel(i image.Image, x, y int) color.RGBA {
	return color.RGBAModel.Convert(i.At(x, y)).(color.RGBA)
}

// TestGolden compares parts of tiles, of all scales, with images that people have looked at; -update draws them.
func TestGolden(t *testing.T) {
	if testing.Short() {
		t.Skip("pictures are the same under the race detector")
	}
	l := newLand(1)
	for i := range int32(60) { // a tower, a pond under glass and a road
		l.put(world.Pos{X: 24 + i%4, Y: 60 + i/16, Z: 24 + i/4%4}, world.Bricks, 1, false)
		l.put(world.Pos{X: 30 + i%8, Y: 80, Z: 40 + i/8}, []world.Block{world.Water, world.Glass}[i&1], 1, false)
		l.put(world.Pos{X: i, Y: 75, Z: 58}, world.StoneSlab, 1, true)
	}
	m := open(t, l, nil)
	for _, c := range []struct {
		name string
		tile Tile
		at   image.Rectangle
	}{
		{"far0.png", Tile{}, image.Rect(0, 0, 96, 64)},
		{"far1.png", Tile{Scale: 1}, image.Rect(0, 0, 96, 64)},
		{"far2.png", Tile{Scale: 2, X: -1, Z: -1}, image.Rect(160, 192, 256, 256)},
		{"far3.png", Tile{Scale: 3}, image.Rect(0, 0, 96, 64)},
	} {
		got := decode(t, must(t, m, c.tile).image)
		path := filepath.Join("testdata", c.name)
		if *update {
			part := image.NewRGBA(c.at.Sub(c.at.Min))
			for y := range c.at.Dy() {
				for x := range c.at.Dx() {
					part.SetRGBA(x, y, pixel(got, c.at.Min.X+x, c.at.Min.Y+y))
				}
			}
			var b bytes.Buffer
			if err := png.Encode(&b, part); err != nil {
				t.Fatal(err)
			}
			os.MkdirAll("testdata", 0o755)
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		for y := range c.at.Dy() {
			for x := range c.at.Dx() {
				if pixel(got, c.at.Min.X+x, c.at.Min.Y+y) != pixel(want, x, y) {
					bad++
				}
			}
		}
		if bad > 0 {
			t.Errorf("%s: %d pixels differ", c.name, bad)
		}
	}
}

// TestEdit: a block that is placed shows on all scales, at its place alone; the page is told of the tiles that show it
// and of no others; what nobody can see changes nothing. What the map waits for on purpose leaves most of the 2 s that
// an edit may take to the workers, and to the page; in a browser make map-test measures all of it.
func TestEdit(t *testing.T) {
	l := newLand(1)
	m := open(t, l, nil)
	var was [Scales]tileImage
	for far := range was {
		was[far] = must(t, m, Tile{Scale: uint8(far)})
	}
	p := world.Pos{X: 77, Y: 200, Z: 131}
	before := m.updatesSince(0, playersEvery).Version
	l.put(p, world.RedWool, 2_000_000, false)
	begin := time.Now()
	m.Changed(p, world.RedWool)
	within(t, testTimeout, "the page is told", func() bool { return len(m.updatesSince(before, playersEvery).Tiles) == Scales })
	for far := range was {
		now := must(t, m, Tile{Scale: uint8(far)})
		if now.tag == was[far].tag {
			t.Errorf("scale %d: the tag is the same", far)
		}
		a, b := decode(t, was[far].image), decode(t, now.image)
		for y := range tileSize {
			for x := range tileSize {
				// Its pixel and those in its shadow; far away the column that it belongs to is looked at.
				dx, dy := x-77>>far, y-131>>far
				near := dx >= 0 && dy >= 0 && dx <= 1 && dy <= 1
				if far > 1 {
					near = x<<far>>4 == 77>>4 && y<<far>>4 == 131>>4
				}
				if changed := pixel(a, x, y) != pixel(b, x, y); changed && !near || !changed && dx == 0 && dy == 0 {
					t.Fatalf("scale %d: pixel %d,%d: changed %v", far, x, y, changed)
				}
			}
		}
		if c := pixel(b, 77>>far, 131>>far); far == 0 && (c.R < 100 || c.G > 100) {
			t.Errorf("red wool is %v", c)
		}
	}
	t.Logf("all scales were drawn again %v after the edit", time.Since(begin))
	if gatherFor+redrawEvery > time.Second {
		t.Error("the map waits for too long")
	}
	then := m.updatesSince(0, playersEvery).Version
	counts := m.Counts()
	m.Changed(world.Pos{X: 77, Y: -40, Z: 131}, world.Stone)
	m.Changed(world.Pos{X: 77, Y: world.MaxY + 9, Z: 131}, world.Stone)
	within(t, testTimeout, "the keeper has it", func() bool { return m.Counts().Edits == counts.Edits+2 })
	if u := m.updatesSince(then, playersEvery); u.All || len(u.Tiles) > 0 || m.Counts().Visible != counts.Visible {
		t.Errorf("a block under the ground: %+v", u)
	}
	hits := m.Counts().Hits
	must(t, m, Tile{})
	if m.Counts().Hits != hits+1 {
		t.Error("drawn again for nothing")
	}
}

// TestEditWhileDrawn: a tile that changes while it is drawn is drawn again for who asks after the change.
func TestEditWhileDrawn(t *testing.T) {
	l := newLand(1)
	entered, leave := make(chan bool), make(chan bool)
	l.gate = func() { entered <- true; <-leave }
	m := open(t, l, nil)
	first, second := make(chan tileImage, 1), make(chan tileImage, 1)
	go func() { first <- must(t, m, Tile{}) }()
	<-entered
	p := world.Pos{X: 5, Y: 200, Z: 5}
	m.Changed(p, world.RedWool)
	within(t, testTimeout, "the keeper has it", func() bool { return m.Counts().Edits == 1 })
	go func() { second <- must(t, m, Tile{}) }()
	within(t, testTimeout, "the second waits", func() bool {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.tiles.byTile[Tile{}].waiters == 2
	})
	leave <- true
	<-first
	<-entered
	leave <- true
	if c := pixel(decode(t, (<-second).image), 5, 5); c.R < 100 || c.G > 100 {
		t.Errorf("who asked after the change sees %v", c)
	}
	if n := m.Counts().Drawn; n != 2 {
		t.Errorf("drawn %d times", n)
	}
}

// TestTileOfThePast: the slider shows a place without what was built later, and the past is drawn once.
func TestTileOfThePast(t *testing.T) {
	l := newLand(1)
	now := time.UnixMilli(9_000_000)
	m := open(t, l, func(c *Config) { c.Now = func() time.Time { return now } })
	fresh := get(m, "/tiles/0/0/0.png").Body.String()
	l.put(world.Pos{X: 9, Y: 200, Z: 9}, world.RedWool, 5_000_000, true)
	m.mu.Lock()
	m.invalidateAll()
	m.mu.Unlock()
	if get(m, "/tiles/0/0/0.png").Body.String() == fresh {
		t.Fatal("the block is not there")
	}
	for i, c := range []struct {
		query string
		old   bool
	}{{"?t=4000000", true}, {"?t=5000999", false}, {"?t=4999999", true}, {"?t=8999500", false}, {"?t=99000000", false}, {"?t=1", true}} {
		if testing.Short() && i > 1 { // under the race detector
			break
		}
		if w := get(m, "/tiles/0/0/0.png"+c.query); w.Code != http.StatusOK || (w.Body.String() == fresh) != c.old {
			t.Errorf("%s: %d, without the block: %v", c.query, w.Code, w.Body.String() == fresh)
		}
	}
	m.cfg.History = 3_500 * time.Second // what is older is not known
	if get(m, "/tiles/0/0/0.png?t=1").Body.String() == fresh {
		t.Error("a past is shown that is not kept")
	}
	m.cfg.History = 0
	drawn := m.Counts().Drawn
	get(m, "/tiles/0/0/0.png?t=4000500") // the same second
	if m.Counts().Drawn != drawn {
		t.Error("the past was drawn twice")
	}
	for far := 1; far < Scales; far++ {
		path := Tile{Scale: uint8(far)}.Path()
		a, b := get(m, "/tiles/"+path+"?t=4000000"), get(m, "/tiles/"+path)
		if a.Code != 200 || b.Code != 200 || a.Body.String() == b.Body.String() {
			t.Errorf("scale %d: %d, %d, the same: %v", far, a.Code, b.Code, a.Body.String() == b.Body.String())
		}
	}
}
