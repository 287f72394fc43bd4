package ui

import (
	"fmt"
	"math"

	"voxtide/render"
)

// Steps of the sliders of settings.
const (
	sensitivityStep = 0.05
	viewStep        = 16 // blocks, a section
)

// settingRow draws the row of one setting and tells whether it changed.
type settingRow func(u *UI, k *kit, r rect) bool

// settingRows are the rows of the page of settings, from the top.
var settingRows = []settingRow{
	func(u *UI, k *kit, r rect) bool {
		at := int(math.Round((u.options.Sensitivity - SensitivityMin) / sensitivityStep))
		steps := int(math.Round((SensitivityMax - SensitivityMin) / sensitivityStep))
		changed := k.slider(r, "Mouse sensitivity", &at, steps, fmt.Sprintf("%.2f", u.options.Sensitivity))
		if changed {
			u.options.Sensitivity = math.Round((SensitivityMin+float64(at)*sensitivityStep)*100) / 100
		}
		return changed
	},
	func(u *UI, k *kit, r rect) bool { return k.toggle(r, "Mouse up looks down", &u.options.Invert) },
	func(u *UI, k *kit, r rect) bool {
		at := u.options.FOV - FOVMin
		changed := k.slider(r, "Field of view", &at, FOVMax-FOVMin, fmt.Sprintf("%d°", u.options.FOV))
		u.options.FOV = at + FOVMin
		return changed
	},
	viewRow,
	func(u *UI, k *kit, r rect) bool {
		at := max(0, int(u.options.Scale*2)-1) // 0 automatic, 1 one, 2 one and a half
		changed := k.choice(r, "Size of menus", &at, int(ScaleMax*2), scaleName(u.options.Scale))
		if changed {
			u.options.Scale = 0
			if at > 0 {
				u.options.Scale = float64(at+1) / 2
			}
		}
		return changed
	},
	func(u *UI, k *kit, r rect) bool { return k.toggle(r, "Full screen", &u.options.Fullscreen) },
	func(u *UI, k *kit, r rect) bool {
		return k.toggle(r, "Wait for the screen (no tearing)", &u.options.VSync)
	},
	func(u *UI, k *kit, r rect) bool { return k.toggle(r, "Steps move the view", &u.options.Bob) },
	func(u *UI, k *kit, r rect) bool { return k.toggle(r, "Running widens the view", &u.options.Widen) },
}

// settingsPage changes the options; each change counts at once.
func settingsPage(u *UI, k *kit) {
	in := k.sheet(620, 2*pad+textHead+16+(len(settingRows)+2)*(rowHeight+rowGap), "Settings")
	foot := k.foot(&in, 4)
	u.rows(in)
	switch {
	case k.button(foot[0], "Graphics"):
		u.open(pageGraphics)
	case k.button(foot[1], "Keys"):
		u.open(pageKeys)
	case u.sure(foot[2], "Defaults", "Reset all?"):
		u.reset()
	case k.button(foot[3], "Done"):
		u.back()
	}
}

// rows lays out the settings and the name, which only counts from the next join on.
func (u *UI) rows(in rect) {
	k := &u.kit
	k.list(in, len(settingRows)+1, k.px(rowHeight), k.px(rowGap), &u.top().scroll, func(i int, at rect) {
		if i < len(settingRows) {
			if settingRows[i](u, k, at) {
				u.changed()
			}
			return
		}
		if u.nameRow(at) {
			u.changed()
		}
	})
}

// nameRow is the row of the player's name.
func (u *UI) nameRow(r rect) bool {
	k := &u.kit
	_, focused := k.spot(r)
	changed := focused && u.forms.name.edit(k, u.cfg.Clipboard)
	k.plate(r, focused)
	k.label(rect{r.x + k.px(12), r.y, r.w/2 - k.px(12), r.h}, render.Regular, textBody, 0, colourText, "Your name (from the next join)")
	k.line(rect{r.x + r.w/2 + k.px(6), r.y, r.w/2 - k.px(18), r.h}, &u.forms.name, focused)
	if changed {
		u.options.Name = u.forms.name.String()
	}
	return changed
}

// reset brings the settings of this page back to those of a first start.
func (u *UI) reset() {
	o, d := &u.options, u.cfg.Defaults.bounded()
	o.Sensitivity, o.Invert, o.FOV, o.View, o.Scale, o.Fullscreen, o.VSync = d.Sensitivity, d.Invert, d.FOV, d.View, d.Scale, d.Fullscreen, d.VSync
	o.Bob, o.Widen = d.Bob, d.Widen
	o.Resolution, o.Detail, o.Clouds, o.Coarse = d.Resolution, d.Detail, d.Clouds, d.Coarse
	u.changed()
}
