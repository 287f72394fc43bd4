package ui

import (
	"strings"

	"voxtide/settings"
	"voxtide/window"
)

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
	ControlChat       = "chat"
	ControlCommand    = "command"
	ControlDebug      = "debug"
	ControlNetView    = "netview"
	ControlFreeze     = "freeze"
	ControlLinks      = "links"
	ControlHUD        = "hud"
	ControlHotbar     = "hotbar" // and a digit from 1 to 9
	ControlScreenshot = "screenshot"
	ControlFullscreen = "fullscreen"
)

// conflicts returns the labels of other controls with the key of a binding, with commas between, "" for none.
func conflicts(bindings []Binding, i int) string {
	var with []string
	for j, b := range bindings {
		if j != i && b.Key == bindings[i].Key && b.Key != window.KeyNone {
			with = append(with, b.Label)
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
