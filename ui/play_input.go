package ui

import (
	"strings"

	"voxtide/window"
)

// playEvent handles an event while no page is open over the game.
func (u *UI) playEvent(e window.Event) {
	switch e.Kind {
	case window.MouseMove:
		u.out.LookX += e.DX
		u.out.LookY += e.DY
	case window.Scrolled:
		u.scrollHotbar(e.DY)
	case window.KeyUp, window.MouseUp:
		for i, b := range u.bindings {
			if b.Key == e.Key && u.heldControls[i] {
				u.heldControls[i] = false
				u.out.Controls = append(u.out.Controls, ControlEvent{Control: b.Name})
			}
		}
	case window.KeyDown, window.MouseDown:
		u.keyDown(e.Key, e.Mods)
	}
}

// keyDown handles the press of a key in the game.
func (u *UI) keyDown(key window.Key, mods window.Mods) {
	switch key {
	case window.KeyEscape:
		u.openPage(pagePause)
		return
	case window.KeyEnter, window.KeyPadEnter:
		u.openPage(pageChat)
		return
	}
	if u.globalControl(key) {
		return
	}
	for i, b := range u.bindings {
		if b.Key != key {
			continue
		}
		slot, hotbar := strings.CutPrefix(b.Name, ControlHotbar)
		switch {
		case b.Name == ControlInventory:
			u.openPage(pageInventory)
		case b.Name == ControlDrop:
			u.dropKey(int(min(u.state.Selected, Hotbar-1)), mods)
		case b.Name == ControlChat:
			u.openPage(pageChat)
			u.chat.skipRune = true // the rune of this key comes as text next
		case b.Name == ControlCommand:
			u.openPage(pageChat)
			u.chat.input.set("/")
			u.chat.skipRune = true
		case b.Name == ControlLinks:
			u.openLinks()
		case b.Name == ControlPlayers:
			u.heldControls[i] = true
		case b.Name == ControlJournal:
			u.openPage(pageJournal)
		case hotbar && len(slot) == 1 && slot[0] >= '1' && slot[0] <= '9':
			u.selectSlot(int(slot[0] - '1'))
		default:
			u.heldControls[i] = true
			u.out.Controls = append(u.out.Controls, ControlEvent{Control: b.Name, Down: true})
		}
	}
}

// globalControl handles the controls that work on every page, and reports whether the key is bound to one of them. On a
// page, keys that type text are left to the page.
func (u *UI) globalControl(key window.Key) (was bool) {
	if !u.CapturesMouse() && key < window.KeyEscape {
		return false
	}
	for i, b := range u.bindings {
		if b.Key != key {
			continue
		}
		switch b.Name {
		case ControlDebug:
			u.hud.debug, u.netView.on = !u.hud.debug, false // both lie at the left
		case ControlNetView:
			u.netView.on, u.netView.frozen, u.hud.debug = !u.netView.on, false, false
		case ControlFreeze:
			u.freezeNetView()
		case ControlHUD:
			u.hud.hidden = !u.hud.hidden
		case ControlScreenshot:
			u.out.Controls = append(u.out.Controls, ControlEvent{Control: b.Name, Down: true})
		case ControlFullscreen:
			u.options.Fullscreen = !u.options.Fullscreen
			u.optionsChanged()
		default:
			continue
		}
		u.heldControls[i] = false
		was = true
	}
	return was
}

// scrollHotbar moves the selected slot by notches of the mouse wheel: down is to the right.
func (u *UI) scrollHotbar(notches float32) {
	by := 1
	if notches > 0 {
		by = -1
	}
	if notches != 0 {
		u.selectSlot((int(u.state.Selected) + by + Hotbar) % Hotbar)
	}
}

// selectSlot requests another slot of the hotbar.
func (u *UI) selectSlot(slot int) {
	if int(u.state.Selected) != slot {
		u.state.Selected = uint8(slot)
		u.request(Request{Kind: RequestSelectSlot, To: uint8(slot)})
	}
}
