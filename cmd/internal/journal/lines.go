package journal

import (
	"slices"
	"strings"
	"time"

	"voxtide/world"
)

// line is a line of the journal: done when all its marks are set.
type line struct {
	text, how string
	news      string // what is said when it is done
	needs     []string
}

func (l *line) done(marks map[string]bool) bool {
	return !slices.ContainsFunc(l.needs, func(m string) bool { return !marks[m] })
}

// lines are the seven lines, in the order in which one does them.
var lines = [...]line{
	{"Wood from a tree", "Hold {break} on a trunk.", "You have wood. {journal} shows your journal.", []string{"log"}},
	{"A workbench", "Four planks, which a log gives. {inventory} shows what you can make.", "At a workbench you can make much more.", []string{"workbench"}},
	{"A tool of flint", "Gravel at a shore gives flint; flax, reed and tall grass give fibre for cord.", "Flint cuts faster than the hand, and takes copper out of the rock.", []string{"flint"}},
	{"A light before the night", "A campfire of two logs and four sticks, or torches of coal.", "A light. Where it shines, the night is only a colour.", []string{"light"}},
	{"A door and a bed", "A bed takes three wool and three planks; wool is four fibres.", "A door to shut and a bed to come back to: a home.", []string{"door", "bed"}},
	{"Copper", "Greenish ore in hills and caves, with a pick of flint; a furnace melts it.", "Copper. A copper pick takes iron.", []string{"copper"}},
	{"Iron", "Below the hills, with a pick of copper.", "Iron. The first evening is long over.", []string{"iron"}},
}

// marks are the names that lines need.
var marks = func() (out []string) {
	for i := range lines {
		out = append(out, lines[i].needs...)
	}
	return out
}()

// seenIn returns the names of what a frame shows to be done.
func (b *Book) seenIn(f *Facts) []string {
	out := b.found[:0]
	add := func(name string, is bool) {
		if is {
			out = append(out, name)
		}
	}
	add("look", b.turned > 30)
	add("walk", b.walked > 600*time.Millisecond)
	add("bag", f.Bag)
	add("journal", f.Journal)
	add("open bench", f.Bench)
	add("food", hasFood(f))
	add("sleep", f.Body.Motion.Flags&world.Lying != 0)
	add("eat", f.Body.Motion.Needs.Eating != 0)
	add("fly", f.Body.Motion.Keys&world.KeyFly != 0)
	for _, s := range f.Player.Slots {
		if s.Count == 0 {
			continue
		}
		info, name := s.Item.Info(), s.Item.String()
		add("log", s.Item.Block().Class() == world.ClassPillar && strings.HasSuffix(name, "log"))
		add("workbench", name == "workbench")
		add("cord", name == "cord")
		add("flint", info.Tool != world.ToolNone && info.Tier == 1)
		add("copper", name == "copper_ingot")
		add("iron", name == "iron_ingot")
	}
	for _, p := range b.placed {
		at, _ := f.World.Block(p)
		add("place", at != world.Air && !at.Info().Replaceable) // else it was refused
		switch at.Class() {
		case world.ClassWorkbench:
			add("bench", true)
		case world.ClassTorch, world.ClassCampfire, world.ClassLantern:
			add("light", true)
		case world.ClassDoor:
			add("door", true)
		case world.ClassBed:
			add("bed", true)
		}
	}
	b.found = out
	return out
}

// hint is something that a new player is told until he does it.
type hint struct {
	name     string // of what is learnt by doing it
	text     string
	creative bool                         // it is for creative mode, too
	survival bool                         // it is for survival mode
	when     func(b *Book, f *Facts) bool // nil: always
}

// hints are the hints, in the order in which they are given.
var hints = []hint{
	{name: "look", text: "Move the mouse to look around", creative: true, survival: true},
	{name: "walk", text: "Walk with {forward} {left} {back} {right}, jump with {jump}", creative: true, survival: true},
	{name: "fly", text: "Press {jump} twice to fly", creative: true},
	{name: "place", text: "{place} puts down what you hold, {break} breaks; 1 to 9 choose", creative: true},
	{name: "eat", text: "You are hungry: hold {place} with food in your hand", survival: true,
		when: func(_ *Book, f *Facts) bool { return f.Body.Motion.Needs.Food() < 15 && hasFood(f) }},
	{name: "food", text: "You are hungry: leaves drop apples, three wheat of tall grass are bread", survival: true,
		when: func(_ *Book, f *Facts) bool { return f.Body.Motion.Needs.Food() < 13 && !hasFood(f) }},
	{name: "log", text: "Hold {break} on the trunk of a tree", survival: true},
	{name: "bag", text: "{inventory} opens your bag, and shows what you can make", creative: true, survival: true},
	{name: "workbench", text: "In the bag ({inventory}) make planks of the log, and of four planks a workbench", survival: true},
	{name: "bench", text: "Choose the workbench with 1 to 9, and put it down with {place}", survival: true,
		when: func(_ *Book, f *Facts) bool { return has(f, "workbench") }},
	{name: "open bench", text: "{place} on the workbench opens it: at one you can make much more", survival: true,
		when: func(b *Book, _ *Facts) bool { return b.learnt["bench"] }},
	{name: "sleep", text: "At night {place} on a bed lets you sleep, and you come back to it", survival: true,
		when: func(b *Book, _ *Facts) bool { return b.marks["bed"] }},
	{name: "cord", text: "Blue flax, reed and tall grass give fibre; three of it make a cord", survival: true},
	{name: "flint", text: "Gravel, at a shore, gives flint. With a stick and a cord it is a tool", survival: true},
	{name: "light", text: "Make a campfire of two logs and four sticks before it is dark", survival: true},
	{name: "journal", text: "{journal} shows what you have done, and what is next", survival: true},
}

func has(f *Facts, name string) bool {
	it, _ := world.ItemNamed(name)
	return slices.ContainsFunc(f.Player.Slots[:], func(s world.Stack) bool { return s.Count > 0 && s.Item == it })
}

func hasFood(f *Facts) bool {
	return slices.ContainsFunc(f.Player.Slots[:], func(s world.Stack) bool { return s.Count > 0 && s.Item.Info().Food > 0 })
}

// Times of hints.
const (
	hintPause = 1500 * time.Millisecond // between one that is done and the next
	hintFor   = time.Minute             // that it is shown, and
	hintQuiet = 40 * time.Second        // that it is not, by turns
)

// choose chooses the hint that is shown.
func (b *Book) choose(now time.Duration, f *Facts, survival bool) {
	next := ""
	for i := range hints {
		h := &hints[i]
		if !b.learnt[h.name] && (h.survival && survival || h.creative && !survival) && (h.when == nil || h.when(b, f)) {
			next = h.text
			break
		}
	}
	if next != b.wanted {
		b.wanted, b.wantedAt = next, now
	}
	since := now - b.wantedAt - hintPause
	b.shown = ""
	if since >= 0 && since%(hintFor+hintQuiet) < hintFor {
		b.shown = next
	}
}
