package admin

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/server/itemlog"
	"voxtide/world"
)

const (
	// itemsReach is how far from a place things may have come or gone that are asked for by place, in blocks along each axis.
	itemsReach = 2
	// chatItems and consoleItems are the lines on a page of what players got and gave away.
	chatItems, consoleItems = 18, 60
	// waysShown bounds the ways that are told of where an item went.
	waysShown = 3
)

const noItemsText = "what players get and give away is not kept here: item_history_days in the settings says for how long"

// items shows what players got and gave away.
func items(o *invocation) {
	q := itemlog.Query{Name: o.arg("NAME").Text, Page: int(o.arg("PAGE").Number), Most: consoleItems, Reach: itemsReach}
	if !o.by.outside() {
		q.Most = chatItems
	}
	if v := o.arg("SINCE"); v.Given {
		q.Since = time.Now().Unix() - v.Number
	}
	if v := o.arg("ITEM"); v.Given {
		q.Item = v.Item.String()
	}
	if o.arg("WHAT").Text == "at" {
		q.Near = &world.Pos{X: int32(o.arg("X").Number), Y: int32(o.arg("Y").Number), Z: int32(o.arg("Z").Number)}
	}
	if o.backend == nil || !o.backend.Items(q, func(found itemlog.Found, err error) { o.answer(itemLines(&found, err)) }) {
		o.fail(noItemsText)
		return
	}
	o.deferred = true
}

// itemLines writes a page of what was found, the oldest first.
func itemLines(found *itemlog.Found, err error) (lines []string) {
	for i := range found.Lines {
		l := &found.Lines[i]
		lines = append(lines, fmt.Sprintf("  %s %s %s", itemTime(l.At), l.Name, l.Text()))
	}
	switch {
	case err != nil:
		lines = append(lines, "items: not all can be read: "+err.Error())
	case found.All == 0:
		lines = append(lines, "nothing that came or went fits")
	case found.Pages > 1:
		lines = append(lines, fmt.Sprintf("page %d of %d, %d lines fit; a number behind it asks for an older page", found.Page, found.Pages, found.All))
	}
	if found.Lost > 0 {
		lines = append(lines, lostText(found.Lost))
	}
	return lines
}

// itemTime writes a time in seconds since 1970.
func itemTime(at int64) string { return time.Unix(at, 0).UTC().Format("01-02 15:04:05") }

func lostText(n int) string {
	return fmt.Sprintf("%d lines were lost since the start, as the disk did not keep up: this may not be all", n)
}

// giveBack shows what a player had at a time or before the last death, and what of it is not there now; with now it gives that back.
func giveBack(o *invocation) {
	name, death, at := o.arg("NAME").Text, o.arg("BEFORE").Given, time.Now().Unix()-o.arg("SINCE").Number
	if o.backend == nil || !o.backend.Had(name, cmp.Or(o.by.Who.Name, "console"), at, death, func(p itemlog.Past, err error) {
		o.lines = nil
		o.tellPast(name, &p, err)
		o.answer(o.lines)
	}) {
		o.fail(noItemsText)
		return
	}
	o.deferred = true
}

// missing is what a player had and has not any more.
type missing struct {
	stack world.Stack // one of them
	n     int
}

// tellPast answers giveBack.
func (o *invocation) tellPast(name string, p *itemlog.Past, err error) {
	slots, here, known := o.game.Inventory(name)
	switch {
	case err != nil:
		o.fail("giveback: what %s had cannot be read: %v", name, err)
		return
	case !p.Known && o.arg("BEFORE").Given:
		o.fail("giveback: no death of %s is known at which there was something to lose", name)
		return
	case !p.Known:
		o.fail("giveback: what %s had then is not known: the history does not reach back to it", name)
		return
	}
	had := "nothing"
	if len(p.Had) > 0 {
		had = stackList(p.Had)
	}
	o.print("%s had at %s: %s", name, itemTime(p.At), had)
	if p.Lost > 0 {
		o.print("%s", lostText(p.Lost))
	}
	if !known {
		o.print("of %s nothing is kept here now", name)
		return
	}
	list := missingOf(p.Had, slots)
	if len(list) == 0 {
		o.print("%s has all of that", name)
		return
	}
	for _, m := range list {
		o.print("  %d %s less now: %s", m.n, m.stack.Item, whereTo(p.After, m.stack.Item.String(), m.n))
	}
	why := o.game.ReadOnly()
	switch {
	case why != actions.Done:
		o.fail("giveback: %v", why)
	case !o.arg("NOW").Given:
		o.print("with \"now\" behind it %s gets these; what lies in a box or a cairn, or belongs to others by now, is there twice then", name)
	default:
		o.give(name, here, list)
	}
}

// give gives a player what is missing, as far as there is room: at once, or for when they come.
func (o *invocation) give(name string, here bool, list []missing) {
	of := o.game.Online(name)
	given := 0
	for _, m := range list {
		fits := false
		if !here {
			if fits = o.game.GiveAway(name, m.stack, m.n); fits {
				o.backend.Brought(name, cmp.Or(o.by.Who.Name, "console"), m.stack.Item, m.n)
			}
		} else {
			fits = o.game.Give(of.Stream, m.stack, m.n)
		}
		if !fits {
			o.print("%s has no room for %d %s", name, m.n, m.stack.Item)
			continue
		}
		given += m.n
	}
	o.game.EndCommand()
	o.print("%s has %d things back, as new ones: where the old ones still are, they are there twice", name, given)
	if !here {
		o.print("%s is not here, and has them on coming back", name)
	} else if given > 0 {
		o.game.Tell(of.Stream, "You were given things back that you had")
	}
}

// missingOf returns what of some stacks an inventory has not, in their order; of what wears the least worn ones.
func missingOf(had []itemlog.Stack, slots []world.Stack) (list []missing) {
	has := map[string]int{}
	for _, s := range slots {
		has[s.Item.String()] += int(s.Count)
	}
	had = slices.Clone(had)
	slices.SortStableFunc(had, func(a, b itemlog.Stack) int { return cmp.Compare(b.Wear, a.Wear) })
	for _, s := range had {
		there := min(has[s.Item], s.Count)
		has[s.Item] -= there
		it, known := world.ItemNamed(s.Item)
		if n := s.Count - there; n > 0 && known {
			list = append(list, missing{world.Stack{Item: it, Count: 1, Wear: uint16(s.Wear)}, n})
		}
	}
	return list
}

// whereTo says how a number of an item was lost, the latest first.
func whereTo(after []itemlog.Line, item string, n int) string {
	sums := map[string]int{}
	var order []string
	for _, l := range slices.Backward(after) {
		if l.Item != item || l.Count >= 0 {
			continue
		}
		way := l.Way()
		if sums[way] == 0 {
			order = append(order, way)
		}
		sums[way] -= l.Count
	}
	if len(order) == 0 {
		return "nothing is known of where they went"
	}
	var parts []string
	for i, way := range order {
		if i == waysShown {
			parts = append(parts, fmt.Sprintf("and in %d other ways", len(order)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("%d %s", sums[way], way))
	}
	return strings.Join(parts, ", ")
}

// stackList writes stacks.
func stackList(list []itemlog.Stack) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = s.String()
	}
	return strings.Join(parts, ", ")
}
