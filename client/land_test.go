package client

import (
	"slices"
	"testing"
	"time"

	"voxtide/chance"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/textures"
	"voxtide/world"
)

// ground is a land with its meshes as a renderer keeps them.
type ground struct {
	t    *testing.T
	l    *Land
	sc   scene.Scene
	held map[[3]int32]*scene.Mesh
}

func newGround(t *testing.T, wide int32) *ground {
	g := &ground{t: t, l: NewLand(Looks(textures.All()), 2), held: map[[3]int32]*scene.Mesh{}}
	t.Cleanup(g.l.Close)
	for x := -wide; x <= wide; x++ {
		for z := -wide; z <= wide; z++ {
			for y := int32(-3); y <= 2; y++ {
				p := world.SectionPos{X: x, Y: y, Z: z}
				g.l.Come(p, hills(p), protocol.Biomes{})
			}
		}
	}
	return g
}

// settle makes pictures until all is meshed.
func (g *ground) settle() {
	g.t.Helper()
	for range 4000 {
		g.l.Picture(&g.sc)
		for _, p := range g.sc.Drops {
			delete(g.held, p)
		}
		g.take()
		if g.l.Settled() && len(g.sc.Uploads) == 0 {
			return
		}
		time.Sleep(time.Millisecond) // the workers' time is real
	}
	g.t.Fatal("never calm")
}

// agrees checks all meshes against those of a view that has seen nothing else, each fine or coarse as it is to be.
func (g *ground) agrees(coarse int32) (far int) {
	g.t.Helper()
	fresh := newView(Looks(textures.All()), 0)
	fresh.order.here = g.l.view.order.here
	for p, s := range g.l.held {
		fresh.come(p, s, protocol.Biomes{})
	}
	for p, s := range fresh.seen {
		if s.near < 26 {
			continue
		}
		here := g.l.view.seen[p]
		x, y, z := p.X-fresh.order.here.X, p.Y-fresh.order.here.Y, p.Z-fresh.order.here.Z
		d := x*x + y*y + z*z
		if here.drawn && coarse > 0 && (d < coarse*coarse && here.coarse || d >= (coarse+1)*(coarse+1) && !here.coarse) || coarse == 0 && here.coarse && here.drawn {
			g.t.Fatalf("%v is coarse: %v, at %d sections squared", p, here.coarse, d)
		}
		j := fresh.job(p, s)
		j.coarse = here.coarse
		fresh.hand.make(j)
		got, want := g.held[[3]int32{p.X, p.Y, p.Z}], j.mesh
		if got == nil {
			got = &scene.Mesh{Open: scene.OpenAll}
		}
		if !slices.Equal(got.Quads, want.Quads) || !slices.Equal(got.Models, want.Models) || !slices.Equal(got.Cells, want.Cells) || got.Open != want.Open {
			g.t.Fatalf("the mesh of %v (coarse: %v) is not that of its blocks", p, here.coarse)
		}
		if here.coarse && here.drawn {
			far++
		}
	}
	return far
}

// TestCoarseFollowsTheEye: what is far is coarse and what is near is not, wherever the eye goes, and none is once it is off.
func TestCoarseFollowsTheEye(t *testing.T) {
	g := newGround(t, 7)
	g.settle()
	if n := g.agrees(0); n > 0 {
		t.Fatalf("%d are coarse", n)
	}
	g.l.SetCoarse(48)
	eyes := []float64{8, 90, 40, -60}
	if testing.Short() { // the race detector
		eyes = eyes[:2]
	}
	for _, x := range eyes {
		g.sc.Camera.Pos = [3]float64{x, 8, 8}
		g.settle()
		if n := g.agrees(3); n < 50 {
			t.Errorf("only %d are coarse, seen from %v", n, x)
		}
	}
	g.l.SetCoarse(0)
	g.settle()
	if n := g.agrees(0); n > 0 {
		t.Fatalf("%d are coarse", n)
	}
}

// TestLandFollowsChanges changes blocks of all kinds at random, near and far, fine and coarse: meshes, their light and what can be
// seen through them are those from scratch.
func TestLandFollowsChanges(t *testing.T) {
	r := chance.Source(t)
	g := newGround(t, 3)
	g.l.SetCoarse(32)
	g.settle()
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	for range chance.Rounds(rounds) {
		for range 150 {
			p := world.Pos{X: r.Int32N(80) - 40, Y: r.Int32N(24) - 16, Z: r.Int32N(80) - 40}
			b := world.Block(r.IntN(world.BlockCount))
			if r.IntN(3) == 0 {
				b = world.Air
			}
			g.l.Change(p, b)
			if r.IntN(8) == 0 {
				g.sc.Camera.Pos = [3]float64{r.Float64()*60 - 30, 8, r.Float64()*60 - 30}
				g.l.Picture(&g.sc)
				g.take()
			}
		}
		g.settle()
		g.agrees(2)
	}
}

// take takes what a picture offers.
func (g *ground) take() {
	for i := range g.sc.Uploads {
		u := &g.sc.Uploads[i]
		m := *u.Mesh
		m.Quads, m.Models, m.Cells = slices.Clone(m.Quads), slices.Clone(m.Models), slices.Clone(m.Cells)
		g.held[m.Section] = &m
		u.Taken = true
	}
}
