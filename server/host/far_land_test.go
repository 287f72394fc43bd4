package host

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/client/terrain"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/server/rollback"
	"voxtide/world"
)

// towerTops returns how many corners of the top of a tower near a block are offered to the renderer as far land in a frame, and how many tiles are.
func towerTops(c *client.Client, top world.Pos) (corners, tiles int) {
	sc := c.Frame(Monotonic(), client.Input{})
	sc.Camera.ViewDistance = 48
	if sc.Far == nil {
		return 0, 0
	}
	for _, m := range sc.Far.Load {
		m.Loaded = true
		for i := 0; i < len(m.Vertices); i += scene.FarVertexWords {
			v := m.Vertices[i:]
			x, z, y := m.Origin[0]+int32(v[0]&0xFFFF), m.Origin[1]+int32(v[0]>>16), int32(int16(v[1]))/scene.FarHeightUnits
			if v[1]&scene.FarOwnColour != 0 && y == top.Y+1 && max(x-top.X, top.X-x) <= 4 && max(z-top.Z, top.Z-z) <= 4 {
				corners++
			}
		}
	}
	return corners, len(sc.Far.Load)
}

// TestTowerIsThereSoon: a tower that somebody sees being built stands as far land before he can have gone so far that he does not see its blocks
// any more, and so does what is added to it.
func TestTowerIsThereSoon(t *testing.T) {
	defer checkLeaks(t)
	w := openPlayersFixture(t, t.TempDir())
	mason := w.join("mason")
	watcher := client.New(client.Config{Name: "watcher", Dial: w.h.Dial, ViewDistance: 4, Faces: terrain.BlockFaces(textures.All()), FarReach: 512})
	defer watcher.Close()
	var at world.Pos
	w.playUntil("the land is there", func() bool {
		_, tiles := towerTops(watcher, world.Pos{})
		e, ok := watcher.Avatar()
		at = e.Motion.Pos.Block()
		return ok && watcher.Playable() && tiles > 0 && watcher.FarWaiting() == 0
	})
	at.X += 40
	const soon = 6 * time.Second // at running speed one flies 120 blocks in it; tiles of the land that one sees are looked at again each 12 s
	low := at.Y - 20
	for i, high := range []int32{at.Y + 30, at.Y + 60} {
		var cells []rollback.Restore
		for y := low; y <= high; y++ {
			for i := range int32(16) {
				cells = append(cells, rollback.Restore{Pos: world.Pos{X: at.X + i%4, Y: y, Z: at.Z + i/4}, Target: world.Stone, Any: true})
			}
		}
		top := world.Pos{X: at.X, Y: high, Z: at.Z}
		w.setBlocks(mason.Stream(), cells)
		built := Monotonic()
		w.playUntil("the tower is seen as blocks", func() bool {
			towerTops(watcher, top)
			b, _ := watcher.World().Block(top)
			return b == world.Stone
		})
		w.playUntil("the tower is seen", func() bool { n, _ := towerTops(watcher, top); return n > 0 })
		took := Monotonic() - built
		t.Logf("%d: the tower is far land after %v; %+v", i, took.Round(time.Millisecond), w.h.far.Counts())
		if took > soon {
			t.Errorf("%d: it took %v", i, took)
		}
		low = high + 1
	}
	watcher.Leave()
	w.close()
}

// TestTowerFromAfar: a player sees a tower that another built, from a kilometre away, without knowing a section of it; a world that tells
// nothing of land beyond the view shows none.
func TestTowerFromAfar(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	w := openPlayersFixture(t, dir)
	mason := w.join("mason")
	spawn := mason.World().Entity(mason.World().Find(world.AvatarID(mason.Stream()))).Motion.Pos.Block()
	at := world.Pos{X: spawn.X + 1000, Z: spawn.Z - 40}
	const low, high = 20, 170 // wherever the ground is
	var cells []rollback.Restore
	for y := int32(low); y <= high; y++ {
		for i := range int32(16) {
			cells = append(cells, rollback.Restore{Pos: world.Pos{X: at.X + i%4, Y: y, Z: at.Z + i/4}, Target: world.Stone, Any: true})
		}
	}
	w.setBlocks(mason.Stream(), cells)

	watcher := client.New(client.Config{Name: "watcher", Dial: w.h.Dial, ViewDistance: 3, Faces: terrain.BlockFaces(textures.All()), FarReach: 1536})
	defer watcher.Close()
	boxes, tiles := 0, 0
	look := func() bool {
		at := at
		at.Y = high
		boxes, tiles = towerTops(watcher, at)
		return boxes > 0
	}
	w.playUntil("the tower is seen", look)
	if watcher.World().Section(at.Section()) != nil {
		t.Error("the watcher knows the section")
	}
	c := w.h.far.Counts()
	t.Logf("%d corners of the tower's top in %d tiles; %+v", boxes, tiles, c)
	if c.Made == 0 || c.Sent == 0 {
		t.Errorf("%+v", c)
	}
	watcher.Leave()
	w.close()

	h, err := Open(Config{Dir: dir, Land: Land{NoFarLand: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close("over")
	other := client.New(client.Config{Name: "watcher", Dial: h.Dial, ViewDistance: 3, Faces: terrain.BlockFaces(textures.All()), FarReach: 1536})
	defer other.Close()
	for since := time.Duration(0); since == 0 || Monotonic() < since+time.Second; time.Sleep(15 * time.Millisecond) { // a second of play
		if sc := other.Frame(Monotonic(), client.Input{}); sc.Far != nil && len(sc.Far.Load) > 0 {
			t.Fatal("land is told")
		}
		if other.State() == client.Ended {
			break
		}
		if since == 0 && other.State() == client.Playing {
			since = Monotonic()
		}
	}
	if other.State() != client.Playing {
		t.Error(other.State(), other.Reason())
	}
}
