package settings

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// Client is the settings of a client. Flags of the command win over the file.
type Client struct {
	Name        string  `toml:"name"`
	Server      string  `toml:"server"`
	Sensitivity float64 `toml:"mouse_sensitivity"`
	Invert      bool    `toml:"mouse_up_looks_down"`
	FOV         int     `toml:"field_of_view"`
	Preset      string  `toml:"quality"` // "" before one was chosen
	View        int     `toml:"view_distance"`
	Resolution  float64 `toml:"resolution_scale"`
	Detail      string  `toml:"detail"`
	Clouds      bool    `toml:"clouds"`
	Coarse      int     `toml:"coarse_from"`
	Scale       float64 `toml:"menu_scale"`
	Fullscreen  bool    `toml:"full_screen"`
	VSync       bool    `toml:"vsync"`
	Bob         bool    `toml:"steps_move_the_view"`
	Widen       bool    `toml:"running_widens_the_view"`
	Keys        Keys    `toml:"keys"`
}

// DefaultClient returns the settings of a first start.
func DefaultClient() Client {
	return Client{Name: "Player", Sensitivity: 1, FOV: 70, View: 192, Resolution: 1, Detail: "auto", Clouds: true, VSync: true, Bob: true, Widen: true, Keys: DefaultKeys()}
}

// ViewMin and ViewMax are how far players may see, in blocks.
const (
	ViewMin = 16
	ViewMax = 320
)

// clientNameMax is the greatest length of a player's name in bytes: that of the rules.
const clientNameMax = 32

// clientRows are the settings in a file, each with its comment.
var clientRows = []struct {
	comment, name string
	value         func(*Client) string
}{
	{"How others see you: 1 to 32 bytes.", "name", func(c *Client) string { return quoted(c.Name) }},
	{"The server that was joined last, for the page that asks for one.", "server", func(c *Client) string { return quoted(c.Server) }},
	{"How fast the mouse turns the head: 0.1 to 3.", "mouse_sensitivity", func(c *Client) string { return decimal(c.Sensitivity) }},
	{"true: the mouse moved up looks down.", "mouse_up_looks_down", func(c *Client) string { return strconv.FormatBool(c.Invert) }},
	{"From the lower to the upper edge of the picture, in degrees: 60 to 100.", "field_of_view", func(c *Client) string { return strconv.Itoa(c.FOV) }},
	{"The preset of the five that follow: potato, low, medium, high, ultra, or custom. Empty: the next start measures and chooses.", "quality",
		func(c *Client) string { return quoted(c.Preset) }},
	{"How far is seen, in blocks: 16 to 320. Far costs time of every picture, and memory. The server may allow less.", "view_distance",
		func(c *Client) string { return strconv.Itoa(c.View) }},
	{"How many pixels are drawn for each that is shown, along each side: 0.25 to 1. A half takes half the time, and is blurred.", "resolution_scale",
		func(c *Client) string { return decimal(c.Resolution) }},
	{"Waves, clear water, smooth edges: \"plain\" never, \"rich\" always, \"auto\" where a graphics card draws.", "detail", func(c *Client) string { return quoted(c.Detail) }},
	{"true: clouds, where there is detail.", "clouds", func(c *Client) string { return strconv.FormatBool(c.Clouds) }},
	{"From how many blocks on groups of 2x2x2 blocks are drawn as one, which is quicker: 32 to 320; 0 for nowhere.", "coarse_from",
		func(c *Client) string { return strconv.Itoa(c.Coarse) }},
	{"How large menus and texts are: 1 to 4 in halves; 0 chooses by the height of the picture.", "menu_scale", func(c *Client) string { return decimal(c.Scale) }},
	{"true: cover the whole screen.", "full_screen", func(c *Client) string { return strconv.FormatBool(c.Fullscreen) }},
	{"true: wait for the screen, so that no picture is torn. false: as many pictures as the machine can make.", "vsync",
		func(c *Client) string { return strconv.FormatBool(c.VSync) }},
	{"true: the eye and the hand move with steps, jumps and turns.", "steps_move_the_view", func(c *Client) string { return strconv.FormatBool(c.Bob) }},
	{"true: running widens the view.", "running_widens_the_view", func(c *Client) string { return strconv.FormatBool(c.Widen) }},
}

func quoted(s string) string {
	return "\"" + strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace(s) + "\""
}

