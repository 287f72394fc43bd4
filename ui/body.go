package ui

import (
	"math"

	"voxtide/render/draw2d"
	"voxtide/world"
)

// bodyView is what the HUD remembers of the player's body from frame to frame.
type bodyView struct {
	health int     // in the frame before
	food   int     //
	hurtAt float64 // when health was lost last, in seconds
	fedAt  float64 // when food was gained last
	diedAt float64 // when the player lived again
	brink  float64 // 0 to 1: how far the frame has gone grey
	sleep  float64 // 0 to 1: how far the eyes are shut, in a bed
	beat   float64 // the phase of the heart-beat of low health, in beats
	at     float64 // of the frame before
}

// Times of the view, in seconds.
const (
	hurtFor   = 0.5
	fedFor    = 0.6
	sleepFade = 1.5
	wakeFade  = 0.4
	diedFor   = 5.0
	diedFade  = 1.5
	brinkFade = 0.2 // so that harm that is taken off again hardly shows
	lowHealth = 6   // at this health and below the heart-beat is seen
)

// update follows the body to a frame.
func (v *bodyView) update(b *Body, now float64) {
	dt := min(max(now-v.at, 0), 0.1)
	if b.Shown && v.at != 0 {
		if b.Health < v.health {
			v.hurtAt = now
		}
		if v.health == 0 && b.Health == world.HealthMax { // nothing heals so fast
			v.diedAt = now
		}
		if b.Food > v.food {
			v.fedAt = now
		}
	}
	v.health, v.food, v.at = b.Health, b.Food, now
	if b.Shown && b.Health == 0 {
		v.brink = min(1, v.brink+dt/brinkFade)
	} else {
		v.brink = max(0, v.brink-dt/brinkFade)
	}
	if b.Lies {
		v.sleep = min(1, v.sleep+dt/sleepFade)
	} else {
		v.sleep = max(0, v.sleep-dt/wakeFade)
	}
	if b.Shown && b.Health <= lowHealth {
		v.beat += dt * (1.1 + 0.15*float64(lowHealth-b.Health))
	} else {
		v.beat = 0
	}
}

// drawHarm draws over the frame, below the bars, that the body was hurt, is low in health, or at the brink.
func (v *bodyView) drawHarm(k *widgets) {
	red := 0.0
	if hurt := k.now - v.hurtAt; v.hurtAt != 0 && hurt < hurtFor {
		red = 0.5 * (1 - hurt/hurtFor)
	}
	if v.beat > 0 {
		red = max(red, 0.32*math.Pow(max(0, math.Cos(2*math.Pi*v.beat)), 4))
	}
	if red > 0 {
		edge(k, draw2d.Colour{R: 150, G: 10, B: 14, A: 255}, red)
	}
	if v.sleep > 0 {
		k.fill(rect{0, 0, k.w, k.h}, draw2d.Colour{R: 4, G: 6, B: 16, A: uint8(170 * v.sleep)})
		k.label(rect{0, k.h/2 - k.px(90), k.w, k.px(28)}, draw2d.Medium, textHead, 1, draw2d.Colour{R: 220, G: 226, B: 255, A: uint8(220 * v.sleep)}, "You lie in bed. Walk to get up.")
	}
	v.drawDeath(k)
	if v.brink > 0 {
		k.fill(rect{0, 0, k.w, k.h}, draw2d.Colour{R: 96, G: 98, B: 102, A: uint8(120 * v.brink)})
		edge(k, draw2d.Colour{R: 20, G: 20, B: 24, A: 255}, v.brink)
		k.label(rect{0, k.h/2 - k.px(90), k.w, k.px(28)}, draw2d.Medium, textHead, 1, draw2d.Colour{R: 255, G: 255, B: 255, A: uint8(230 * v.brink)}, "At the brink")
	}
}

// drawDeath says after a death what has happened, over a frame that brightens.
func (v *bodyView) drawDeath(k *widgets) {
	since := k.now - v.diedAt
	if v.diedAt == 0 || since >= diedFor {
		return
	}
	dark := max(0, 1-since/diedFade)
	k.fill(rect{0, 0, k.w, k.h}, draw2d.Colour{R: 24, G: 2, B: 4, A: uint8(235 * dark)})
	shown := uint8(240 * min(1, (diedFor-since)/diedFade))
	k.label(rect{0, k.h/2 - k.px(110), k.w, k.px(28)}, draw2d.Medium, textHead, 1, draw2d.Colour{R: 255, G: 236, B: 230, A: shown}, "You died, and live again")
	k.label(rect{0, k.h/2 - k.px(74), k.w, k.px(20)}, draw2d.Regular, textBody, 1, draw2d.Colour{R: 232, G: 222, B: 218, A: shown}, "The chat says how, and where your things lie")
}

// edge draws a colour at the edges of the frame that fades towards its middle.
func edge(k *widgets, c draw2d.Colour, strength float64) {
	const rings = 48
	step := max(1, k.h/230)
	for i := range rings {
		far := float64(rings-i) / rings
		c.A = uint8(min(255, 170*strength*far*far))
		k.outline(rect{i * step, i * step, k.w - 2*i*step, k.h - 2*i*step}, step, c)
	}
}

