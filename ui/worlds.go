package ui

import (
	"image"
	"strconv"
	"strings"

	"golang.org/x/image/draw"

	"voxtide/render/draw2d"
	"voxtide/window"
)

// Bounds of the fields of a new world, in bytes.
const (
	worldNameMax = 40
	seedMax      = 40
)

// worldsPage lists the player's worlds. A press on one enters it.
func worldsPage(u *UI, k *widgets) {
	in := k.dialog(620, 560, "Select world")
	foot := k.footerRow(&in, 2)
	s := &u.state
	switch {
	case s.WorldsError != "":
		k.paragraph(&in, textBody, colourWarn, s.WorldsError)
	case len(s.Worlds) == 0:
		k.paragraph(&in, textBody, colourDim, "There is no world yet. Create one.")
	}
	k.list(in, len(s.Worlds), k.px(62), k.px(rowGap), &u.topPage().scroll, func(i int, r rect) {
		pressed, focused := k.pressable(r)
		away := rect{r.x + r.w - k.px(76), r.y, k.px(76), r.h}
		bin := pressed && k.event.Kind == window.MouseDown && away.contains(k.mouse) || focused && k.takeKey(window.KeyDelete)
		k.controlBackground(r, focused)
		k.label(away, draw2d.Regular, textSmall, 1, colourDim, "Delete")
		u.worldRow(k, rect{r.x, r.y, r.w - away.w, r.h}, &s.Worlds[i])
		switch {
		case bin:
			u.forms.deleting = s.Worlds[i].Name
			u.openPage(pageDelete)
		case pressed:
			u.request(Request{Kind: RequestPlay, Text: s.Worlds[i].Name})
		}
	})
	switch {
	case k.button(foot[0], "Create new world"):
		u.openPage(pageCreate)
	case k.button(foot[1], "Back"):
		u.back()
	}
}

// worldRow draws what is known of a world: its picture, name, mode and seed, when it was played last, and its size.
func (u *UI) worldRow(k *widgets, r rect, w *World) {
	frame := rect{r.x + k.px(4), r.y + k.px(4), k.px(96), k.px(54)}
	k.fill(frame, colourControl)
	u.pictures.draw(k, frame, w.Picture)
	text := rect{frame.x + frame.w + k.px(12), r.y + k.px(10), r.w - frame.w - k.px(26), k.px(textBody)}
	k.verbatim(text, draw2d.Medium, textBody, 0, colourText, w.Name)
	k.label(text, draw2d.Regular, textSmall, 2, colourDim, w.LastPlayed)
	text.y += k.px(textBody + 6)
	k.label(text, draw2d.Regular, textSmall, 2, colourDim, w.Size)
	about := w.Mode
	if w.Seed != "" {
		about += ", seed " + w.Seed
	}
	k.label(text, draw2d.Regular, textSmall, 0, colourDim, about)
}

// deletePage asks for confirmation before a world is deleted.
func deletePage(u *UI, k *widgets) {
	in := k.dialog(480, 240, "Delete this world?")
	foot := k.footerRow(&in, 2)
	k.verbatim(in.cutTop(k.px(textBody), k.px(10)), draw2d.Medium, textBody, 0, colourText, u.forms.deleting)
	k.paragraph(&in, textBody, colourWarn, "Everything built in it will be lost for good.")
	switch {
	case k.button(foot[0], "Cancel"):
		u.back()
	case k.button(foot[1], "Delete world"):
		u.request(Request{Kind: RequestDeleteWorld, Text: u.forms.deleting})
		u.back()
	}
}

// gameModes are the game modes of a new world as people read them.
var gameModes = [...]string{"Creative", "Survival"}

// newWorldName returns a name for a new world that no other world has.
func (u *UI) newWorldName() string {
	name := "World"
	for n := 2; u.worldNameError(name) != ""; n++ {
		name = "World " + strconv.Itoa(n)
	}
	return name
}

// fillCreate fills the fields when the page of a new world opens.
func fillCreate(u *UI) {
	f := &u.forms
	f.world.max, f.seed.max = worldNameMax, seedMax
	f.world.set(u.newWorldName())
	f.seed.set("")
	f.survival = false
}

