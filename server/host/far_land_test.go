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
		sc := watcher.Frame(Monotonic(), client.Input{})
		sc.Camera.ViewDistance = 48
		if sc.Far == nil {
			return false
		}
		boxes, tiles = 0, len(sc.Far.Load)
		for _, m := range sc.Far.Load {
			m.Loaded = true
			for i := 0; i < len(m.Vertices); i += scene.FarVertexWords {
				v := m.Vertices[i:]
				x, z, y := m.Origin[0]+int32(v[0]&0xFFFF), m.Origin[1]+int32(v[0]>>16), int32(int16(v[1]))/scene.FarHeightUnits
				if v[1]&scene.FarOwnColour != 0 && y == high+1 && max(x-at.X, at.X-x) <= 4 && max(z-at.Z, at.Z-z) <= 4 {
					boxes++
				}
			}
		}
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
