package ui

import (
	"fmt"

	"voxtide/internal/texts"
	"voxtide/render/draw2d"
	"voxtide/settings"
)

// settingsPage changes the options; each change takes effect at once.
func settingsPage(u *UI, k *widgets) {
	rows := optionsOn(settings.SettingsPage)
	in := k.dialog(620, 2*pad+textHead+16+(len(rows)+2)*(rowHeight+rowGap), "Settings")
	foot := k.footerRow(&in, 6)
	k.list(in, len(rows)+1, k.px(rowHeight), k.px(rowGap), &u.topPage().scroll, func(i int, at rect) {
		if i < len(rows) && u.optionRow(rows[i], at) || i == len(rows) && u.nameRow(at) {
			u.optionsChanged()
		}
	})
	switch {
	case k.button(foot[0], "Graphics"):
		u.openPage(pageGraphics)
	case k.button(foot[1], "Sound"):
		u.openPage(pageSound)
	case k.button(foot[2], "Network"):
		u.openPage(pageNetwork)
	case k.button(foot[3], "Keys"):
		u.openPage(pageBindings)
	case u.confirmButton(foot[4], "Defaults", "Reset?"):
		u.reset()
	case k.button(foot[5], "Done"):
		u.back()
	}
}

// optionsOn returns the options of a page, from the top.
func optionsOn(page settings.Page) (out []*settings.Option) {
	for i := range settings.Options {
		if o := &settings.Options[i]; o.Pages&page != 0 {
			out = append(out, o)
		}
	}
	return out
}

// optionRow is the row of one option. It reports whether the option changed.
func (u *UI) optionRow(o *settings.Option, r rect) bool {
	k, c := &u.widgets, &u.options
	before := o.Position(c)
	at := before
	switch o.Widget() {
	case settings.Toggle:
		on := at == 1
		if k.toggle(r, o.Label, &on) {
			at = 1 - at
		}
	case settings.Slider:
		k.slider(r, o.Label, &at, o.Positions(c)-1, o.Text(c))
	case settings.Choice:
		k.choice(r, o.Label, &at, o.Positions(c), o.Text(c))
	}
	if at == before {
		return false
	}
	o.SetPosition(c, at)
	if o.Name == "language" {
		u.setLanguage(texts.Resolve(c.Language))
	}
	return true
}

// nameRow is the row of the player's name, which counts from the next join on.
func (u *UI) nameRow(r rect) bool {
	k := &u.widgets
	_, focused := k.focusable(r)
	changed := focused && u.forms.name.edit(k, u.cfg.Clipboard)
	k.controlBackground(r, focused)
	k.label(rect{r.x + k.px(12), r.y, r.w/2 - k.px(12), r.h}, draw2d.Regular, textBody, 0, colourText, "Player name (from the next join)")
	k.fieldText(rect{r.x + r.w/2 + k.px(6), r.y, r.w/2 - k.px(18), r.h}, &u.forms.name, focused)
	if changed {
		u.options.Name = u.forms.name.String()
	}
	return changed
}

// reset brings the options of the pages back to their values of a first start.
func (u *UI) reset() {
	for i := range settings.Options {
		if o := &settings.Options[i]; o.Pages != 0 && o.Name != "preset" {
			o.Reset(&u.options)
		}
	}
	u.optionsChanged()
}

// graphicsPage changes the options that decide how long a frame takes, and shows how long it takes now.
func graphicsPage(u *UI, k *widgets) {
	rows := optionsOn(settings.GraphicsPage)
	in := k.dialog(620, 2*pad+textHead+16+(len(rows)+2)*(rowHeight+rowGap)+textSmall+12, "Graphics")
	foot := k.footerRow(&in, 1)
	if p50, p99, _ := u.frameTimes.quantiles(); p50 > 0 {
		k.paragraph(&in, textSmall, colourDim, fmt.Sprintf("Now %.1f ms a frame (median), %.1f ms for the slowest of a hundred.", p50, p99))
		in.cutTop(0, k.px(6))
	}
	k.list(in, len(rows), k.px(rowHeight), k.px(rowGap), &u.topPage().scroll, func(i int, at rect) {
		if u.optionRow(rows[i], at) {
			u.optionsChanged()
		}
	})
	if k.button(foot[0], "Done") {
		u.back()
	}
}

// soundPage changes how loud what is heard is, and whether it is written.
func soundPage(u *UI, k *widgets) {
	rows := optionsOn(settings.SoundPage)
	in := k.dialog(620, 2*pad+textHead+16+(len(rows)+1)*(rowHeight+rowGap)+rowGap, "Sound")
	foot := k.footerRow(&in, 1)
	k.list(in, len(rows), k.px(rowHeight), k.px(rowGap), &u.topPage().scroll, func(i int, at rect) {
		if u.optionRow(rows[i], at) {
			u.optionsChanged()
		}
	})
	if k.button(foot[0], "Done") {
		u.back()
	}
}

// networkPage changes the netcode's method and how bad the network is; each change takes effect at once.
func networkPage(u *UI, k *widgets) {
	rows := u.state.NetworkRows
	in := k.dialog(660, 680, "Network")
	foot := k.footerRow(&in, 2)
	about, c := "Each change takes effect at once. The network is as it was after the next start.", colourDim
	if i := u.topPage().focus; i < len(rows) {
		about = rows[i].Help
	}
	if u.state.NetworkRefused != "" {
		about, c = u.state.NetworkRefused, colourWarn
	}
	tall := in.h
	k.paragraph(&in, textSmall, c, about)
	in.cutTop(0, max(0, k.px(3*(textSmall+6)+8)-(tall-in.h))) // room for three lines, so that the rows stay in place
	k.list(in, len(rows), k.px(31), k.px(4), &u.topPage().scroll, func(i int, at rect) {
		row := rows[i]
		to := row.Position
		if row.Slider {
			k.slider(at, row.Label, &to, row.Positions-1, row.Text)
		} else {
			k.choice(at, row.Label, &to, row.Positions, row.Text)
		}
		if to != row.Position {
			u.request(Request{Kind: RequestNetwork, Row: i, Position: to})
		}
	})
	switch {
	case k.button(foot[0], "A good network"):
		u.request(Request{Kind: RequestNetwork, Row: -1})
	case k.button(foot[1], "Done"):
		u.back()
	}
}
