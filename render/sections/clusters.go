package sections

import (
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/scene"
)

// The quads of a range are drawn by clusters of a few that follow each other, which mostly lie close together: what of a section is hidden,
// out of sight or turned away is left out by clusters.

// clusterQuads is the number of quads of a cluster; the last of a range has the rest.
const clusterQuads = 1

// cluster is the box around the quads of a cluster, in blocks within the section.
type cluster struct{ low, high [3]int8 }

// clustersIn returns the number of clusters of a range.
func clustersIn(r scene.Range) int { return (int(r.Count) + clusterQuads - 1) / clusterQuads }

// findClusters finds the clusters of all ranges but water and what is translucent, in the order of addSeen.
func (sec *section) findClusters(m *scene.Mesh) {
	sec.clusters = sec.clusters[:0]
	for f := range m.Opaque {
		sec.clusters = appendClusters(sec.clusters, m.Quads, scene.QuadWords, m.Opaque[f])
	}
	for f := range m.Cutout {
		sec.clusters = appendClusters(sec.clusters, m.Quads, scene.QuadWords, m.Cutout[f])
	}
	sec.clusters = appendClusters(sec.clusters, m.Models, scene.ModelWords, m.ModelOpaque)
	sec.clusters = appendClusters(sec.clusters, m.Models, scene.ModelWords, m.ModelCutout)
}

// appendClusters appends the clusters of a range of quads.
func appendClusters(to []cluster, words []uint32, size int, r scene.Range) []cluster {
	for n := range r.Count {
		if n%clusterQuads == 0 {
			to = append(to, cluster{[3]int8{127, 127, 127}, [3]int8{-128, -128, -128}})
		}
		c := &to[len(to)-1]
		for v := range 4 {
			at := words[(int(r.Start+n)*4+v)*size]
			for k := range c.low {
				low, high := int8(at>>(5*k)&31), int8(at>>(5*k)&31)
				if size == scene.ModelWords {
					p := int(at>>(10*k)&1023) - scene.ModelOffset
					low, high = int8(p>>5), int8((p+31)>>5)
				}
				c.low[k], c.high[k] = min(c.low[k], low), max(c.high[k], high)
			}
		}
	}
	return to
}

// addSeen adds the clusters of a section that may be seen, of the faces in a set, and its plants or not.
func (l *drawList) addSeen(sec *section, opaque, cutout int, faces uint8, plants bool) {
	r, at := &sec.ranges, 0
	for face := range r.opaque {
		at = l.addClusters(sec, opaque, r.opaque[face], at, face, faces)
	}
	for face := range r.cutout {
		at = l.addClusters(sec, cutout, r.cutout[face], at, face, faces)
	}
	at = l.addClusters(sec, PassModelOpaque, r.modelOpaque, at, scene.FaceNone, 1<<scene.FaceNone)
	if plants {
		l.addClusters(sec, PassModelCutout, r.modelCutout, at, scene.FaceNone, 1<<scene.FaceNone)
	}
}

// addClusters adds the clusters of a range that may be seen if its face is in a set. at is the number of its first cluster; that of
// the first after it is returned. Clusters that follow each other become one draw.
func (l *drawList) addClusters(sec *section, pass int, r scene.Range, at, face int, set uint8) int {
	end := at + clustersIn(r)
	if set&(1<<face) == 0 {
		return end
	}
	base := cornerOf(sec.key, &l.builtFor)
	var open scene.Range
	for start, last := r.Start, r.Start+r.Count; at < end; at, start = at+1, start+clusterQuads {
		if !l.clusterSeen(&sec.clusters[at], base, face) {
			continue
		}
		count := min(clusterQuads, last-start)
		if open.Count > 0 && open.Start+open.Count == start {
			open.Count += count
			continue
		}
		l.addRange(sec, pass, open)
		open = scene.Range{Start: start, Count: count}
	}
	l.addRange(sec, pass, open)
	return end
}

// clusterSeen reports whether a cluster may be seen; base is the corner of its section relative to the eye.
func (l *drawList) clusterSeen(c *cluster, base [3]float32, face int) bool {
	low, high := base, base
	var mid, half mgl32.Vec3
	for a := range base {
		low[a] += float32(c.low[a]) - hiddenMargin
		high[a] += float32(c.high[a]) + hiddenMargin
		mid[a], half[a] = (low[a]+high[a])/2, (high[a]-low[a])/2
	}
	if face < scene.FaceNone && facingFaces(&low, &high)&(1<<face) == 0 {
		return false
	}
	return l.frustum.Intersects(mid, half) && !l.walk.panorama.Hides(low, high)
}
