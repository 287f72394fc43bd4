package admin

import (
	"fmt"
	"strconv"
	"strings"

	"voxtide/commands"
	"voxtide/land"
	"voxtide/server/access"
	"voxtide/server/building"
	"voxtide/world"
)

// Commands about the border of the world, and about regions.

// border shows the border of the world, or sets it: it counts at once, and who stands beyond it is brought back.
func border(o *invocation) {
	l, r := o.Access.Lists, o.arg("RADIUS")
	switch {
	case o.arg("WHAT").Text == "off":
		l.Border = land.Border{}
	case r.Given:
		l.Border = land.Border{R: int32(r.Number), X: int32(o.arg("X").Number), Z: int32(o.arg("Z").Number)}
	case l.Border.R == 0:
		o.print("the world has no border")
		return
	default:
		o.print("the border is %d blocks from %d %d", l.Border.R, l.Border.X, l.Border.Z)
		return
	}
	o.changed = true
	if l.Border.R == 0 {
		o.print("the world has no border now")
		return
	}
	o.print("the border is %d blocks from %d %d now: nobody goes or builds beyond it", l.Border.R, l.Border.X, l.Border.Z)
}

// region lists, shows, makes, changes or removes regions, or brings somebody into a closed one.
func region(o *invocation) {
	l := o.Access.Lists
	what, name := o.arg("WHAT").Text, o.arg("REGION").Text
	r := l.Region(name)
	if what != "list" && what != "add" && r == nil {
		o.fail("region: there is no region %q; region list shows them", name)
		return
	}
	switch what {
	case "list":
		for i := range l.Regions {
			o.print("  %s", regionText(&l.Regions[i]))
		}
		if len(l.Regions) == 0 {
			o.print("there are no regions: region add NAME makes one of your selection")
		}
	case "add":
		o.addRegion(name)
	case "remove":
		o.changed = l.RemoveRegion(name)
		o.print("there is no region %s any more", name)
	case "show":
		o.print("%s", regionText(r))
		o.showBox(building.Box{Low: r.Low, High: r.High})
	case "set":
		o.setRegion(r, o.arg("FLAGS").Text)
	case "trust", "untrust":
		o.trustInRegion(r, what == "trust")
	case "visit":
		o.visit(r)
	}
}

func regionText(r *access.Region) string {
	text := fmt.Sprintf("%s, %v", r.Name, building.Box{Low: r.Low, High: r.High})
	if r.Priority != 0 {
		text += fmt.Sprintf(", priority=%d", r.Priority)
	}
	if flags := r.Flags.String(); flags != "" {
		text += ": " + flags
	}
	for i, w := range r.Trusted {
		text += map[bool]string{true: "; trusted: ", false: ", "}[i == 0] + w.Name
	}
	return text
}

// addRegion adds a region: between two positions, or where the issuer has selected.
func (o *invocation) addRegion(name string) {
	box, ok := o.builder().Selection()
	if o.arg("FROM").Given {
		from, ok1 := o.position("FROM")
		to, ok2 := o.position("TO")
		if !ok1 || !ok2 {
			return
		}
		box, ok = building.BoxOf(from, to), true
	}
	if !ok {
		o.fail("region: give two positions, or select a box first: //pos1 and //pos2")
		return
	}
	r := access.Region{Name: name, Low: box.Low, High: box.High}
	if err := o.Access.Lists.AddRegion(r); err != nil {
		o.fail("region: %s", accessErrorText(err))
		return
	}
	o.changed = true
	o.print("the region %s is %v; region set %s build=trusted, for example, says what counts there", name, box, name)
	o.showBox(box)
}

// showBox shows the issuer the edges of a box.
func (o *invocation) showBox(box building.Box) {
	if p := o.game.OnlineStream(o.by.Stream); p != nil {
		o.game.ShowBlocks(p.Name, func(show func(world.Pos, world.Block)) {
			box.EachEdge(func(at world.Pos) { show(at, outline) })
		})
	}
}

// setRegion sets flags of a region: words such as build=trusted, the greeting in quotes or up to the end of the line.
func (o *invocation) setRegion(r *access.Region, text string) {
	flags, priority := r.Flags, r.Priority
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		key, rest, found := strings.Cut(text, "=")
		value := ""
		switch {
		case !found:
			o.fail("region: %.40q is no flag and its value, such as build=trusted", text)
			return
		case strings.HasPrefix(rest, `"`):
			if value, text, found = strings.Cut(rest[1:], `"`); !found {
				o.fail("region: a quote is not closed")
				return
			}
		default:
			value, text, _ = strings.Cut(rest, " ")
		}
		if key == "priority" {
			n, err := strconv.Atoi(value)
			if err != nil || n < -access.PriorityMax || n > access.PriorityMax {
				o.fail("region: priority is a number from -%d to %d", access.PriorityMax, access.PriorityMax)
				return
			}
			priority = n
		} else if err := flags.Set(strings.ToLower(key), value); err != nil {
			o.fail("region: %v", err)
			return
		}
	}
	before := *r
	r.Flags, r.Priority = flags, priority
	if err := o.Access.Lists.Validate(); err != nil {
		*r = before
		o.fail("region: %s", accessErrorText(err))
		return
	}
	o.changed = true
	o.print("%s", regionText(r))
}

func (o *invocation) trustInRegion(r *access.Region, trust bool) {
	w := o.principal("NAME")
	if !trust {
		n := len(r.Trusted)
		r.Untrust(w)
		if o.changed = len(r.Trusted) < n; !o.changed {
			o.fail("%s is not trusted in %s", w.Name, r.Name)
			return
		}
		o.print("%s is no longer trusted in %s", w.Name, r.Name)
		return
	}
	if o.changed = r.Trust(w); !o.changed {
		o.fail("%s is trusted in %s already, or too many are", w.Name, r.Name)
		return
	}
	o.print("%s is trusted in %s", w.Name, r.Name)
}

// visit brings the issuer into a region, also one that is closed to bodies, if they are trusted there.
func (o *invocation) visit(r *access.Region) {
	p := o.self()
	if p == nil {
		return
	}
	if o.by.Rank < commands.Operator && !r.Trusts(o.by.Who) {
		o.fail("region: you are not trusted in %s", r.Name)
		return
	}
	middle := world.Pos{X: r.Low.X + (r.High.X-r.Low.X)/2, Y: r.Low.Y, Z: r.Low.Z + (r.High.Z-r.Low.Z)/2}
	middle.Y = max(world.MinY, min(world.MaxY, middle.Y))
	o.teleport(p.Stream, world.BottomCentre(o.game.FreeRoom(middle)))
	o.print("you are in %s", r.Name)
}
