package worldgen

import (
	"voxtide/world"
	"voxtide/world/columns"
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// JoinReach is how far land that stayed bends the new land beside it, in blocks; JoinStep the greatest step from a column that stayed to
// one beside it, where the land before had none that was greater.
const (
	JoinReach = 96
	JoinStep  = 8
)

// reachTiles is JoinReach in columns of sections.
const reachTiles = (JoinReach + 15) / 16

// join is the land of before, as the new land meets it: it implements landscape.Join.
type join struct {
	before Generator
	kept   *columns.Set

	x, z int32      // the tile of near
	near [][2]int32 // the columns that stayed and are within reach of the tile
	set  bool       // x, z and near are
}

// look finds what stayed around a tile.
func (j *join) look(x, z int32) {
	if j.set && j.x == x && j.z == z {
		return
	}
	j.x, j.z, j.set, j.near = x, z, true, j.near[:0]
	const r = reachTiles + 1
	for dz := int32(-r); dz <= r; dz++ {
		for dx := int32(-r); dx <= r; dx++ {
			if j.kept.Has(x+dx, z+dz) {
				j.near = append(j.near, [2]int32{x + dx, z + dz})
			}
		}
	}
}

// Near implements landscape.Join.
func (j *join) Near(x, z int32) bool {
	j.look(x, z)
	return len(j.near) > 0
}

// At implements landscape.Join.
func (j *join) At(x, z int32) (height int32, share int64) {
	j.look(x>>4, z>>4)
	least := int64(JoinReach * JoinReach)
	for _, c := range j.near {
		dx := int64(max(c[0]<<4-x, x-(c[0]<<4+15), 0))
		dz := int64(max(c[1]<<4-z, z-(c[1]<<4+15), 0))
		least = min(least, dx*dx+dz*dz)
	}
	if least >= JoinReach*JoinReach {
		return 0, 0
	}
	share = noise.One - noise.SmoothRamp(root(least<<8), 2<<4, JoinReach<<4)
	return j.before.Top(x, z), share
}

// root returns the square root, rounded down.
func root(n int64) (r int64) {
	for bit := int64(1) << 20; bit > 0; bit >>= 1 {
		if (r+bit)*(r+bit) <= n {
			r += bit
		}
	}
	return r
}

// joined is the land of a world that was upgraded: columns that stayed come from the land of before, all others from the new generator,
// which bends to them.
type joined struct {
	*join
	now Generator
}

// at returns whose land a place is.
func (g *joined) at(x, z int32) Generator {
	if g.kept.Has(x>>4, z>>4) {
		return g.before
	}
	return g.now
}

func (g *joined) Section(p world.SectionPos) *world.Section {
	if g.kept.Has(p.X, p.Z) {
		return g.before.Section(p)
	}
	return g.now.Section(p)
}

func (g *joined) Biome(x, z int32) landscape.Biome { return g.at(x, z).Biome(x, z) }

func (g *joined) Height(x, z int32) int32 { return g.at(x, z).Height(x, z) }

func (g *joined) Top(x, z int32) int32 { return g.at(x, z).Top(x, z) }

func (g *joined) Surface(x, z int32, dst *[256]landscape.SurfaceColumn) {
	if g.kept.Has(x, z) {
		g.before.Surface(x, z, dst)
		return
	}
	g.now.Surface(x, z, dst)
}

func (g *joined) DistantSurface(x, z int32) landscape.SurfaceColumn {
	return g.at(x, z).DistantSurface(x, z)
}

// spawner returns whose land players begin on: where they did before, if that stayed.
func (g *joined) spawner() Generator {
	p := g.before.Spawn(0).Block()
	return g.at(p.X, p.Z)
}

func (g *joined) Spawn(i int) world.Vec { return g.spawner().Spawn(i) }

func (g *joined) SpawnYaw(i, sun int) uint16 { return g.spawner().SpawnYaw(i, sun) }

// Widen implements Generator.
func (g *joined) Widen() {
	g.join.before.Widen()
	g.now.Widen()
}

// Rest implements Generator.
func (g *joined) Rest() {
	g.join.before.Rest()
	g.now.Rest()
}
