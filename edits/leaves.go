package edits

import (
	"voxtide/internal/faults"
	"voxtide/timestream"
	"voxtide/world"
)

// Leaves that no log keeps any longer get a support check, and go when it is due (see sim). A log keeps the leaves that are near it along
// leaves. Those that a player placed stay; leaves that never had a log stay until a log or leaves near them go.

// leafReach is the greatest distance along leaves at which a log keeps them; what touches it is at 1.
const leafReach = 6

// leafChecksMax bounds the support checks of one stream to which leaves are added; what is beyond it stays.
const leafChecksMax = 512

// leafSpan is how far from the block that went the search looks: leaves at leafReach may be kept by a log behind others.
const leafSpan = 2 * leafReach

const leafSide = 2*leafSpan + 1

// leafSearch is the memory of a search.
type leafSearch struct {
	// steps holds, by cell around the middle, the distance from there, or notLeaves or aLog, or 0 for what was not looked at.
	steps  [leafSide * leafSide * leafSide]int8
	kept   [leafSide * leafSide * leafSide]int8 // the distance from a log
	found  []world.Pos                          // the leaves, from near to far
	second []world.Pos

	middle  world.Pos
	last    world.SectionPos // the section that was looked at last
	section *world.Section
	unknown bool // a cell that the stream does not know was looked at
}

// The values of leafSearch.steps that are no distance.
const (
	notLeaves = -1
	aLog      = -2
)

// IsLog reports whether a block is a log, which keeps leaves.
func IsLog(b world.Block) bool {
	return b.Class() == world.ClassPillar && world.Blocks[b].Sound == world.SoundWood
}

// goesWithLog reports whether a block are leaves that no player placed.
func goesWithLog(b world.Block) bool {
	return b.Class() == world.ClassLeaves && b.Get(world.PropPlaced) == 0
}

func (l *leafSearch) index(p world.Pos) int {
	x, y, z := int(p.X-l.middle.X)+leafSpan, int(p.Y-l.middle.Y)+leafSpan, int(p.Z-l.middle.Z)+leafSpan
	return x + leafSide*(z+leafSide*y)
}

// begin begins a search around a cell.
func (r *Recorder) beginLeafSearch(p world.Pos) *leafSearch {
	if r.leaves == nil {
		r.leaves = &leafSearch{}
	}
	l := r.leaves
	clear(l.steps[:])
	l.found, l.second = l.found[:0], l.second[:0]
	l.middle, l.section, l.unknown = p, nil, false
	return l
}

// look returns what is in a cell, and notes leaves as being steps away.
func (r *Recorder) look(l *leafSearch, s timestream.Stream, p world.Pos, steps int8) int8 {
	at := &l.steps[l.index(p)]
	if *at != 0 {
		return *at
	}
	if section := p.Section(); l.section == nil || l.last != section {
		l.last, l.section = section, r.W.Section(section)
		if l.section == nil || p.InHeight() && !r.Knows(s, p) {
			l.unknown, l.section = l.unknown || p.InHeight(), nil
			*at = notLeaves
			return *at
		}
	}
	switch b := l.section.Get(p.Index()); {
	case b.Class() == world.ClassLeaves:
		*at = steps
		l.found = append(l.found, p)
	case IsLog(b):
		*at = aLog
	default:
		*at = notLeaves
	}
	return *at
}

// Knows reports whether the owner of a stream knows a cell: its section has arrived there. Of other players, whose subscriptions are not
// known here, it is assumed.
func (r *Recorder) Knows(s timestream.Stream, p world.Pos) bool {
	if !p.InHeight() {
		return true
	}
	if s != timestream.Server && r.W.Player(s) != nil && !r.W.Subscription(s, p.Section()).Confirmed {
		return false
	}
	return r.W.HasSection(p.Section())
}

// loosenLeaves adds support checks for the leaves that a log at a cell, or leaves there, kept or linked to a log, and that now have none.
func (r *Recorder) loosenLeaves(s timestream.Stream, p world.Pos) {
	l := r.beginLeafSearch(p)
	for f := range world.Face(world.FaceCount) {
		r.look(l, s, p.Next(f), 1)
	}
	for i := 0; i < len(l.found); i++ {
		c := l.found[i]
		steps := l.steps[l.index(c)]
		byLog := false
		for f := range world.Face(world.FaceCount) {
			if n := c.Next(f); n != p && steps < leafSpan && r.look(l, s, n, steps+1) == aLog {
				byLog = true
			}
		}
		if byLog {
			l.second = append(l.second, c)
		}
	}
	if len(l.found) == 0 {
		return
	}
	clear(l.kept[:])
	for _, c := range l.second {
		l.kept[l.index(c)] = 1
	}
	for i := 0; i < len(l.second); i++ {
		c := l.second[i]
		d := l.kept[l.index(c)]
		for f := range world.Face(world.FaceCount) {
			n := c.Next(f)
			if n == p || d == leafReach || distanceFrom(l.middle, n) > leafSpan {
				continue
			}
			if at := l.index(n); l.steps[at] > 0 && l.kept[at] == 0 {
				l.kept[at] = d + 1
				l.second = append(l.second, n)
			}
		}
	}
	st := r.W.Stream(s)
	for _, c := range l.found {
		if at := l.index(c); l.steps[at] > leafReach || st == nil || len(st.SupportChecks) >= leafChecksMax {
			return
		} else if b, _ := r.W.Block(c); l.kept[at] == 0 && goesWithLog(b) && !faults.Active(faults.LeavesStay) {
			r.Do(Edit{Kind: AddSupportCheck, Stream: s, Pos: c})
		}
	}
}

func distanceFrom(a, b world.Pos) int32 {
	return max(a.X-b.X, b.X-a.X, a.Y-b.Y, b.Y-a.Y, a.Z-b.Z, b.Z-a.Z)
}

// CheckLeaves lets leaves go that no log keeps, on behalf of a stream that knows the cell. Where the search meets a section that the
// stream's owner does not know, the server decides. It reports whether they have gone.
func (r *Recorder) CheckLeaves(s timestream.Stream, p world.Pos) (gone bool) {
	if b, _ := r.W.Block(p); !goesWithLog(b) {
		return false
	}
	l := r.beginLeafSearch(p)
	if r.look(l, s, p, 1) != 1 {
		return false
	}
	for i := 0; i < len(l.found); i++ {
		c := l.found[i]
		steps := l.steps[l.index(c)]
		if steps > leafReach {
			break
		}
		for f := range world.Face(world.FaceCount) {
			if r.look(l, s, c.Next(f), steps+1) == aLog {
				return false
			}
		}
	}
	if l.unknown {
		if s != timestream.Server {
			r.Do(Edit{Kind: AddSupportCheck, Stream: timestream.Server, Pos: p})
		}
		return false
	}
	return r.put(s, p, world.Air)
}
