package client

import (
	"slices"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/chance"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/server"
	"voxtide/textures"
	"voxtide/transport"
	"voxtide/world"
)

// eye is a client whose pictures are drawn, with a renderer that only keeps what it is given.
type eye struct {
	t     *testing.T
	net   *transport.Net
	srv   *server.Server
	cl    *Client
	now   time.Duration
	held  map[[3]int32]*scene.Mesh
	given int // meshes taken in the last picture
	hasty int // of them urgent
	in    Input
}

// hills is a land with something to see: stone with a grass top in steps, some trees of lamps, sand that lies.
func hills(p world.SectionPos) *world.Section {
	var cells [world.SectionCells]world.Block
	for i := range cells {
		at := p.At(i)
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

func newEye(t *testing.T) *eye { return newEyeOn(t, hills) }

// newEyeOn returns a client on another land.
func newEyeOn(t *testing.T, land func(world.SectionPos) *world.Section) *eye {
	x := &eye{t: t, net: transport.NewNet(1), held: map[[3]int32]*scene.Mesh{}}
	var err error
	x.srv, err = server.New(server.Config{
		Generate: land, View: 2, ViewY: 3, Creative: true, Inventory: []world.Stack{{Block: world.Stone, Count: 64}, {Block: world.Torch, Count: 64}, {Block: world.Sand, Count: 64}},
		Spawn: func(int) world.Vec { return world.Middle(world.Pos{X: 7, Y: 6, Z: 7}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	link := transport.Link{Delay: 150 * time.Millisecond, Copies: true}
	x.cl = New(Config{Name: "ann", Looks: Looks(textures.All()), Workers: 2, Dial: func() transport.Conn {
		near, far := x.net.Pair(link, link)
		x.srv.Accept(far)
		return near
	}})
	t.Cleanup(x.cl.Close)
	return x
}

// picture makes a picture, and takes its meshes as a renderer does.
func (x *eye) picture() *scene.Scene {
	x.now += 16 * time.Millisecond
	x.net.Advance(x.now)
	x.srv.Step(x.now)
	sc := x.cl.Picture(x.now, x.in)
	x.in.Do = nil
	x.given, x.hasty = 0, 0
	for _, p := range sc.Drops {
		delete(x.held, p)
	}
	for i := range sc.Uploads {
		u := &sc.Uploads[i]
		m := *u.Mesh
		m.Quads, m.Models, m.Cells = slices.Clone(m.Quads), slices.Clone(m.Models), slices.Clone(m.Cells)
		if old := x.held[m.Section]; old != nil && old.Version >= m.Version {
			x.t.Fatalf("%v: version %d after %d", m.Section, m.Version, old.Version)
		}
		x.held[m.Section] = &m
		u.Taken = true
		x.given++
		if u.Urgent {
			x.hasty++
		}
	}
	return sc
}

// settle makes pictures until all is acked and meshed.
func (x *eye) settle() {
	x.t.Helper()
	calm := 0
	for range 2000 {
		x.picture()
		if calm++; !x.cl.Settled() || x.cl.Unacked() > 0 || x.given > 0 || !x.cl.Playable() {
			calm = 0
			time.Sleep(time.Millisecond) // the workers' time is real
		}
		if calm > 40 {
			return
		}
	}
	x.t.Fatal("never calm")
}

// agrees checks that every mesh, its light and what can be seen through it are those of the blocks which are shown, made from
// nothing.
func (x *eye) agrees() {
	x.t.Helper()
	fresh := newView(x.cl.cfg.Looks, 0)
	w := x.cl.World()
	for _, p := range w.SectionList(nil) {
		fresh.come(p, w.Section(p), protocol.Biomes{})
	}
	meshed, closed := 0, 0
	for p, s := range fresh.seen {
		if s.near < 26 {
			continue
		}
		j := fresh.job(p, s)
		fresh.hand.make(j)
		got, want := x.held[[3]int32{p.X, p.Y, p.Z}], j.mesh
		if got == nil {
			got = &scene.Mesh{Open: scene.OpenAll} // as the renderer takes what it does not know
		}
		if got.Open != want.Open {
			x.t.Fatalf("%v is seen through as %015b, and its blocks let %015b", p, got.Open, want.Open)
		}
		if want.Open == 0 {
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

// TestOwnEditsAreMeshedAtOnce: what the player places is in the meshes of the same picture, long before the server has heard
// of it; and the server's word, when it comes, meshes nothing.
func TestOwnEditsAreMeshedAtOnce(t *testing.T) {
	x := newEye(t)
	x.settle()
	x.agrees()
	h, ok := x.cl.Target(0, -70)
	if !ok {
		t.Fatal("no ground")
	}
	section := h.Against(x.cl.World()).Pos.Section()
	key := [3]int32{section.X, section.Y, section.Z}
	var before []uint32
	if m := x.held[key]; m != nil {
		before = m.Quads
	}
	x.in.Do = append(x.in.Do, h.Against(x.cl.World()))
	x.picture()
	if x.hasty == 0 || x.held[key] == nil || slices.Equal(x.held[key].Quads, before) || x.cl.Unacked() == 0 {
		t.Fatalf("%d urgent meshes, %d un-acked", x.hasty, x.cl.Unacked())
	}
	for range 8 { // light follows
		x.picture()
		for len(x.cl.view.crew.ready) < x.cl.view.crew.busy() { // the workers' time is real
			time.Sleep(100 * time.Microsecond)
		}
	}
	if x.cl.Unacked() == 0 {
		t.Fatal("the server was too fast for this test")
	}
	for range 60 {
		x.picture()
		if x.given > 0 {
			t.Fatalf("%d meshes were made anew with nothing to see, %d un-acked", x.given, x.cl.Unacked())
		}
	}
	if x.cl.Unacked() > 0 {
		t.Fatal("the server never answered")
	}
	x.agrees()
}

// TestMeshesFollowEdits builds and breaks at random, walks about, and looks whether all meshes are those of the blocks.
func TestMeshesFollowEdits(t *testing.T) {
	r := chance.Source(t)
	x := newEye(t)
	x.settle()
	changed := 0
	for round := range 6 {
		for n := range 80 {
			if n%8 == 0 {
				x.in.Do = append(x.in.Do, Goto(r.Float64()*24-4, 4+r.Float64()*3, r.Float64()*24-4))
			}
			yaw, pitch := uint16(r.IntN(1<<16)), -20-60*r.Float64()
			if h, ok := x.cl.Target(yaw, pitch); ok {
				switch r.IntN(4) {
				case 0:
					x.in.Do = append(x.in.Do, h.Break(actions.Dug))
				case 1:
					x.in.Do = append(x.in.Do, actions.Action{Kind: actions.Select, Slot: uint8(r.IntN(3))})
				default:
					x.in.Do = append(x.in.Do, h.Against(x.cl.World()))
				}
			}
			x.in.Yaw, x.in.Keys = yaw, world.KeyFly
			changed += len(x.picture().Blocks)
		}
		x.in = Input{}
		if round == 3 {
			x.in.Do = append(x.in.Do, Goto(40.5, 8, -20.5))
		}
		x.settle()
		x.agrees()
	}
	if changed < 8 {
		t.Errorf("only %d blocks changed", changed)
	}
}

// TestSteadyPictureAllocatesNothing: while nothing happens a picture takes no memory, network and server included.
func TestSteadyPictureAllocatesNothing(t *testing.T) {
	x := newEye(t)
	x.settle()
	for range 300 { // what grows has grown
		x.picture()
	}
	if n := testing.AllocsPerRun(200, func() { x.picture() }); n > 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

// TestViewChangesLive: seeing farther brings more land without losing what was built or meeting another session, and seeing less
// is told, too.
func TestViewChangesLive(t *testing.T) {
	x := newEye(t)
	x.cl.cfg.View = 1
	x.settle()
	few := x.cl.World().SectionCount()
	stream := x.cl.Stream()
	h, ok := x.cl.Target(0, -70)
	if !ok {
		t.Fatal("no ground")
	}
	x.in.Do = append(x.in.Do, h.Against(x.cl.World()))
	x.picture()
	x.cl.SetView(2)
	x.settle()
	x.agrees()
	many := x.cl.World().SectionCount()
	if many <= few || x.cl.Stream() != stream || x.cl.Stats().Resumes != 1 || x.cl.Stats().Refused != [actions.Refusals]int{} {
		t.Fatalf("%d sections, then %d; stream %v, then %v; %+v", few, many, stream, x.cl.Stream(), x.cl.Stats())
	}
	if b, _ := x.cl.World().Block(h.Pos.Next(h.Face)); b == world.Air {
		t.Error("what was placed is gone")
	}
	x.cl.SetView(2)
	x.settle()
	if x.cl.Stats().Resumes != 1 {
		t.Error("the same view takes a new connection")
	}
}
