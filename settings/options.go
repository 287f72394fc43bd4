package settings

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"voxtide/internal/texts"
)

// Client is the settings of a client. Each field but the key bindings has a row in Options. Flags of the command win over
// the file.
type Client struct {
	Name             string
	Server           string
	MouseSensitivity float64
	InvertMouse      bool
	FOV              int // degrees
	Preset           string
	ViewDistance     int // blocks
	ResolutionScale  float64
	Detail           string
	Fine
	GUIScale   float64
	Fullscreen bool
	Pace
	ViewBobbing bool
	SprintFOV   bool
	Sound       Sound
	Coarse
	Looks
	Reading
	Strategy       string // the netcode's method, in its text form; "" for the usual one
	Others         string // where the bodies of others are drawn; "" as the method has it
	Draw           string // where the own body is drawn; "" as the method has it
	DirectLinks    string // who may be linked with this player directly
	DirectLinksAsk bool   // the player has not said yet who may
	KeyBindings    KeyBindings
}

// Reading is what the game says to the player, and how.
type Reading struct {
	Language string // code of the language of all texts; "" for that of the locale
	Hints    bool   // what to do next is said in a line, until it is done
}

// languageCodes and languageNames are the values of Reading.Language, and how people read them.
var languageCodes, languageNames = func() (codes, names []string) {
	codes, names = []string{""}, []string{"Automatic"}
	for _, l := range texts.Languages() {
		codes, names = append(codes, l.Code), append(names, l.Name)
	}
	return codes, names
}()

// Pace is how often frames come.
type Pace struct {
	VSync   bool
	HoldFPS int // frames a second that a lower resolution holds; 0: as many as come
}

// Fine is what is drawn where fine detail is.
type Fine struct {
	Clouds       bool
	Shadows      bool // that land throws
	Antialiasing int  // samples of a pixel
}

// Coarse is from where on land is drawn coarsely, and how far, in blocks; 0: not at all, Automatic: as the size on the screen says.
type Coarse struct {
	LODDistance int // groups of 2x2x2 blocks as one, from here on
	FarLand     int // heights and colours, beyond the view distance and up to here
}

// Looks is how players and the world look and sound.
type Looks struct {
	Skins
	Packs
}

// Packs are textures and sounds that people have made.
type Packs struct {
	ResourcePack string // a folder or zip file of the player's own; "" for none
	ServerPacks  string // whether those of servers are used
}

// The values of Packs.ServerPacks.
const (
	PacksAsk    = "ask"    // once for each server
	PacksAlways = "always" // those of all servers
	PacksNever  = "never"
)

// Skins is how this player looks, and how others are shown.
type Skins struct {
	Skin        string // a PNG of how this player looks; "" for the game's own colours
	OthersSkins bool   // others are shown in their skins
}

// Sound is how loud what is heard is, in percent, and whether it is written, too.
type Sound struct {
	Volume                               int // of all
	Blocks, Players, Ambience, Interface int // of each group of sounds
	Subtitles                            bool
}

// ViewDistanceMin and ViewDistanceMax bound how far players may see, in blocks, on servers, too.
const (
	ViewDistanceMin = 16
	ViewDistanceMax = 320
)

// The values of Client.Detail.
const (
	DetailAuto  = "auto"  // as the driver allows
	DetailPlain = "plain" // never
	DetailRich  = "rich"  // always
)

// The values of Client.DirectLinks.
const (
	LinksOff     = "off"     // nobody
	LinksFriends = "friends" // those whose keys are in friends.toml
	LinksHouse   = "house"   // those with the same public address
	LinksAll     = "all"     // everybody near
)

