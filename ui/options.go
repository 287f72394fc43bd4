package ui

import (
	"fmt"
	"math"
	"strings"

	"voxtide/window"
)

// Options are the settings that the player can change on the screens.
type Options struct {
	Name        string  // of the player
	Server      string  // that was joined last
	Sensitivity float64 // of the mouse, SensitivityMin to SensitivityMax; 1 is usual
	Invert      bool    // mouse up looks down
	FOV         int     // degrees from the lower to the upper edge, FOVMin to FOVMax
	View        int     // blocks, ViewMin to ViewMax
	Resolution  float64 // pixels drawn per pixel shown along each side, ResolutionMin to ResolutionMax
	Detail      int     // into DetailLabels
	Clouds      bool
	Coarse      int     // from how many blocks on land is drawn in groups of blocks: 0 for nowhere, or CoarseMin to ViewMax
	Scale       float64 // of the screens, 1 to 4 in halves; 0 chooses by the height of the picture
	Fullscreen  bool
	VSync       bool
	Bob         bool // steps, jumps and turns move the view and the hand
	Widen       bool // running widens the view
	Bindings    []Binding
}

// Bounds of the options.
const (
	SensitivityMin, SensitivityMax = 0.1, 3.0
	FOVMin, FOVMax                 = 60, 100
	ViewMin, ViewMax               = 16, 320
	ScaleMax                       = 4.0
	nameMax                        = 32  // bytes of a player's name
	addressMax                     = 120 // bytes of a server's address
)

// Binding is a control with the key that it is bound to. A few controls the screens handle themselves; the rest comes
// back as Presses.
type Binding struct {
	Name    string // of the control
	Label   string // for the page of keys
	Key     window.Key
	Default window.Key
}

// The controls that the screens handle themselves.
const (
	ControlInventory  = "inventory"
	ControlChat       = "chat"
	ControlCommand    = "command"
	ControlDebug      = "debug"
	ControlHUD        = "hud"
	ControlHotbar     = "hotbar" // followed by 1 to 9
	ControlScreenshot = "screenshot"
	ControlFullscreen = "fullscreen"
)

// SetOptions replaces all options.
func (u *UI) SetOptions(o Options) {
	u.letGo()
	u.options = o.bounded()
	u.options.Bindings = append([]Binding(nil), o.Bindings...)
	u.held = make([]bool, len(o.Bindings))
}

// bounded returns the options with each within its bounds.
func (o Options) bounded() Options {
	o.Sensitivity = min(max(o.Sensitivity, SensitivityMin), SensitivityMax)
	o.FOV = min(max(o.FOV, FOVMin), FOVMax)
	o.View = min(max(o.View, ViewMin), ViewMax)
	if o.Resolution == 0 { // whoever does not say
		o.Resolution = ResolutionMax
	}
	o.Resolution = min(max(o.Resolution, ResolutionMin), ResolutionMax)
	o.Detail = min(max(o.Detail, 0), len(DetailLabels)-1)
	if o.Coarse != 0 {
		o.Coarse = min(max(o.Coarse, CoarseMin), ViewMax)
	}
	if o.Scale != 0 {
		o.Scale = min(max(math.Round(o.Scale*2)/2, 1), ScaleMax)
	}
	return o
}

// Options returns the options as they are now.
func (u *UI) Options() Options {
	o := u.options
	o.Bindings = append([]Binding(nil), o.Bindings...)
	return o
}

// changed tells the caller that options changed.
func (u *UI) changed() {
	for _, w := range u.out.Wishes {
		if w.Want == WantOptions {
			return
		}
	}
	u.wish(Wish{Want: WantOptions})
}

// Sizes of a picture, in pixels, for which the screens are laid out at a scale of one.
const (
	scaleHeight = 720
	scaleWidth  = 960

	// Below one of these not even a scale of one fits: the inventory is the widest, the settings' and the new world's pages are the highest.
	tinyWidth  = 520
	tinyHeight = 384
)

// halves returns the scale in halves for a picture: the chosen one or the automatic one, but never so large that the
// pages do not fit.
func (o *Options) halves(width, height int) int {
	if width < tinyWidth || height < tinyHeight {
		return 1 // hard to read, but all of it is there
	}
	fits := max(2, min(width*2/640, height*2/400))
	if o.Scale > 0 {
		return min(max(2, int(o.Scale*2+0.5)), fits, int(ScaleMax*2))
	}
	return min(max(2, min(height*2/scaleHeight, width*2/scaleWidth)), int(ScaleMax*2))
}

// conflicts returns the labels of the other controls that a binding's key is bound to, for reading; empty for none.
func (o *Options) conflicts(i int) string {
	var with []string
	for j, b := range o.Bindings {
		if j != i && b.Key == o.Bindings[i].Key && b.Key != window.KeyNone {
			with = append(with, b.Label)
		}
	}
	return strings.Join(with, ", ")
}

// keyName returns the name of a key as people read it.
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

// keyNames are the names that keyName cannot make from those of the settings.
var keyNames = map[window.Key]string{
	window.MouseLeft: "Left button", window.MouseRight: "Right button", window.MouseMiddle: "Middle button",
	window.KeyPageUp: "Page up", window.KeyPageDown: "Page down", window.KeyPadEnter: "Keypad enter",
	window.KeyRightShift: "Right shift", window.KeyRightControl: "Right control", window.KeyRightAlt: "Right alt",
	window.KeyLeftShift: "Left shift", window.KeyLeftControl: "Left control", window.KeyLeftAlt: "Left alt",
	window.KeyCapsLock: "Caps lock", window.KeyScrollLock: "Scroll lock", window.KeyNumLock: "Num lock",
	window.KeyPrintScreen: "Print screen", window.KeyArrowUp: "Arrow up", window.KeyArrowDown: "Arrow down",
	window.KeyArrowLeft: "Arrow left", window.KeyArrowRight: "Arrow right",
}

// scaleName returns a scale as people read it.
func scaleName(s float64) string {
	if s == 0 {
		return "Automatic"
	}
	return fmt.Sprintf("%g×", s)
}
