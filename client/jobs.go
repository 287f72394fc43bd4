package client

import (
	"voxtide/mesh"
	"voxtide/protocol"
	"voxtide/scene"
	"voxtide/world"
)

// job makes the job of a section as it is now.
func (v *view) job(p world.SectionPos, s *seen) *job {
	var j *job
	if n := len(v.crew.free); n > 0 {
		j, v.crew.free = v.crew.free[n-1], v.crew.free[:n-1]
	} else {
		j = &job{}
	}
	j.at, j.of, j.version = p, s, s.version
	j.lightOnly, j.lit = s.shown >= s.shape, s.lit
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
				j.around.Tops[i] = c.tops
			}
			i++
		}
	}
	j.tints = v.tints(p, v.columns[[2]int32{p.X, p.Z}])
	s.coarse = v.far(p, s)
	j.coarse = s.coarse
	if n := len(v.free); n > 0 {
		j.mesh, v.free = v.free[n-1], v.free[:n-1]
	} else {
		j.mesh = &scene.Mesh{}
	}
	return j
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

// take offers the renderer what workers have made. If they have made all of it, they were idle for some of the picture, and may
// have more in the next; if they have made little, what they have waits for longer than it need.
func (v *view) take() {
	had := v.crew.busy()
	for j := v.crew.take(); j != nil; j = v.crew.take() {
		v.offer(j, false)
	}
	switch left := v.crew.busy(); {
	case had == v.room && left == 0:
		v.room = min(2*v.room, askedMax)
	case left > v.room/2:
		v.room = max(v.room/2, askedMin)
	}
}

// offer hands the mesh of a job to the renderer, if the section is still here, nothing newer was offered and it is another
// mesh than that which was.
func (v *view) offer(j *job, urgent bool) {
	s := j.of
	here := v.seen[j.at] == s
	if here && !urgent {
		s.out = false
	}
	if here && j.version > s.shown {
		s.shown = j.version
		if !j.same {
			s.lit = j.lit
			if j.made != s.made {
				s.made, s.drawn = j.made, !j.mesh.Empty()
				v.upload(j, urgent)
			}
		}
	}
	switch {
	case here && s.drawn && v.far(j.at, s) != s.coarse: // the eye has moved on since it was asked for, and it drew nothing then
		v.touch(j.at)
	case here && s.version != s.shown:
		v.want(j.at, s)
	}
	if j.mesh != nil {
		v.free = append(v.free, j.mesh)
	}
	v.crew.done(j)
}

// upload puts a mesh before the renderer. If it has not taken the one before, the newer one comes in its place.
func (v *view) upload(j *job, urgent bool) {
	m := j.mesh
	j.mesh = nil
	m.Version = j.version
	for i := range v.uploads {
		if u := &v.uploads[i]; u.Mesh.Section == m.Section {
			v.free = append(v.free, u.Mesh)
			*u = scene.Upload{Mesh: m, Urgent: urgent || u.Urgent}
			return
		}
	}
	v.uploads = append(v.uploads, scene.Upload{Mesh: m, Urgent: urgent})
}

// ask gives workers the first of what is to be meshed.
func (v *view) ask(eye *scene.Camera) {
	v.arrange(eye)
	for len(v.pending) > 0 && v.crew.busy() < v.room {
		p := v.pending[len(v.pending)-1]
		v.pending = v.pending[:len(v.pending)-1]
		s := v.seen[p]
		if s == nil {
			continue
		}
		s.wants = false
		if s.near < 26 || s.version == s.shown {
			continue
		}
		s.out = true
		v.crew.give(v.job(p, s))
	}
}