// decimal writes a number as TOML wants a float: with a point.
func decimal(f float64) string {
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// text returns the file of the settings.
func (c *Client) text() string {
	var b strings.Builder
	b.WriteString("# Settings of the Voxtide client. Flags of the command win over this file. The game writes it when settings are changed\n" +
		"# on its screens; comments of your own are lost then.\n\n")
	for _, r := range clientRows {
		fmt.Fprintf(&b, "# %s\n%s = %s\n\n", r.comment, r.name, r.value(c))
	}
	b.WriteString("# The keys, by what a US keyboard prints in their place: letters, digits, signs, \"space\", \"tab\", \"shift\", \"control\", \"alt\",\n" +
		"# \"up\", \"f1\", \"pad0\" ..., and of the mouse \"mouseleft\", \"mouseright\", \"mousemiddle\", \"mouse4\" to \"mouse8\". \"none\" for none.\n[keys]\n")
	for i, control := range Controls {
		fmt.Fprintf(&b, "%s = %s\n", control.Name, quoted(c.Keys[i]))
	}
	return b.String()
}

// ReadClient reads the settings of a client. Where there is no file one is written, with a comment on each line. A line
// that the file lacks is as at a first start. Known tells whether a name is one of a key, nil lets all pass. With an
// error come the settings of a first start.
func ReadClient(path string, known func(key string) bool) (Client, error) {
	c := DefaultClient()
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return c, writeNew(path, []byte(c.text()), 0o644)
	case err != nil:
		return c, err
	}
	meta, err := toml.Decode(string(text), &c)
	if err != nil {
		return DefaultClient(), fmt.Errorf("%w: %s: %s", ErrFile, path, oneLine(err))
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return DefaultClient(), fmt.Errorf("%w: %s: there is no setting %q", ErrFile, path, extra[0].String())
	}
	if q, ok := FindPreset(c.Preset); !meta.IsDefined("quality") || ok && q != c.Quality() {
		c.Preset = Custom
	}
	if err = c.Check(); err == nil {
		err = c.Keys.check(known)
	}
	if err != nil {
		return DefaultClient(), fmt.Errorf("%w (%s)", err, path)
	}
	return c, nil
}

// WriteClient writes the settings of a client, whole or not at all. Settings that are wrong are not written, and a file
// that cannot be understood is not overwritten: somebody is editing it.
func WriteClient(path string, c Client) error {
	if err := c.Check(); err != nil {
		return err
	}
	if _, err := ReadClient(path, nil); err != nil {
		return err
	}
	return replace(path, []byte(c.text()), 0o644)
}

// Check returns what is wrong with the settings, nil if nothing is.
func (c *Client) Check() error {
	printable := func(s string) bool {
		return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
	}
	switch {
	case c.Name == "" || len(c.Name) > clientNameMax || !printable(c.Name) || strings.TrimSpace(c.Name) != c.Name:
		return fmt.Errorf("%w: name is %q, not 1 to %d bytes of text without spaces around", ErrFile, c.Name, clientNameMax)
	case len(c.Server) > 255 || !printable(c.Server):
		return fmt.Errorf("%w: server is %q, not an address", ErrFile, c.Server)
	case !(c.Sensitivity >= 0.1 && c.Sensitivity <= 3):
		return fmt.Errorf("%w: mouse_sensitivity is %v, not 0.1 to 3", ErrFile, c.Sensitivity)
	case c.FOV < 60 || c.FOV > 100:
		return fmt.Errorf("%w: field_of_view is %d, not 60 to 100", ErrFile, c.FOV)
	case c.View < ViewMin || c.View > ViewMax:
		return fmt.Errorf("%w: view_distance is %d, not %d to %d", ErrFile, c.View, ViewMin, ViewMax)
	case c.Preset != "" && c.Preset != Custom && PresetOf(c.Quality()) != c.Preset:
		return fmt.Errorf("%w: quality is %q, which is none, or not that of the values", ErrFile, c.Preset)
	case !(c.Resolution >= ResolutionMin && c.Resolution <= 1):
		return fmt.Errorf("%w: resolution_scale is %v, not %v to 1", ErrFile, c.Resolution, ResolutionMin)
	case c.Coarse != 0 && (c.Coarse < CoarseMin || c.Coarse > ViewMax):
		return fmt.Errorf("%w: coarse_from is %d, not 0 or %d to %d", ErrFile, c.Coarse, CoarseMin, ViewMax)
	case !slices.Contains(Details, c.Detail):
		return fmt.Errorf("%w: detail is %q, not one of %s", ErrFile, c.Detail, strings.Join(Details, ", "))
	case c.Scale != 0 && !(c.Scale >= 1 && c.Scale <= 4 && c.Scale*2 == math.Trunc(c.Scale*2)):
		return fmt.Errorf("%w: menu_scale is %v, not 0 or 1 to 4 in halves", ErrFile, c.Scale)
	}
	return nil
}
