package gen3

import (
	"voxtide/world/worldgen/landscape"
	"voxtide/world/worldgen/noise"
)

// Heights are computed in 1/256 block above the sea (block). The broad features are computed for every fourth block and
// interpolated; terraces, roughness and rivers (river.go) are added for each column. All are functions of the place alone, not of
// biomes, so heights have no seams at borders.

const block = 256 // 1 block in the fixed point of heights

// landform holds the broad features, which are computed for every fourth block.
type landform struct {
	land        int64 // height before rivers, 1/256 block above the sea
	coast       int64 // how far inland; see site
	wild        int64 // share of cliffs and overhangs
	temperature int64 // at sea level
	humidity    int64
	wet         int64 // share of swamp
	terrace     int64 // share of terraces
	rough       int64 // strength of the small hills, 1/256 block
}

// fields holds the noises of the broad features.
type fields struct {
	warpX, warpZ, continent, erosion, ridge, hill, cliff, temperature, humidity, terrace noise.Field
	rough, patch, meanderX, meanderZ                                                     noise.Field // for each column
}

// newFields makes the noises of a seed. At the origin, where players spawn, there is land and a mild climate.
func newFields(seed uint64) fields {
	return fields{
		warpX:       noise.NewField(seed, 1, 420, 4),
		warpZ:       noise.NewField(seed, 2, 420, 4),
		continent:   noise.NewField(seed, 3, 1250, 5).ZeroAtOrigin(),
		erosion:     noise.NewField(seed, 4, 900, 2),
		ridge:       noise.NewField(seed, 5, 330, 4),
		hill:        noise.NewField(seed, 6, 170, 2),
		cliff:       noise.NewField(seed, 7, 300, 2),
		temperature: noise.NewField(seed, 8, 1300, 4).ZeroAtOrigin(),
		humidity:    noise.NewField(seed, 9, 900, 4),
		terrace:     noise.NewField(seed, 10, 500, 1),
		rough:       noise.NewField(seed, 11, 44, 2),
		patch:       noise.NewField(seed, 12, 26, 1),
		meanderX:    noise.NewField(seed, 13, 130, 2),
		meanderZ:    noise.NewField(seed, 14, 130, 2),
	}
}

// baseHeight is a row of the table of base heights.
type baseHeight struct{ coast, height int64 }

// baseHeights give the height by how far inland a place is, interpolated between the rows.
var baseHeights = []baseHeight{
	{-4000, -62 * block}, {-1800, -46 * block}, {-900, -32 * block}, {-420, -15 * block}, {-110, -4 * block}, {0, 0},
	{160, 3 * block / 2}, {420, 5 * block}, {1100, 11 * block}, {2300, 19 * block}, {5000, 34 * block},
}

func baseHeightAt(coast int64) int64 {
	if coast <= baseHeights[0].coast {
		return baseHeights[0].height
	}
	for i := 1; i < len(baseHeights); i++ {
		a, b := baseHeights[i-1], baseHeights[i]
		if coast < b.coast {
			return a.height + (b.height-a.height)*(coast-a.coast)/(b.coast-a.coast)
		}
	}
	return baseHeights[len(baseHeights)-1].height
}

