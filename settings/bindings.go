package settings

import (
	"fmt"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
)

// Control is something that the player does with a key.
type Control struct {
	Name    string // in files and in the events of the screens
	Label   string // on the page of key bindings
	Default string // name of its key at a first start
	OldName string // in files of earlier versions, which are still read; "" for none
}

// ControlCount is the number of controls.
const ControlCount = len(Controls)

// Controls is the table of controls, in the order of the page of key bindings. Read it only. Esc and Enter are not in it:
// they always open and close pages and the chat. Keys have the names of package window, which this package does not
// import, because a server would then need a window system.
var Controls = [...]Control{
	{Name: "forward", Label: "Walk forward", Default: "w"},
	{Name: "back", Label: "Walk back", Default: "s"},
	{Name: "left", Label: "Walk left", Default: "a"},
	{Name: "right", Label: "Walk right", Default: "d"},
	{Name: "jump", Label: "Jump, swim, fly up", Default: "space"},
	{Name: "sneak", Label: "Sneak, fly down", Default: "shift"},
	{Name: "sprint", Label: "Sprint", Default: "control", OldName: "run"},
	{Name: "break", Label: "Break block", Default: "mouseleft"},
	{Name: "place", Label: "Place block", Default: "mouseright"},
	{Name: "pick", Label: "Pick block", Default: "mousemiddle"},
	{Name: "zoom", Label: "Zoom", Default: "c"},
	{Name: "inventory", Label: "Inventory", Default: "e"},
	{Name: "journal", Label: "Journal", Default: "j"},
	{Name: "drop", Label: "Throw the held item", Default: "q"},
	{Name: "chat", Label: "Open chat", Default: "t"},
	{Name: "command", Label: "Open chat with a command", Default: "/"},
	{Name: "hotbar1", Label: "Hotbar 1", Default: "1"},
	{Name: "hotbar2", Label: "Hotbar 2", Default: "2"},
	{Name: "hotbar3", Label: "Hotbar 3", Default: "3"},
	{Name: "hotbar4", Label: "Hotbar 4", Default: "4"},
	{Name: "hotbar5", Label: "Hotbar 5", Default: "5"},
	{Name: "hotbar6", Label: "Hotbar 6", Default: "6"},
	{Name: "hotbar7", Label: "Hotbar 7", Default: "7"},
	{Name: "hotbar8", Label: "Hotbar 8", Default: "8"},
	{Name: "hotbar9", Label: "Hotbar 9", Default: "9"},
	{Name: "players", Label: "List of players", Default: "tab"},
	{Name: "hud", Label: "Hide the HUD", Default: "f1"},
	{Name: "screenshot", Label: "Take screenshot", Default: "f2"},
	{Name: "debug", Label: "Debug screen", Default: "f3"},
	{Name: "view", Label: "Third person, front view", Default: "f5"},
	{Name: "netview", Label: "Netcode overlay", Default: "f4"},
	{Name: "freeze", Label: "Freeze the netcode overlay", Default: "."},
	{Name: "links", Label: "Direct links", Default: "l"},
	{Name: "fullscreen", Label: "Toggle fullscreen", Default: "f11"},
}

// NoKey stands for the key of a control without one.
const NoKey = "none"

// KeyBindings are the names of keys, in the order of Controls.
type KeyBindings [ControlCount]string

// DefaultKeyBindings returns the bindings of a first start.
func DefaultKeyBindings() (k KeyBindings) {
	for i, c := range Controls {
		k[i] = c.Default
	}
	return k
}

// keysTable is the name of the table of key bindings in the file.
const keysTable = "keys"

// decode sets the bindings to a table of a file: names of keys by control. Controls that the table lacks keep their keys.
// It returns the old names of controls in the table. The function known reports whether a key of that name exists; wrong
// returns an error with a place in the file.
func (k *KeyBindings) decode(value any, known func(name string) bool, wrong func(key toml.Key, format string, args ...any) error) (old []rename, err error) {
	table, ok := value.(map[string]any)
	if !ok {
		return nil, wrong(toml.Key{keysTable}, "keys: this is %s, not a table", typeName(fmt.Sprintf("%T", value)))
	}
	var names []string
	for _, c := range Controls {
		names = append(names, c.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		at := toml.Key{keysTable, name}
		i := slices.IndexFunc(Controls[:], func(c Control) bool { return c.Name == name || c.OldName == name })
		if i < 0 {
			return nil, wrong(at, "there is no control %.60q%s", name, suggest(name, names))
		}
		key, ok := table[name].(string)
		if !ok {
			return nil, wrong(at, "the key for %q is not a text", name)
		}
		if key != NoKey && known != nil && !known(key) {
			return nil, wrong(at, "there is no key %.40q for %q", key, name)
		}
		if name == Controls[i].OldName {
			_, both := table[Controls[i].Name]
			if old = append(old, rename{at, Controls[i].Name, both}); both {
				continue
			}
		}
		k[i] = key
	}
	return old, nil
}
