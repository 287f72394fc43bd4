package settings

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Option is one setting of the client. Whatever goes through the settings one by one walks the table Options: the file,
// the pages of the menu, the presets, and the flags of the command line with their help.
type Option struct {
	Name    string // in the file; as a flag with dashes
	OldName string // in files of earlier versions, which are still read; "" for none
	Help    string // what it does, without a full stop: the values that it may have follow
	Note    string // sentences after that; "" for none
	InFile  string // sentences that only the comment in the file has; "" for none
	Label   string // on the pages of the menu
	Pages   Page   // that show it
	NoFlag  bool   // the command line has a flag of another form for it
	Default any    // value of a first start
	Presets []any  // value in each of Presets; nil where a preset changes nothing
	value   accessor
}

// Page is a set of pages of the menu.
type Page uint8

// The pages that show options.
const (
	SettingsPage Page = 1 << iota
	GraphicsPage
	SoundPage
)

// Widget says how the menu shows an option.
type Widget uint8

// The widgets.
const (
	NoWidget Widget = iota // people type the value
	Toggle                 // position 0 is off, 1 is on
	Slider                 // positions from 0 up
	Choice                 // likewise; the first one follows the last one
)

// accessor reads and writes one field of a Client. The type of its values is bool, int, float64 or string.
type accessor interface {
	get(c *Client) any
	set(c *Client, v any)
	check(v any) bool                   // reports whether a value is within the bounds
	bounds() string                     // in words
	parse(text string) (v any, ok bool) // reads the argument of a flag

	widget() Widget
	positions(c *Client) int // how many the widget has
	position(c *Client) int
	at(position int) any   // the value of a position
	text(c *Client) string // the value as people read it
}

// Widget returns how the menu shows the option.
func (o *Option) Widget() Widget { return o.value.widget() }

// Text returns the option's value as people read it: "192 blocks".
func (o *Option) Text(c *Client) string { return o.value.text(c) }

// Positions returns how many positions the option's widget has now.
func (o *Option) Positions(c *Client) int { return o.value.positions(c) }

// Position returns the position of the option's widget, from 0.
func (o *Option) Position(c *Client) int { return o.value.position(c) }

// SetPosition sets the option to the value of a position of its widget.
func (o *Option) SetPosition(c *Client, position int) { o.set(c, o.value.at(position)) }

// Reset sets the option to its value of a first start.
func (o *Option) Reset(c *Client) { o.set(c, o.Default) }

// CopyFrom sets the option to the value that it has in other settings.
func (o *Option) CopyFrom(c, other *Client) { o.value.set(c, o.value.get(other)) }

// Set sets the option to the argument of a flag and reports whether it is a value that the option may have.
func (o *Option) Set(c *Client, argument string) bool {
	v, ok := o.value.parse(argument)
	if ok = ok && o.value.check(v); ok {
		o.set(c, v)
	}
	return ok
}

// set sets a value. Where presets have a say in it, a new value decides which preset the settings are.
func (o *Option) set(c *Client, v any) {
	if o.value.get(c) == v {
		return
	}
	o.value.set(c, v)
	if o.Presets != nil {
		c.Preset = PresetOf(c)
	}
}

// Describe returns in words what the option does and which values it may have.
func (o *Option) Describe() string {
	text := o.Help + ": " + o.value.bounds() + "."
	if o.Note != "" {
		text += " " + o.Note
	}
	return text
}

// Bounds returns in words which values the option may have: "16 to 320".
func (o *Option) Bounds() string { return o.value.bounds() }

// FindOption returns the option of a name, nil if there is none.
func FindOption(name string) *Option {
	for i := range Options {
		if Options[i].Name == name {
			return &Options[i]
		}
	}
	return nil
}

// Presets are the names of the presets of graphics, the fastest first. The values of a preset stand in the rows of Options.
var Presets = []string{"potato", "low", "medium", "high", "ultra"}

// Custom is the name of settings that are no preset's.
const Custom = "custom"

