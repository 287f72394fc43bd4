package render

import (
	"cmp"
	"slices"

	"voxtide/scene"
)

// Translucent sides are blended, so what lies behind has to be drawn first: sections one after the other from the farthest, and
// within a section side by side, where the sides lie in more than one plane. The order is made anew with the draw list.

// pane is a translucent side of a section.
type pane struct {
	mid  [3]float32 // within the section, in blocks
	face uint8
}

// panesMax is how many sides of one section are put in order. More than that are drawn as they come.
const panesMax = 1024

// paneAt is a pane with its distance from the eye, squared.
type paneAt struct {
	far float32
	i   int32
}

// panesOf fills in the translucent sides of a mesh: none where their order does not matter, because they lie in one plane.
func panesOf(to []pane, m *scene.Mesh) []pane {
	to = to[:0]
	if m.Translucent.Count < 2 || m.Translucent.Count > panesMax {
		return to
	}
	one := true
	for q := m.Translucent.Start; q < m.Translucent.Start+m.Translucent.Count; q++ {
		v := m.Quads[q*4*scene.QuadWords:]
		a, b := v[0], v[3*scene.QuadWords]
		p := pane{face: uint8(a >> 15 & 7)}
		for k := range p.mid {
			p.mid[k] = float32(a>>(5*k)&31+b>>(5*k)&31) / 2
		}
		axis := faceAxis[p.face%faceCount]
		one = one && (len(to) == 0 || to[0].face == p.face && to[0].mid[axis] == p.mid[axis])
		to = append(to, p)
	}
	if one {
		return to[:0]
	}
	return to
}

// translucent lists the translucent sides of a section: those that may turn towards the eye, the farthest first.
func (l *drawList) translucent(sec *section, v *view) {
	r := sec.ranges.translucent
	if len(sec.panes) == 0 {
		l.run(sec, passTranslucent, r)
		return
	}
	var base [3]float32 // of the section, from the eye
	for a := range base {
		base[a] = float32(sec.key[a]*sectionSide-v.origin[a]) - v.eye[a]
	}
	l.order = l.order[:0]
	for i := range sec.panes {
		p := &sec.panes[i]
		axis := faceAxis[p.face%faceCount]
		at := base[axis] + p.mid[axis]
		if p.face&1 == 0 && at <= -slackMove || p.face&1 == 1 && at >= slackMove {
			continue
		}
		far := float32(0)
		for a := range base {
			d := base[a] + p.mid[a]
			far += d * d
		}
		l.order = append(l.order, paneAt{far, int32(i)})
	}
	slices.SortFunc(l.order, func(a, b paneAt) int {
		if c := cmp.Compare(b.far, a.far); c != 0 {
			return c
		}
		return cmp.Compare(sec.panes[a.i].rank(), sec.panes[b.i].rank())
	})
	for _, o := range l.order {
		l.run(sec, passTranslucent, scene.Range{Start: r.Start + uint32(o.i), Count: 1})
	}
}

// rank tells panes apart that are equally far, so that the order does not depend on how the mesh was made.
func (p *pane) rank() int {
	return int(p.face) | int(p.mid[0]*2)<<3 | int(p.mid[1]*2)<<9 | int(p.mid[2]*2)<<15
}
