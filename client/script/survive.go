package script

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"voxtide/actions"
	"voxtide/client/script/route"
	"voxtide/recipes"
	"voxtide/world"
)

// goTo goes to a cell, on foot, digging and building pillars where it has to.
func (p *Player) goTo(l *line) {
	to := l.cell
	p.push(p.travel(func(at world.Pos) bool { return at == to }, func(at world.Pos) float64 { return apart(at, to) }))
}

// rise builds a pillar of one block under the feet.
func (p *Player) rise(*line) {
	if at, ok := p.feet(); ok {
		p.push(follow([]route.Step{{Kind: route.Pillar, To: at.Above()}}))
	}
}

// apart is at most the way between two cells, in blocks of walking.
func apart(a, b world.Pos) float64 {
	up := float64(b.Y - a.Y)
	if up < 0 {
		up /= -3
	}
	return math.Abs(float64(a.X-b.X)) + math.Abs(float64(a.Z-b.Z)) + up/2
}

// wayTries is how often a way is looked for again where it was not what it had been.
const wayTries = 40

// travel goes along ways until the player stands in a cell that goal accepts.
func (p *Player) travel(goal func(world.Pos) bool, far func(world.Pos) float64) task {
	tries := 0
	return func(p *Player) bool {
		p.keys = 0
		at, ok := p.feet()
		e, _ := p.client.Avatar()
		switch {
		case !ok || e.Motion.Flags&world.OnGround == 0 && tries < wayTries && !p.inWater(at):
			return !ok
		case goal(at):
			return true
		}
		way, found := p.way(at, goal, far)
		if tries++; !found || tries > wayTries {
			p.warn1(fmt.Sprintf("there is no way from %v", at))
			return true
		}
		p.push(follow(way))
		return false
	}
}

func (p *Player) inWater(at world.Pos) bool {
	b, _ := p.client.World().Block(at)
	return b.Info().Liquid
}

// way looks for a way with what there is in the bag: one without pillars, which take longest, else one with them.
func (p *Player) way(from world.Pos, goal func(world.Pos) bool, far func(world.Pos) float64) ([]route.Step, bool) {
	w := p.client.World()
	player := w.Player(p.client.Stream())
	s := route.Search{Blocks: w, DigTime: func(at world.Pos, b world.Block) float64 {
		if b.Info().Hardness < 0 || b.BoxSlots() > 0 || built(b) || p.keeps(at) {
			return -1
		}
		least := b.BreakTime(world.Stack{})
		for _, st := range player.Slots {
			least = min(least, b.BreakTime(st))
		}
		return 1 + float64(least)/1e6*4.3 // a player walks 4.3 blocks in a second
	}}
	steps, found := s.Find(from, goal, far)
	if s.Pillars, _ = p.fillerCount(); !found && s.Pillars > 0 {
		steps, found = s.Find(from, goal, far)
	}
	return steps, found
}

// keeps reports whether a cell is near one that is kept.
func (p *Player) keeps(at world.Pos) bool {
	return slices.ContainsFunc(p.kept, func(k world.Pos) bool {
		x, y, z := at.X-k.X, at.Y-k.Y, at.Z-k.Z
		return max(x, -x, z, -z) <= 8 && max(y, -y) <= 6
	})
}

// built reports whether a block is somebody's work, through which no way is dug.
func built(b world.Block) bool {
	switch b.Class() {
	case world.ClassDoor, world.ClassBed, world.ClassWorkbench, world.ClassTorch, world.ClassSign, world.ClassStairs, world.ClassPane, world.ClassLantern:
		return true
	}
	name := b.Kind().String()
	return name == "planks" || name == "glass" || name == "stone_bricks" || name == "bricks"
}

// targetsMax is how many blocks a way is looked for to at once.
const targetsMax = 24

// gather digs blocks that give an item until the player has a number of it.
func (p *Player) gather(l *line) {
	bad := map[world.Pos]bool{}
	it, want, tries := l.item, int(l.count), 0
	p.push(func(p *Player) bool {
		p.keys = 0
		at, ok := p.feet()
		if !ok || p.count(it) >= want {
			return true
		}
		targets := p.sources(it, at, bad)
		if tries++; len(targets) == 0 || tries > gatherTries*want {
			p.warn1(fmt.Sprintf("there is nothing in sight that gives %v", it))
			return true
		}
		goal := func(at world.Pos) bool {
			return slices.ContainsFunc(targets, func(t world.Pos) bool { return beside(at, t) })
		}
		if goal(at) {
			for _, t := range targets {
				if beside(at, t) {
					bad[t] = true // once
					p.push(digCell(t))
					return false
				}
			}
		}
		way, found := p.way(at, goal, func(at world.Pos) float64 {
			least := math.Inf(1)
			for _, t := range targets {
				least = min(least, max(0, apart(at, t)-3))
			}
			return least
		})
		if !found {
			for _, t := range targets {
				bad[t] = true
			}
			return false
		}
		p.push(follow(way))
		return false
	})
}

// gatherTries is how many blocks are tried for one item: chance gives an apple for one of sixteen.
const gatherTries = 200

// beside reports whether who stands in a cell reaches a block without a step.
func beside(at, block world.Pos) bool {
	x, y, z := block.X-at.X, block.Y-at.Y, block.Z-at.Z
	return max(x, -x)+max(z, -z) <= 2 && y >= -1 && y <= 3 && (x != 0 || z != 0 || y > 1)
}

