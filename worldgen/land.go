package worldgen

// Heights are made in 1/256 block above the sea (block). The broad features are worked out for every fourth block and
// interpolated; rivers, terraces and roughness are added for each column. All of it is a function of noise alone, not of
// biomes, so there is no border at which heights could break.

const block = 256 // 1 block in the fixed point of heights

// riverEdge is how far from the middle of a river, in the units of its noise, the bank lies.
const riverEdge = 62

// broad is what is worked out for every fourth block.
type broad struct {
	land        int64 // height before rivers, 1/256 block above the sea
	coast       int64 // see place
	river       int64 // 0 in the middle of a river, with a sign
	valley      int64 // where the valley of the river ends, in units of river
	temperature int64 // at the sea
	humidity    int64
	wet         int64 // share of swamp
	terrace     int64 // share of terraces
	rough       int64 // strength of the small hills, 1/256 block
}

// fields are the noises of the broad features.
type fields struct {
	warpX, warpZ, continent, erosion, ridge, hill, river, temperature, humidity, terrace field
	rough, patch                                                                         field // for each column
}

func newFields(seed uint64) fields {
	return fields{
		warpX:       newField(seed, 1, 420, 2),
		warpZ:       newField(seed, 2, 420, 2),
		continent:   newField(seed, 3, 1250, 5),
		erosion:     newField(seed, 4, 900, 2),
		ridge:       newField(seed, 5, 330, 3),
		hill:        newField(seed, 6, 170, 2),
		river:       newField(seed, 7, 800, 3),
		temperature: newField(seed, 8, 1300, 2),
		humidity:    newField(seed, 9, 900, 2),
		terrace:     newField(seed, 10, 500, 1),
		rough:       newField(seed, 11, 44, 2),
		patch:       newField(seed, 12, 26, 1),
	}
}

// shelf is a row of the table of base heights.
type shelf struct{ coast, height int64 }

// shelves give the height by how far inland a place lies; between the rows it is interpolated.
var shelves = []shelf{
	{-4000, -62 * block}, {-1800, -46 * block}, {-900, -32 * block}, {-420, -15 * block}, {-110, -4 * block}, {0, 0},
	{160, 3 * block / 2}, {420, 5 * block}, {1100, 11 * block}, {2300, 19 * block}, {5000, 34 * block},
}

func base(coast int64) int64 {
	if coast <= shelves[0].coast {
		return shelves[0].height
	}
	for i := 1; i < len(shelves); i++ {
		a, b := shelves[i-1], shelves[i]
		if coast < b.coast {
			return a.height + (b.height-a.height)*(coast-a.coast)/(b.coast-a.coast)
		}
	}
	return shelves[len(shelves)-1].height
}

// broad works out the broad features at a place.
func (f *fields) broad(x, z int64) (b broad) {
	x += f.warpX.at(x, z) * 60 >> 12
	z += f.warpZ.at(x, z) * 60 >> 12
	b.coast = f.continent.at(x, z) + 260
	erosion := f.erosion.at(x, z)
	b.temperature = f.temperature.at(x, z)*5/4 - 100
	b.humidity = f.humidity.at(x, z) * 5 / 4
	b.river = f.river.at(x, z)

	mountain := ramp(b.coast, 150, 1300) * ramp(-erosion, -150, 1500) >> 12
	rolling := ramp(b.coast, 0, 700) * (one - ramp(erosion, 200, 1700)*3/4) >> 12
	hill := f.hill.at(x, z)
	b.land = base(b.coast) + (3*block+rolling*11*block>>12)*hill>>12
	if mountain > 0 {
		b.land += mountain * (20*block + f.crest(x, z)*165*block>>12) >> 12
	}
	b.valley = 400 + mountain*900>>12
	b.rough = block + block*mountain*4>>12 + block*rolling>>12

	dryHot := ramp(b.temperature, 700, 1200) * ramp(-b.humidity, 600, 1200) >> 12
	b.terrace = max(dryHot*ramp(b.coast, 300, 700)>>12, ramp(f.terrace.at(x, z), 600, 1500)*ramp(b.coast, 400, 900)>>12*3>>2)
	// Badlands stand as tables above their surroundings.
	b.land += dryHot * ramp(b.coast, 300, 900) >> 12 * ramp(hill, -600, 500) >> 12 * 26 * block >> 12
	b.wet = ramp(b.humidity, 700, 1300) * ramp(b.temperature, -300, 300) >> 12 * ramp(erosion, -500, 400) >> 12 *
		ramp(b.coast, 0, 200) >> 12 * (one - ramp(b.coast, 2200, 3000)) >> 12
	b.land = lerp(b.land, hill*2*block>>12+block/2, b.wet*15>>4)
	return b
}

// crest is the shape of mountains: ridges that branch, 0 to one.
func (f *fields) crest(x, z int64) int64 {
	sum, weight := int64(0), int64(one)
	for i := range f.ridge {
		w := &f.ridge[i]
		r := max(one-magnitude(noise2(w.seed, x*w.a-z*w.b, x*w.b+z*w.a))*3>>1, 0)
		r = r * r >> 12
		sum += r * weight >> 12 >> i
		weight = min(weight, r*2)
	}
	return min(sum*5>>3, one)
}

// carve lays rivers and terraces into the land.
func (b *broad) carve(rough int64) int64 {
	h := b.land + rough*b.rough>>12
	if b.terrace > 0 && h > 3*block {
		h = lerp(h, terrace(h), b.terrace)
	}
	if h <= -5*block {
		return h
	}
	d := magnitude(b.river)
	if d < riverEdge {
		t := d * one / riverEdge
		return min(h, (t*t>>12-one)*6*block>>12)
	}
	if h > 0 && d < b.valley {
		f := ramp(d, riverEdge, b.valley)
		h = lerp(min(h, block+rough*block>>13), h, f)
	}
	return h
}

// terrace makes steps of 7 blocks: flat ground, then a steep slope.
func terrace(h int64) int64 {
	const step = 7 * block
	k := h / step
	return k*step + ramp(h-k*step, step*5/8, step)*step>>12
}
