package render

import (
	"image"
	"testing"

	"voxtide/internal/skin"
	"voxtide/render/scene"
)

// tiledSkin returns a skin whose tiles have colours of their own, by rows and columns: the right ones redder, the lower ones greener.
func tiledSkin() []byte {
	pix := make([]byte, 0, 4*skin.Side*skin.Side)
	for y := range skin.Side {
		for x := range skin.Side {
			pix = append(pix, uint8(x/skin.TileSide*80), uint8(y/skin.TileSide*80), 255, 255)
		}
	}
	return pix
}

// blues returns the number of pixels of a frame that are mostly blue with no more green than a part of the red tile rows, as only a skin is.
func blues(m *image.NRGBA, like func(r, g, b int) bool) (n int) {
	for i := 0; i < len(m.Pix); i += 4 {
		if like(int(m.Pix[i]), int(m.Pix[i+1]), int(m.Pix[i+2])) {
			n++
		}
	}
	return n
}

// TestSkins: a player in a skin is drawn with its tiles, each face and limb with its own; one whose slot is none looks as before; the hand
// in front of the eye shows the skin, too. Wrong uploads are left out.
func TestSkins(t *testing.T) {
	onGPU(t, Config{}, func(r *Renderer) {
		textured := testTextures()
		textured.Player = &PlayerLook{Face: layerLamp, HeadSide: layerLamp, HeadBack: layerLamp, HeadTop: layerLamp, Leg: layerLamp, Hand: layerLamp, Torso: []uint16{layerLamp}, Arm: []uint16{layerLamp}}
		if err := r.SetTextures(textured); err != nil {
			t.Fatal(err)
		}
		frame := func(slot, hand uint8, yaw uint16, held bool, up ...scene.SkinUpload) *image.NRGBA {
			sc := &scene.Scene{Camera: scene.Camera{Pos: [3]float64{0.5, 15.4, 0.5}, ViewDistance: 64}, Sky: scene.Sky{TimeOfDay: 0.25}, Skins: up}
			sc.Entities = []scene.Entity{{ID: 3, Kind: scene.EntityAvatar, Drawn: [3]float64{0.5, 14, -1.4}, Yaw: yaw, Light: [2]uint8{255, 0}, Skin: slot}}
			sc.HeldItem = scene.HeldItem{Shown: held, Skin: hand, Light: [2]uint8{255, 0}}
			return drawFrame(r, sc, nil)
		}
		black := func(r, g, b int) bool { return r < 40 && g < 40 && b > 90 }           // the face
		backs := func(r, g, b int) bool { return r > 100 && g < 40 && b > 90 }          // the back of the head
		legs := func(r, g, b int) bool { return g > 100 && b > 90 && r < 100 && g < b } // of a leg, from the front
		usual := frame(0, 0, 32768, false)
		if n := blues(usual, black) + blues(usual, backs); n > 0 {
			t.Errorf("%d pixels of a skin on a player without one", n)
		}
		up := scene.SkinUpload{Slot: 4, Pixels: tiledSkin()}
		front := frame(5, 5, 32768, false, scene.SkinUpload{Slot: 200, Pixels: tiledSkin()}, scene.SkinUpload{Slot: 1, Pixels: []byte{1}}, up)
		back := frame(5, 5, 0, false)
		f, b := blues(front, black), blues(back, backs)
		if f < 200 || b < 200 || blues(front, backs) > f/4 || blues(back, black) > b/4 || blues(front, legs) < 50 {
			t.Errorf("from the front %d of the face and %d of the legs, from behind %d of the back", f, blues(front, legs), b)
		}
		differ := 0
		usualHand, hand := frame(0, 0, 0, true), frame(0, 5, 0, true)
		for i := range hand.Pix {
			if hand.Pix[i] != usualHand.Pix[i] {
				differ++
			}
		}
		if differ < 300 {
			t.Errorf("the hand differs in %d values", differ)
		}
	})
}
