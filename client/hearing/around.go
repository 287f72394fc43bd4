package hearing

import (
	"math"

	"voxtide/client/cell"
	"voxtide/recipes"
	"voxtide/render/scene"
	"voxtide/sound"
	"voxtide/world"
)

// around is what goes on around the ears: it looks at a few cells in each frame, and when it has been round it says how strong each
// bed is, and from where.
type around struct {
	middle world.Pos // of the cells that are being looked at
	next   int       // of these cells
	found  [sound.BedCount]source
	beds   [sound.BedCount]scene.Bed
	gust   float64 // of the wind, 0 to 1
	goal   float64
	gustIn float64 // seconds until the wind has another goal
	dripIn float64 // seconds until the next drop
}

// source sums up what makes a bed: how much of it, and where.
type source struct {
	sum float64
	at  [3]float64 // weighted
}

const (
	aroundWide   = 19 // cells along both sides of the ground that are looked at, the eye in the middle
	aroundTall   = 11
	aroundCells  = aroundWide * aroundWide * aroundTall
	cellsAFrame  = 180 // that are looked at: all of them twice in three seconds at 60 frames a second
	seaLevel     = 62
	darkBelow    = 60  // of 255 sky light at the eye: it is below ground
	windHeight   = 110 // blocks above the sea at which the wind is strongest
	windSpeed    = 30  // blocks a second at which it is strongest in a fall
	openWind     = 0.2 // at the height of the sea
	dripsBetween = 4   // seconds at least
)

// listen fills in the beds of the scene.
func (a *around) listen(x *Ears, f *Frame) {
	a.look(f)
	sky := float64(f.Scene.HeldItem.Light[0]) / 255
	beds := &f.Scene.Sounds.Beds
	*beds = a.beds
	beds[sound.Wind].Level = float32(a.wind(x, f, sky))
	below := max(0, 1-sky*255/darkBelow)
	if f.Scene.Camera.Submerged {
		beds[sound.Depths].Level = float32(min(1, 0.6+float64(f.Scene.Camera.WaterDepth)/12))
		return
	}
	deep := min(1, max(0, (seaLevel+8-f.Scene.Camera.Pos[1])/24))
	beds[sound.Cave].Level = float32(below * (0.15 + 0.85*deep))
	a.drip(x, f, below*deep)
}

// wind returns how strong the wind is: in the open, the more the higher, and in a fall; it comes in gusts.
func (a *around) wind(x *Ears, f *Frame, sky float64) float64 {
	if a.gustIn -= x.span; a.gustIn <= 0 {
		a.gustIn, a.goal = 1.5+4*x.random(), 0.45+0.55*x.random()
	}
	a.gust += (a.goal - a.gust) * min(1, x.span/1.2)
	open := max(0, (sky-0.25)/0.75)
	high := min(1, max(0, (f.Scene.Camera.Pos[1]-seaLevel)/windHeight))
	level := open * (openWind + 0.55*high + 0.25*min(1, clearance(f)/20)) * a.gust
	if slot := f.World.Find(world.AvatarID(f.Own)); slot != world.NoEntity {
		v := &f.World.Entity(slot).Motion.Vel
		speed := math.Sqrt(float64(v[0])*float64(v[0])+float64(v[1])*float64(v[1])+float64(v[2])*float64(v[2])) / 1000
		if rush := min(1, max(0, speed-9)/windSpeed); rush > level {
			level = rush
		}
	}
	return min(1, level)
}

// clearance returns how many blocks of air are below the feet, at most 20.
func clearance(f *Frame) float64 {
	p := cell.At(f.Scene.OwnEntity.Drawn)
	for down := int32(1); down <= 20; down++ {
		if b := f.block(world.Pos{X: p.X, Y: p.Y - down, Z: p.Z}); b.Solid() || b.Info().Liquid {
			return float64(down - 1)
		}
	}
	return 20
}

// drip lets water drip somewhere near, the more the deeper.
func (a *around) drip(x *Ears, f *Frame, deep float64) {
	if deep <= 0.2 {
		a.dripIn = dripsBetween
		return
	}
	if a.dripIn -= x.span; a.dripIn > 0 {
		return
	}
	a.dripIn = dripsBetween + 9*x.random()*x.random()
	at := f.Scene.Camera.Pos
	for i, by := range [3]float64{10, 4, 10} {
		at[i] += by * (2*x.random() - 1)
	}
	if f.block(cell.At(at)) == world.Air {
		x.begin(f, sound.Of(sound.Drip, sound.NoMaterial), at, false, 0.4+0.6*x.random())
	}
}

// look looks at the next cells.
func (a *around) look(f *Frame) {
	for range cellsAFrame {
		if a.next == 0 {
			a.middle = cell.At(f.Scene.Camera.Pos)
		}
		i := int32(a.next)
		p := world.Pos{X: a.middle.X + i%aroundWide - aroundWide/2, Y: a.middle.Y + i/aroundWide%aroundTall - aroundTall/2, Z: a.middle.Z + i/(aroundWide*aroundTall) - aroundWide/2}
		if b := f.block(p); b != world.Air {
			a.note(f, p, b)
		}
		if a.next++; a.next == aroundCells {
			a.next = 0
			a.publish()
		}
	}
}

// note notes what a block adds to the beds.
func (a *around) note(f *Frame, p world.Pos, b world.Block) {
	bed, weight := sound.Stream, 0.0
	switch b.Class() {
	case world.ClassLiquid:
		if level := b.Get(world.PropLevel); level != world.LevelSource {
			weight = 1
			if level == world.LevelFalling {
				weight = 1.6
			}
		} else if f.block(p.Above()) == world.Air {
			weight = 0.012 // it laps
		}
	case world.ClassLava:
		if f.block(p.Above()) == world.Air {
			bed, weight = sound.Lava, 0.5
		}
	case world.ClassCampfire, world.ClassFurnace, world.ClassKiln:
		if burns(f, p, b) {
			bed, weight = sound.Fire, 1
		}
	case world.ClassTorch:
		bed, weight = sound.Fire, 0.1
	}
	if weight == 0 {
		return
	}
	at, eye := middle(p), f.Scene.Camera.Pos
	far := distance(at, eye)
	weight /= 1 + far*far/9
	s := &a.found[bed]
	s.sum += weight
	for i := range at {
		s.at[i] += at[i] * weight
	}
}

// burns reports whether a fire burns in a block: in a campfire always, in an oven while it makes something.
func burns(f *Frame, p world.Pos, b world.Block) bool {
	if b.Class() == world.ClassCampfire {
		return true
	}
	held := f.World.BlockEntityAt(p)
	if held == nil {
		return false
	}
	_, takes := recipes.OvenOf(held).Progress(b.Class(), f.Now)
	return takes > 0
}

// publish takes over what was found in a round.
func (a *around) publish() {
	for i := range a.found {
		s := &a.found[i]
		a.beds[i] = scene.Bed{}
		if s.sum > 0.02 {
			a.beds[i] = scene.Bed{Level: float32(1 - math.Exp(-1.4*s.sum)), Placed: true, Pos: [3]float64{s.at[0] / s.sum, s.at[1] / s.sum, s.at[2] / s.sum}}
		}
		*s = source{}
	}
}