// Options is the table of options, in the order of the file and of the pages. A preset's values come after the option
// "preset". Read it only.
var Options = []Option{
	{
		Name: "name", Help: "How others see you", NoFlag: true, Default: "Player",
		value: &typed{func(c *Client) *string { return &c.Name }, validName, fmt.Sprintf("1 to %d bytes of text without spaces around it", NameMax)},
	},
	{
		Name: "server", Help: "The server that you joined last", NoFlag: true, Default: "",
		value: &typed{func(c *Client) *string { return &c.Server }, validServer, "an address"},
	},
	{
		Name: "mouse_sensitivity", Help: "How fast the mouse turns the view", Label: "Mouse sensitivity", Pages: SettingsPage, Default: 1.0,
		value: &number[float64]{field: func(c *Client) *float64 { return &c.MouseSensitivity }, low: 0.1, high: 3, step: 0.05,
			read: func(v float64) string { return fmt.Sprintf("%.2f", v) }},
	},
	{
		Name: "invert_mouse", OldName: "mouse_up_looks_down", Help: "Whether the view turns down when the mouse moves up", Label: "Invert mouse",
		Pages: SettingsPage, Default: false,
		value: toggle(func(c *Client) *bool { return &c.InvertMouse }),
	},
	{
		Name: "fov", OldName: "field_of_view", Help: "Field of view from the lower to the upper edge, in degrees", Label: "Field of view", Pages: SettingsPage, Default: 70,
		value: &number[int]{field: func(c *Client) *int { return &c.FOV }, low: 60, high: 100, step: 1,
			read: func(v int) string { return fmt.Sprintf("%d°", v) }},
	},
	{
		Name: "preset", OldName: "quality", Help: "Graphics preset", Note: "It sets the graphics options that follow.",
		InFile: "custom stands for values of your own. Empty: the next start measures this machine and chooses a preset.",
		Label:  "Preset", Pages: GraphicsPage, Default: "",
		value: presetChoice{},
	},
	{
		Name: "view_distance", Help: "How far you see, in blocks", Note: "Far costs frame time and memory. The server may allow less.",
		Label: "View distance", Pages: SettingsPage | GraphicsPage, Default: 192, Presets: []any{64, 112, 160, 208, 320},
		value: &number[int]{field: func(c *Client) *int { return &c.ViewDistance }, low: ViewDistanceMin, high: ViewDistanceMax, step: 16, read: blocks},
	},
	{
		Name: "resolution_scale", Help: "Pixels drawn for each pixel of the window, along each side", Note: "A half takes half the time, and is blurred.",
		Label: "Resolution scale", Pages: GraphicsPage, Default: 1.0, Presets: []any{0.5, 0.75, 1.0, 1.0, 1.0},
		value: &number[float64]{field: func(c *Client) *float64 { return &c.ResolutionScale }, low: 0.25, high: 1, step: 0.05,
			read: func(v float64) string { return fmt.Sprintf("%.0f%%", v*100) }},
	},
	{
		Name: "detail", Help: "Waves, clear water and smooth edges", Note: "With auto they are drawn where a graphics card draws.",
		Label: "Fine detail", Pages: GraphicsPage, Default: DetailAuto, Presets: []any{DetailPlain, DetailPlain, DetailAuto, DetailAuto, DetailRich},
		value: &choice[string]{func(c *Client) *string { return &c.Detail }, []string{DetailAuto, DetailPlain, DetailRich}, []string{"Automatic", "Off", "On"}},
	},
	{
		Name: "clouds", Help: "Whether there are clouds, where fine detail is drawn", Label: "Clouds", Pages: GraphicsPage,
		Default: true, Presets: []any{false, false, true, true, true},
		value: toggle(func(c *Client) *bool { return &c.Clouds }),
	},
	{
		Name: "shadows", Help: "Whether trees, houses and hills throw shadows, where fine detail is drawn", Label: "Shadows", Pages: GraphicsPage, Default: true,
		value: toggle(func(c *Client) *bool { return &c.Shadows }),
	},
	{
		Name: "antialiasing", Help: "Samples of a pixel, which make edges smooth, where fine detail is drawn", Note: "Many cost frame time on slow graphics cards.",
		Label: "Anti-aliasing", Pages: GraphicsPage, Default: 4, Presets: []any{1, 1, 2, 4, 4},
		value: &choice[int]{func(c *Client) *int { return &c.Antialiasing }, []int{1, 2, 4, 8}, []string{"Off", "2×", "4×", "8×"}},
	},
	{
		Name: "lod_distance", OldName: "coarse_from", Help: "Distance in blocks from which groups of 2x2x2 blocks are drawn as one, which is faster", Note: "Automatic: from where on a block is smaller than four pixels. Without fine detail leaves have no holes from half of the distance on.",
		Label: "LOD distance", Pages: GraphicsPage, Default: Automatic, Presets: []any{32, 64, Automatic, Automatic, 0},
		value: &number[int]{field: func(c *Client) *int { return &c.LODDistance }, low: 32, high: ViewDistanceMax, step: 16, zero: "Off", auto: "Automatic", read: blocks},
	},
	{
		Name: "far_land", Help: "How far land is drawn beyond the view distance, in blocks", Note: "It is coarser there, and costs little. The server may tell nothing of it.",
		Label: "Far land", Pages: GraphicsPage, Default: 2048, Presets: []any{512, 1024, 2048, 2048, 2048},
		value: &choice[int]{func(c *Client) *int { return &c.FarLand }, []int{0, 512, 1024, 2048}, []string{"Off", "512 blocks", "1024 blocks", "2048 blocks"}},
	},
	{
		Name: "gui_scale", OldName: "menu_scale", Help: "Size of menus and texts", Label: "GUI scale", Pages: SettingsPage, Default: 0.0,
		value: &choice[float64]{func(c *Client) *float64 { return &c.GUIScale }, []float64{0, 1, 1.5, 2, 2.5, 3, 3.5, 4},
			[]string{"Automatic", "1×", "1.5×", "2×", "2.5×", "3×", "3.5×", "4×"}},
	},
	{
		Name: "language", Help: "Language of menus, notices, and of what servers answer", Note: "Empty: that of the locale. What players write stays as it is.", Label: "Language", Pages: SettingsPage, Default: "",
		value: &choice[string]{func(c *Client) *string { return &c.Language }, languageCodes, languageNames},
	},
	{
		Name: "fullscreen", OldName: "full_screen", Help: "Whether the game covers the whole screen", Label: "Fullscreen", Pages: SettingsPage, Default: false,
		value: toggle(func(c *Client) *bool { return &c.Fullscreen }),
	},
	{
		Name: "vsync", Help: "Whether frames wait for the screen, so that none is torn", Label: "VSync", Pages: SettingsPage, Default: true,
		value: toggle(func(c *Client) *bool { return &c.VSync }),
	},
	{
		Name: "hold_frame_rate", Help: "Frames a second to hold by drawing the land with fewer pixels, down to half along each side", Label: "Hold frame rate",
		Pages: GraphicsPage, Default: 0,
		value: &choice[int]{func(c *Client) *int { return &c.HoldFPS }, []int{0, 30, 60, 120, 144}, []string{"Off", "30", "60", "120", "144"}},
	},
	{
		Name: "view_bobbing", OldName: "steps_move_the_view", Help: "Whether the camera and the hand move with steps, jumps and turns", Label: "View bobbing",
		Pages: SettingsPage, Default: true,
		value: toggle(func(c *Client) *bool { return &c.ViewBobbing }),
	},
	{
		Name: "sprint_fov", OldName: "running_widens_the_view", Help: "Whether sprinting widens the field of view", Label: "Sprinting widens the FOV",
		Pages: SettingsPage, Default: true,
		value: toggle(func(c *Client) *bool { return &c.SprintFOV }),
	},
	{
		Name: "volume", Help: "How loud the game is, in percent", Label: "Volume", Pages: SoundPage, Default: 80,
		value: volume(func(c *Client) *int { return &c.Sound.Volume }),
	},
	{
		Name: "volume_blocks", Help: "How loud blocks are that break, are placed, open and shut, in percent", Label: "Blocks", Pages: SoundPage, Default: 100,
		value: volume(func(c *Client) *int { return &c.Sound.Blocks }),
	},
	{
		Name: "volume_players", Help: "How loud steps are, and what else bodies do, in percent", Label: "Players", Pages: SoundPage, Default: 100,
		value: volume(func(c *Client) *int { return &c.Sound.Players }),
	},
	{
		Name: "volume_ambience", Help: "How loud wind, water, fire and caves are, in percent", Label: "Ambience", Pages: SoundPage, Default: 100,
		value: volume(func(c *Client) *int { return &c.Sound.Ambience }),
	},
	{
		Name: "volume_interface", Help: "How loud menus are, in percent", Label: "Interface", Pages: SoundPage, Default: 100,
		value: volume(func(c *Client) *int { return &c.Sound.Interface }),
	},
	{
		Name: "subtitles", Help: "Whether what is heard is written at the edge of the screen, with the side that it comes from", Label: "Subtitles", Pages: SoundPage,
		Default: false, value: toggle(func(c *Client) *bool { return &c.Sound.Subtitles }),
	},
	{
		Name: "hints", Help: "Whether a line says what to do next, until you have done it", Label: "Hints", Pages: SettingsPage, Default: true,
		value: toggle(func(c *Client) *bool { return &c.Hints }),
	},
	{
		Name: "skin", Help: "How you look: a PNG of 64 by 64 pixels", Note: "client skin-template FILE writes one to begin with. Others see it, if their server lets them.", Default: "",
		value: &typed{func(c *Client) *string { return &c.Skin }, validPath, "a file, or empty for colours that the game gives you"},
	},
	{
		Name: "others_skins", Help: "Whether others are shown in the skins that they have chosen", Label: "Skins of others", Pages: SettingsPage, Default: true,
		value: toggle(func(c *Client) *bool { return &c.OthersSkins }),
	},
	{
		Name: "resource_pack", Help: "Textures and sounds of your own: a folder or a zip file", Note: "docs/resource-packs.md says what is in it. It takes effect at the next start.", Default: "",
		value: &typed{func(c *Client) *string { return &c.ResourcePack }, validPath, "a folder or a file, or empty for the game's own"},
	},
	{
		Name: "server_packs", Help: "Whether the textures and sounds of servers are used", Label: "Packs of servers", Pages: GraphicsPage, Default: PacksAsk,
		Note:  "With ask you are asked once for each server.",
		value: &choice[string]{func(c *Client) *string { return &c.ServerPacks }, []string{PacksAsk, PacksAlways, PacksNever}, []string{"Ask", "Always", "Never"}},
	},
	{
		Name: "direct_links", Help: "Who may be linked with you directly, so that you see each other's actions sooner", Label: "Direct links", Pages: SettingsPage,
		Note: "Both must want it. Whom you are linked with sees your internet address; friends are those in friends.toml.", Default: LinksOff,
		value: &choice[string]{func(c *Client) *string { return &c.DirectLinks }, []string{LinksOff, LinksFriends, LinksHouse, LinksAll},
			[]string{"Off", "Friends", "This house", "Everybody"}},
	},
	{
		Name: "direct_links_ask", Help: "Whether the game asks when somebody near wants a direct link", Note: "It asks until you have answered once.", NoFlag: true, Default: true,
		value: toggle(func(c *Client) *bool { return &c.DirectLinksAsk }),
	},
	{
		Name: "strategy", Help: "The netcode's method, with its parameters and choices", Default: "",
		Note:  "netlab list names the methods; page Network of the settings changes it while you play. A server may keep to its own.",
		value: &typed{func(c *Client) *string { return &c.Strategy }, validMethod, "timestream, dumb, kazap, or NAME,PARAM=VALUE and so on; empty for the usual one"},
	},
	{
		Name: "others", Help: "Where the others are drawn", Note: "Empty: as the method has it.", Default: "",
		value: &choice[string]{func(c *Client) *string { return &c.Others }, []string{"", "streams", "received", "interpolate", "reckon"},
			[]string{"As the method has it", "Streams", "Received", "Interpolate", "Reckon"}},
	},
	{
		Name: "draw", Help: "Where you yourself are drawn", Note: "Empty: as the method has it.", Default: "",
		value: &choice[string]{func(c *Client) *string { return &c.Draw }, []string{"", "none", "offset", "chase", "converge"},
			[]string{"As the method has it", "None", "Offset", "Chase", "Converge"}},
	},
}

// NameMax is the greatest length of a player's name in bytes: that of the rules.
const NameMax = 32

// volume is an option from 0 to 100 percent.
func volume(field func(*Client) *int) accessor {
	return &number[int]{field: field, low: 0, high: 100, step: 5, read: func(v int) string { return fmt.Sprintf("%d%%", v) }}
}

func blocks(n int) string { return fmt.Sprintf("%d blocks", n) }

func validName(name string) bool {
	return name != "" && len(name) <= NameMax && printable(name) && strings.TrimSpace(name) == name
}

// validMethod reports whether a text may be a method: which there are is known to the client alone.
func validMethod(text string) bool {
	return len(text) <= 300 && printable(text) && !strings.ContainsAny(text, " \"")
}

func validPath(path string) bool { return len(path) <= 1000 && printable(path) }

func validServer(address string) bool { return len(address) <= 255 && printable(address) }

func printable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
