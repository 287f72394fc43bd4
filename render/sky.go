package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"voxtide/scene"
)

// hour is a row of the table of skies: what holds when the sun stands so high.
type hour struct {
	height                        float32 // sine of the sun's elevation
	zenith, middle, horizon, glow mgl32.Vec3
	light                         mgl32.Vec3 // of a place under the open sky
	stars                         float32    // how much of them is seen
}

// hours are night, twilight, dusk and dawn, a low sun, and day.
var hours = []hour{
	{-0.30, mgl32.Vec3{.022, .034, .086}, mgl32.Vec3{.046, .068, .148}, mgl32.Vec3{.098, .134, .236}, mgl32.Vec3{}, mgl32.Vec3{.27, .33, .50}, 1},
	{-0.12, mgl32.Vec3{.05, .07, .18}, mgl32.Vec3{.15, .13, .27}, mgl32.Vec3{.26, .22, .33}, mgl32.Vec3{.62, .24, .04}, mgl32.Vec3{.35, .35, .50}, .55},
	{0.03, mgl32.Vec3{.20, .31, .56}, mgl32.Vec3{.42, .44, .62}, mgl32.Vec3{.60, .50, .53}, mgl32.Vec3{.68, .30, .02}, mgl32.Vec3{.72, .63, .60}, 0},
	{0.25, mgl32.Vec3{.28, .49, .82}, mgl32.Vec3{.50, .69, .90}, mgl32.Vec3{.73, .81, .89}, mgl32.Vec3{.22, .15, .05}, mgl32.Vec3{.96, .94, .91}, 0},
	{0.60, mgl32.Vec3{.25, .48, .86}, mgl32.Vec3{.46, .68, .93}, mgl32.Vec3{.70, .83, .94}, mgl32.Vec3{.17, .15, .08}, mgl32.Vec3{.965, .96, .95}, 0},
}

// lean is how far the sun's path leans to the south, in radians.
const lean = 0.42

// Light that does not come from the sky: beside a lamp, and where there is none at all.
var (
	lampColour = mgl32.Vec3{1.16, .95, .66}
	leastLight = mgl32.Vec3{.074, .082, .106}
	caveLight  = mgl32.Vec3{.135, .140, .180} // instead, to an eye that is used to the dark
)

// Under water: how far is seen, in blocks, and the colour at full light.
const (
	waterReach = 28
	waterDeep  = 12. // blocks in which light falls to a third
)

var (
	waterColour  = mgl32.Vec3{.03, .13, .28} // deep down
	shallowWater = mgl32.Vec3{.10, .32, .46}
	waterLight   = mgl32.Vec3{.74, 1.05, 1.22} // what it leaves of light, to an eye that is used to it
)

// skyAt returns the sky for a height of the sun, between rows of the table.
func skyAt(height float32) hour {
	i := 0
	for i < len(hours)-2 && height > hours[i+1].height {
		i++
	}
	a, b := &hours[i], &hours[i+1]
	t := mgl32.Clamp((height-a.height)/(b.height-a.height), 0, 1)
	mix := func(x, y mgl32.Vec3) mgl32.Vec3 { return x.Mul(1 - t).Add(y.Mul(t)) }
	return hour{
		height: height, zenith: mix(a.zenith, b.zenith), middle: mix(a.middle, b.middle), horizon: mix(a.horizon, b.horizon),
		glow: mix(a.glow, b.glow), light: mix(a.light, b.light), stars: a.stars*(1-t) + b.stars*t,
	}
}

// heavens returns the rotation of the sky at a time of day; the sun stands at its X.
func heavens(day float64) mgl32.Mat3 {
	_, f := math.Modf(day)
	return mgl32.Rotate3DX(lean).Mul3(mgl32.Rotate3DZ(float32(f * 2 * math.Pi)))
}

// moonMonth is the time from one full moon to the next, in seconds of the world's time: eight days.
const moonMonth = 8 * 1200

// Mist lies in the morning over water and in valleys.
const (
	mistTop   = 46    // blocks
	mistThick = 0.006 // per block at the ground, when there is most
)

// mistAt returns how thick mist is at a time of day: it gathers in the last hours of the night, and the sun takes it away.
func mistAt(day float64) float32 {
	_, f := math.Modf(day + 0.5)
	f -= 0.5 // from sunrise
	if f < 0 {
		return mistThick * mgl32.Clamp(float32(1+f*12), 0, 1)
	}
	return mistThick * mgl32.Clamp(float32(1.2-f*14), 0, 1)
}

// setSky fills what the frame block says of sky, light and fog.
func (r *Renderer) setSky(sc *scene.Scene) {
	b := r.frame
	sun := heavens(sc.Sky.Day).Col(0)
	h := skyAt(sun[1])
	b.sun = sun.Vec4(h.stars)
	dark := mgl32.Clamp(sc.Camera.Dark, 0, 1)
	b.least = leastLight.Mul(1 - dark).Add(caveLight.Mul(dark)).Vec4(dark)
	_, month := math.Modf(float64(sc.Time) / 1e6 / moonMonth)
	b.lampLight = lampColour.Vec4(float32(month))
	for i := range b.skyLight[:3] { // the least is added: together they are no more than the light
		b.skyLight[i] = h.light[i] * (1 - b.least[i])
	}
	reach := max(sc.Camera.View, 32)
	b.fog = mgl32.Vec4{reach * fogBegins, 1 / (reach * (1 - fogBegins)), float32(r.seconds), 0}
	if sc.Camera.Submerged {
		deep := float32(math.Exp(-float64(sc.Camera.Deep) / waterDeep))
		var w mgl32.Vec3
		for i, c := range waterColour {
			w[i] = (c + (shallowWater[i]-c)*deep) * h.light[i]
		}
		h.zenith, h.middle, h.horizon, h.glow = w.Mul(1.9), w.Mul(1.3), w.Mul(0.85), mgl32.Vec3{}
		b.fog[0], b.fog[1], b.fog[3] = 0, 1./waterReach, 1
		b.sun[3] = 0
		for i, c := range waterLight {
			b.skyLight[i] *= c
			b.lampLight[i] *= c
		}
	}
	far, mist := r.view.far(), mistAt(sc.Sky.Day)
	if sc.Camera.Submerged {
		mist = 0
	}
	b.zenith, b.middle, b.horizon, b.sunGlow = h.zenith.Vec4(nearPlane*far/(far-nearPlane)), h.middle.Vec4(far/(far-nearPlane)), h.horizon.Vec4(mistTop-float32(r.view.origin[1])), h.glow.Vec4(mist)
	b.setSides(sc)
}

