package client

import (
	"sync"

	"voxtide/light"
	"voxtide/mesh"
	"voxtide/scene"
	"voxtide/world"
)

// job is a section to be meshed, with all that its mesh depends on. Nothing that it points to changes meanwhile.
type job struct {
	at        world.SectionPos
	of        *seen // for the view alone
	version   uint64
	around    light.Around
	tints     *mesh.Tints
	coarse    bool // groups of blocks as one: it is far
	lightOnly bool // nothing but light is another than in the mesh that is shown, and that was made from light of this digest
	lit       digest

	// What comes of it; lit, too.
	same bool        // the light is the same, and nothing was made
	made digest      // of the mesh
	mesh *scene.Mesh // room for it before; nil once it was handed on
}

// mesher is what it takes to mesh; one goroutine uses it.
type mesher struct {
	mesh   *mesh.Mesher
	light  light.Scratch
	padded mesh.Padded
}

// make meshes a section. Of one that has nothing to see it makes no light.
func (m *mesher) make(j *job) {
	var lit digest
	if m.padded.Fill((*mesh.Around)(&j.around.Sections)) {
		m.light.Compute(&m.padded.Light, &j.around)
		lit.bytes(m.padded.Light[:])
	}
	if j.lightOnly && lit == j.lit {
		j.same = true
		return
	}
	if j.coarse {
		m.padded.Coarsen()
	}
	m.mesh.Build(j.mesh, j.at, &m.padded, j.tints)
	j.lit, j.made = lit, digestOf(j.mesh)
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
			yieldToOthers()
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