// presetOptions returns the options of which presets have a say.
func presetOptions() iter.Seq[*Option] {
	return func(yield func(*Option) bool) {
		for i := range Options {
			if Options[i].Presets != nil && !yield(&Options[i]) {
				return
			}
		}
	}
}

// PresetOf returns the name of the preset whose values the settings have, Custom if there is none.
func PresetOf(c *Client) string {
	for i, name := range Presets {
		same := true
		for o := range presetOptions() {
			same = same && o.value.get(c) == o.Presets[i]
		}
		if same {
			return name
		}
	}
	return Custom
}

// SetPreset sets all that a preset decides and reports whether there is one of this name.
func (c *Client) SetPreset(name string) bool { return FindOption("preset").Set(c, name) }

// toggle is an option that is on or off.
type toggle func(*Client) *bool

func (f toggle) get(c *Client) any     { return *f(c) }
func (f toggle) set(c *Client, v any)  { *f(c) = v.(bool) }
func (toggle) check(any) bool          { return true }
func (toggle) bounds() string          { return "true or false" }
func (toggle) widget() Widget          { return Toggle }
func (toggle) positions(*Client) int   { return 2 }
func (toggle) at(position int) any     { return position == 1 }
func (f toggle) text(c *Client) string { return [...]string{"Off", "On"}[f.position(c)] }

func (toggle) parse(text string) (any, bool) {
	on, err := strconv.ParseBool(text)
	return on, err == nil
}

func (f toggle) position(c *Client) int {
	if *f(c) {
		return 1
	}
	return 0
}

// Automatic is the value of a number that the game chooses.
const Automatic = -1

// number is an option with bounds, which a slider moves by steps.
type number[T int | float64] struct {
	field     func(*Client) *T
	low, high T
	step      T
	zero      string         // if not "", 0 is a value, too, and this is its name
	auto      string         // if not "", Automatic is a value, too, and this is its name; then 0 is one as well
	read      func(T) string // writes a value as people read it
}

func (n *number[T]) get(c *Client) any    { return *n.field(c) }
func (n *number[T]) set(c *Client, v any) { *n.field(c) = v.(T) }
func (n *number[T]) widget() Widget       { return Slider }

func (n *number[T]) check(v any) bool {
	x := v.(T)
	return x >= n.low && x <= n.high || x == 0 && n.zero != "" || x == Automatic && n.auto != ""
}

func (n *number[T]) bounds() string {
	text := fmt.Sprintf("%v to %v", n.low, n.high)
	if n.zero != "" {
		text += ", or 0 for " + strings.ToLower(n.zero)
	}
	if n.auto != "" {
		text += fmt.Sprintf(", or %d for %s", Automatic, strings.ToLower(n.auto))
	}
	return text
}

func (n *number[T]) parse(text string) (any, bool) {
	if n.auto != "" && strings.EqualFold(text, n.auto) {
		return T(Automatic), true
	}
	f, err := strconv.ParseFloat(text, 64)
	return T(f), err == nil && float64(T(f)) == f
}

func (n *number[T]) text(c *Client) string {
	switch x := *n.field(c); {
	case x == Automatic && n.auto != "":
		return n.auto
	case x != 0 || n.zero == "":
		return n.read(x)
	}
	return n.zero
}

// lowest is the position of the lowest value: after those of Automatic and zero.
func (n *number[T]) lowest() (position int) {
	if n.zero != "" {
		position++
	}
	if n.auto != "" {
		position++
	}
	return position
}

func (n *number[T]) stepOf(x T) int {
	return n.lowest() + int(math.Round(float64(x-n.low)/float64(n.step)))
}

func (n *number[T]) positions(*Client) int { return n.stepOf(n.high) + 1 }

func (n *number[T]) position(c *Client) int {
	switch x := *n.field(c); {
	case x >= n.low:
		return n.stepOf(x)
	case x == 0 && n.zero != "":
		return n.lowest() - 1
	}
	return 0
}

