package terrain

import (
	"sync"

	"voxtide/render/mesh"
	"voxtide/render/scene"
	"voxtide/world"
	"voxtide/world/light"
)

// job is a section to be meshed, with everything that its mesh depends on. Nothing that it points to changes meanwhile.
type job struct {
	pos       world.SectionPos
	section   *section // not touched by workers
	version   uint64   // of the section when the job was made
	around    light.Neighbourhood
	tints     *mesh.Tints
	lod       mesh.Level // of the mesh
	lightOnly bool       // only light may differ from the shown mesh, which was built from light of lightHash
	lightHash hash       // after build, of the light that the mesh was built from
	with      []*job     // of sections that touch it, to be shown with it in one frame: all of them have an edit to show

	// Results of build.
	unchanged bool        // the light is the same, so no mesh was built
	visible   bool        // a face of the section may be seen
	meshHash  hash        // of mesh
	mesh      *scene.Mesh // buffers before build; nil once it was offered
}

// mesher holds the buffers for meshing. One goroutine uses it.
type mesher struct {
	mesh   *mesh.Mesher
	light  light.Scratch
	padded mesh.Padded
}

// do does a job and those with it.
func (m *mesher) do(j *job) {
	m.build(j)
	for _, w := range j.with {
		m.build(w)
	}
}

// build meshes a section. It computes no light for a section with nothing to see.
func (m *mesher) build(j *job) {
	var lit hash
	j.visible = m.padded.Fill((*mesh.Neighbourhood)(&j.around.Sections))
	if j.visible {
		m.light.Compute(&m.padded.Light, &j.around)
		lit.addBytes(m.padded.Light[:])
	}
	if j.lightOnly && lit == j.lightHash {
		j.unchanged = true
		return
	}
	m.padded.Coarsen(j.lod)
	m.mesh.Build(j.mesh, j.pos, &m.padded, j.tints)
	j.lightHash, j.meshHash = lit, hashMesh(j.mesh)
}

// Bounds of the jobs that workers have at once. The pool adapts between them.
const (
	inFlightLeast = 96
	inFlightMost  = 256
)

// workerPool holds the workers that mesh sections.
//
// Owner: the builder submits jobs and takes them back; each worker is a goroutine. Both channels have room for all jobs
// that can be in flight, so that neither side waits for the other.
type workerPool struct {
	todo, ready chan *job
	inFlight    int // jobs submitted and not taken back
	limit       int // of inFlight
	freeJobs    []*job
	stopped     sync.WaitGroup
}

func newWorkerPool(faces *mesh.BlockFaces, workers int) *workerPool {
	c := &workerPool{todo: make(chan *job, inFlightMost), ready: make(chan *job, inFlightMost), limit: inFlightLeast}
	for range workers {
		c.stopped.Add(1)
		go func() {
			defer c.stopped.Done()
			lowerThreadPriority()
			m := mesher{mesh: mesh.New(faces)}
			for j := range c.todo {
				m.do(j)
				c.ready <- j
			}
		}()
	}
	return c
}

// busy returns the number of jobs that were submitted and not taken back.
func (c *workerPool) busy() int { return c.inFlight }

// building reports whether a worker has not finished a job that was submitted.
func (c *workerPool) building() bool { return len(c.ready) < c.inFlight }

// full reports whether no job can be submitted at present.
func (c *workerPool) full() bool { return c.inFlight >= c.limit }

// newJob returns an unused job.
func (c *workerPool) newJob() *job {
	n := len(c.freeJobs)
	if n == 0 {
		return &job{}
	}
	j := c.freeJobs[n-1]
	c.freeJobs = c.freeJobs[:n-1]
	return j
}

func (c *workerPool) submit(j *job) {
	c.inFlight++
	c.todo <- j
}

// finished takes back a finished job, nil if there is none.
func (c *workerPool) finished() *job {
	select {
	case j := <-c.ready:
		c.inFlight--
		return j
	default:
		return nil
	}
}

// adapt changes the limit after all finished jobs were taken back. had is how many were in flight before. Workers that
// finished everything were idle for part of the frame and get more; if more than half is left, waiting jobs only grow old.
func (c *workerPool) adapt(had int) {
	switch left := c.inFlight; {
	case had == c.limit && left == 0:
		c.limit = min(2*c.limit, inFlightMost)
	case left > c.limit/2:
		c.limit = max(c.limit/2, inFlightLeast)
	}
}

// recycle takes a job back for the next newJob, without those with it.
func (c *workerPool) recycle(j *job) {
	*j = job{}
	c.freeJobs = append(c.freeJobs, j)
}

// close ends the workers.
func (c *workerPool) close() {
	close(c.todo)
	for range c.inFlight {
		<-c.ready
	}
	c.stopped.Wait()
}
