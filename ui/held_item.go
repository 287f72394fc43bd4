package ui

import (
	"strings"

	"voxtide/render/draw2d"
	"voxtide/world"
)

// How long the name of the held item stays and fades, in seconds.
const (
	heldItemFor  = 2.0
	heldItemFade = 0.4
)

// heldItem shows the name of the item in the player's hand for a while after it changes.
type heldItem struct {
	item  uint16
	since float64 // seconds
	known bool    // false before the first frame: then there is no change to show
}

// update compares the item in the hand with the one of the last frame.
func (h *heldItem) update(item uint16, now float64) {
	if item == h.item {
		return
	}
	h.since = now
	if !h.known {
		h.since = now - heldItemFor - heldItemFade
	}
	h.item, h.known = item, true
}

// draw draws the name with its lower edge at y.
func (h *heldItem) draw(k *widgets, y int) {
	opacity := fade(k.now-h.since, heldItemFor, heldItemFade)
	if opacity == 0 || h.item == 0 {
		return
	}
	s := ItemName(h.item)
	w := k.measure(draw2d.Medium, textBody, s)
	k.canvas.ShadowedText(draw2d.Medium, (k.w-w)/2, y-k.px(textBody), k.px(textBody), colourText.Fade(opacity), s)
}

// ItemName returns the name of an item as people read it: "Stone stairs".
func ItemName(item uint16) string {
	return capitalize(strings.ReplaceAll(world.Item(item).String(), "_", " "))
}
