package route

import "voxtide/world"

// Costs, in blocks of walking.
const (
	jumpCost   = 0.6 // beyond that of a walk
	fallCost   = 0.4 // for each block
	pillarCost = 4.0
	swimCost   = 2.0 // beyond that of a walk
)

// sides are the four directions of a step.
var sides = [...]world.Face{world.North, world.South, world.West, world.East}

// cost returns what a step costs.
func (s *Search) cost(st *Step) float64 {
	c := 1.0
	switch st.Kind {
	case Jump:
		c += jumpCost
	case Pillar:
		c += pillarCost
	}
	if b, _ := s.Blocks.Block(st.To); b.Info().Liquid {
		c += swimCost
	}
	for _, p := range st.Dig {
		b, _ := s.Blocks.Block(p)
		c += s.DigTime(p, b)
	}
	return c
}

// steps appends the steps that can be made from a node.
func (s *Search) steps(n *node, out []Step) []Step {
	at := n.at
	stands := s.stands(at) || n.from != nil && n.step.Kind == Pillar
	for _, f := range sides {
		q := at.Next(f)
		if st, ok := s.open(Step{Kind: Walk, To: q}, q.Above(), q); ok {
			for fell := 0; fell <= fallMax; fell++ {
				if s.stands(st.To) {
					out = append(out, st)
					break
				}
				st.To = st.To.Below()
				if b, known := s.Blocks.Block(st.To); !known || !passable(b) {
					break
				}
			}
		}
		up := q.Above()
		if s.holds(q) && stands {
			if st, ok := s.open(Step{Kind: Jump, To: up}, at.Above().Above(), up.Above(), up); ok {
				out = append(out, st)
			}
		}
	}
	if st, ok := s.open(Step{Kind: Dig, To: at.Below()}, at.Below()); ok && s.stands(at.Below()) {
		out = append(out, st)
	}
	if n.pillars > 0 && s.stands(at) && !s.wet(at) { // one at a time: towers would be tried everywhere
		if st, ok := s.open(Step{Kind: Pillar, To: at.Above()}, at.Above().Above()); ok {
			out = append(out, st)
		}
	}
	return out
}

// open adds to a step what has to be dug so that cells are free; it reports whether that may be.
func (s *Search) open(st Step, cells ...world.Pos) (Step, bool) {
	for _, p := range cells {
		b, known := s.Blocks.Block(p)
		switch {
		case !known || b.Info().Harm > 0 || !p.InHeight():
			return st, false
		case passable(b):
		case s.DigTime(p, b) < 0 || s.floods(p) || s.buries(p):
			return st, false
		default:
			st.Dig = append(st.Dig, p)
		}
	}
	return st, true
}

// passable reports whether a body goes through a block unharmed.
func passable(b world.Block) bool { return !b.Solid() && b.Info().Harm == 0 }

// floods reports whether a liquid is beside a cell, or above it.
func (s *Search) floods(p world.Pos) bool {
	for f := range world.Face(world.FaceCount) {
		if b, _ := s.Blocks.Block(p.Next(f)); f != world.Down && b.Info().Liquid {
			return true
		}
	}
	return false
}

// buries reports whether something falls when a cell is dug.
func (s *Search) buries(p world.Pos) bool {
	b, _ := s.Blocks.Block(p.Above())
	return b.Info().Falls
}

// holds reports whether one can stand on a block.
func (s *Search) holds(p world.Pos) bool {
	b, known := s.Blocks.Block(p)
	return known && b.Solid() && b.Info().Harm == 0
}

// wet reports whether there is water in a cell.
func (s *Search) wet(p world.Pos) bool {
	b, _ := s.Blocks.Block(p)
	return b.Info().Liquid && b.Info().Harm == 0
}

// stands reports whether a body whose feet are in a cell stays there: on a floor, or at the surface of water.
func (s *Search) stands(p world.Pos) bool {
	return s.holds(p.Below()) || s.wet(p) && !s.wet(p.Above())
}
