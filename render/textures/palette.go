package textures

import "image/color"

// ink is an index into the palette: 0 is clear, others are 1 + ramp*rampSteps + step.
type ink uint16

// ramp is a row of the palette.
type ramp uint8

// rampSteps is the number of colours of a ramp, from dark (0) to light.
const rampSteps = 5

// The ramps. Painters choose a ramp and a step of it and never mix or scale colours themselves.
const (
	rStone ramp = iota
	rSlate
	rPebble
	rMarble
	rCoal
	rIron
	rGold
	rObsidian
	rDirt
	rSand
	rRedSand
	rClay
	rSnow
	rIce
	rWater
	rTurf
	rLeaf
	rBirchLeaf
	rPineLeaf
	rWood
	rBirchWood
	rPineWood
	rBark
	rBirchBark
	rPineBark
	rBrick
	rMoss
	rGreen
	rRed
	rOrange
	rYellow
	rTeal
	rBlue
	rPurple
	rWool
	rFlame
	rLamp
	rGlass
	rSkin
	rDenim
	rWillowWood
	rAcaciaWood
	rKapokWood
	rWillowBark
	rAcaciaBark
	rKapokBark
	rWillowLeaf
	rAcaciaLeaf
	rKapokLeaf
	rShale
	rLimestone
	rGranite
	rQuartz
	rCopper
	rPatina
	rTin
	rSteel
	rTide
	rLightGray
	rGray
	rBlack
	rBrown
	rLime
	rLightBlue
	rMagenta
	rPink
	rCyan
	rStraw
	rMeat
	rHide
	rampCount
)

