package access

import (
	"fmt"
	"slices"

	"voxtide/land"
	"voxtide/world"
)

// Claim is land that belongs to a player.
type Claim struct {
	Owner        Principal
	LowX, LowZ   int32 // in blocks, inclusive
	HighX, HighZ int32 // inclusive
	land.Heights
	Trusted []Principal // players who may build there beside the owner
	Plots   []Plot      // parts with rights of their own
}

// gridCell is a square of land by which claims are found.
type gridCell struct{ x, z int32 }

// gridCellBits is the edge of a cell in bits: 64 blocks.
const gridCellBits = 6

// coordMax bounds the coordinates of a claim, so that no arithmetic overflows.
const coordMax = 1 << 30

// NewClaim returns the claim of an owner over the land within a number of blocks around a column, at all heights.
func NewClaim(owner Principal, p world.Pos, blocks int32) Claim {
	return Claim{Owner: owner, LowX: p.X - blocks, LowZ: p.Z - blocks, HighX: p.X + blocks, HighZ: p.Z + blocks}
}

// BoxClaim returns the claim of an owner over the land between two cells.
func BoxClaim(owner Principal, p, q world.Pos) Claim {
	return Claim{Owner: owner, LowX: min(p.X, q.X), LowZ: min(p.Z, q.Z), HighX: max(p.X, q.X), HighZ: max(p.Z, q.Z), Heights: land.Heights{LowY: min(p.Y, q.Y), TopY: max(p.Y, q.Y) + 1}}
}

// Box returns the lowest and the highest cell of the claim within the world.
func (c *Claim) Box() (low, high world.Pos) {
	low, high = world.Pos{X: c.LowX, Y: world.MinY, Z: c.LowZ}, world.Pos{X: c.HighX, Y: world.MaxY, Z: c.HighZ}
	if !c.Whole() {
		low.Y, high.Y = c.LowY, c.TopY-1
	}
	return low, high
}

// Contains reports whether a cell belongs to the claim.
func (c *Claim) Contains(p world.Pos) bool {
	return p.X >= c.LowX && p.X <= c.HighX && p.Z >= c.LowZ && p.Z <= c.HighZ && c.Contain(p.Y)
}

// Allows reports whether a principal may build on the claim.
func (c *Claim) Allows(w Principal) bool { return c.Owner.Matches(w) || contains(c.Trusted, w) }

func (c *Claim) overlaps(o *Claim) bool {
	return c.LowX <= o.HighX && o.LowX <= c.HighX && c.LowZ <= o.HighZ && o.LowZ <= c.HighZ && c.Meet(o.Heights)
}

func (c *Claim) validate() error {
	for _, v := range [...]int32{c.LowX, c.LowZ, c.HighX, c.HighZ} {
		if v < -coordMax || v > coordMax {
			return fmt.Errorf("%w: a claim of %q lies too far out", ErrInvalid, c.Owner.Name)
		}
	}
	const wide = 2 * ClaimRadiusMax
	if c.HighX < c.LowX || c.HighZ < c.LowZ || c.HighX-c.LowX > wide || c.HighZ-c.LowZ > wide || len(c.Trusted) > TrustedMax {
		return fmt.Errorf("%w: a claim of %q is not 1 to %d blocks wide, or trusts more than %d", ErrInvalid, c.Owner.Name, wide+1, TrustedMax)
	}
	if low, high := c.Box(); low.Y < world.MinY || high.Y > world.MaxY || high.Y < low.Y {
		return fmt.Errorf("%w: a claim of %q has heights that are not within %d to %d", ErrInvalid, c.Owner.Name, world.MinY, world.MaxY)
	}
	if err := c.Owner.validate(); err != nil {
		return err
	}
	for _, w := range c.Trusted {
		if err := w.validate(); err != nil {
			return err
		}
	}
	return c.validatePlots()
}

// eachGridCell calls f with each cell that the claim touches.
func (c *Claim) eachGridCell(f func(gridCell)) {
	for x := c.LowX >> gridCellBits; x <= c.HighX>>gridCellBits; x++ {
		for z := c.LowZ >> gridCellBits; z <= c.HighZ>>gridCellBits; z++ {
			f(gridCell{x, z})
		}
	}
}

// Trust allows a principal to build on the claim; false if it was allowed already. Errors: ErrFull.
func (c *Claim) Trust(w Principal) (bool, error) {
	switch {
	case c.Allows(w):
		return false, nil
	case len(c.Trusted) >= TrustedMax:
		return false, ErrFull
	}
	c.Trusted = append(c.Trusted, w)
	return true, nil
}

// Untrust removes the trusted players that a principal matches, by name too; false if there was none.
func (c *Claim) Untrust(w Principal) bool { return remove(&c.Trusted, w) }

// PlotAt returns the plot of the claim over a cell, nil if there is none.
func (c *Claim) PlotAt(p world.Pos) *Plot {
	for i := range c.Plots {
		if t := &c.Plots[i]; t.Contains(p) {
			return t
		}
	}
	return nil
}

// HolderAt returns whose a cell of the claim is: whom the plot there is let to, or else the owner of the claim.
func (c *Claim) HolderAt(p world.Pos) Principal {
	if t := c.PlotAt(p); t != nil && t.Let() {
		return t.Holder
	}
	return c.Owner
}

// validatePlots is the part of validate about plots.
func (c *Claim) validatePlots() error {
	if len(c.Plots) > PlotsMax {
		return fmt.Errorf("%w: a claim of %q has more than %d plots", ErrInvalid, c.Owner.Name, PlotsMax)
	}
	for i := range c.Plots {
		t := &c.Plots[i]
		if t.Low.X > t.High.X || t.Low.Y > t.High.Y || t.Low.Z > t.High.Z || !t.Low.InHeight() || !t.High.InHeight() || !c.Contains(t.Low) || !c.Contains(t.High) || len(t.Trusted) > TrustedMax {
			return fmt.Errorf("%w: a plot does not lie within the claim of %q, or trusts more than %d", ErrInvalid, c.Owner.Name, TrustedMax)
		}
		for j := range c.Plots[:i] {
			if t.overlaps(&c.Plots[j]) {
				return fmt.Errorf("%w: two plots in a claim of %q have a cell in common", ErrInvalid, c.Owner.Name)
			}
		}
		for _, w := range t.Trusted {
			if err := w.validate(); err != nil {
				return err
			}
		}
		if t.Let() {
			if err := t.Holder.validate(); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachPrincipal calls a function with all who are named in the claim.
func (c *Claim) eachPrincipal(f func(*Principal)) {
	f(&c.Owner)
	for i := range c.Trusted {
		f(&c.Trusted[i])
	}
	for i := range c.Plots {
		t := &c.Plots[i]
		if t.Let() {
			f(&t.Holder)
		}
		for j := range t.Trusted {
			f(&t.Trusted[j])
		}
	}
}

// clone returns a copy that shares nothing that changes.
func (c Claim) clone() Claim {
	c.Trusted, c.Plots = slices.Clone(c.Trusted), slices.Clone(c.Plots)
	for i := range c.Plots {
		c.Plots[i].Trusted = slices.Clone(c.Plots[i].Trusted)
	}
	return c
}

// RemovePlot removes the plot over a cell of the claim: the land has the rights of the claim again. False if there is none.
func (c *Claim) RemovePlot(p world.Pos) bool {
	n := len(c.Plots)
	c.Plots = slices.DeleteFunc(c.Plots, func(t Plot) bool { return t.Contains(p) })
	return len(c.Plots) < n
}
