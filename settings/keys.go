package settings

import (
	"fmt"
	"maps"
	"slices"
)

// Control is something that a key does in the game.
type Control struct {
	Name    string // in files, scripts and the screens
	Label   string // for people
	Default string // name of the key of a first start
}

// ControlCount is the number of controls.
const ControlCount = 27

// Controls is the table of controls, in the order of the page of keys. Read it only. Esc and Enter are not in it: they
// always open and close pages and the chat. Keys have the names that package window gives them; this package does not
// import that one, because a server would need a window system then.
var Controls = [ControlCount]Control{
	{"forward", "Walk forward", "w"},
	{"back", "Walk back", "s"},
	{"left", "Walk left", "a"},
	{"right", "Walk right", "d"},
	{"jump", "Jump, swim, fly up", "space"},
	{"sneak", "Sneak, fly down", "shift"},
	{"run", "Run", "control"},
	{"break", "Break a block", "mouseleft"},
	{"place", "Place a block", "mouseright"},
	{"pick", "Take in hand what is seen", "mousemiddle"},
	{"zoom", "Look closer", "c"},
	{"inventory", "Inventory", "e"},
	{"chat", "Chat", "t"},
	{"command", "Chat, a command", "/"},
	{"hotbar1", "Hotbar 1", "1"},
	{"hotbar2", "Hotbar 2", "2"},
	{"hotbar3", "Hotbar 3", "3"},
	{"hotbar4", "Hotbar 4", "4"},
	{"hotbar5", "Hotbar 5", "5"},
	{"hotbar6", "Hotbar 6", "6"},
	{"hotbar7", "Hotbar 7", "7"},
	{"hotbar8", "Hotbar 8", "8"},
	{"hotbar9", "Hotbar 9", "9"},
	{"hud", "Hide the screens", "f1"},
	{"screenshot", "Screenshot", "f2"},
	{"debug", "Debug screen", "f3"},
	{"fullscreen", "Full screen", "f11"},
}

// NoKey is the name of the key of a control that has none.
const NoKey = "none"

// Keys are the names of the keys of controls, in the order of Controls.
type Keys [ControlCount]string

// DefaultKeys returns the keys of a first start.
func DefaultKeys() (k Keys) {
	for i, c := range Controls {
		k[i] = c.Default
	}
	return k
}

// UnmarshalTOML reads a table of controls and names of keys. A control that it lacks keeps its key.
func (k *Keys) UnmarshalTOML(value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("keys is not a table")
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		i := slices.IndexFunc(Controls[:], func(c Control) bool { return c.Name == name })
		if i < 0 {
			return fmt.Errorf("there is no control %q", name)
		}
		key, ok := table[name].(string)
		if !ok {
			return fmt.Errorf("the key for %q is not a text", name)
		}
		k[i] = key
	}
	return nil
}

// check returns what is wrong with the keys; known tells whether a name is one of a key, nil lets all pass.
func (k *Keys) check(known func(name string) bool) error {
	for i, key := range k {
		if key != NoKey && known != nil && !known(key) {
			return fmt.Errorf("%w: there is no key %q for %q", ErrFile, key, Controls[i].Name)
		}
	}
	return nil
}
