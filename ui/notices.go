package ui

import (
	"strings"

	"voxtide/render/draw2d"
	"voxtide/world"
)

// How long a toast stays and fades, in seconds.
const (
	toastFor  = 1.8
	toastFade = 0.4
)

// toast is a short notice above the hotbar: why the server or the rules refused the player's last action.
type toast struct {
	text  string
	since float64 // seconds
}

// show replaces the text.
func (t *toast) show(text string, now float64) { t.text, t.since = capitalize(text), now }

// draw draws the toast with its lower edge at y.
func (t *toast) draw(k *widgets, y int) {
	opacity := fade(k.now-t.since, toastFor, toastFade)
	if opacity == 0 || t.text == "" {
		return
	}
	w := k.measure(draw2d.Regular, textBody, t.text) + k.px(24)
	k.pill(rect{(k.w - w) / 2, y - k.px(28), w, k.px(28)}, colourWarn, opacity, t.text)
}

// pill draws a line of text on a dark plate with a coloured left edge.
func (k *widgets) pill(r rect, edge draw2d.Colour, opacity float32, text string) {
	k.fill(r, colourTextPlate.Fade(opacity))
	k.fill(rect{r.x, r.y, k.px(3), r.h}, edge.Fade(opacity))
	k.label(r, draw2d.Regular, textBody, 1, colourText.Fade(opacity), text)
}

// capitalize returns a text with an upper-case first letter.
func capitalize(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// fade returns the opacity, 0 to 1, of something that stays for a time and then fades; all in seconds.
func fade(age, stay, over float64) float32 {
	if age < 0 {
		return 1
	}
	return float32(min(max((stay+over-age)/over, 0), 1))
}

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
	if int(item) < len(itemNames) {
		return itemNames[item]
	}
	return ""
}

// itemNames are the names of all items, made once so that a frame allocates none.
var itemNames = func() (t [int(world.FirstThing) + len(world.Things)]string) {
	for i := range t {
		t[i] = capitalize(strings.ReplaceAll(world.Item(i).String(), "_", " "))
	}
	return t
}()
