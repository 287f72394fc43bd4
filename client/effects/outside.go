package effects

import (
	"math"

	"voxtide/client/cell"
	"voxtide/render/scene"
	"voxtide/world"
)

// View is from where a player sees.
type View uint8

// The views, in the order in which a key goes through them.
const (
	FirstPerson View = iota // from the own eye
	Behind                  // the own body from behind, looking where it looks
	Front                   // its face
	ViewCount
)

// Next returns the view after this one.
func (v View) Next() View { return (v + 1) % ViewCount }

const (
	outsideDistance = 4.0  // blocks of the camera from the eye
	outsideLift     = 0.6  // blocks that it is above the line of the look, so that the head does not hide what the player aims at
	outsideAim      = 5.0  // blocks from the eye at which the middle of the frame meets that line
	outsideTime     = 0.15 // seconds in which the camera goes back two thirds of the way
	outsideBodyFrom = 0.75 // blocks from the eye from which the own body is drawn: nearer it would fill the frame
	aimTime         = 0.06 // seconds in which the crosshair follows by two thirds
)

// outsideRoom is the room that the camera keeps around it, in blocks along each axis: what the near plane cuts off stays air, and it is
// less than the eye has in its body.
var outsideRoom = [3]float64{0.28, 0.17, 0.28}

// outside is the camera that sees the own body from outside of it. Blocks pull it in at once, and it goes back smoothly.
type outside struct {
	share float64 // of its way from the eye that it has gone
	aimUp float64 // tangent of the angle at which the player aims, above the middle of the frame
}

// move moves the camera, which is in the eye, to where a look sees from, span seconds after the last frame.
func (o *outside) move(f *Frame, look *Look, span float64) {
	if look.View == FirstPerson {
		*o = outside{}
		return
	}
	to := &f.Scene.Camera
	sy, cy := math.Sincos(float64(to.Yaw))
	sp, cp := math.Sincos(float64(to.Pitch))
	along, up := [3]float64{sy * cp, sp, -cy * cp}, [3]float64{-sy * sp, cp, cy * sp}
	back, lift := -outsideDistance, outsideLift
	if look.View == Front {
		back, lift = outsideDistance, 0
	}
	way := [3]float64{}
	for i := range way {
		way[i] = along[i]*back + up[i]*lift
	}
	free := freeShare(f, to.Pos, way)
	o.share = min(free, o.share+(1-o.share)*approach(span, outsideTime))
	for i := range way {
		to.Pos[i] += way[i] * o.share
	}
	if o.share*outsideDistance < outsideBodyFrom {
		f.Scene.OwnBody.Kind = scene.EntityNone
	}
	if look.View == Front {
		to.Yaw = float32(math.Mod(float64(to.Yaw)+math.Pi, 2*math.Pi))
		to.Pitch = -to.Pitch
		return
	}
	behind, above := outsideDistance*o.share, outsideLift*o.share
	tilt := math.Atan(above / (behind + outsideAim))
	to.Pitch -= float32(tilt)
	o.aimUp += (math.Tan(tilt-math.Atan(above/(behind+look.Far))) - o.aimUp) * approach(span, aimTime)
	to.AimUp = float32(o.aimUp)
}

// freeShare returns the part of a way that a box of outsideRoom goes from a point before it meets a block that is seen.
func freeShare(f *Frame, from, way [3]float64) float64 {
	var low, high [3]float64
	for i := range way {
		low[i] = from[i] + min(0, way[i]) - outsideRoom[i]
		high[i] = from[i] + max(0, way[i]) + outsideRoom[i]
	}
	a, b := cell.At(low), cell.At(high)
	free := 1.0
	for y := a.Y; y <= b.Y; y++ {
		for z := a.Z; z <= b.Z; z++ {
			for x := a.X; x <= b.X; x++ {
				at := world.Pos{X: x, Y: y, Z: z}
				block := f.block(at)
				boxes := block.Boxes()
				if len(boxes) == 0 && block.Info().Opaque {
					boxes = world.Stone.Boxes()
				}
				rel := [3]float64{from[0] - float64(x), from[1] - float64(y), from[2] - float64(z)}
				for i := range boxes {
					free = min(free, meets(&boxes[i], rel, way))
				}
			}
		}
	}
	return free
}

// meets returns the part of a way, from a point relative to a cell, before a box of outsideRoom meets a box of the cell; 1 if it does not.
func meets(b *world.Box, from, way [3]float64) float64 {
	enter, leave := 0.0, 1.0
	for i, d := range way {
		lo, hi := float64(b.Lo[i])/16-outsideRoom[i]-from[i], float64(b.Hi[i])/16+outsideRoom[i]-from[i]
		if d == 0 {
			if lo >= 0 || hi <= 0 {
				return 1
			}
			continue
		}
		t0, t1 := lo/d, hi/d
		enter, leave = max(enter, min(t0, t1)), min(leave, max(t0, t1))
	}
	if enter >= leave {
		return 1
	}
	return enter
}

// showOwn completes the own body for a camera that sees it.
func showOwn(sc *scene.Scene, stepRise float64) {
	b := &sc.OwnBody
	b.Drawn[1] -= stepRise
	if sc.HeldItem.Swing > 0 {
		b.ArmSwing = sc.HeldItem.Swing
	}
}
