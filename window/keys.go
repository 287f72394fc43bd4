package window

import "github.com/go-gl/glfw/v3.3/glfw"

// Key is a key by its position on the keyboard, named as on a US keyboard, or a button of the mouse. They are one type, so that
// either can be bound to every control. Numbers may change between versions; names never do.
type Key uint8

// The keys; the buttons of the mouse come last.
const (
	KeyNone Key = iota
	KeyA
	KeyB
	KeyC
	KeyD
	KeyE
	KeyF
	KeyG
	KeyH
	KeyI
	KeyJ
	KeyK
	KeyL
	KeyM
	KeyN
	KeyO
	KeyP
	KeyQ
	KeyR
	KeyS
	KeyT
	KeyU
	KeyV
	KeyW
	KeyX
	KeyY
	KeyZ
	Key0
	Key1
	Key2
	Key3
	Key4
	Key5
	Key6
	Key7
	Key8
	Key9
	KeySpace
	KeyApostrophe
	KeyComma
	KeyMinus
	KeyPeriod
	KeySlash
	KeySemicolon
	KeyEqual
	KeyLeftBracket
	KeyBackslash
	KeyRightBracket
	KeyGraveAccent
	KeyWorld1
	KeyWorld2
	KeyEscape
	KeyEnter
	KeyTab
	KeyBackspace
	KeyInsert
	KeyDelete
	KeyArrowRight
	KeyArrowLeft
	KeyArrowDown
	KeyArrowUp
	KeyPageUp
	KeyPageDown
	KeyHome
	KeyEnd
	KeyCapsLock
	KeyScrollLock
	KeyNumLock
	KeyPrintScreen
	KeyPause
	KeyF1
	KeyF2
	KeyF3
	KeyF4
	KeyF5
	KeyF6
	KeyF7
	KeyF8
	KeyF9
	KeyF10
	KeyF11
	KeyF12
	KeyPad0
	KeyPad1
	KeyPad2
	KeyPad3
	KeyPad4
	KeyPad5
	KeyPad6
	KeyPad7
	KeyPad8
	KeyPad9
	KeyPadDecimal
	KeyPadDivide
	KeyPadMultiply
	KeyPadSubtract
	KeyPadAdd
	KeyPadEnter
	KeyPadEqual
	KeyLeftShift
	KeyLeftControl
	KeyLeftAlt
	KeyLeftSuper
	KeyRightShift
	KeyRightControl
	KeyRightAlt
	KeyRightSuper
	KeyMenu
	MouseLeft
	MouseRight
	MouseMiddle
	Mouse4
	Mouse5
	Mouse6
	Mouse7
	Mouse8
	keyEnd
)

// KeyCount is the number of keys: every Key is smaller.
const KeyCount = int(keyEnd)