// palette holds each ramp as five RGB words. Shadows lean towards blue and violet, lights towards yellow, and both
// ends lose saturation. The ramps that are multiplied by a tint (turf, leaves, water) are nearly grey.
var palette = [rampCount][rampSteps]uint32{
	rStone:     {0x595a68, 0x6b6c77, 0x7c7d85, 0x8e8e92, 0xa3a2a0},
	rSlate:     {0x211f2b, 0x33313d, 0x474650, 0x5d5c63, 0x777674},
	rPebble:    {0x5b5458, 0x736b6c, 0x8b837f, 0xa39b92, 0xbdb6a8},
	rMarble:    {0xa6aabb, 0xc3c6d0, 0xd8d9de, 0xe8e7e5, 0xf6f4ed},
	rCoal:      {0x17161e, 0x25242d, 0x302f38, 0x403f47, 0x5b5a5f},
	rIron:      {0x7d5d55, 0xab8670, 0xcfab8c, 0xe6cbae, 0xf6e8d4},
	rGold:      {0x8a531f, 0xc08229, 0xe6b53a, 0xf8db68, 0xfff5b6},
	rObsidian:  {0x110d1d, 0x1d1631, 0x2c2147, 0x443466, 0x6d5a95},
	rDirt:      {0x4e3938, 0x64483a, 0x7a5a42, 0x8f6d4e, 0xa68763},
	rSand:      {0xbfa47c, 0xcfb98a, 0xdac796, 0xe4d4a6, 0xefe4bf},
	rRedSand:   {0x944b35, 0xac5b35, 0xbd6a39, 0xca7a44, 0xda955c},
	rClay:      {0x888f9f, 0x979eac, 0xa3a9b5, 0xafb5bc, 0xbfc4c4},
	rSnow:      {0xa9b9d8, 0xc3d1e6, 0xd9e3ef, 0xe9f0f6, 0xf8fafb},
	rIce:       {0x78a4da, 0x92bbe6, 0xacd1f0, 0xc8e5f6, 0xecf9fc},
	rWater:     {0x949cb2, 0xabb1c0, 0xc1c5cd, 0xd9dbdb, 0xf8f7f0},
	rTurf:      {0x7f8a8e, 0x9aa29c, 0xb3b8a8, 0xc9cab4, 0xe2dfc8},
	rLeaf:      {0x5a6972, 0x808d88, 0xa6ad9e, 0xc9ccb4, 0xebe8ce},
	rBirchLeaf: {0x6d7668, 0x929a78, 0xb6ba8c, 0xd6d5a2, 0xefeabd},
	rPineLeaf:  {0x485c67, 0x667d80, 0x869a97, 0xa7b5ab, 0xcbd2c1},
	rWood:      {0x6d4b37, 0x8a6441, 0xa57d4e, 0xbb9560, 0xd2b07b},
	rBirchWood: {0xa38862, 0xbda476, 0xd0ba8a, 0xdfcda1, 0xeee1bd},
	rPineWood:  {0x4b302c, 0x623f31, 0x784f39, 0x8e6144, 0xa77a55},
	rBark:      {0x3b2d2f, 0x503d35, 0x66503f, 0x7e674d, 0x9a8463},
	rBirchBark: {0x9f9ca6, 0xbdbabd, 0xd6d3cf, 0xe7e4dc, 0xf5f2e8},
	rPineBark:  {0x33232a, 0x483030, 0x5e3f37, 0x755141, 0x8f6a50},
	rBrick:     {0x6e3237, 0x8a413b, 0xa25242, 0xb6684d, 0xcb8762},
	rMoss:      {0x3b4b3c, 0x4f633e, 0x667b45, 0x81924f, 0xa2ad63},
	rGreen:     {0x24463a, 0x2f6139, 0x437c3e, 0x639748, 0x90b45e},
	rRed:       {0x661d38, 0x8d273d, 0xb23843, 0xcf554c, 0xe67f66},
	rOrange:    {0x7a3528, 0xa54d2a, 0xcb6b2e, 0xe48e42, 0xf4b66c},
	rYellow:    {0x9c5f26, 0xc98729, 0xe9b03b, 0xf6d25d, 0xfdee9c},
	rTeal:      {0x1d4652, 0x266468, 0x358580, 0x55a695, 0x88c6ac},
	rBlue:      {0x28295c, 0x324184, 0x405da8, 0x577fc2, 0x80a7d8},
	rPurple:    {0x3b2457, 0x58347a, 0x784c9b, 0x9a6cb6, 0xbf98cf},
	rWool:      {0xb2b1bd, 0xcbcad0, 0xdddcde, 0xebeae7, 0xf8f6ef},
	rFlame:     {0xa3361f, 0xdd6420, 0xf5992d, 0xfccf57, 0xfff6b8},
	rLamp:      {0xb8752f, 0xdc9e40, 0xf2c45e, 0xfce392, 0xfff8da},
	rGlass:     {0x7f9db0, 0xa2bfcc, 0xc2dce2, 0xdff0f0, 0xf8fdfb},
	rSkin:      {0x8c5646, 0xb0745d, 0xcd9577, 0xe2b494, 0xf2d1b4},
	rDenim:     {0x262b49, 0x333d63, 0x44527c, 0x5a6b94, 0x7a8cad},

	rWillowWood: {0x4c4f3f, 0x65684a, 0x808057, 0x9a9667, 0xb6af80},
	rAcaciaWood: {0x6e2c24, 0x8e3f2a, 0xac5432, 0xc46d42, 0xdb8d5d},
	rKapokWood:  {0x8a5b58, 0xab786c, 0xc69482, 0xdab09a, 0xecccb4},
	rWillowBark: {0x2f3430, 0x424838, 0x585d45, 0x717456, 0x8e8f6e},
	rAcaciaBark: {0x3c3739, 0x544b48, 0x6d6259, 0x887b6d, 0xa69986},
	rKapokBark:  {0x545e5c, 0x6c7669, 0x868e78, 0xa0a58a, 0xbcbea2},
	rWillowLeaf: {0x626d62, 0x848c70, 0xa8ac86, 0xcbcc9e, 0xe8e6ba},
	rAcaciaLeaf: {0x5f6a66, 0x87907a, 0xafb48e, 0xd2d2a4, 0xefecc2},
	rKapokLeaf:  {0x4a6068, 0x6d8480, 0x92a695, 0xb8c4aa, 0xdcdfc2},
	rShale:      {0x252d3c, 0x344050, 0x465463, 0x5c6a76, 0x7a8689},
	rLimestone:  {0x948a80, 0xb0a692, 0xc8bea4, 0xdbd2b6, 0xebe4ca},
	rGranite:    {0x6d4a4c, 0x8c6158, 0xa97a6a, 0xc29680, 0xd9b49b},
	rQuartz:     {0x8c8798, 0xaca6ae, 0xc9c3c3, 0xe0dad2, 0xf3ede0},
	rCopper:     {0x6d2f2c, 0x95472f, 0xbe6638, 0xdd8c55, 0xf4b985},
	rPatina:     {0x24545a, 0x35786f, 0x4f9c85, 0x7abd9c, 0xaedbb4},
	rTin:        {0x5d6478, 0x7e8794, 0xa0a9ae, 0xc2c8c4, 0xe3e5d9},
	rSteel:      {0x4c4b5c, 0x737280, 0x9a9a9f, 0xc0c0bd, 0xe6e4d8},
	rTide:       {0x0f4a66, 0x197a8c, 0x35a9a6, 0x74d4bc, 0xc4f4d8},
	rLightGray:  {0x6f6e7d, 0x88878f, 0x9f9fa2, 0xb4b4b2, 0xcac8c0},
	rGray:       {0x2f2f3d, 0x41414d, 0x55565e, 0x6b6c70, 0x868682},
	rBlack:      {0x100f18, 0x1a1922, 0x26252d, 0x36353a, 0x4c4a4a},
	rBrown:      {0x3a2429, 0x54352e, 0x6f4a36, 0x8a6142, 0xa67d58},
	rLime:       {0x3c6b2e, 0x55932f, 0x77b93a, 0x9fd457, 0xcdeb8b},
	rLightBlue:  {0x3a6fae, 0x5092ca, 0x6fb2de, 0x98cdea, 0xc6e5ef},
	rMagenta:    {0x651c5c, 0x8f2d7c, 0xb84498, 0xd569ab, 0xeb99bd},
	rPink:       {0xa8526f, 0xc97286, 0xe2949d, 0xf1b5b3, 0xfad5c8},
	rCyan:       {0x12496a, 0x1a6c8a, 0x2890a4, 0x52b4b8, 0x8fd4c8},
	rStraw:      {0x8a6a2c, 0xb08c38, 0xcfae4c, 0xe4cb6e, 0xf4e6a0},
	rMeat:       {0x6b2836, 0x94403f, 0xb85e4f, 0xd48370, 0xebb096},
	rHide:       {0x4a2b23, 0x6b412e, 0x8b5a3c, 0xa97650, 0xc69a70},
}

