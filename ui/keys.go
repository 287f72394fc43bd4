package ui

import (
	"voxtide/render"
	"voxtide/window"
)

// keysPage lists what the keys do. Who presses on a row and then a key binds it.
func keysPage(u *UI, k *kit) {
	u.catch()
	in := k.sheet(620, 620, "Keys")
	foot := k.foot(&in, 2)
	hint := "Enter or a click, then the new key. Delete takes the key away."
	if u.rebind >= 0 {
		hint = "Press the new key. Esc leaves it as it is, Delete takes it away."
	}
	k.words(&in, textSmall, colourDim, hint)
	in.cut(0, k.px(6))
	k.list(in, len(u.options.Bindings), k.px(34), k.px(4), &u.top().scroll, u.keyRow)
	switch {
	case u.sure(foot[0], "All as at the start", "Really all?"):
		for i := range u.options.Bindings {
			u.options.Bindings[i].Key = u.options.Bindings[i].Default
		}
		u.changed()
	case k.button(foot[1], "Done"):
		u.back()
	}
}

// catch takes the key that a binding waits for.
func (u *UI) catch() {
	k := &u.kit
	if u.rebind < 0 || !k.live {
		return
	}
	switch k.event.Kind {
	case window.KeyDown, window.MouseDown:
		u.bind(u.rebind, k.event.Key)
		u.rebind = -1
	}
	k.live = false
}

// bind binds a control to a key; Delete and Backspace take its key away, Esc leaves it.
func (u *UI) bind(i int, key window.Key) {
	switch key {
	case window.KeyEscape:
		return
	case window.KeyDelete, window.KeyBackspace:
		key = window.KeyNone
	}
	u.options.Bindings[i].Key = key
	u.changed()
}

// keyRow draws the row of a binding.
func (u *UI) keyRow(i int, r rect) {
	k, b := &u.kit, &u.options.Bindings[i]
	pressed, focused := k.press(r)
	if focused && k.take(window.KeyDelete, window.KeyBackspace) {
		u.bind(i, window.KeyNone)
	}
	k.plate(r, focused)
	in := rect{r.x + k.px(12), r.y, r.w - k.px(24), r.h}
	value := rect{in.x + in.w - k.px(150), in.y, k.px(150), in.h}
	k.label(rect{in.x, in.y, k.px(180), in.h}, render.Regular, textBody, 0, colourText, b.Label)
	text, c := keyName(b.Key), colourText
	switch with := u.options.conflicts(i); {
	case u.rebind == i:
		text, c = "press a key …", colourAccent
	case b.Key == window.KeyNone:
		c = colourDim
	case with != "":
		c = colourWarn
		k.label(rect{in.x + k.px(180), in.y, in.w - k.px(340), in.h}, render.Regular, textSmall, 2, c, "also: "+with)
	}
	k.label(value, render.Medium, textBody, 2, c, text)
	if pressed {
		u.rebind = i
	}
}
