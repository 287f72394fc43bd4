package script

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/world"
)

// want is what stands after a verb.
type want uint8

const (
	wantNothing want = iota
	wantKey
	wantLook
	wantPlace
	wantSlot
	wantText
	wantFile
	wantSky
)

// verb is a row of the table of verbs.
type verb struct {
	name  string
	wants want
	play  func(p *Player, l *line)
	looks bool // it acts on what is looked at
}

// verbs is the table, in the order of the package comment. It is filled by init because rows refer to the player, whose
// lines refer to rows.
var verbs []verb

func init() {
	verbs = []verb{
		{name: "down", wants: wantKey, play: func(p *Player, l *line) { p.keys |= l.key }},
		{name: "up", wants: wantKey, play: func(p *Player, l *line) { p.keys &^= l.key }},
		{name: "tap", wants: wantKey, play: func(p *Player, l *line) { p.taps |= l.key }},
		{name: "look", wants: wantLook, play: look},
		{name: "at", wants: wantPlace, play: at},
		{name: "select", wants: wantSlot, play: func(p *Player, l *line) { p.do(actions.Action{Kind: actions.Select, Slot: l.slot}) }},
		{name: "place", play: place, looks: true},
		{name: "break", play: breaks, looks: true},
		{name: "say", wants: wantText, play: func(p *Player, l *line) { p.do(actions.Action{Kind: actions.Chat, Text: l.text}) }},
		{name: "shot", wants: wantFile, play: func(p *Player, l *line) { p.out.Shots = append(p.out.Shots, l.text) }},
		{name: "sky", wants: wantSky, play: func(p *Player, l *line) { p.sky = l.sky }},
		{name: "wait-acked", play: func(p *Player, _ *line) { p.waits = (*Player).acked }},
		{name: "wait-land", play: func(p *Player, _ *line) { p.waits, p.land = (*Player).landed, land{began: p.since, calm: p.since} }},
		{name: "quit", play: func(p *Player, _ *line) { p.out.Quit = true }},
	}
}

func find(name string) *verb {
	for i := range verbs {
		if verbs[i].name == name {
			return &verbs[i]
		}
	}
	return nil
}

func names() string {
	var all []string
	for _, v := range verbs {
		all = append(all, v.name)
	}
	return strings.Join(all, " ")
}

// keys are the names of keys, by bit.
var keys = [...]string{"forward", "back", "left", "right", "jump", "sneak", "run", "fly"}

// read reads what stands after the verb.
func (v *verb) read(a *args, rest string) error {
	words := strings.Fields(rest)
	switch v.wants {
	case wantKey:
		for i, k := range keys {
			if len(words) == 1 && words[0] == k {
				a.key = 1 << i
				return nil
			}
		}
		return fmt.Errorf("%s takes one of %s", v.name, strings.Join(keys[:], " "))
	case wantLook:
		return numbers(a.n[:2], words, v.name+" takes YAW and PITCH in degrees")
	case wantPlace:
		return numbers(a.n[:], words, v.name+" takes X, Y and Z in blocks")
	case wantSlot:
		n, err := strconv.Atoi(rest)
		if err != nil || n < 1 || n > world.HotbarSlots {
			return fmt.Errorf("select takes 1 to %d", world.HotbarSlots)
		}
		a.slot = uint8(n - 1)
	case wantText:
		if a.text = edits.Line(rest, edits.TextMax); rest == "" {
			return fmt.Errorf("%s takes a text", v.name)
		}
	case wantFile:
		if a.text = rest; rest == "" {
			return fmt.Errorf("%s takes a file", v.name)
		}
	case wantSky:
		if day, ok := Days[rest]; ok {
			a.sky = &day
		} else if rest != "world" {
			return fmt.Errorf("%s takes dawn, noon, dusk, night or world", v.name)
		}
	default:
		if rest != "" {
			return fmt.Errorf("%s takes nothing", v.name)
		}
	}
	return nil
}

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

func look(p *Player, l *line) {
	turn := math.Mod(l.n[0], 360)
	p.yaw = uint16(int64(math.Round(turn/360*65536)) & 0xffff)
	p.pitch = max(-90, min(90, l.n[1]))
}

func at(p *Player, l *line) {
	p.do(client.Goto(l.n[0], l.n[1], l.n[2]))
}

func place(p *Player, l *line) {
	if h, ok := p.target(l); ok {
		p.do(h.Against(p.client.World()))
	}
}

func breaks(p *Player, l *line) {
	h, ok := p.target(l)
	if !ok {
		return
	}
	if p.creative() {
		p.do(h.Break(actions.Dug))
		return
	}
	p.do(h.Break(actions.Dig))
	p.digging, p.dug = true, h
}

// target returns the block that is looked at.
func (p *Player) target(l *line) (client.Hit, bool) {
	h, ok := p.client.Target(p.yaw, p.pitch)
	if !ok {
		p.note(l, "there is no block in reach of the look")
	}
	return h, ok
}
