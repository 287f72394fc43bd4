package sections

import (
	"voxtide/render/camera"
	"voxtide/render/occlusion"
)

// place is what was found from one place of the eye.
type place struct {
	walked  sectorSet
	sectors [occlusion.Sectors]camera.Frustum // what lies in each of them
	levels  [][]foundSection                  // by steps from the eye's section
	seen    []uint64                          // bits of the quads of these sections: which are not hidden in some sector that was walked
	at      []foundAt                         // by section
	stamp   uint32                            // of at
}

// foundSection is a section of which something may be seen.
type foundSection struct {
	section, seen int32 // the latter its first word in place.seen
}

// foundAt says that a section was found, if its stamp is that of the place.
type foundAt struct {
	stamp uint32
	seen  int32
}

// sectorSet is a set of sectors, by bits.
type sectorSet uint16

const allSectors sectorSet = 1<<occlusion.Sectors - 1

// forget begins another place.
func (p *place) forget() {
	p.walked, p.seen = 0, p.seen[:0]
	for i := range p.levels {
		p.levels[i] = p.levels[i][:0]
	}
	p.stamp++
	if p.sectors[0] == (camera.Frustum{}) {
		for i := range p.sectors {
			p.sectors[i] = camera.Between(occlusion.Sector(i).Edges())
		}
	}
}

// add returns the bits of a section's quads, which is entered if it is not yet there.
func (p *place) add(section int32, level int32, quads int) []uint64 {
	for len(p.at) <= int(section) {
		p.at = append(p.at, foundAt{})
	}
	for len(p.levels) <= int(level) {
		p.levels = append(p.levels, nil)
	}
	a, words := &p.at[section], (quads+63)/64
	if a.stamp != p.stamp {
		*a = foundAt{p.stamp, int32(len(p.seen))}
		p.levels[level] = append(p.levels[level], foundSection{section, a.seen})
		for range words {
			p.seen = append(p.seen, 0)
		}
	}
	return p.seen[a.seen : int(a.seen)+words]
}
