package script

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"voxtide/actions"
	"voxtide/client/effects"
	"voxtide/client/links"
	"voxtide/edits"
	"voxtide/internal/textline"
	"voxtide/world"
)

// argKind is the kind of arguments of a verb.
type argKind uint8

const (
	argNone argKind = iota
	argKey
	argLook
	argPosition
	argSlot
	argText
	argFile
	argDayTime
	argLinks
	argCell
	argBuild
	argColumn
	argMove
	argSign
	argItems
	argAll
	argView
	argEmote
)

// args are the arguments of a verb; the verb decides which fields count.
type args struct {
	key     world.Keys
	n       [3]float64
	slot    uint8
	text    string
	dayTime *float64
	view    effects.View
	emote   edits.Emote
	links   links.Mode
	cell    world.Pos
	block   world.Block
	item    world.Item
	count   uint8
}

// verb is a row of the table of verbs. Its function is in plays.
type verb struct {
	name        string
	takes       argKind
	needsTarget bool // it acts on the block that the player looks at
}

// verbs is the table of verbs, in the order of the package comment.
var verbs = [...]verb{
	{name: "down", takes: argKey},
	{name: "up", takes: argKey},
	{name: "tap", takes: argKey},
	{name: "look", takes: argLook},
	{name: "at", takes: argPosition},
	{name: "select", takes: argSlot},
	{name: "place", needsTarget: true},
	{name: "break", needsTarget: true},
	{name: "hit", needsTarget: true},
	{name: "build", takes: argBuild, needsTarget: true},
	{name: "dig", takes: argCell, needsTarget: true},
	{name: "use", takes: argCell, needsTarget: true},
	{name: "put", takes: argMove, needsTarget: true},
	{name: "take", takes: argMove, needsTarget: true},
	{name: "sign", takes: argSign, needsTarget: true},
	{name: "walk", takes: argColumn},
	{name: "go", takes: argCell, needsTarget: true},
	{name: "clear", takes: argCell, needsTarget: true},
	{name: "keep", takes: argCell},
	{name: "pillar", needsTarget: true},
	{name: "gather", takes: argItems, needsTarget: true},
	{name: "craft", takes: argItems, needsTarget: true},
	{name: "eat", needsTarget: true},
	{name: "drop", takes: argAll, needsTarget: true},
	{name: "until", takes: argDayTime},
	{name: "say", takes: argText},
	{name: "emote", takes: argEmote},
	{name: "shot", takes: argFile},
	{name: "sky", takes: argDayTime},
	{name: "view", takes: argView},
	{name: "links", takes: argLinks},
	{name: "wait-acked"},
	{name: "wait-land"},
	{name: "quit"},
}

// TimesOfDay are names of times of the day, as scene.Sky counts them.
var TimesOfDay = map[string]float64{"dawn": 0.01, "morning": 0.09, "noon": 0.25, "afternoon": 0.39, "dusk": 0.485, "night": 0.75}

// views are the names of views, in their order.
var views = [effects.ViewCount]string{"first", "behind", "front"}

// findVerb returns the row of a verb, nil if there is none.
func findVerb(name string) *verb {
	for i := range verbs {
		if verbs[i].name == name {
			return &verbs[i]
		}
	}
	return nil
}

func verbNames() string {
	var all []string
	for _, v := range verbs {
		all = append(all, v.name)
	}
	return strings.Join(all, " ")
}

// keys are the names of keys, by bit.
var keys = [...]string{"forward", "back", "left", "right", "jump", "sneak", "run", "fly"}

