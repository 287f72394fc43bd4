package effects

import (
	"math"

	"voxtide/actions"
	"voxtide/client/cell"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/world"
)

// hand is the state of the own hand.
type hand struct {
	swungAt  timestream.Time // when the arm last began to swing
	sway     [2]float64      // blocks that the hand lags behind a turn, along yaw and pitch
	lastLook [2]float64      // yaw and pitch of the last frame, radians
	item     world.Item      // in the hand as it is drawn
	swap     float64         // 0 to 2: going down with the old item, and up with the new one
}

const (
	swayTime      = 0.09 // seconds in which the hand follows a turn by two thirds
	swayMax       = 0.10 // blocks
	swayPerRadian = 0.22 // blocks
	swapTime      = 0.14 // seconds in which the hand goes down, and again up
)

// fill fills in the held item. The camera and the own entity are filled in.
func (h *hand) fill(f *Frame, e *world.Entity, done []actions.Action) {
	if swingsArm(done) || f.Scene.OwnEntity.BreakProgress > 0 && f.Now.Sub(h.swungAt) >= swingTime {
		h.swungAt = f.Now
	}
	f.Scene.HeldItem = scene.HeldItem{Shown: true, Block: uint16(e.Stack.Item), Light: f.lightAt(cell.At(f.Scene.Camera.Pos))}
	if since := f.Now.Sub(h.swungAt); since < swingTime && h.swungAt > 0 {
		f.Scene.HeldItem.Swing = float32(since) / float32(swingTime)
	}
}

// swingsArm reports whether one of the actions swings the arm.
func swingsArm(done []actions.Action) bool {
	for i := range done {
		switch done[i].Kind {
		case actions.StartBreak, actions.FinishBreak, actions.Place, actions.Hit:
			return true
		}
	}
	return false
}

// swapItem lowers the hand, changes the item in it and raises it again, when the player selects another.
func (h *hand) swapItem(sc *scene.Scene, span float64) {
	now := world.Item(sc.HeldItem.Block)
	if h.swap == 0 && now != h.item {
		h.swap = span / swapTime
	} else if h.swap > 0 {
		h.swap += span / swapTime
	}
	if h.swap >= 1 {
		h.item = now
	}
	if h.swap >= 2 {
		h.swap = 0
	}
	sc.HeldItem.Block = uint16(h.item)
	sc.HeldItem.Lowered = float32(1 - math.Abs(1-h.swap))
	sc.HeldItem.Shine = shineOf(h.item) * (1 - sc.HeldItem.Lowered)
}

// shineOf returns the level of the light that an item gives in a hand, 0 to 1.
func shineOf(it world.Item) float32 {
	if it.Block() == world.Air {
		return 0
	}
	return float32(it.Block().Info().Light) * scene.ShineFall
}

// addSway lets the hand lag behind a turn of the head.
func (h *hand) addSway(sc *scene.Scene, span float64) {
	look := [2]float64{float64(sc.Camera.Yaw), float64(sc.Camera.Pitch)}
	for i := range look {
		turn := math.Remainder(look[i]-h.lastLook[i], 2*math.Pi)
		h.sway[i] = max(-swayMax, min(swayMax, h.sway[i]+turn*swayPerRadian)) * math.Exp(-span/swayTime)
	}
	h.lastLook = look
	sc.HeldItem.Bob[0] -= float32(h.sway[0])
	sc.HeldItem.Bob[1] -= float32(h.sway[1])
}
