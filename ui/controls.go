package ui

import (
	"strings"

	"voxtide/window"
)

// play handles an event while nothing but the game is open.
func (u *UI) play(e window.Event) {
	switch e.Kind {
	case window.MouseMove:
		u.out.LookX += e.DX
		u.out.LookY += e.DY
	case window.Scrolled:
		u.scroll(e.DY)
	case window.KeyUp, window.MouseUp:
		for i, b := range u.options.Bindings {
			if b.Key == e.Key && u.held[i] {
				u.held[i] = false
				u.out.Presses = append(u.out.Presses, Press{Control: b.Name})
			}
		}
	case window.KeyDown, window.MouseDown:
		u.down(e.Key)
	}
}

// down handles a key that goes down in the game.
func (u *UI) down(key window.Key) {
	switch key {
	case window.KeyEscape:
		u.open(pagePause)
		return
	case window.KeyEnter, window.KeyPadEnter:
		u.open(pageChat)
		return
	}
	if u.anywhere(key) {
		return
	}
	for i, b := range u.options.Bindings {
		if b.Key != key {
			continue
		}
		slot, hotbar := strings.CutPrefix(b.Name, ControlHotbar)
		switch {
		case b.Name == ControlInventory:
			u.open(pageInventory)
		case b.Name == ControlChat:
			u.open(pageChat)
			u.chat.skip = true // the letter of the key itself comes as text next
		case b.Name == ControlCommand:
			u.open(pageChat)
			u.chat.entry.set("/")
			u.chat.skip = true
		case hotbar && len(slot) == 1 && slot[0] >= '1' && slot[0] <= '9':
			u.choose(int(slot[0] - '1'))
		default:
			u.held[i] = true
			u.out.Presses = append(u.out.Presses, Press{Control: b.Name, Down: true})
		}
	}
}

// anywhere handles the controls that work whatever page is open, and tells whether the key was one of theirs. Keys
// that type text are not: a page may want them.
func (u *UI) anywhere(key window.Key) (was bool) {
	if !u.Captures() && key < window.KeyEscape {
		return false
	}
	for i, b := range u.options.Bindings {
		if b.Key != key {
			continue
		}
		switch b.Name {
		case ControlDebug:
			u.debug = !u.debug
		case ControlHUD:
			u.hidden = !u.hidden
		case ControlScreenshot:
			u.out.Presses = append(u.out.Presses, Press{Control: b.Name, Down: true})
		case ControlFullscreen:
			u.options.Fullscreen = !u.options.Fullscreen
			u.changed()
		default:
			continue
		}
		u.held[i] = false
		was = true
	}
	return was
}

// scroll moves the selection by notches of the wheel: down is to the right.
func (u *UI) scroll(notches float32) {
	by := 1
	if notches > 0 {
		by = -1
	}
	if notches != 0 {
		u.choose((int(u.state.Selected) + by + Hotbar) % Hotbar)
	}
}

// choose wishes for a slot of the hotbar in hand.
func (u *UI) choose(slot int) {
	if int(u.state.Selected) != slot {
		u.state.Selected = uint8(slot)
		u.wish(Wish{Want: WantSelect, To: uint8(slot)})
	}
}

// letGo releases all controls that are held.
func (u *UI) letGo() {
	for i, down := range u.held {
		if down {
			u.held[i] = false
			u.out.Presses = append(u.out.Presses, Press{Control: u.options.Bindings[i].Name})
		}
	}
}