// Pictures of the bars, from the top: 1 the dark edge, 2 the body, 3 its light, 4 its shade.
var (
	heartPixels = [...]string{
		".11...11.",
		"1221.1221",
		"132212221",
		"132222221",
		"122222241",
		".1222241.",
		"..12241..",
		"...141...",
		"....1....",
	}
	foodPixels = [...]string{
		".....111.",
		"....12221",
		"...132221",
		"..1322221",
		"..1222241",
		"..122241.",
		".511111..",
		"555......",
		"55.......",
	}
	bubblePixels = [...]string{
		"..11111..",
		".1222221.",
		"123322221",
		"123222221",
		"122222221",
		"122222221",
		"122222241",
		".1222241.",
		"..11111..",
	}
)

// barColours are the colours of a picture by its numbers, from 1.
type barColours [5]draw2d.Colour

var (
	heartColours  = barColours{{R: 52, G: 8, B: 12, A: 235}, {R: 214, G: 40, B: 46, A: 255}, {R: 255, G: 150, B: 140, A: 255}, {R: 150, G: 22, B: 34, A: 255}}
	foodColours   = barColours{{R: 50, G: 28, B: 12, A: 235}, {R: 200, G: 122, B: 58, A: 255}, {R: 240, G: 184, B: 112, A: 255}, {R: 146, G: 78, B: 34, A: 255}, {R: 232, G: 222, B: 200, A: 255}}
	bubbleColours = barColours{{R: 20, G: 52, B: 92, A: 220}, {R: 92, G: 168, B: 226, A: 150}, {R: 240, G: 250, B: 255, A: 240}, {R: 60, G: 120, B: 190, A: 190}}
	emptyColours  = barColours{{R: 12, G: 14, B: 18, A: 220}, {R: 66, G: 72, B: 80, A: 190}, {R: 66, G: 72, B: 80, A: 190}, {R: 66, G: 72, B: 80, A: 190}, {R: 12, G: 14, B: 18, A: 220}}
)

// barPixel is the side of a pixel of the pictures, at a scale of one; barCount how many pictures a bar has, each worth two.
const (
	barPixel = 2
	barCount = 10
)

// draw draws the bars above the hotbar: health at its left, food at its right, and above that the breath while it is held. It returns how
// tall they are.
func (v *bodyView) draw(k *widgets, b *Body, bar rect) (tall int) {
	px := max(1, k.px(barPixel))
	side, gap := 9*px, 0
	y := bar.y - k.px(8) - side
	flash := v.hurtAt != 0 && k.now-v.hurtAt < hurtFor && int((k.now-v.hurtAt)*10)%2 == 0
	for i := range barCount {
		x, dy := bar.x+i*(side+gap), 0
		if b.Health <= lowHealth && (i*7+int(k.now*12))%4 == 0 {
			dy = px
		}
		full := heartColours
		if flash {
			full[0] = draw2d.Colour{R: 255, G: 255, B: 255, A: 255}
		}
		health := b.Health
		if health == 0 { // only the server says that it is over
			health = 1
		}
		half(k, &heartPixels, x, y+dy, px, health-2*i, &full, false)
	}
	fed := v.fedAt != 0 && k.now-v.fedAt < fedFor
	for i := range barCount {
		x, dy := bar.x+bar.w-side-i*(side+gap), 0
		if fed && b.Food > 2*i {
			dy = -px
		}
		half(k, &foodPixels, x, y+dy, px, b.Food-2*i, &foodColours, true)
	}
	if b.Eaten > 0 {
		w := int(float64(k.px(120)) * min(b.Eaten, 1))
		at := rect{(k.w - k.px(120)) / 2, k.h/2 + k.px(40), k.px(120), k.px(6)}
		k.fill(at.inset(-k.hairline()), draw2d.Colour{A: 150})
		k.fill(rect{at.x, at.y, w, at.h}, foodColours[2])
	}
	if b.Breath >= 1 {
		return side + k.px(8)
	}
	left := int(math.Ceil(b.Breath * barCount))
	for i := range left {
		pixels(k, &bubblePixels, bar.x+bar.w-side-i*(side+gap), y-side-px, px, 0, 9, &bubbleColours)
	}
	return 2*side + px + k.px(8)
}

// half draws a picture that is worth two: whole, its first half over an empty one, or empty.
func half(k *widgets, p *[9]string, x, y, px, worth int, full *barColours, fromRight bool) {
	if worth < 2 {
		pixels(k, p, x, y, px, 0, 9, &emptyColours)
	}
	switch {
	case worth >= 2:
		pixels(k, p, x, y, px, 0, 9, full)
	case worth == 1 && fromRight:
		pixels(k, p, x, y, px, 4, 9, full)
	case worth == 1:
		pixels(k, p, x, y, px, 0, 5, full)
	}
}

// pixels draws the columns of a picture from one up to another.
func pixels(k *widgets, p *[9]string, x, y, px, from, to int, c *barColours) {
	if !k.drawing {
		return
	}
	for row, line := range p {
		for col := from; col < to; {
			what, run := line[col], 1
			for col+run < to && line[col+run] == what {
				run++
			}
			if what != '.' {
				k.fill(rect{x + col*px, y + row*px, run * px, px}, c[what-'1'])
			}
			col += run
		}
	}
}