// skyCurve is how much of the sky's light is left in proportion to its level, as in the shaders: in the shade blue is.
var skyCurve = mgl32.Vec3{0.22, 0.28, 0.37}

// Of the light of lamps: what is left in proportion to its level, as in the shaders.
var lampCurve = mgl32.Vec3{0.82, 0.50, 0.28}

// lightAt returns the colour of light from levels of sky and lamp light, as the shaders compute it.
func (b *frameBlock) lightAt(l [2]uint8) mgl32.Vec3 {
	sky, lamp := float32(l[0])/255, float32(l[1])/255
	var out mgl32.Vec3
	for i := range out {
		v := sky*(skyCurve[i]+(1-skyCurve[i])*sky)*b.skyLight[i] + b.least[i]*(1+0.5*b.least[3])
		out[i] = v + lamp*(lampCurve[i]+(1-lampCurve[i])*lamp)*b.lampLight[i]*max(1-v, 0)
	}
	return out
}

// dome is the sky's background: a sphere whose rings lie closer where the colours change.
type dome struct {
	buf   stream
	quads int
}

var domeRings = []float64{-90, -45, -15, 0, 3, 6, 9, 12, 15, 18, 21, 26, 36, 50, 68, 90}

const domeSides = 24

func (d *dome) init(ibo uint32) {
	var v []float32
	at := func(ring, side int) {
		e, a := domeRings[ring]*math.Pi/180, float64(side)*2*math.Pi/domeSides
		v = append(v, float32(math.Cos(e)*math.Sin(a)), float32(math.Sin(e)), float32(math.Cos(e)*math.Cos(a)))
	}
	for ring := range len(domeRings) - 1 {
		for side := range domeSides {
			at(ring, side+1)
			at(ring, side)
			at(ring+1, side+1)
			at(ring+1, side)
			d.quads++
		}
	}
	d.buf.init(ibo, 12, []attribute{{size: 3, kind: gl.FLOAT}})
	d.buf.fill(len(v)*4, gl.Ptr(v), gl.STATIC_DRAW)
}

// starField are the sun, the moon and the stars.
type starField struct {
	buf   stream
	quads int
	turn  mgl32.Mat3
}

const (
	starCount = 700
	starSeed  = 0x9E3779B97F4A7C15
)

func (f *starField) init(ibo uint32) {
	var v []float32
	square := func(at mgl32.Vec3, half, kind float32) { // the shader spreads what has no size here
		side := mgl32.Vec3{0, 0, 1}
		if abs(at[2]) > 0.9 {
			side = mgl32.Vec3{1, 0, 0}
		}
		u := at.Cross(side).Normalize()
		w := at.Cross(u).Normalize()
		for _, c := range [4][2]float32{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			p := at.Add(u.Mul(c[0] * half)).Add(w.Mul(c[1] * half))
			v = append(v, p[0], p[1], p[2], kind, c[0], c[1])
		}
		f.quads++
	}
	seed := uint64(starSeed)
	next := func() float32 {
		seed ^= seed << 13
		seed ^= seed >> 7
		seed ^= seed << 17
		return float32(seed>>40) / (1 << 24)
	}
	for range starCount {
		z, a, s := next()*2-1, float64(next())*2*math.Pi, next()
		r := float32(math.Sqrt(float64(1 - z*z)))
		at := mgl32.Vec3{r * float32(math.Cos(a)), r * float32(math.Sin(a)), z}
		square(at, 0.0016+0.0018*s*s, 0.3+0.7*s*s)
	}
	square(mgl32.Vec3{1, 0, 0}, 0, 2)
	square(mgl32.Vec3{-1, 0, 0}, 0, 3)
	f.buf.init(ibo, 24, []attribute{{size: 4, kind: gl.FLOAT}, {size: 2, kind: gl.FLOAT, offset: 16}})
	f.buf.fill(len(v)*4, unsafe.Pointer(&v[0]), gl.STATIC_DRAW)
}

// drawSky draws the heavens where nothing nearer was drawn.
func (r *Renderer) drawSky(sc *scene.Scene) {
	gl.DepthMask(false)
	gl.DepthFunc(gl.LEQUAL)
	gl.Disable(gl.CULL_FACE)
	r.programs[progSky].use()
	r.sky.buf.draw(0, r.sky.quads)
	if !sc.Camera.Submerged {
		r.stars.turn = heavens(sc.Sky.Day)
		gl.Enable(gl.BLEND)
		gl.BlendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
		p := &r.programs[progStars]
		p.use()
		gl.UniformMatrix3fv(p.turn, 1, false, &r.stars.turn[0])
		first := 0
		if r.frame.sun[3] <= 0 {
			first = starCount // by day only the sun and the moon
		}
		r.stars.buf.draw(first, r.stars.quads-first)
		gl.BlendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
		gl.Disable(gl.BLEND)
	}
	gl.Enable(gl.CULL_FACE)
	gl.DepthMask(true)
}
