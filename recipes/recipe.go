// Package recipes is the table of what players make of what: by hand or at a station (Table), and in ovens (Smelting). It is data
// and its arithmetic; actions and the boxes of ovens apply it.
package recipes

import (
	"fmt"
	"strconv"
	"strings"

	"voxtide/world"
)

// Number is a row of Table. It depends on the build; peers compare Hash.
type Number uint16

// Recipe makes a stack of what it takes.
type Recipe struct {
	Name    string // for logs: that of the output and, where there are more for it, of the first input
	In      []Ingredient
	Out     world.Stack // its count may be more than a slot holds of it
	Station world.Class // the class of block that must be near; ClassPlain for none
}

// Ingredient is a count of any of a few items that are as good as each other.
type Ingredient struct {
	Items []world.Item // the first stands for all where there is room for one
	Count uint8
}

// Takes reports whether an item counts for the ingredient.
func (g *Ingredient) Takes(it world.Item) bool {
	for _, i := range g.Items {
		if i == it {
			return true
		}
	}
	return false
}

// TimesMax is the greatest number of times that a recipe is made in one go.
const TimesMax = 64

// Times returns how often a recipe can be made of what slots hold, at most TimesMax.
func (r *Recipe) Times(slots []world.Stack) int {
	n := TimesMax
	for i := range r.In {
		g := &r.In[i]
		n = min(n, g.Held(slots)/int(g.Count))
	}
	return n
}

// Held returns how much of an ingredient slots hold.
func (g *Ingredient) Held(slots []world.Stack) (n int) {
	for i := range slots {
		if slots[i].Count > 0 && g.Takes(slots[i].Item) {
			n += int(slots[i].Count)
		}
	}
	return n
}

// Make makes a recipe some times of what slots hold, as the action Craft does, and reports whether there is enough and room for it. The
// slots hold no sense after it returned false.
func (r *Recipe) Make(slots []world.Stack, times int) bool {
	for i := range r.In {
		if !world.TakeItems(slots, int(r.In[i].Count)*times, func(s world.Stack) bool { return r.In[i].Takes(s.Item) }) {
			return false
		}
	}
	return world.StowItems(slots, r.Out, int(r.Out.Count)*times)
}

// Stations is a set of classes of blocks at which something is made.
type Stations uint32

// With returns the set with a class more.
func (s Stations) With(c world.Class) Stations { return s | 1<<c }

// Has reports whether a class is in the set. What needs no station can be made anywhere.
func (s Stations) Has(c world.Class) bool { return c == world.ClassPlain || s&(1<<c) != 0 }

// StationClasses are the classes of blocks that recipes need.
var StationClasses = [...]world.Class{world.ClassWorkbench, world.ClassAnvil}

// AppendMakeable appends the recipes that can be made of what slots hold, at the stations that are near.
func AppendMakeable(dst []Number, slots []world.Stack, near Stations) []Number {
	for i := range Table {
		if r := &Table[i]; near.Has(r.Station) && r.Times(slots) > 0 {
			dst = append(dst, Number(i))
		}
	}
	return dst
}

// Table holds all recipes. Read it only.
var Table = join(handRows(), stationRows(), metalRows(), toolRows(), stoneRows(), cutRows(), colourRows())

// Hash is the hash of Table and of what ovens do. Peers compare it, for they send each other numbers of rows.
var Hash = hash()

func join(parts ...[]Recipe) (out []Recipe) {
	count := map[world.Item]int{}
	for _, p := range parts {
		out = append(out, p...)
		for i := range p {
			count[p[i].Out.Item]++
		}
	}
	for i := range out {
		r := &out[i]
		if r.Name = r.Out.Item.String(); count[r.Out.Item] > 1 {
			r.Name += " of " + r.In[0].Items[0].String()
		}
	}
	return out
}

// rows reads recipes at a station, one a line: "OUTPUT [COUNT] = COUNT INPUT + COUNT INPUT". An input with a # is a group.
func rows(at world.Class, text string) (out []Recipe) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, row(at, line))
		}
	}
	return out
}

func row(at world.Class, line string) Recipe {
	what, of, _ := strings.Cut(line, " = ")
	name, count, many := strings.Cut(what, " ")
	r := Recipe{Out: world.Stack{Item: item(name), Count: 1}, Station: at}
	if many {
		r.Out.Count = number(count)
	}
	for in := range strings.SplitSeq(of, " + ") {
		count, name, _ := strings.Cut(in, " ")
		g := Ingredient{Count: number(count)}
		for _, it := range group(name) {
			if it != r.Out.Item { // what is made is not made of itself
				g.Items = append(g.Items, it)
			}
		}
		r.In = append(r.In, g)
	}
	return r
}

func number(s string) uint8 {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > world.StackMax {
		panic("recipes: no count: " + s)
	}
	return uint8(n)
}

func item(name string) world.Item {
	it, known := world.ItemNamed(name)
	if !known {
		panic("recipes: no item is named " + name)
	}
	return it
}

func hash() uint64 {
	h := uint64(14695981039346656037) // FNV-1a
	text := func(v any) {
		for _, c := range []byte(fmt.Sprint(v, ";")) {
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	for i := range Table {
		text(Table[i])
	}
	for i := range ovenTable {
		text(ovenTable[i])
	}
	return h
}