func (n *number[T]) at(position int) any {
	switch lowest := n.lowest(); {
	case position == 0 && n.auto != "":
		return T(Automatic)
	case position < lowest:
		return T(0)
	}
	x := float64(n.low) + float64(position-n.lowest())*float64(n.step)
	return T(math.Round(x*100) / 100) // 0.35, not 0.35000000000000003
}

// choice is an option whose values are listed.
type choice[T comparable] struct {
	field  func(*Client) *T
	values []T
	labels []string // as people read them
}

func (o *choice[T]) get(c *Client) any      { return *o.field(c) }
func (o *choice[T]) set(c *Client, v any)   { *o.field(c) = v.(T) }
func (o *choice[T]) check(v any) bool       { return slices.Contains(o.values, v.(T)) }
func (o *choice[T]) widget() Widget         { return Choice }
func (o *choice[T]) positions(*Client) int  { return len(o.values) }
func (o *choice[T]) position(c *Client) int { return max(0, slices.Index(o.values, *o.field(c))) }
func (o *choice[T]) at(position int) any    { return o.values[position] }
func (o *choice[T]) text(c *Client) string  { return o.labels[o.position(c)] }

func (o *choice[T]) bounds() string {
	words := make([]string, len(o.values))
	for i, v := range o.values {
		if words[i] = fmt.Sprint(v); words[i] == "" {
			words[i] = "empty"
		}
		if label := strings.ToLower(o.labels[i]); !strings.Contains(label, words[i]) {
			words[i] += " (" + label + ")"
		}
	}
	return oneOf(words)
}

func (o *choice[T]) parse(text string) (any, bool) {
	i := slices.IndexFunc(o.values, func(v T) bool { return fmt.Sprint(v) == text })
	return o.values[max(i, 0)], i >= 0
}

// typed is an option that people type.
type typed struct {
	field func(*Client) *string
	valid func(string) bool
	form  string // of a valid value, in words
}

func (o *typed) get(c *Client) any             { return *o.field(c) }
func (o *typed) set(c *Client, v any)          { *o.field(c) = v.(string) }
func (o *typed) check(v any) bool              { return o.valid(v.(string)) }
func (o *typed) bounds() string                { return o.form }
func (o *typed) parse(text string) (any, bool) { return text, true }
func (o *typed) widget() Widget                { return NoWidget }
func (o *typed) positions(*Client) int         { return 0 }
func (o *typed) position(*Client) int          { return 0 }
func (o *typed) at(int) any                    { return "" }
func (o *typed) text(c *Client) string         { return *o.field(c) }

// presetChoice is the option that sets all options of which presets have a say.
type presetChoice struct{}

func (presetChoice) get(c *Client) any             { return c.Preset }
func (presetChoice) widget() Widget                { return Choice }
func (presetChoice) bounds() string                { return oneOf(Presets) }
func (presetChoice) parse(text string) (any, bool) { return text, slices.Contains(Presets, text) }
func (presetChoice) at(position int) any           { return append(slices.Clone(Presets), Custom)[position] }

func (presetChoice) check(v any) bool {
	name := v.(string)
	return name == "" || name == Custom || slices.Contains(Presets, name)
}

func (presetChoice) set(c *Client, v any) {
	name := v.(string)
	if i := slices.Index(Presets, name); i >= 0 {
		for o := range presetOptions() {
			o.value.set(c, o.Presets[i])
		}
	}
	c.Preset = name
}

// positions has one more for custom settings while they are custom: the menu leaves them, and does not come back.
func (p presetChoice) positions(c *Client) int {
	if PresetOf(c) == Custom {
		return len(Presets) + 1
	}
	return len(Presets)
}

func (presetChoice) position(c *Client) int {
	if i := slices.Index(Presets, PresetOf(c)); i >= 0 {
		return i
	}
	return len(Presets)
}

func (presetChoice) text(c *Client) string {
	name := PresetOf(c)
	return strings.ToUpper(name[:1]) + name[1:]
}

// oneOf lists words: "a, b or c".
func oneOf(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}
