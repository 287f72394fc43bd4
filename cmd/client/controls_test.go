package main

import (
	"strings"
	"testing"
	"time"

	"voxtide/settings"
	"voxtide/ui"
	"voxtide/world"
)

// TestEveryControl: each control of the settings does something: the screens handle it, or a press changes the controls.
func TestEveryControl(t *testing.T) {
	screens := map[string]bool{
		ui.ControlInventory: true, ui.ControlDrop: true, ui.ControlChat: true, ui.ControlCommand: true, ui.ControlDebug: true, ui.ControlNetView: true, ui.ControlFreeze: true, ui.ControlHUD: true, ui.ControlPlayers: true, ui.ControlLinks: true, ui.ControlJournal: true, ui.ControlScreenshot: true, ui.ControlFullscreen: true,
	}
	var keys world.Keys
	for _, control := range settings.Controls {
		h := controls{}
		h.control(ui.ControlEvent{Control: control.Name, Down: true}, time.Second)
		keys |= h.keys
		does := h.keys != 0 || h.breaking.active() || h.placing.active() || h.picking || h.zooming || h.view != 0 || len(h.actions) > 0
		if handled := screens[control.Name] || strings.HasPrefix(control.Name, ui.ControlHotbar); does == handled {
			t.Errorf("%s: the screens handle it: %v, the controls do: %v", control.Name, handled, does)
		}
	}
	if want := world.KeyForward | world.KeyBack | world.KeyLeft | world.KeyRight | world.KeyJump | world.KeySneak | world.KeySprint; keys != want {
		t.Errorf("the controls press keys %b, not %b", keys, want)
	}
}

// TestSprintAndZoom: a second press of forward sprints until its release, and the zoom slows the mouse.
func TestSprintAndZoom(t *testing.T) {
	h := controls{}
	step := func(down bool, ms int) {
		h.control(ui.ControlEvent{Control: "forward", Down: down}, time.Duration(ms)*time.Millisecond)
	}
	step(true, 10)
	if h.sprinting {
		t.Error("it sprints after one press")
	}
	step(false, 100)
	step(true, 200)
	if !h.sprinting {
		t.Error("it does not sprint after two presses")
	}
	step(false, 300)
	step(true, 900)
	if h.sprinting {
		t.Error("it sprints after two slow presses")
	}
	h.turn(100, 0, 1, false)
	wide := h.yaw
	h.yaw = 0
	h.control(ui.ControlEvent{Control: "zoom", Down: true}, time.Second)
	h.turn(100, 0, 1, false)
	if !h.zooming || h.yaw*zoomFactor != wide {
		t.Errorf("zoomed, the mouse turns the camera by %v, otherwise by %v", h.yaw, wide)
	}
	if a := zoomedFOV(70); a < 19 || a > 21 {
		t.Errorf("70 degrees zoom to %v", a)
	}
}
