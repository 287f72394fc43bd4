package client

import "voxtide/world"

// Sections that are far may be meshed coarse: fewer sides for the driver. Which are far follows the eye, with a section of
// hysteresis, so that walking to and fro over a border meshes nothing.

// far tells whether a section is to be meshed coarse, as seen from the section that the eye is in.
func (v *view) far(p world.SectionPos, s *seen) bool {
	if v.coarse == 0 {
		return false
	}
	x, y, z := int64(p.X-v.order.here.X), int64(p.Y-v.order.here.Y), int64(p.Z-v.order.here.Z)
	d, c := x*x+y*y+z*z, int64(v.coarse)
	if s.coarse {
		return d >= c*c
	}
	return d >= (c+1)*(c+1)
}

// level follows the eye into another section: what has come near or gone far is meshed anew.
func (v *view) level(here world.SectionPos) {
	v.order.here = here
	for p, s := range v.seen {
		if (v.coarse > 0 || s.coarse) && s.drawn && v.far(p, s) != s.coarse {
			v.touch(p)
		}
	}
}

// setCoarse sets from how many blocks on meshes are coarse; 0 for none. It acts on what is there, too.
func (v *view) setCoarse(blocks int) {
	to := int32(max(blocks, 0)+world.SectionSize-1) / world.SectionSize
	if to != v.coarse {
		v.coarse = to
		v.level(v.order.here)
	}
}

// SetCoarse sets from how many blocks on what is far is drawn coarse, as groups of 2x2x2 blocks; 0 for nowhere. It acts at once.
func (c *Client) SetCoarse(blocks int) {
	if c.view != nil {
		c.view.setCoarse(blocks)
	}
}

// SetCoarse is that of a client.
func (l *Land) SetCoarse(blocks int) { l.view.setCoarse(blocks) }