// landformAt computes the broad features at a place.
func (f *fields) landformAt(x, z int64) (b landform) {
	x, z = x+f.warpX.At(x, z)*80>>12, z+f.warpZ.At(x, z)*80>>12
	b.coast = f.continent.At(x, z) + 400
	erosion := f.erosion.At(x, z)
	b.temperature = f.temperature.At(x, z)*5/4 - 100
	b.humidity = f.humidity.At(x, z) * 5 / 4

	mountain := noise.SmoothRamp(b.coast, 150, 1300) * noise.SmoothRamp(-erosion, -150, 1500) >> 12
	rolling := noise.SmoothRamp(b.coast, 0, 700) * (one - noise.SmoothRamp(erosion, 200, 1700)*3/4) >> 12
	hill := f.hill.At(x, z)
	b.land = baseHeightAt(b.coast) + (3*block+rolling*11*block>>12)*hill>>12
	if mountain > 0 {
		b.land += mountain * (20*block + f.mountainRidge(x, z)*170*block>>12) >> 12
	}
	cliff := f.cliff.At(x, z)
	// Where it is wild the coast stands as a cliff.
	bluff := noise.SmoothRamp(cliff, 500, 1300)
	b.land += bluff * noise.SmoothRamp(b.coast, 0, 90) >> 12 * (one - noise.SmoothRamp(b.coast, 500, 1600)) >> 12 * 17 * block >> 12
	b.wild = max(bluff*noise.SmoothRamp(b.coast, -260, 0)>>12*(one-noise.SmoothRamp(b.coast, 700, 1500))>>12, mountain*noise.SmoothRamp(cliff, -200, 900)>>12)
	b.rough = block + block*mountain*5>>12 + block*rolling>>12

	dryHot := noise.SmoothRamp(b.temperature, 700, 1200) * noise.SmoothRamp(-b.humidity, 600, 1200) >> 12
	b.terrace = max(dryHot*noise.SmoothRamp(b.coast, 300, 700)>>12, noise.SmoothRamp(f.terrace.At(x, z), 600, 1500)*noise.SmoothRamp(b.coast, 400, 900)>>12*3>>2)
	// Badlands stand as tables above their surroundings.
	b.land += dryHot * noise.SmoothRamp(b.coast, 300, 900) >> 12 * noise.SmoothRamp(hill, -600, 500) >> 12 * 26 * block >> 12
	b.wet = noise.SmoothRamp(b.humidity, 700, 1300) * noise.SmoothRamp(b.temperature, -300, 300) >> 12 * noise.SmoothRamp(erosion, -500, 400) >> 12 *
		noise.SmoothRamp(b.coast, 0, 200) >> 12 * (one - noise.SmoothRamp(b.coast, 2200, 3000)) >> 12
	b.land = noise.Lerp(b.land, hill*5/2*block>>12, b.wet*15>>4)
	return b
}

// mountainRidge returns the shape of mountains: ridges that branch, 0 to one.
func (f *fields) mountainRidge(x, z int64) int64 {
	sum, weight, share := int64(0), int64(one), int64(one)
	for i := range f.ridge {
		r := max(one-noise.Magnitude(f.ridge[i].At(x, z))*3>>1, 0)
		r = r * r >> 12
		sum += r * weight >> 12 * share >> 12
		weight, share = min(weight, r*2), share*5>>3
	}
	return min(sum>>1, one)
}

// ground returns the height of a column without rivers, 1/256 block above the sea.
func (b *landform) ground(rough int64) int64 {
	h := b.land + rough*b.rough>>12
	if b.terrace > 0 && h > 3*block {
		h = noise.Lerp(h, terrace(h), b.terrace)
	}
	return h
}

// dry is the level of a column without water.
const dry = int32(-1 << 14)

// shape cuts a river or a lake into the land at a column whose height is h, 1/256 block above the sea. It returns the height, and the y of
// the water: dry for none.
func (b *bank) shape(h, rough int64) (int64, int32) {
	if !b.near {
		return h, seaAt(h)
	}
	level := int64(b.level-landscape.SeaLevel) * block
	if b.beyond < 0 { // in the water
		deep := 2*block + b.width*3 // at the middle
		if b.lake {
			deep = min(-b.beyond*4, 11*block) + block
		} else {
			t := (b.width + b.beyond) * one / b.width
			deep = deep * (one - t*t>>12) >> 12
		}
		bed := level - block/2 - deep + rough*block>>14
		if level == 0 {
			bed = min(bed, h) // the sea is deeper
		}
		return bed, b.level
	}
	if h < 0 && level == 0 {
		return h, landscape.SeaLevel
	}
	// The banks lie a little above the water, and go over to the land the farther off the higher it stands.
	wide := 9*16 + b.width*2 + max(h-level, 0)>>5
	if b.lake {
		wide += 8 * 16
	}
	wide = min(wide, riverReach*16-16)
	shore := level + block + b.beyond*block>>7 + max(rough, 0)*block>>13
	if h < shore { // a dam is wide
		wide = min(wide+(shore-h)>>4, riverReach*16-16)
	}
	h = noise.Lerp(shore, h, noise.SmoothRamp(b.beyond, 36, 36+wide*3/4))
	return h, seaAt(h)
}

// seaAt returns the level of the sea where land is below it, else dry.
func seaAt(h int64) int32 {
	if h < 0 {
		return landscape.SeaLevel
	}
	return dry
}

// terrace turns a height into steps of 7 blocks: flat ground, then a steep slope.
func terrace(h int64) int64 {
	const step = 7 * block
	k := h / step
	return k*step + noise.SmoothRamp(h-k*step, step*5/8, step)*step>>12
}
