package ui

import (
	"strings"

	"voxtide/render"
	"voxtide/world"
)

// Names of what was taken in hand are shown for a while, in seconds.
const (
	namedFor  = 2.0
	namedFade = 0.4
)

// named is the name of the block in the hand, shown when it changes.
type named struct {
	block uint16
	since float64
	seen  bool // there was a state before, so this is a change
}

// see takes in what is in the hand.
func (n *named) see(block uint16, now float64) {
	if block == n.block {
		return
	}
	n.since = now
	if !n.seen {
		n.since = now - namedFor - namedFade
	}
	n.block, n.seen = block, true
}

// shown returns how visible the name is, 0 to 1.
func (n *named) shown(now float64) float32 { return fade(now-n.since, namedFor, namedFade) }

// fade returns how visible something of an age is that stays for a while and then fades.
func fade(age, stay, over float64) float32 {
	if age < 0 {
		return 1
	}
	return float32(min(max((stay+over-age)/over, 0), 1))
}

// BlockName returns the name of a block as people read it: "Stone stairs". Which way it is turned is left out.
func BlockName(block uint16) string {
	s := world.Block(block).String()
	for _, turned := range []string{"_north", "_south", "_west", "_east"} {
		s = strings.TrimSuffix(s, turned)
	}
	if upper, ok := strings.CutSuffix(s, "_slab_top"); ok {
		s = "upper_" + upper + "_slab"
	}
	s = strings.ReplaceAll(s, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// selectedName draws the name of what was taken in hand, its lower edge at y.
func (u *UI) selectedName(y int) {
	k := &u.kit
	f := u.named.shown(k.now)
	if f == 0 || u.named.block == 0 {
		return
	}
	s := BlockName(u.named.block)
	w := k.measure(render.Medium, textBody, s)
	k.c.Shadowed(render.Medium, (k.w-w)/2, y-k.px(textBody), k.px(textBody), colourText.Fade(f), s)
}