// step returns the ink of a step of the ramp; a step beyond an end is that end.
func (r ramp) step(s int) ink {
	return ink(1 + int(r)*rampSteps + min(max(s, 0), rampSteps-1))
}

// ramp returns the ramp that a colour belongs to, and its step. The ink must not be clear.
func (i ink) ramp() (ramp, int) { return ramp((i - 1) / rampSteps), int((i - 1) % rampSteps) }

// lighter returns the ink n steps lighter in its own ramp, darker for negative n; clear stays clear.
func (i ink) lighter(n int) ink {
	if i == 0 {
		return 0
	}
	r, s := i.ramp()
	return r.step(s + n)
}

// rgb returns the colour of an ink, opaque; black without alpha for clear.
func (i ink) rgb() color.NRGBA {
	if i == 0 {
		return color.NRGBA{}
	}
	r, s := i.ramp()
	w := palette[r][s]
	return color.NRGBA{R: uint8(w >> 16), G: uint8(w >> 8), B: uint8(w), A: 255}
}

// Palette returns the palette, ramp by ramp from dark to light, opaque. Every visible pixel of every texture has
// one of these colours.
func Palette() []color.NRGBA {
	out := make([]color.NRGBA, 0, int(rampCount)*rampSteps)
	for r := range rampCount {
		for s := range rampSteps {
			out = append(out, r.step(s).rgb())
		}
	}
	return out
}
