package foreign

import (
	"slices"
	"strings"

	"voxtide/world"
)

// State is the name of a block with its properties, as palettes of Minecraft have it.
type State struct {
	Name  string // with its namespace
	Props map[string]string
}

// ParseState splits a text such as "minecraft:oak_stairs[facing=east,half=top]".
func ParseState(text string) State {
	name, list, _ := strings.Cut(strings.TrimSuffix(text, "]"), "[")
	s := State{Name: name}
	if list != "" {
		s.Props = map[string]string{}
		for part := range strings.SplitSeq(list, ",") {
			key, value, _ := strings.Cut(part, "=")
			s.Props[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	return s
}

// String writes the state, its properties in order of name.
func (s State) String() string {
	if len(s.Props) == 0 {
		return s.Name
	}
	var parts []string
	for key, value := range s.Props {
		parts = append(parts, key+"="+value)
	}
	slices.Sort(parts)
	return s.Name + "[" + strings.Join(parts, ",") + "]"
}

// Minecraft returns the block of ours for a state of Minecraft's.
func (t *Translator) Minecraft(s State) Found {
	if b, ok := ownNamed(s.String()); ok {
		return Found{Block: b}
	}
	name := strings.TrimPrefix(s.Name, "minecraft:")
	if b, ok := minecraftBlock(name, s.Props); ok {
		return Found{Block: b}
	}
	return t.replace(s.Name, withProps(nearest(name), name, s.Props))
}

// MinecraftName returns the state by which Minecraft has a block of ours, or one in our own namespace where it has none that is read as the same.
func MinecraftName(b world.Block) State {
	if s, ok := minecraftState(b); ok {
		if back, ok := minecraftBlock(strings.TrimPrefix(s.Name, "minecraft:"), s.Props); ok && back == b {
			return s
		}
	}
	return ParseState(own + b.String())
}

// minecraftBlock returns the block that is the same as one of Minecraft's.
func minecraftBlock(name string, props map[string]string) (world.Block, bool) {
	onWall := false
	for _, p := range [...][2]string{{"wall_torch", "torch"}, {"_wall_sign", "_sign"}} {
		if strings.HasSuffix(name, p[0]) {
			name, onWall = strings.TrimSuffix(name, p[0])+p[1], true
		}
	}
	k, known := fromMinecraft[name]
	if !known {
		return world.Air, false
	}
	b := withProps(k.Block(), name, props)
	if onWall {
		b = b.With(world.PropWall, 1)
	}
	return b, true
}

// minecraftState returns the state of Minecraft's for a block of ours.
func minecraftState(b world.Block) (State, bool) {
	name, known := toMinecraft[b.Kind().String()]
	if !known {
		return State{}, false
	}
	s := State{Name: "minecraft:" + name}
	for _, p := range classProps[b.Class()] {
		value, there := p.write(b)
		if !there {
			continue
		}
		if s.Props == nil {
			s.Props = map[string]string{}
		}
		s.Props[p.name] = value
	}
	if b.Get(world.PropWall) == 1 {
		switch b.Class() {
		case world.ClassTorch:
			s.Name = "minecraft:wall_torch"
		case world.ClassSign:
			s.Name = strings.TrimSuffix(s.Name, "_sign") + "_wall_sign"
		}
	}
	return s, true
}

// withProps returns the state of a block that properties of Minecraft's describe.
func withProps(b world.Block, name string, props map[string]string) world.Block {
	for _, p := range classProps[b.Class()] {
		if value, given := props[p.name]; given {
			b = p.read(b, value)
		}
	}
	return b
}

// prop is a property of Minecraft's for a property of ours.
type prop struct {
	name  string
	read  func(b world.Block, value string) world.Block
	write func(b world.Block) (value string, there bool)
}

// words is a property whose values have names, by value; an empty one is not written.
func words(name string, p world.Property, values ...string) prop {
	return prop{name, func(b world.Block, value string) world.Block {
		if v := slices.Index(values, value); v >= 0 && value != "" {
			return b.With(p, v)
		}
		return b
	}, func(b world.Block) (string, bool) {
		v := b.Get(p)
		return values[min(v, len(values)-1)], v < len(values) && values[v] != ""
	}}
}

// side is a side to which a block joins.
func side(name string, bit int, yes, no string) prop {
	return prop{name, func(b world.Block, value string) world.Block {
		bits := b.Get(world.PropJoins) &^ bit
		if value != "false" && value != "none" {
			bits |= bit
		}
		return b.With(world.PropJoins, bits)
	}, func(b world.Block) (string, bool) {
		if b.Get(world.PropJoins)&bit != 0 {
			return yes, true
		}
		return no, true
	}}
}

// sidesOf are the four sides to which a block joins.
func sidesOf(yes, no string) []prop {
	return []prop{side("north", 1, yes, no), side("south", 2, yes, no), side("west", 4, yes, no), side("east", 8, yes, no)}
}

// constantProp is a property of Minecraft's that is always the same here.
func constantProp(name, value string) prop {
	return prop{name, func(b world.Block, _ string) world.Block { return b }, func(world.Block) (string, bool) { return value, true }}
}

var (
	propFacing = words("facing", world.PropFacing, "north", "south", "west", "east")
	propOpen   = words("open", world.PropOpen, "false", "true")
	propOn     = words("powered", world.PropOn, "false", "true")
	propAttach = words("face", world.PropWall, "floor", "wall")
	// propWallFacing is the facing of what hangs at a wall; on the floor there is none.
	propWallFacing = prop{"facing", propFacing.read, func(b world.Block) (string, bool) {
		v, _ := propFacing.write(b)
		return v, b.Get(world.PropWall) == 1
	}}
	// propRotation is that of a sign on the floor, in sixteenths of a turn from south.
	propRotation = prop{"rotation", func(b world.Block, value string) world.Block {
		n := 0
		for _, c := range value {
			if c < '0' || c > '9' || n > 15 {
				return b
			}
			n = 10*n + int(c-'0')
		}
		return b.With(world.PropFacing, [...]int{1, 2, 0, 3}[(n+2)/4%4])
	}, func(b world.Block) (string, bool) {
		return [...]string{"8", "0", "4", "12"}[b.Get(world.PropFacing)], b.Get(world.PropWall) == 0
	}}
	// propLevel counts the other way round in Minecraft: 1 is the highest that runs.
	propLevel = words("level", world.PropLevel, "0", "7", "6", "5", "4", "3", "2", "1", "8")
)

var classProps = [world.ClassCount][]prop{
	world.ClassPillar:   {words("axis", world.PropAxis, "y", "x", "z")},
	world.ClassStairs:   {propFacing, words("half", world.PropHalf, "bottom", "top")},
	world.ClassSlab:     {words("type", world.PropHalf, "bottom", "top", "double")},
	world.ClassLeaves:   {words("persistent", world.PropPlaced, "false", "true"), constantProp("distance", "7")},
	world.ClassLiquid:   {propLevel},
	world.ClassTorch:    {propWallFacing},
	world.ClassLadder:   {propFacing},
	world.ClassSign:     {propWallFacing, propRotation},
	world.ClassFence:    sidesOf("true", "false"),
	world.ClassPane:     sidesOf("true", "false"),
	world.ClassWall:     append(sidesOf("low", "none"), constantProp("up", "true")),
	world.ClassDoor:     {propFacing, words("half", world.PropHalf, "lower", "upper"), propOpen, words("hinge", world.PropHinge, "left", "right")},
	world.ClassGate:     {propFacing, propOpen},
	world.ClassTrapdoor: {propFacing, words("half", world.PropHalf, "bottom", "top"), propOpen},
	world.ClassLever:    {propAttach, propFacing, propOn},
	world.ClassButton:   {propAttach, propFacing, propOn},
	world.ClassPlate:    {propOn},
	world.ClassChest:    {propFacing},
	world.ClassBarrel:   {propFacing},
	world.ClassFurnace:  {propFacing},
	world.ClassKiln:     {propFacing},
	world.ClassCampfire: {propFacing},
	world.ClassAnvil:    {propFacing},
	world.ClassBed:      {propFacing, words("part", world.PropHalf, "foot", "head")},
}
