package access

import (
	"fmt"
	"slices"

	"voxtide/world"
)

// IndexClaims builds the index of claims by column. Call it after changing Claims without a method.
func (b *Lists) IndexClaims() {
	b.claimGrid = map[gridCell][]int32{}
	for i := range b.Claims {
		b.Claims[i].eachGridCell(func(c gridCell) { b.claimGrid[c] = append(b.claimGrid[c], int32(i)) })
	}
}

// ClaimAt returns the claim over a cell, nil if there is none. Where claims of one owner overlap it is the oldest.
func (b *Lists) ClaimAt(p world.Pos) *Claim {
	for _, i := range b.claimGrid[gridCell{p.X >> gridCellBits, p.Z >> gridCellBits}] {
		if c := &b.Claims[i]; c.Contains(p) {
			return c
		}
	}
	return nil
}

// DeniedBy returns the claim that keeps a principal from building at a cell, by itself or by a plot of it, nil if none does.
func (b *Lists) DeniedBy(w Principal, p world.Pos) *Claim {
	if c, t := b.PlotAt(p); t != nil {
		if c.Owner.Matches(w) || t.Allows(w) {
			return nil
		}
		return c
	}
	for _, i := range b.claimGrid[gridCell{p.X >> gridCellBits, p.Z >> gridCellBits}] {
		if c := &b.Claims[i]; c.Contains(p) && !c.Allows(w) {
			return c
		}
	}
	return nil
}

// ClaimCount returns the number of claims of a principal.
func (b *Lists) ClaimCount(w Principal) (n int) {
	for i := range b.Claims {
		if b.Claims[i].Owner.Matches(w) {
			n++
		}
	}
	return n
}

// AddClaim adds a claim. Errors: those of CheckClaim.
func (b *Lists) AddClaim(c Claim) error {
	if err := b.CheckClaim(c); err != nil {
		return err
	}
	b.Claims = append(b.Claims, c)
	if b.claimGrid == nil {
		b.IndexClaims()
		return nil
	}
	c.eachGridCell(func(at gridCell) { b.claimGrid[at] = append(b.claimGrid[at], int32(len(b.Claims)-1)) })
	return nil
}

// CheckClaim returns why a claim cannot be added. Errors: ErrInvalid, ErrFull, ErrTooManyClaims, and ErrOverlap where another
// player owns some of the land.
func (b *Lists) CheckClaim(c Claim) error {
	if err := c.validate(); err != nil {
		return err
	}
	if b.landCount() >= ClaimsMax {
		return ErrFull
	}
	if b.ClaimCount(c.Owner) >= b.MostClaims(c.Owner) {
		return ErrTooManyClaims
	}
	for i := range b.Claims {
		if o := &b.Claims[i]; c.overlaps(o) && !o.Owner.Matches(c.Owner) {
			return fmt.Errorf("%w: %s", ErrOverlap, o.Owner.Name)
		}
	}
	return nil
}

// RemoveClaim removes a claim that ClaimAt returned.
func (b *Lists) RemoveClaim(c *Claim) {
	for i := range b.Claims {
		if &b.Claims[i] == c {
			b.Claims = slices.Delete(b.Claims, i, i+1)
			b.IndexClaims()
			return
		}
	}
}

// PlotAt returns the plot over a cell and its claim, nil if there is none. Claims of one owner may overlap: a plot in any of them counts.
func (b *Lists) PlotAt(p world.Pos) (*Claim, *Plot) {
	for _, i := range b.claimGrid[gridCell{p.X >> gridCellBits, p.Z >> gridCellBits}] {
		if c := &b.Claims[i]; len(c.Plots) > 0 && c.Contains(p) {
			if t := c.PlotAt(p); t != nil {
				return c, t
			}
		}
	}
	return nil, nil
}

// landCount returns the number of claims and plots.
func (b *Lists) landCount() (n int) {
	for i := range b.Claims {
		n += 1 + len(b.Claims[i].Plots)
	}
	return n
}

// AddPlot adds a plot to a claim of the lists. Errors: ErrInvalid where it does not lie within, ErrOverlap where another plot has some of its cells, and
// ErrFull.
func (b *Lists) AddPlot(c *Claim, t Plot) error {
	if len(c.Plots) >= PlotsMax || b.landCount() >= ClaimsMax {
		return ErrFull
	}
	if !c.Contains(t.Low) || !c.Contains(t.High) {
		return fmt.Errorf("%w: the plot does not lie within the claim", ErrInvalid)
	}
	for i := range b.Claims {
		for j := range b.Claims[i].Plots {
			if o := &b.Claims[i].Plots[j]; t.overlaps(o) {
				return fmt.Errorf("%w: a plot", ErrOverlap)
			}
		}
	}
	c.Plots = append(c.Plots, t)
	if err := c.validatePlots(); err != nil {
		c.Plots = c.Plots[:len(c.Plots)-1]
		return err
	}
	return nil
}
