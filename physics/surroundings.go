package physics

import "voxtide/world"

// surroundings describe the place of a body.
type surroundings struct {
	ground bool // something solid is under it, and it does not rise
	flying bool // then the fields below stay false
	wet    bool // the feet are in a liquid
	deep   bool // the middle too
	ladder bool
}

// surroundings returns the surroundings of a body.
func (c *blockReader) surroundings(k *world.EntityInfo, m *world.Motion) (p surroundings) {
	p.ground = m.Vel[y] <= 0 && c.supports(k, m.Pos)
	p.flying = m.Flags&world.Creative != 0 && m.Keys&world.KeyFly != 0
	if p.flying {
		return p
	}
	p.ladder, p.wet = c.block(m.Pos.Block()).Info().Climbable, c.liquidAt(m.Pos.Block())
	if p.wet {
		mid := m.Pos
		mid[y] += k.Height / 2
		p.deep = c.liquidAt(mid.Block())
	}
	return p
}