// keyTable is the table of keys: the name for settings and menus, and the number in the library.
var keyTable = [KeyCount]struct {
	name string
	glfw glfw.Key
}{
	KeyNone:         {"none", glfw.KeyUnknown},
	KeyA:            {"a", glfw.KeyA},
	KeyB:            {"b", glfw.KeyB},
	KeyC:            {"c", glfw.KeyC},
	KeyD:            {"d", glfw.KeyD},
	KeyE:            {"e", glfw.KeyE},
	KeyF:            {"f", glfw.KeyF},
	KeyG:            {"g", glfw.KeyG},
	KeyH:            {"h", glfw.KeyH},
	KeyI:            {"i", glfw.KeyI},
	KeyJ:            {"j", glfw.KeyJ},
	KeyK:            {"k", glfw.KeyK},
	KeyL:            {"l", glfw.KeyL},
	KeyM:            {"m", glfw.KeyM},
	KeyN:            {"n", glfw.KeyN},
	KeyO:            {"o", glfw.KeyO},
	KeyP:            {"p", glfw.KeyP},
	KeyQ:            {"q", glfw.KeyQ},
	KeyR:            {"r", glfw.KeyR},
	KeyS:            {"s", glfw.KeyS},
	KeyT:            {"t", glfw.KeyT},
	KeyU:            {"u", glfw.KeyU},
	KeyV:            {"v", glfw.KeyV},
	KeyW:            {"w", glfw.KeyW},
	KeyX:            {"x", glfw.KeyX},
	KeyY:            {"y", glfw.KeyY},
	KeyZ:            {"z", glfw.KeyZ},
	Key0:            {"0", glfw.Key0},
	Key1:            {"1", glfw.Key1},
	Key2:            {"2", glfw.Key2},
	Key3:            {"3", glfw.Key3},
	Key4:            {"4", glfw.Key4},
	Key5:            {"5", glfw.Key5},
	Key6:            {"6", glfw.Key6},
	Key7:            {"7", glfw.Key7},
	Key8:            {"8", glfw.Key8},
	Key9:            {"9", glfw.Key9},
	KeySpace:        {"space", glfw.KeySpace},
	KeyApostrophe:   {"'", glfw.KeyApostrophe},
	KeyComma:        {",", glfw.KeyComma},
	KeyMinus:        {"-", glfw.KeyMinus},
	KeyPeriod:       {".", glfw.KeyPeriod},
	KeySlash:        {"/", glfw.KeySlash},
	KeySemicolon:    {";", glfw.KeySemicolon},
	KeyEqual:        {"=", glfw.KeyEqual},
	KeyLeftBracket:  {"[", glfw.KeyLeftBracket},
	KeyBackslash:    {"\\", glfw.KeyBackslash},
	KeyRightBracket: {"]", glfw.KeyRightBracket},
	KeyGraveAccent:  {"`", glfw.KeyGraveAccent},
	KeyWorld1:       {"world1", glfw.KeyWorld1},
	KeyWorld2:       {"world2", glfw.KeyWorld2},
	KeyEscape:       {"escape", glfw.KeyEscape},
	KeyEnter:        {"enter", glfw.KeyEnter},
	KeyTab:          {"tab", glfw.KeyTab},
	KeyBackspace:    {"backspace", glfw.KeyBackspace},
	KeyInsert:       {"insert", glfw.KeyInsert},
	KeyDelete:       {"delete", glfw.KeyDelete},
	KeyArrowRight:   {"right", glfw.KeyRight},
	KeyArrowLeft:    {"left", glfw.KeyLeft},
	KeyArrowDown:    {"down", glfw.KeyDown},
	KeyArrowUp:      {"up", glfw.KeyUp},
	KeyPageUp:       {"pageup", glfw.KeyPageUp},
	KeyPageDown:     {"pagedown", glfw.KeyPageDown},
	KeyHome:         {"home", glfw.KeyHome},
	KeyEnd:          {"end", glfw.KeyEnd},
	KeyCapsLock:     {"capslock", glfw.KeyCapsLock},
	KeyScrollLock:   {"scrolllock", glfw.KeyScrollLock},
	KeyNumLock:      {"numlock", glfw.KeyNumLock},
	KeyPrintScreen:  {"printscreen", glfw.KeyPrintScreen},
	KeyPause:        {"pause", glfw.KeyPause},
	KeyF1:           {"f1", glfw.KeyF1},
	KeyF2:           {"f2", glfw.KeyF2},
	KeyF3:           {"f3", glfw.KeyF3},
	KeyF4:           {"f4", glfw.KeyF4},
	KeyF5:           {"f5", glfw.KeyF5},
	KeyF6:           {"f6", glfw.KeyF6},
	KeyF7:           {"f7", glfw.KeyF7},
	KeyF8:           {"f8", glfw.KeyF8},
	KeyF9:           {"f9", glfw.KeyF9},
	KeyF10:          {"f10", glfw.KeyF10},
	KeyF11:          {"f11", glfw.KeyF11},
	KeyF12:          {"f12", glfw.KeyF12},
	KeyPad0:         {"pad0", glfw.KeyKP0},
	KeyPad1:         {"pad1", glfw.KeyKP1},
	KeyPad2:         {"pad2", glfw.KeyKP2},
	KeyPad3:         {"pad3", glfw.KeyKP3},
	KeyPad4:         {"pad4", glfw.KeyKP4},
	KeyPad5:         {"pad5", glfw.KeyKP5},
	KeyPad6:         {"pad6", glfw.KeyKP6},
	KeyPad7:         {"pad7", glfw.KeyKP7},
	KeyPad8:         {"pad8", glfw.KeyKP8},
	KeyPad9:         {"pad9", glfw.KeyKP9},
	KeyPadDecimal:   {"pad.", glfw.KeyKPDecimal},
	KeyPadDivide:    {"pad/", glfw.KeyKPDivide},
	KeyPadMultiply:  {"pad*", glfw.KeyKPMultiply},
	KeyPadSubtract:  {"pad-", glfw.KeyKPSubtract},
	KeyPadAdd:       {"pad+", glfw.KeyKPAdd},
	KeyPadEnter:     {"padenter", glfw.KeyKPEnter},
	KeyPadEqual:     {"pad=", glfw.KeyKPEqual},
	KeyLeftShift:    {"shift", glfw.KeyLeftShift},
	KeyLeftControl:  {"control", glfw.KeyLeftControl},
	KeyLeftAlt:      {"alt", glfw.KeyLeftAlt},
	KeyLeftSuper:    {"super", glfw.KeyLeftSuper},
	KeyRightShift:   {"rightshift", glfw.KeyRightShift},
	KeyRightControl: {"rightcontrol", glfw.KeyRightControl},
	KeyRightAlt:     {"rightalt", glfw.KeyRightAlt},
	KeyRightSuper:   {"rightsuper", glfw.KeyRightSuper},
	KeyMenu:         {"menu", glfw.KeyMenu},
	MouseLeft:       {"mouseleft", glfw.KeyUnknown},
	MouseRight:      {"mouseright", glfw.KeyUnknown},
	MouseMiddle:     {"mousemiddle", glfw.KeyUnknown},
	Mouse4:          {"mouse4", glfw.KeyUnknown},
	Mouse5:          {"mouse5", glfw.KeyUnknown},
	Mouse6:          {"mouse6", glfw.KeyUnknown},
	Mouse7:          {"mouse7", glfw.KeyUnknown},
	Mouse8:          {"mouse8", glfw.KeyUnknown},
}

// fromGLFW and fromName are the inverse of the table.
var fromGLFW, fromName = func() (g [glfw.KeyLast + 1]Key, n map[string]Key) {
	n = make(map[string]Key, KeyCount)
	for k, row := range keyTable {
		if row.glfw >= 0 {
			g[row.glfw] = Key(k)
		}
		n[row.name] = Key(k)
	}
	return g, n
}()

// String returns the name of a key, "none" for one that does not exist.
func (k Key) String() string {
	if int(k) >= KeyCount {
		return keyTable[KeyNone].name
	}
	return keyTable[k].name
}

// IsMouse reports whether the key is a button of the mouse.
func (k Key) IsMouse() bool { return k >= MouseLeft && k < keyEnd }

// ParseKey returns the key with a name, and whether there is one.
func ParseKey(name string) (Key, bool) {
	k, ok := fromName[name]
	return k, ok
}

func keyFromGLFW(g glfw.Key) Key {
	if g < 0 || int(g) >= len(fromGLFW) {
		return KeyNone
	}
	return fromGLFW[g]
}
