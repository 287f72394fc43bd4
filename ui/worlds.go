package ui

import (
	"strconv"
	"strings"

	"voxtide/render"
	"voxtide/window"
)

// Bounds of what is typed about a world.
const (
	worldMax = 40 // bytes of a name
	seedMax  = 40
)

// worldsPage lists the own worlds: a press on one enters it.
func worldsPage(u *UI, k *kit) {
	in := k.sheet(620, 560, "Play alone")
	foot := k.foot(&in, 2)
	s := &u.state
	switch {
	case s.WorldsFail != "":
		k.words(&in, textBody, colourWarn, s.WorldsFail)
	case len(s.Worlds) == 0:
		k.words(&in, textBody, colourDim, "There is no world yet. Make a new one.")
	}
	k.list(in, len(s.Worlds), k.px(54), k.px(rowGap), &u.top().scroll, func(i int, r rect) {
		pressed, focused := k.press(r)
		away := rect{r.x + r.w - k.px(76), r.y, k.px(76), r.h}
		bin := pressed && k.event.Kind == window.MouseDown && away.holds(k.mouse) || focused && k.take(window.KeyDelete)
		k.plate(r, focused)
		k.label(away, render.Regular, textSmall, 1, colourDim, "Delete")
		text := rect{r.x + k.px(14), r.y + k.px(8), r.w - away.w - k.px(14), k.px(textBody)}
		k.label(text, render.Medium, textBody, 0, colourText, s.Worlds[i].Name)
		text.y += k.px(textBody + 4)
		k.label(text, render.Regular, textSmall, 0, colourDim, s.Worlds[i].Played)
		switch {
		case bin:
			u.forms.bin = s.Worlds[i].Name
			u.open(pageDelete)
		case pressed:
			u.wish(Wish{Want: WantPlay, Text: s.Worlds[i].Name})
		}
	})
	switch {
	case k.button(foot[0], "New world"):
		u.open(pageCreate)
	case k.button(foot[1], "Back"):
		u.back()
	}
}

// deletePage asks once more before a world is gone.
func deletePage(u *UI, k *kit) {
	in := k.sheet(480, 240, "Delete this world?")
	foot := k.foot(&in, 2)
	k.label(in.cut(k.px(textBody), k.px(10)), render.Medium, textBody, 0, colourText, u.forms.bin)
	k.words(&in, textBody, colourWarn, "Everything built in it is gone for good.")
	switch {
	case k.button(foot[0], "Keep it"):
		u.back()
	case k.button(foot[1], "Delete it"):
		u.wish(Wish{Want: WantDelete, Text: u.forms.bin})
		u.back()
	}
}

// modes are how one can play, as people read them.
var modes = [...]string{"Creative", "Survival"}

// freshName returns a name for a new world that no other has.
func (u *UI) freshName() string {
	name := "World"
	for n := 2; u.badWorld(name) != ""; n++ {
		name = "World " + strconv.Itoa(n)
	}
	return name
}

// createPage asks for a new world's name, its seed, and how its player plays.
func createPage(u *UI, k *kit) {
	f := &u.forms
	in := k.sheet(480, 380, "New world")
	foot := k.foot(&in, 2)
	k.input(in.cut(k.px(60), k.px(14)), "Name", "name of the world", &f.world, u.cfg.Clipboard)
	k.input(in.cut(k.px(60), k.px(10)), "Seed (equal seeds make equal worlds)", "left to chance", &f.seed, u.cfg.Clipboard)
	mode := 0
	if f.survival {
		mode = 1
	}
	if k.choice(k.row(&in), "Mode", &mode, len(modes), modes[mode]) {
		f.survival = mode == 1
	}
	why := u.badWorld(strings.TrimSpace(f.world.String()))
	k.label(in.cut(k.px(textSmall), 0), render.Regular, textSmall, 0, colourWarn, why)
	typed := k.focus < 2 && why == "" && k.entered()
	switch {
	case k.buttonIn(foot[0], "Make and play", why == "") || typed:
		u.wish(Wish{Want: WantCreate, Text: strings.TrimSpace(f.world.String()), Seed: u.seed(), Survival: f.survival})
	case k.button(foot[1], "Back"):
		u.back()
	}
}

// seed returns what was typed, or a seed by chance.
func (u *UI) seed() string {
	if s := strings.TrimSpace(u.forms.seed.String()); s != "" || u.cfg.Seed == nil {
		return s
	}
	return u.cfg.Seed()
}

// badWorld says why a name cannot be that of a new world, "" if it can. Names become folders.
func (u *UI) badWorld(name string) string {
	switch {
	case name == "":
		return "A world needs a name."
	case strings.ContainsAny(name, "/\\:*?\"<>|") || name[0] == '-' || name[0] == '.' || name[len(name)-1] == '.':
		return "A name has no / \\ : * ? \" < > | and begins with a letter or a digit."
	}
	for _, w := range u.state.Worlds {
		if strings.EqualFold(w.Name, name) {
			return "There is a world of this name."
		}
	}
	return ""
}