// read reads the arguments of a verb.
func (v *verb) read(a *args, rest string) error {
	words := strings.Fields(rest)
	switch v.takes {
	case argKey:
		for i, k := range keys {
			if len(words) == 1 && words[0] == k {
				a.key = 1 << i
				return nil
			}
		}
		return fmt.Errorf("%s takes one of %s", v.name, strings.Join(keys[:], " "))
	case argLook:
		return numbers(a.n[:2], words, v.name+" takes YAW and PITCH in degrees")
	case argPosition:
		return numbers(a.n[:], words, v.name+" takes X, Y and Z in blocks")
	case argColumn:
		return numbers(a.n[:2], words, v.name+" takes X and Z in blocks")
	case argCell, argBuild:
		usage := v.name + " takes X, Y and Z in blocks"
		if v.takes == argBuild {
			usage += ", and a block"
		}
		if len(words) != 3 && v.takes == argCell || len(words) != 4 && v.takes == argBuild {
			return fmt.Errorf("%s", usage)
		}
		if err := numbers(a.n[:], words[:3], usage); err != nil {
			return err
		}
		a.cell = world.Pos{X: int32(a.n[0]), Y: int32(a.n[1]), Z: int32(a.n[2])}
		if v.takes == argBuild {
			var known bool
			if a.block, known = world.BlockNamed(words[3]); !known {
				return fmt.Errorf("there is no block %q", words[3])
			}
		}
	case argItems:
		return a.readItems(v, words)
	case argAll:
		if a.text = rest; rest != "" && rest != "all" {
			return fmt.Errorf("%s takes nothing or all", v.name)
		}
	case argMove, argSign:
		return a.readHolder(v, words)
	case argSlot:
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > world.HotbarSize {
			return fmt.Errorf("select takes 1 to %d", world.HotbarSize)
		}
		a.slot = uint8(n - 1)
	case argText:
		if a.text = textline.Clean(rest, textline.ChatMax); rest == "" {
			return fmt.Errorf("%s takes a text", v.name)
		}
	case argFile:
		if a.text = rest; rest == "" {
			return fmt.Errorf("%s takes a file", v.name)
		}
	case argDayTime:
		if day, ok := TimesOfDay[rest]; ok {
			a.dayTime = &day
		} else if rest != "world" || v.name == "until" {
			return fmt.Errorf("%s takes dawn, morning, noon, afternoon, dusk, night%s", v.name, map[bool]string{true: " or world"}[v.name == "sky"])
		}
	case argEmote:
		if a.emote = edits.EmoteNamed(rest); a.emote == edits.EmoteNone {
			return fmt.Errorf("%s takes one of %s", v.name, strings.Join(edits.EmoteNames(), " "))
		}
	case argView:
		i := slices.Index(views[:], rest)
		if i < 0 {
			return fmt.Errorf("%s takes one of %s", v.name, strings.Join(views[:], " "))
		}
		a.view = effects.View(i)
	case argLinks:
		var ok bool
		if a.links, ok = links.ParseMode(rest); !ok || a.links == links.Friends { // whose keys no line can hold
			return fmt.Errorf("%s takes off, house or all", v.name)
		}
	default:
		if rest != "" {
			return fmt.Errorf("%s takes nothing", v.name)
		}
	}
	return nil
}

// readItems reads an item and how many of it, 1 where no number is given.
func (a *args) readItems(v *verb, words []string) error {
	usage := v.name + " takes an item and a count"
	if len(words) != 1 && len(words) != 2 {
		return fmt.Errorf("%s", usage)
	}
	var known bool
	if a.item, known = world.ItemNamed(words[0]); !known {
		return fmt.Errorf("there is no item %q", words[0])
	}
	a.count = 1
	if len(words) == 2 {
		n, err := strconv.Atoi(words[1])
		if err != nil || n < 1 || n > 255 {
			return fmt.Errorf("%s", usage)
		}
		a.count = uint8(n)
	}
	return nil
}

// readHolder reads a cell, and what is moved there or written.
func (a *args) readHolder(v *verb, words []string) error {
	usage := v.name + " takes X, Y and Z in blocks, a count and an item"
	if v.takes == argSign {
		usage = v.name + " takes X, Y and Z in blocks and a text, with / between its lines"
	}
	if len(words) < 4 || len(words) != 5 && v.takes == argMove {
		return fmt.Errorf("%s", usage)
	}
	if err := numbers(a.n[:], words[:3], usage); err != nil {
		return err
	}
	a.cell = world.Pos{X: int32(a.n[0]), Y: int32(a.n[1]), Z: int32(a.n[2])}
	if v.takes == argSign {
		a.text = actions.CleanSign(strings.ReplaceAll(strings.Join(words[3:], " "), "/", "\n"))
		return nil
	}
	n, err := strconv.Atoi(words[3])
	if err != nil || n < 1 || n > world.StackMax {
		return fmt.Errorf("%s", usage)
	}
	var known bool
	if a.item, known = world.ItemNamed(words[4]); !known {
		return fmt.Errorf("there is no item %q", words[4])
	}
	a.count = uint8(n)
	return nil
}

// numbers reads one number for each element of into.
func numbers(into []float64, words []string, usage string) error {
	if len(words) != len(into) {
		return fmt.Errorf("%s", usage)
	}
	for i, w := range words {
		n, err := strconv.ParseFloat(w, 64)
		if err != nil || math.Abs(n) > 1e8 || math.IsNaN(n) {
			return fmt.Errorf("%s", usage)
		}
		into[i] = n
	}
	return nil
}
