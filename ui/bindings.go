package ui

import (
	"voxtide/render/draw2d"
	"voxtide/window"
)

// bindingsPage lists the key of each control. A press on a row and then on a key binds that key.
func bindingsPage(u *UI, k *widgets) {
	u.captureBinding()
	in := k.dialog(620, 620, "Key bindings")
	foot := k.footerRow(&in, 2)
	hint := "Click or Enter, then press the new key. Delete unbinds."
	if u.rebinding >= 0 {
		hint = "Press the new key. Esc cancels, Delete unbinds."
	}
	k.paragraph(&in, textSmall, colourDim, hint)
	in.cutTop(0, k.px(6))
	k.list(in, len(u.bindings), k.px(34), k.px(4), &u.topPage().scroll, u.bindingRow)
	switch {
	case u.confirmButton(foot[0], "Reset all keys", "Really reset all?"):
		for i := range u.bindings {
			u.bindings[i].Key = u.bindings[i].Default
		}
		u.optionsChanged()
	case k.button(foot[1], "Done"):
		u.back()
	}
}

// captureBinding binds the pressed key to the control that waits for one.
func (u *UI) captureBinding() {
	k := &u.widgets
	if u.rebinding < 0 || !k.pending {
		return
	}
	switch k.event.Kind {
	case window.KeyDown, window.MouseDown:
		u.bind(u.rebinding, k.event.Key)
		u.rebinding = -1
	}
	k.pending = false
}

// bind binds a control to a key. Delete and Backspace unbind it, Esc keeps its key.
func (u *UI) bind(i int, key window.Key) {
	switch key {
	case window.KeyEscape:
		return
	case window.KeyDelete, window.KeyBackspace:
		key = window.KeyNone
	}
	u.bindings[i].Key = key
	u.optionsChanged()
}

// bindingRow is the row of one control.
func (u *UI) bindingRow(i int, r rect) {
	k, b := &u.widgets, &u.bindings[i]
	pressed, focused := k.pressable(r)
	if focused && k.takeKey(window.KeyDelete, window.KeyBackspace) {
		u.bind(i, window.KeyNone)
	}
	k.controlBackground(r, focused)
	in := rect{r.x + k.px(12), r.y, r.w - k.px(24), r.h}
	value := rect{in.x + in.w - k.px(150), in.y, k.px(150), in.h}
	k.label(rect{in.x, in.y, k.px(180), in.h}, draw2d.Regular, textBody, 0, colourText, b.Label)
	text, c := keyName(b.Key), colourText
	switch with := conflicts(u.bindings, i); {
	case u.rebinding == i:
		text, c = "press a key …", colourAccent
	case b.Key == window.KeyNone:
		c = colourDim
	case with != "":
		c = colourWarn
		k.label(rect{in.x + k.px(180), in.y, in.w - k.px(340), in.h}, draw2d.Regular, textSmall, 2, c, "also: "+with)
	}
	k.label(value, draw2d.Medium, textBody, 2, c, text)
	if pressed {
		u.rebinding = i
	}
}
