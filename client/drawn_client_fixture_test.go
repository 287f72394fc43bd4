package client

import (
	"cmp"
	"slices"
	"testing"
	"time"

	"voxtide/client/terrain"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/render/textures"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// drawnClient is a client with a terrain, a server, and a renderer that only keeps the meshes that it is given.
type drawnClient struct {
	t           *testing.T
	net         *memnet.Network
	srv         *server.Server
	cl          *Client
	now         time.Duration
	meshes      map[[3]int32]*scene.Mesh
	taken       int // in the last frame
	takenUrgent int // likewise, urgent ones
	in          Input
}

// hills is a terrain with something to see: stone with a grass top in steps, lamps and tall grass on it.
func hills(p world.SectionPos) *world.Section {
	var cells [world.SectionCells]world.Block
	for i := range cells {
		at := p.PosAt(i)
		top := (at.X*at.X/9+at.Z*5/3)%5 - 2
		switch {
		case at.Y < top:
			cells[i] = world.Stone
		case at.Y == top:
			cells[i] = world.Grass
		case at.Y == top+1 && at.X%7 == 3 && at.Z%5 == 2:
			cells[i] = world.Lamp
		case at.Y == top+1 && at.X%5 == 1 && at.Z%3 == 1:
			cells[i] = world.TallGrass
		}
	}
	return world.SectionOf(&cells)
}

func newDrawnClient(t *testing.T) *drawnClient { return newDrawnClientOn(t, hills) }

// newDrawnClientOn returns a client on a terrain.
func newDrawnClientOn(t *testing.T, land func(world.SectionPos) *world.Section) *drawnClient {
	x := &drawnClient{t: t, net: memnet.New(1), meshes: map[[3]int32]*scene.Mesh{}}
	var err error
	x.srv, err = server.New(server.Config{
		Generate: land, View: 2, ViewY: 3, Creative: true, StartingInventory: []world.Stack{world.StackOf(world.Stone, 64), world.StackOf(world.Torch, 64), world.StackOf(world.Sand, 64)},
		Spawn: func(int) world.Vec { return world.BottomCentre(world.Pos{X: 7, Y: 6, Z: 7}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	link := memnet.Link{Delay: 150 * time.Millisecond, Copies: true}
	x.cl = New(Config{Name: "ann", Faces: terrain.BlockFaces(textures.All()), Workers: 2, Dial: func() transport.Conn {
		near, far := x.net.Pair(link, link)
		x.srv.Accept(far)
		return near
	}})
	t.Cleanup(x.cl.Close)
	return x
}

// frame makes the next frame, 16 ms after the last one, and takes its meshes as a renderer does.
func (x *drawnClient) frame() *scene.Scene {
	x.now += 16 * time.Millisecond
	x.net.Advance(x.now)
	x.srv.Step(x.now)
	sc := x.cl.Frame(x.now, x.in)
	x.in.Actions = nil
	x.taken, x.takenUrgent = 0, 0
	for _, p := range sc.Unloads {
		delete(x.meshes, p)
	}
	for i := range sc.Uploads {
		u := &sc.Uploads[i]
		m := cloneMesh(u.Mesh)
		if old := x.meshes[m.Section]; old != nil && old.Version >= m.Version {
			x.t.Fatalf("%v: version %d after %d", m.Section, m.Version, old.Version)
		}
		x.meshes[m.Section] = m
		u.Uploaded = true
		x.taken++
		if u.Urgent {
			x.takenUrgent++
		}
	}
	return sc
}

// settle makes frames until all actions are acked and all sections meshed.
func (x *drawnClient) settle() {
	x.t.Helper()
	calm := 0
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		x.frame()
		if calm++; !x.cl.TerrainMeshed() || x.cl.UnackedCount() > 0 || x.taken > 0 || !x.cl.Playable() {
			calm = 0
			time.Sleep(time.Millisecond) // the workers' time is real
		}
		if calm > 40 {
			return
		}
	}
	x.t.Fatal("frames never settled")
}

// agrees checks that every mesh, its light and its connectivity equal those that a fresh terrain builds from the shown blocks.
func (x *drawnClient) agrees() {
	x.t.Helper()
	fresh := terrain.NewStandalone(x.cl.cfg.Faces, 2)
	defer fresh.Close()
	w := x.cl.World()
	for _, p := range w.AppendSections(nil) {
		fresh.Load(p, w.Section(p), protocol.Biomes{})
	}
	want := map[[3]int32]*scene.Mesh{}
	for sc := (scene.Scene{}); !fresh.Meshed(); {
		fresh.Frame(&sc)
		for i := range sc.Uploads {
			want[sc.Uploads[i].Mesh.Section] = cloneMesh(sc.Uploads[i].Mesh)
			sc.Uploads[i].Uploaded = true
		}
		time.Sleep(time.Millisecond) // the workers' time is real
	}
	none := &scene.Mesh{Connected: scene.ConnectedAll} // how the renderer treats a section without a mesh
	meshed, closed := 0, 0
	for _, p := range w.AppendSections(nil) {
		key := [3]int32{p.X, p.Y, p.Z}
		got, want := cmp.Or(x.meshes[key], none), cmp.Or(want[key], none)
		if !surrounded(w, p) {
			continue
		}
		if got.Connected != want.Connected {
			x.t.Fatalf("%v has the connectivity %015b, want %015b", p, got.Connected, want.Connected)
		}
		if want.Connected == 0 {
			closed++
		}
		meshed += len(want.Quads)
		if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Models, want.Models) || !slices.Equal(got.Cells, want.Cells) {
			x.t.Fatalf("the mesh of %v is not that of its blocks: %d, %d and %d words, not %d, %d and %d", p,
				len(got.Quads), len(got.Models), len(got.Cells), len(want.Quads), len(want.Models), len(want.Cells))
		}
	}
	if meshed == 0 || closed == 0 {
		x.t.Fatalf("%d words are drawn, %d sections are closed", meshed, closed)
	}
}

// surrounded reports whether all sections around one are loaded or lie outside the world's height.
func surrounded(w *world.World, p world.SectionPos) bool {
	for i := range int32(27) {
		q := world.SectionPos{X: p.X + i%3 - 1, Y: p.Y + i/9 - 1, Z: p.Z + i/3%3 - 1}
		if q.Origin().InHeight() && !w.HasSection(q) {
			return false
		}
	}
	return true
}

// cloneMesh returns a copy of a mesh, as a renderer keeps it.
func cloneMesh(m *scene.Mesh) *scene.Mesh {
	c := *m
	c.Quads, c.Models, c.Cells = slices.Clone(m.Quads), slices.Clone(m.Models), slices.Clone(m.Cells)
	return &c
}