// sources returns the nearest blocks that give an item to who has these tools, the nearest first.
func (p *Player) sources(it world.Item, at world.Pos, bad map[world.Pos]bool) []world.Pos {
	w := p.client.World()
	player := w.Player(p.client.Stream())
	var gives [world.BlockCount]bool
	for b := range world.Block(world.BlockCount) {
		info := b.Info()
		gives[b] = b.MayDrop(it) && info.Hardness >= 0 && !built(b) &&
			(info.Tier == 0 || slices.ContainsFunc(player.Slots[:], func(st world.Stack) bool { return needs(b, st) }))
	}
	sections := w.AppendSections(nil)
	sections = slices.DeleteFunc(sections, func(sp world.SectionPos) bool {
		return !w.Section(sp).MayContain(func(b world.Block) bool { return gives[b] })
	})
	slices.SortFunc(sections, func(a, b world.SectionPos) int {
		return cmp.Or(cmp.Compare(apartFrom(at, a), apartFrom(at, b)), cmp.Compare(a.X, b.X), cmp.Compare(a.Z, b.Z), cmp.Compare(a.Y, b.Y))
	})
	var out nearest
	for _, sp := range sections {
		if len(out) == targetsMax && out[targetsMax-1].far <= apartFrom(at, sp) {
			break
		}
		s := w.Section(sp)
		for i := range world.SectionCells {
			if q := sp.PosAt(i); gives[s.Get(i)] && !bad[q] && !nearLiquid(w, q) && !p.keeps(q) {
				out.add(q, apart(at, q))
			}
		}
	}
	return out.cells()
}

// apartFrom is at most the way from a cell to the nearest of a section.
func apartFrom(at world.Pos, sp world.SectionPos) float64 {
	low := sp.Origin()
	in := func(v, low int32) int32 { return max(low, min(v, low+world.SectionSize-1)) }
	return apart(at, world.Pos{X: in(at.X, low.X), Y: in(at.Y, low.Y), Z: in(at.Z, low.Z)})
}

// nearest holds the nearest cells of those that were added, the nearest first, at most targetsMax.
type nearest []struct {
	at  world.Pos
	far float64
}

func (n *nearest) add(at world.Pos, far float64) {
	i := len(*n)
	for i > 0 && (*n)[i-1].far > far {
		i--
	}
	if i < targetsMax {
		*n = slices.Insert(*n, i, struct {
			at  world.Pos
			far float64
		}{at, far})
		*n = (*n)[:min(len(*n), targetsMax)]
	}
}

func (n nearest) cells() (out []world.Pos) {
	for _, e := range n {
		out = append(out, e.at)
	}
	return out
}

// nearLiquid reports whether a liquid would run where a block is dug.
func nearLiquid(w *world.World, p world.Pos) bool {
	for f := range world.Face(world.FaceCount) {
		if b, _ := w.Block(p.Next(f)); b.Info().Liquid || b.Info().Harm > 0 {
			return true
		}
	}
	return false
}

// craft makes an item until the player has a number of it, by the recipes that he can make here.
func (p *Player) craft(l *line) {
	it, want := l.item, int(l.count)
	p.push(func(p *Player) bool {
		p.keys = 0
		if p.count(it) >= want {
			return true
		}
		w := p.client.World()
		player := w.Player(p.client.Stream())
		near, at := actions.StationsNear(w, p.client.Stream())
		for i := range recipes.Table {
			r := &recipes.Table[i]
			if r.Out.Item != it || !near.Has(r.Station) || r.Times(player.Slots[:]) == 0 {
				continue
			}
			times := (want - p.count(it) + int(r.Out.Count) - 1) / int(r.Out.Count)
			p.do(actions.CraftAction(recipes.Number(i), uint8(min(times, r.Times(player.Slots[:]), recipes.TimesMax)), &at))
			return false
		}
		p.warn1(fmt.Sprintf("%v cannot be made here: there are %d", it, p.count(it)))
		return true
	})
}

// eat eats what there is in the bag until the player is no longer hungry, or it is gone.
func (p *Player) eat(*line) {
	p.push(func(p *Player) bool {
		p.keys = 0
		e, ok := p.client.Avatar()
		player := p.client.World().Player(p.client.Stream())
		if !ok || player == nil {
			return true
		}
		n := &e.Motion.Needs
		food := slices.IndexFunc(player.Slots[:], func(st world.Stack) bool { return st.Count > 0 && st.Item.Info().Food > 0 })
		switch {
		case n.Eating != 0 && e.Stack.Item == n.Eating:
			if e.At.Sub(n.EatingSince) >= actions.EatTime {
				p.do(actions.Action{Kind: actions.FinishEat})
			}
		case food < 0 || int(n.Hunger) < int(player.Slots[food].Item.Info().Food):
			return true
		case !p.takeSlot(player, food):
			p.do(actions.Action{Kind: actions.StartEat})
		}
		return false
	})
}

// until waits for a time of the day of the world.
func (p *Player) until(l *line) {
	day := *l.dayTime
	p.push(func(p *Player) bool {
		p.keys = 0
		e, ok := p.client.Avatar()
		if !ok {
			return false
		}
		now := float64(p.client.World().SinceSunrise(e.At)) / float64(world.DayLength)
		return math.Mod(now-day+1, 1) < 0.05
	})
}

// drop throws one of what is in the hand, or all of it.
func (p *Player) drop(l *line) {
	player := p.client.World().Player(p.client.Stream())
	if player == nil {
		return
	}
	held := player.Slots[player.Selected]
	n := uint8(1)
	if l.text == "all" {
		n = held.Count
	}
	p.do(actions.Action{Kind: actions.Drop, Slot: player.Selected, Count: n, Yaw: p.yaw, Pitch: int16(math.Round(p.pitch / 360 * 65536))})
}
