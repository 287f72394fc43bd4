package client

import (
	"sync"

	"voxtide/light"
	"voxtide/mesh"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/world"
)

// job is a section to be meshed, with all that its mesh depends on. Nothing that it points to changes meanwhile.
type job struct {
	at      world.SectionPos
	version uint64
	around  light.Around
	tints   *mesh.Tints
	coarse  bool        // groups of blocks as one: it is far
	mesh    *scene.Mesh // what comes of it
}

// mesher is what it takes to mesh; one goroutine uses it.
type mesher struct {
	mesh   *mesh.Mesher
	light  light.Scratch
	padded mesh.Padded
}

// make meshes a section.
func (m *mesher) make(j *job) {
	m.padded.Fill((*mesh.Around)(&j.around.Sections))
	m.light.Compute(&m.padded.Light, &j.around)
	if j.coarse {
		m.padded.Coarsen()
	}
	m.mesh.Build(j.mesh, j.at, &m.padded, j.tints)
}

// crew are the workers that mesh sections, and the jobs that they have or have done.
//
// Owner: the view's gives jobs and takes them back; each worker is a goroutine. Both queues have room for all jobs that
// the owner may give at once, so that nobody waits for the other.
type crew struct {
	todo, ready chan *job
	out         int // given and not taken back
	free        []*job
	gone        sync.WaitGroup
}

func newCrew(looks *mesh.Looks, workers int) *crew {
	c := &crew{todo: make(chan *job, askedMax), ready: make(chan *job, askedMax)}
	for range workers {
		c.gone.Add(1)
		go func() {
			defer c.gone.Done()
			m := mesher{mesh: mesh.New(looks)}
			for j := range c.todo {
				m.make(j)
				c.ready <- j
			}
		}()
	}
	return c
}

// busy returns how many jobs workers have or have done.
func (c *crew) busy() int { return c.out }

func (c *crew) give(j *job) {
	c.out++
	c.todo <- j
}

// take returns a job that is done, nil if there is none.
func (c *crew) take() *job {
	select {
	case j := <-c.ready:
		c.out--
		return j
	default:
		return nil
	}
}

// done gives a job back for the next one; its mesh belongs to somebody else by now.
func (c *crew) done(j *job) {
	*j = job{}
	c.free = append(c.free, j)
}

// close ends the workers.
func (c *crew) close() {
	close(c.todo)
	for range c.out {
		<-c.ready
	}
	c.gone.Wait()
}

// job makes the job of a section as it is now.
func (v *view) job(p world.SectionPos, s *seen) *job {
	var j *job
	if n := len(v.crew.free); n > 0 {
		j, v.crew.free = v.crew.free[n-1], v.crew.free[:n-1]
	} else {
		j = &job{}
	}
	j.at = p
	j.around.Y = p.Y
	i := 0
	for y := p.Y - 1; y <= p.Y+1; y++ {
		for z := p.Z - 1; z <= p.Z+1; z++ {
			for x := p.X - 1; x <= p.X+1; x++ {
				if n := v.seen[world.SectionPos{X: x, Y: y, Z: z}]; n != nil {
					j.around.Sections[i] = n.sec
				}
				i++
			}
		}
	}
	i = 0
	for z := p.Z - 1; z <= p.Z+1; z++ {
		for x := p.X - 1; x <= p.X+1; x++ {
			if c := v.columns[[2]int32{x, z}]; c != nil {
				j.around.Tops[i] = v.tops(x, z, c)
			}
			i++
		}
	}
	j.tints = v.tints(p, v.columns[[2]int32{p.X, p.Z}])
	s.coarse = v.far(p, s)
	j.coarse = s.coarse
	j.version = s.version // last: new tops may have touched it
	if n := len(v.free); n > 0 {
		j.mesh, v.free = v.free[n-1], v.free[:n-1]
	} else {
		j.mesh = &scene.Mesh{}
	}
	return j
}

// tops returns the tops of a column. Where they have moved, the light of what lies between is no more what it was.
func (v *view) tops(x, z int32, c *column) *light.Tops {
	if c.tops != nil && !c.stale {
		return c.tops
	}
	t := &light.Tops{}
	t.Clear()
	for y := int32(world.MaxY >> 4); y >= world.MinY>>4; y-- {
		if s := v.seen[world.SectionPos{X: x, Y: y, Z: z}]; s != nil && t.Cover(y, s.sec) {
			break
		}
	}
	lo, hi := int32(world.MaxY), int32(light.NoTop)
	if c.tops != nil {
		for i := range t {
			if a, b := int32(c.tops[i]), int32(t[i]); a != b {
				lo, hi = min(lo, a, b), max(hi, a, b)
			}
		}
	}
	c.tops, c.stale = t, false
	if c.tops != nil && lo <= hi {
		for y := (lo - light.DimHeight) >> 4; y <= hi>>4; y++ {
			p := world.SectionPos{X: x, Y: y, Z: z}
			for dz := int32(-1); dz <= 1; dz++ {
				for dx := int32(-1); dx <= 1; dx++ {
					v.touch(world.SectionPos{X: p.X + dx, Y: y, Z: p.Z + dz})
				}
			}
		}
	}
	return t
}

// tints returns the tints of a column.
func (v *view) tints(p world.SectionPos, c *column) *mesh.Tints {
	if c.tints != nil {
		return c.tints
	}
	var around [9]*protocol.Biomes
	for i := range around {
		x, z := p.X+int32(i%3)-1, p.Z+int32(i/3)-1
		if s := v.seen[world.SectionPos{X: x, Y: p.Y, Z: z}]; s != nil {
			around[i] = &s.biomes
		}
	}
	c.tints = &mesh.Tints{}
	v.palette.blend(c.tints, &around)
	return c.tints
}
