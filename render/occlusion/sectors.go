package occlusion

// Sector is a part of the directions around an eye, between two upright planes through it. A panorama of one sector knows nothing of the others: what is added to it
// counts only there, and a box is hidden if what of it lies there is.
type Sector int

// Sectors is the number of sectors. All of them together are AllAround.
const (
	Sectors          = 16
	AllAround Sector = -1
)

// sectorWide is the number of bits of a face in a sector.
const sectorWide = 4 * wide / Sectors

// Edges returns the directions along X and Z of the two sides of a sector.
func (s Sector) Edges() (a, b [2]float32) {
	x := axes[s*sectorWide/wide]
	from := int(s) * sectorWide % wide
	for k, e := range [2]*[2]float32{&a, &b} {
		e[x.ahead/2] = x.sign
		e[x.side/2] = float32(from+k*sectorWide)/binsPerUnit - 1
	}
	return a, b
}

// part is what counts of a panorama.
type part struct {
	only     faceSet
	from, to int // the bits of those faces sideways, from one to below another
}

// faceSet is a set of faces of a panorama, by bits.
type faceSet uint8

var allAround = part{only: 1<<4 - 1, to: wide}
