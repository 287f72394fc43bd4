package world

import (
	"fmt"
	"strings"
)

// table is all that is made of Kinds.
type table struct {
	infos  [BlockCount]BlockInfo
	index  [BlockCount]uint16 // the state's number within its kind: its properties, the first counting fastest
	of     [][]Block          // the states of each kind, by that number
	byName map[string]Block
	kinds  map[string]Kind
}

// states is made once from Kinds: each kind's states in the order of their properties, those of constants first.
var states = *makeStates()

func makeStates() (t *table) {
	t = &table{of: make([][]Block, len(Kinds)), byName: map[string]Block{}, kinds: map[string]Kind{}}
	next := int(firstGenerated)
	for k := range Kinds {
		info := &Kinds[k]
		if _, twice := t.kinds[info.Name]; twice || info.Name == "" {
			panic("world: two kinds are named " + info.Name)
		}
		t.kinds[info.Name] = Kind(k)
		list := make([]Block, info.Class.stateCount())
		for i := range list {
			b, named := info.numbers[i]
			if !named {
				b = Block(next)
				next++
			}
			list[i] = b
			if int(b) >= BlockCount {
				continue
			}
			t.index[b] = uint16(i)
			t.infos[b] = stateInfo(Kind(k), i)
			t.byName[t.infos[b].Name] = b
		}
		t.of[k] = list
	}
	if next != BlockCount {
		panic(fmt.Sprintf("world: BlockCount in kinds_other.go has to be %d", next))
	}
	for b := range t.infos {
		if d := Kinds[t.infos[b].Kind].Drops; d != "" {
			k, known := t.kinds[d]
			if !known {
				panic("world: " + t.infos[b].Name + " drops " + d + ", which there is not")
			}
			t.infos[b].Drops = t.of[k][0]
		}
	}
	for was, is := range formerNames {
		t.byName[was] = t.byName[is]
	}
	return t
}

// formerNames are names under which worlds and scripts of before knew a state.
var formerNames = map[string]string{
	"stone_slab_top": "stone_slab[half=upper]", "plank_slab_top": "plank_slab[half=upper]", "fence_post": "oak_fence",
	"stone_stairs_north": "stone_stairs", "stone_stairs_south": "stone_stairs[facing=south]",
	"stone_stairs_west": "stone_stairs[facing=west]", "stone_stairs_east": "stone_stairs[facing=east]",
	"plank_stairs_north": "plank_stairs", "plank_stairs_south": "plank_stairs[facing=south]",
	"plank_stairs_west": "plank_stairs[facing=west]", "plank_stairs_east": "plank_stairs[facing=east]",
}

// stateCount returns the number of states of a kind of the class.
func (c Class) stateCount() int {
	n := 1
	for _, p := range properties[c] {
		n *= p.count
	}
	return n
}

// value returns a property of state i of a kind of the class, and whether the class has it.
func (c Class) value(i int, p Property) (v int, has bool) {
	for _, q := range properties[c] {
		if q.property == p {
			return i % q.count, true
		}
		i /= q.count
	}
	return 0, false
}

// stateName returns the name of state i of a kind.
func stateName(k Kind, i int) string {
	info := &Kinds[k]
	var parts []string
	for _, p := range properties[info.Class] {
		if v, _ := info.Class.value(i, p.property); v != 0 {
			n := &propertyNames[p.property]
			parts = append(parts, n.name+"="+n.values[v])
		}
	}
	if len(parts) == 0 {
		return info.Name
	}
	return info.Name + "[" + strings.Join(parts, ",") + "]"
}

// BlockNamed returns the state with a name, as String gives it; the properties may stand in any order, and those left out are the
// usual ones. Names of former versions are known too.
func BlockNamed(name string) (Block, bool) {
	name = strings.ToLower(name)
	if b, known := states.byName[name]; known {
		return b, true
	}
	bare, list, _ := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	b, known := states.byName[bare]
	if !known || list == "" {
		return Air, false
	}
	for part := range strings.SplitSeq(list, ",") {
		key, word, _ := strings.Cut(strings.TrimSpace(part), "=")
		p, v, known := propertyNamed(key, word)
		if !known || !b.Has(p) || v >= b.valueCount(p) {
			return Air, false
		}
		b = b.With(p, v)
	}
	return b, true
}

func propertyNamed(key, word string) (Property, int, bool) {
	for p := range propertyNames {
		if propertyNames[p].name != key {
			continue
		}
		for v, w := range propertyNames[p].values {
			if w == word {
				return Property(p), v, true
			}
		}
	}
	return 0, 0, false
}

// BlockNames returns the names of all states by number: what a world on disk and a peer compare their numbers by.
func BlockNames() []string {
	out := make([]string, BlockCount)
	for b := range out {
		out[b] = Blocks[b].Name
	}
	return out
}

// Kind returns the kind of a block.
func (b Block) Kind() Kind { return b.Info().Kind }

// Class returns the class of a block.
func (b Block) Class() Class { return b.Info().Class }

// Has reports whether the states of the block's kind differ in a property.
func (b Block) Has(p Property) bool { return b.valueCount(p) > 0 }

func (b Block) valueCount(p Property) int {
	for _, q := range properties[b.Class()] {
		if q.property == p {
			return q.count
		}
	}
	return 0
}

// Get returns the value of a property, 0 if the block has it not.
func (b Block) Get(p Property) int {
	if int(b) >= BlockCount {
		return 0
	}
	v, _ := b.Class().value(int(states.index[b]), p)
	return v
}

// With returns the state that differs from b in one property alone; b itself if it has the property not, or not that value.
func (b Block) With(p Property, v int) Block {
	if int(b) >= BlockCount || v < 0 {
		return b
	}
	i, step := int(states.index[b]), 1
	for _, q := range properties[b.Class()] {
		if q.property == p {
			if v >= q.count {
				return b
			}
			return states.of[b.Kind()][i+(v-i/step%q.count)*step]
		}
		step *= q.count
	}
	return b
}

// Facing returns the side that the block faces: North for a block that faces none.
func (b Block) Facing() Face { return North + Face(b.Get(PropFacing)) }
