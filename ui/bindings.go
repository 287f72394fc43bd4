package ui

import (
	"strings"

	"voxtide/internal/texts"
	"voxtide/render/draw2d"
	"voxtide/settings"
	"voxtide/window"
)

// bindingsPage lists the key of each control. A press on a row and then on a key binds that key.
func bindingsPage(u *UI, k *widgets) {
	u.captureBinding()
	in := k.dialog(620, 620, "Key bindings")
	foot := k.footerRow(&in, 2)
	hint := "Click or Enter, then press the new key. Delete unbinds."
	if u.rebinding.row >= 0 {
		hint = "Press the new key. Esc cancels, Delete unbinds."
	} else if u.rebinding.said != "" {
		hint = u.rebinding.said
	}
	k.paragraph(&in, textSmall, colourDim, hint)
	in.cutTop(0, k.px(6))
	k.list(in, len(u.bindings), k.px(34), k.px(4), &u.topPage().scroll, u.bindingRow)
	switch {
	case u.confirmButton(foot[0], "Reset all keys", "Really reset all?"):
		for i := range u.bindings {
			u.bindings[i].Key = u.bindings[i].Default
		}
		u.rebinding.said = ""
		u.optionsChanged()
	case k.button(foot[1], "Done"):
		u.back()
	}
}

// rebinding is what the page of key bindings does.
type rebinding struct {
	row  int    // of the control that waits for a key, -1 for none
	said string // what the last binding took from another control, for the player; "" for nothing
}

// noRebinding waits for no key.
var noRebinding = rebinding{row: -1}

// captureBinding binds the pressed key to the control that waits for one.
func (u *UI) captureBinding() {
	k := &u.widgets
	if u.rebinding.row < 0 || !k.pending {
		return
	}
	switch k.event.Kind {
	case window.KeyDown, window.MouseDown:
		u.bind(u.rebinding.row, k.event.Key)
		u.rebinding.row = -1
	}
	k.pending = false
}

// bind binds a control to a key. Delete and Backspace unbind it, Esc keeps its key. Another control that had the key gets the one that
// becomes free: two on one key may stop a player who does not know why, as forward and back do.
func (u *UI) bind(i int, key window.Key) {
	switch key {
	case window.KeyEscape:
		return
	case window.KeyDelete, window.KeyBackspace:
		key = window.KeyNone
	}
	u.rebinding.said = ""
	free := u.bindings[i].Key
	for j := range u.bindings {
		if b := &u.bindings[j]; j != i && key != window.KeyNone && b.Key == key {
			b.Key, free = free, window.KeyNone
			u.rebinding.said = b.Label + " had that key, and has this one now: " + keyName(b.Key) + "."
			if b.Key == window.KeyNone {
				u.rebinding.said = b.Label + " had that key, and has none now."
			}
		}
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
	switch with := conflicts(u.bindings, i, k.words); {
	case u.rebinding.row == i:
		text, c = "press a key …", colourAccent
	case b.Key == window.KeyNone:
		c = colourDim
	case with != "":
		c = colourWarn
		k.label(rect{in.x + k.px(180), in.y, in.w - k.px(340), in.h}, draw2d.Regular, textSmall, 2, c, "also: "+with)
	}
	k.label(value, draw2d.Medium, textBody, 2, c, text)
	if pressed {
		u.rebinding.row = i
	}
}

// Binding is a control with its key. The screens handle a few controls themselves, and return the others as
// ControlEvents.
type Binding struct {
	Name    string // of the control
	Label   string // on the page of key bindings
	Key     window.Key
	Default window.Key
}

// The controls that the screens handle themselves.
const (
	ControlInventory  = "inventory"
	ControlDrop       = "drop"
	ControlChat       = "chat"
	ControlCommand    = "command"
	ControlDebug      = "debug"
	ControlNetView    = "netview"
	ControlFreeze     = "freeze"
	ControlLinks      = "links"
	ControlJournal    = "journal"
	ControlPlayers    = "players"
	ControlHUD        = "hud"
	ControlHotbar     = "hotbar" // and a digit from 1 to 9
	ControlScreenshot = "screenshot"
	ControlFullscreen = "fullscreen"
)

// conflicts returns the labels of other controls with the key of a binding, with commas between, "" for none.
func conflicts(bindings []Binding, i int, words *texts.Translator) string {
	var with []string
	for j, b := range bindings {
		if j != i && b.Key == bindings[i].Key && b.Key != window.KeyNone {
			with = append(with, words.T(b.Label))
		}
	}
	return strings.Join(with, ", ")
}

// bindingsOf returns a binding for each control.
func bindingsOf(keys *settings.KeyBindings) []Binding {
	out := make([]Binding, len(settings.Controls))
	for i, c := range settings.Controls {
		key, _ := window.ParseKey(keys[i])
		usual, _ := window.ParseKey(c.Default)
		out[i] = Binding{Name: c.Name, Label: c.Label, Key: key, Default: usual}
	}
	return out
}

// keyName returns the name of the binding's key in the settings.
func (b *Binding) keyName() string {
	if b.Key == window.KeyNone {
		return settings.NoKey
	}
	return b.Key.String()
}

// keyName returns the name of a key as people read it: "Mouse 4".
func keyName(k window.Key) string {
	if int(k) < len(keyTexts) {
		return keyTexts[k]
	}
	return ""
}

// keyTexts are the names of all keys, made once so that a frame allocates none.
var keyTexts = func() (t [window.KeyCount]string) {
	for i := range t {
		t[i] = textOfKey(window.Key(i))
	}
	return t
}()

func textOfKey(k window.Key) string {
	if k == window.KeyNone {
		return "not bound"
	}
	if s, ok := keyNames[k]; ok {
		return s
	}
	s := k.String()
	if n, ok := strings.CutPrefix(s, "mouse"); ok {
		return "Mouse " + n
	}
	if n, ok := strings.CutPrefix(s, "pad"); ok {
		return "Keypad " + n
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// keyNames are the names that keyName cannot make from the names of the settings.
var keyNames = map[window.Key]string{
	window.MouseLeft: "Left button", window.MouseRight: "Right button", window.MouseMiddle: "Middle button",
	window.KeyPageUp: "Page up", window.KeyPageDown: "Page down", window.KeyPadEnter: "Keypad enter",
	window.KeyRightShift: "Right shift", window.KeyRightControl: "Right control", window.KeyRightAlt: "Right alt",
	window.KeyLeftShift: "Left shift", window.KeyLeftControl: "Left control", window.KeyLeftAlt: "Left alt",
	window.KeyCapsLock: "Caps lock", window.KeyScrollLock: "Scroll lock", window.KeyNumLock: "Num lock",
	window.KeyPrintScreen: "Print screen", window.KeyArrowUp: "Arrow up", window.KeyArrowDown: "Arrow down",
	window.KeyArrowLeft: "Arrow left", window.KeyArrowRight: "Arrow right",
}