// createPage asks for the name of a new world, its seed and its game mode.
func createPage(u *UI, k *widgets) {
	f := &u.forms
	in := k.dialog(480, 380, "Create new world")
	foot := k.footerRow(&in, 2)
	k.labelledField(in.cutTop(k.px(60), k.px(14)), "World name", "name of the world", &f.world, u.cfg.Clipboard)
	k.labelledField(in.cutTop(k.px(60), k.px(10)), "Seed (the same seed makes the same world)", "random", &f.seed, u.cfg.Clipboard)
	mode := 0
	if f.survival {
		mode = 1
	}
	if k.choice(k.nextRow(&in), "Game mode", &mode, len(gameModes), gameModes[mode]) {
		f.survival = mode == 1
	}
	why := u.worldNameError(strings.TrimSpace(f.world.String()))
	k.label(in.cutTop(k.px(textSmall), 0), draw2d.Regular, textSmall, 0, colourWarn, why)
	typed := k.focus < 2 && why == "" && k.takeEnter()
	switch {
	case k.buttonIf(foot[0], "Create world", why == "") || typed:
		u.request(Request{Kind: RequestCreateWorld, Text: strings.TrimSpace(f.world.String()), Seed: u.seedText(), Survival: f.survival})
	case k.button(foot[1], "Back"):
		u.back()
	}
}

// seedText returns the typed seed, or a random one.
func (u *UI) seedText() string {
	if s := strings.TrimSpace(u.forms.seed.String()); s != "" || u.cfg.Seed == nil {
		return s
	}
	return u.cfg.Seed()
}

// worldNameError returns why a name cannot be that of a new world, "" if it can. Names become folders.
func (u *UI) worldNameError(name string) string {
	switch {
	case name == "":
		return "Enter a world name."
	case strings.ContainsAny(name, "/\\:*?\"<>|") || name[0] == '-' || name[0] == '.' || name[len(name)-1] == '.':
		return "A name has no / \\ : * ? \" < > | and begins with a letter or a digit."
	}
	for _, w := range u.state.Worlds {
		if strings.EqualFold(w.Name, name) {
			return "A world of this name exists."
		}
	}
	return ""
}

// pictures are the pictures of worlds, each in a place of the canvas that is used again for another.
type pictures struct {
	slots []pictureSlot
	next  int
	full  bool // the canvas takes no more images
}

type pictureSlot struct {
	place draw2d.Image
	of    *image.NRGBA // what it holds,
	size  image.Point  // in this size
}

// Bounds of pictures.
const (
	picturesMax   = 16
	pictureWidth  = 192
	pictureHeight = 108
)

// draw draws a picture in a rectangle, with as many pixels as that has, up to the picture's own.
func (c *pictures) draw(k *widgets, r rect, p *image.NRGBA) {
	if !k.drawing || p == nil {
		return
	}
	size := image.Pt(min(r.w, pictureWidth), min(r.h, pictureHeight))
	for i := range c.slots {
		if s := &c.slots[i]; s.of == p && s.size == size {
			k.canvas.Image(r.x, r.y, r.w, r.h, s.place.Part(size.X, size.Y), colourWhite)
			return
		}
	}
	s := c.slot(k)
	if s == nil {
		return
	}
	whole := image.NewNRGBA(image.Rect(0, 0, pictureWidth, pictureHeight))
	draw.CatmullRom.Scale(whole, image.Rectangle{Max: size}, p, p.Rect, draw.Src, nil)
	k.canvas.UpdateImage(s.place, whole)
	s.of, s.size = p, size
	k.canvas.Image(r.x, r.y, r.w, r.h, s.place.Part(size.X, size.Y), colourWhite)
}

// slot returns a new place, or the one that was filled longest ago; nil if there is none.
func (c *pictures) slot(k *widgets) *pictureSlot {
	if len(c.slots) < picturesMax && !c.full {
		place, err := k.canvas.AddImage(image.NewNRGBA(image.Rect(0, 0, pictureWidth, pictureHeight)))
		if c.full = err != nil; !c.full {
			c.slots = append(c.slots, pictureSlot{place: place})
			return &c.slots[len(c.slots)-1]
		}
	}
	if len(c.slots) == 0 {
		return nil
	}
	c.next = (c.next + 1) % len(c.slots)
	return &c.slots[c.next]
}
