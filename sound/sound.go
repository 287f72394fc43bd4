// Package sound names all sounds of the game: what happens (a Kind), of which Material, to which group of volumes it belongs, how loud
// it is, how far it is heard, and its subtitle.
//
// Job: the tables that the makers of samples (sound/synth), the mixer (sound/mixer), the ears of a client (client/hearing) and the
// subtitles share. Owner: nobody; it has no state. Invariants: each ID has a row with a level, a reach and a subtitle; a sound of a
// material is another one than the same of any other material.
package sound

// Rate is how many samples a second has, everywhere.
const Rate = 48000

// Material is what something is made of, as far as it is heard.
type Material uint8

// The materials. NoMaterial is that of sounds that have none.
const (
	NoMaterial Material = iota
	Stone
	Soil
	Grass
	Sand
	Gravel
	Wood
	Glass
	Cloth
	Water
	Snow
	Metal
	MaterialCount
)

// materialNames are the names of the materials, in subtitles and in names of files.
var materialNames = [MaterialCount]string{"", "stone", "soil", "grass", "sand", "gravel", "wood", "glass", "cloth", "water", "snow", "metal"}

// String returns the name of a material.
func (m Material) String() string { return materialNames[m] }

// ID names a sound: a kind, of a material if it has one. 0 is none.
type ID uint16

// None is no sound.
const None ID = 0

// part is what an ID names.
type part struct {
	kind     Kind
	material Material
}

// ids holds the IDs by kind and material, parts what each names.
var ids, parts = func() (by [KindCount][MaterialCount]ID, of []part) {
	of = append(of, part{})
	for k := Kind(1); k < KindCount; k++ {
		for m := range MaterialCount {
			if (m == NoMaterial) == kinds[k].materials || m == Water && !kinds[k].ofWater {
				continue
			}
			by[k][m] = ID(len(of))
			of = append(of, part{k, m})
		}
	}
	return by, of
}()

// Count returns the number of IDs: each from 1 up to below it is a sound.
func Count() int { return len(parts) }

// Of returns the sound of a kind of a material; None where that makes no sound. A kind without materials takes any.
func Of(k Kind, m Material) ID {
	if !kinds[k].materials {
		m = NoMaterial
	}
	return ids[k][m]
}

// Kind returns what happens.
func (id ID) Kind() Kind { return parts[id].kind }

// Material returns of what it is.
func (id ID) Material() Material { return parts[id].material }

// String returns the name of a sound, for files and figures: "step-grass".
func (id ID) String() string {
	name := kinds[id.Kind()].name
	if m := id.Material(); m != NoMaterial {
		name += "-" + m.String()
	}
	return name
}

// Subtitle returns what a subtitle says of the sound.
func (id ID) Subtitle() string { return subtitles[id] }

// subtitles are made once, so that a frame allocates none.
var subtitles = func() []string {
	out := make([]string, Count())
	for id := 1; id < Count(); id++ {
		k := &kinds[ID(id).Kind()]
		out[id] = k.subtitle
		if k.materials {
			name := ID(id).Material().String()
			if k.subtitle[0] == '%' { // the material begins the line
				out[id] = string(name[0]-'a'+'A') + name[1:] + k.subtitle[1:]
			} else {
				out[id] += " " + name
			}
		}
	}
	return out
}()

// Group returns the group of volumes of a sound.
func (id ID) Group() Group { return kinds[id.Kind()].group }

// Level returns the loudness of a sound beside the ear in dB of full scale: of its loudest 50 ms, as sound/measure has it.
func (id ID) Level() float64 { return kinds[id.Kind()].level }

// Reach returns how far a sound is heard, in blocks.
func (id ID) Reach() float64 { return kinds[id.Kind()].reach }

// Variants returns how many versions of a sound there are, of which chance takes one.
func (id ID) Variants() int { return kinds[id.Kind()].variants }

// Group is a group of sounds with a volume of its own.
type Group uint8

// The groups.
const (
	Blocks    Group = iota // what blocks do
	Players                // what bodies do
	Ambience               // what the land does
	Interface              // screens
	GroupCount
)
