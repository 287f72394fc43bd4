package benchscene

import (
	"math"

	"voxtide/world"
	"voxtide/world/worldgen"
	"voxtide/world/worldgen/landscape"
)

// torchStorm places torches on the ground within torchRadius blocks of a camera at rest, and breaks each torchLifetime edits
// later.
var torchStorm = Phase{
	Name: "storm", EditsPerSecond: 20, Edit: torchEdit,
	Path: func(float64, float64) CameraPose { return CameraPose{[3]float64{8.5, 42.5, 8.5}, 30, -20} },
}

const (
	torchRadius   = 12
	torchLifetime = 40
)

func torchEdit(n int, at CameraPose, block func(world.Pos) world.Block) (world.Pos, world.Block, bool) {
	take := n&1 == 1 && n > 2*torchLifetime
	k := int32(n)
	if n&1 == 1 {
		k = int32(n - 2*torchLifetime - 1)
	}
	x, z := stormOffset(k, torchRadius)
	p := world.Pos{X: floor(at.Pos[0]) + x, Y: floor(at.Pos[1]) + 8, Z: floor(at.Pos[2]) + z}
	for range 24 {
		b := block(p)
		switch {
		case take && b == world.Torch:
			return p, world.Air, true
		case b.Full() && !take && block(p.Above()) == world.Air:
			return p.Above(), world.Torch, true
		case b.Full():
			return p, b, false
		}
		p = p.Below()
	}
	return p, world.Air, false
}

// editStorm breaks blocks of the ground within editRadius blocks of a camera at rest and places others.
var editStorm = Phase{
	Name: "storm", EditsPerSecond: 60, Edit: blockEdit,
	Path: func(float64, float64) CameraPose { return CameraPose{[3]float64{8.5, 42.5, 8.5}, 30, -20} },
}

const editRadius = 9

func blockEdit(n int, at CameraPose, block func(world.Pos) world.Block) (world.Pos, world.Block, bool) {
	x, z := stormOffset(int32(n), editRadius)
	p := world.Pos{X: floor(at.Pos[0]) + x, Y: floor(at.Pos[1]) + 4, Z: floor(at.Pos[2]) + z}
	for range 20 {
		b := block(p)
		if b.Full() || b == world.Water {
			if h := hash(int32(n), 7, 3); b.Full() && h&1 == 0 {
				return p, world.Air, true
			} else if p.Y+2 < floor(at.Pos[1]) {
				return p.Above(), walls[h>>8%uint32(len(walls))], true
			}
			return p, world.Air, b.Full()
		}
		p = p.Below()
	}
	return p, world.Air, false
}

// stormOffset returns the position of the n-th edit in a square around a camera, never straight below it.
func stormOffset(n, far int32) (x, z int32) {
	h := hash(n, 1, 2)
	x, z = int32(h&0xffff)%(2*far+1)-far, int32(h>>16)%(2*far+1)-far
	if x == 0 && z == 0 {
		x = far
	}
	return x, z
}

func floor(x float64) int32 { return int32(math.Floor(x)) }

// Where the flight begins and how high above the ground it keeps, in blocks.
const (
	flyFromX, flyFromZ = 0, -120
	flyAbove           = 22
	flySample          = 8
	flyFor             = 4096 // blocks of the way whose heights are sampled
)

// flight is a phase that flies south, low over the ground, at a speed in blocks a second.
func flight(speed float64) Phase {
	g := worldgen.Of(generator, seed)
	n := flyFor/flySample + 1
	ground := make([]float64, n)
	for i := range ground {
		for dx := int32(-16); dx <= 16; dx += flySample {
			z := int32(flyFromZ + i*flySample)
			ground[i] = max(ground[i], float64(max(g.Height(flyFromX+dx, z), landscape.SeaLevel)))
		}
	}
	high := make([]float64, n) // the highest ground within 8 samples
	for i := range high {
		for k := max(0, i-8); k <= min(n-1, i+8); k++ {
			high[i] = max(high[i], ground[k])
		}
	}
	smooth := make([]float64, n)
	for i := range smooth {
		sum, count := 0.0, 0.0
		for k := max(0, i-6); k <= min(n-1, i+6); k++ {
			sum, count = sum+high[k], count+1
		}
		smooth[i] = sum / count
	}
	return Phase{Name: "fly", Speed: speed, Path: func(t, _ float64) CameraPose {
		at := min(t*speed, flyFor-flySample-1) / flySample
		i := int(at)
		y := smooth[i] + (smooth[i+1]-smooth[i])*(at-float64(i))
		return CameraPose{[3]float64{flyFromX + 0.5, y + flyAbove, flyFromZ + at*flySample}, 180, -15}
	}}
}
