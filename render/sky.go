package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"voxtide/render/camera"
	"voxtide/render/scene"
)

// skyState is the sky at a height of the sun.
type skyState struct {
	height                        float32 // sine of the sun's elevation
	zenith, middle, horizon, glow mgl32.Vec3
	light                         mgl32.Vec3 // of a place under the open sky
	stars                         float32    // how much they are seen, 0 to 1
}

// skyTable holds night, twilight, dusk and dawn, a low sun, and day.
var skyTable = []skyState{
	{-0.30, mgl32.Vec3{.022, .034, .086}, mgl32.Vec3{.046, .068, .148}, mgl32.Vec3{.098, .134, .236}, mgl32.Vec3{}, mgl32.Vec3{.27, .33, .50}, 1},
	{-0.12, mgl32.Vec3{.05, .07, .18}, mgl32.Vec3{.15, .13, .27}, mgl32.Vec3{.26, .22, .33}, mgl32.Vec3{.62, .24, .04}, mgl32.Vec3{.35, .35, .50}, .55},
	{0.03, mgl32.Vec3{.20, .31, .56}, mgl32.Vec3{.42, .44, .62}, mgl32.Vec3{.60, .50, .53}, mgl32.Vec3{.68, .30, .02}, mgl32.Vec3{.72, .63, .60}, 0},
	{0.25, mgl32.Vec3{.28, .49, .82}, mgl32.Vec3{.50, .69, .90}, mgl32.Vec3{.73, .81, .89}, mgl32.Vec3{.22, .15, .05}, mgl32.Vec3{.96, .94, .91}, 0},
	{0.60, mgl32.Vec3{.25, .48, .86}, mgl32.Vec3{.46, .68, .93}, mgl32.Vec3{.70, .83, .94}, mgl32.Vec3{.17, .15, .08}, mgl32.Vec3{.965, .96, .95}, 0},
}

// sunPathTilt is the angle by which the path of the sun leans to the south, in radians.
const sunPathTilt = 0.42

// Light that does not come from the sky: beside a lamp, and where no lamp is.
var (
	lampColour       = mgl32.Vec3{1.16, .95, .66}
	ambientLight     = mgl32.Vec3{.074, .082, .106}
	caveAmbientLight = mgl32.Vec3{.135, .140, .180} // instead of it, to an eye that has adapted to the dark
)

// The fog: where it begins, and the view distance under water.
const (
	fogStart          = 0.6 // of the view distance
	waterViewDistance = 28  // blocks
	waterLightDepth   = 12. // blocks in which light falls to a third
)

var (
	waterColour  = mgl32.Vec3{.03, .13, .28} // deep down
	shallowWater = mgl32.Vec3{.10, .32, .46}
	waterLight   = mgl32.Vec3{.74, 1.05, 1.22} // the light that it lets through, to an eye that has adapted to it
)

// skyAt returns the sky at a height of the sun, interpolated between rows of the table.
func skyAt(height float32) skyState {
	i := 0
	for i < len(skyTable)-2 && height > skyTable[i+1].height {
		i++
	}
	a, b := &skyTable[i], &skyTable[i+1]
	t := mgl32.Clamp((height-a.height)/(b.height-a.height), 0, 1)
	mix := func(x, y mgl32.Vec3) mgl32.Vec3 { return x.Mul(1 - t).Add(y.Mul(t)) }
	return skyState{
		height: height, zenith: mix(a.zenith, b.zenith), middle: mix(a.middle, b.middle), horizon: mix(a.horizon, b.horizon),
		glow: mix(a.glow, b.glow), light: mix(a.light, b.light), stars: a.stars*(1-t) + b.stars*t,
	}
}

// skyRotation returns the rotation of the sky at a time of day; the sun is its X axis.
func skyRotation(day float64) mgl32.Mat3 {
	_, f := math.Modf(day)
	return mgl32.Rotate3DX(sunPathTilt).Mul3(mgl32.Rotate3DZ(float32(f * 2 * math.Pi)))
}

// moonCycle is the time from one full moon to the next, in seconds of the world's time: eight days.
const moonCycle = 8 * 1200

// In the morning mist lies over water and in valleys.
const (
	mistTop     = 46    // blocks
	mistDensity = 0.006 // per block at the ground, when there is most
)

// mistDensityAt returns the density of mist at a time of day, per block at the ground: it grows in the last hours of the night
// and ends after sunrise.
func mistDensityAt(day float64) float32 {
	_, f := math.Modf(day + 0.5)
	f -= 0.5 // from sunrise
	if f < 0 {
		return mistDensity * mgl32.Clamp(float32(1+f*12), 0, 1)
	}
	return mistDensity * mgl32.Clamp(float32(1.2-f*14), 0, 1)
}

// setSky fills the fields for sky, light and fog.
func (u *frameUniforms) setSky(sc *scene.Scene, cam *camera.View, seconds float64) {
	sun := skyRotation(sc.Sky.TimeOfDay).Col(0)
	h := skyAt(sun[1])
	u.sun = sun.Vec4(h.stars)
	dark := mgl32.Clamp(sc.Camera.DarkAdaptation, 0, 1)
	u.ambient = ambientLight.Mul(1 - dark).Add(caveAmbientLight.Mul(dark)).Vec4(dark)
	_, month := math.Modf(float64(sc.Time) / 1e6 / moonCycle)
	u.lampLight = lampColour.Vec4(float32(month))
	for i := range u.skyLight[:3] { // the shader adds the ambient light: the sum is at most the light of the sky
		u.skyLight[i] = h.light[i] * (1 - u.ambient[i])
	}
	reach := max(cam.Reach, 32)
	u.fog = mgl32.Vec4{reach * fogStart, 1 / (reach * (1 - fogStart)), float32(seconds), 0}
	if sc.Camera.Submerged {
		deep := float32(math.Exp(-float64(sc.Camera.WaterDepth) / waterLightDepth))
		var w mgl32.Vec3
		for i, c := range waterColour {
			w[i] = (c + (shallowWater[i]-c)*deep) * h.light[i]
		}
		h.zenith, h.middle, h.horizon, h.glow = w.Mul(1.9), w.Mul(1.3), w.Mul(0.85), mgl32.Vec3{}
		u.fog[0], u.fog[1], u.fog[3] = 0, 1./waterViewDistance, 1
		u.sun[3] = 0
		for i, c := range waterLight {
			u.skyLight[i] *= c
			u.lampLight[i] *= c
		}
	}
	far, mist := cam.FarPlane(), mistDensityAt(sc.Sky.TimeOfDay)
	if sc.Camera.Submerged {
		mist = 0
	}
	u.zenith, u.middle, u.horizon, u.sunGlow = h.zenith.Vec4(camera.NearPlane*far/(far-camera.NearPlane)), h.middle.Vec4(far/(far-camera.NearPlane)), h.horizon.Vec4(mistTop-float32(cam.Origin[1])), h.glow.Vec4(mist)
	u.setFaceLight(sc)
}
