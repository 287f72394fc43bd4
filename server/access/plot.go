package access

import (
	"fmt"
	"slices"

	"voxtide/world"
)

// Plot is a box within a claim that has rights of its own, such as a shop in a town: the owner of the claim may build there, whoever the plot is let
// to, and who is trusted there; who is trusted on the claim may not. Plots have no cell in common.
type Plot struct {
	Low, High world.Pos   // inclusive
	Holder    Principal   // whom it is let to; nobody where it has no name
	Trusted   []Principal // who may build there beside owner and holder
}

// PlotsMax is the greatest number of plots of a claim.
const PlotsMax = 16

// BoxPlot returns the plot between two cells.
func BoxPlot(p, q world.Pos) Plot {
	return Plot{Low: world.Pos{X: min(p.X, q.X), Y: min(p.Y, q.Y), Z: min(p.Z, q.Z)}, High: world.Pos{X: max(p.X, q.X), Y: max(p.Y, q.Y), Z: max(p.Z, q.Z)}}
}

// Contains reports whether a cell belongs to the plot.
func (t *Plot) Contains(p world.Pos) bool {
	return p.X >= t.Low.X && p.X <= t.High.X && p.Z >= t.Low.Z && p.Z <= t.High.Z && p.Y >= t.Low.Y && p.Y <= t.High.Y
}

// Let reports whether the plot is let to somebody.
func (t *Plot) Let() bool { return t.Holder.Name != "" }

// Allows reports whether a principal may build there, beside the owner of the claim.
func (t *Plot) Allows(w Principal) bool {
	return t.Let() && t.Holder.Matches(w) || contains(t.Trusted, w)
}

// Trust allows a principal to build on the plot; false if it was allowed already. Errors: ErrFull.
func (t *Plot) Trust(w Principal) (bool, error) {
	switch {
	case t.Allows(w):
		return false, nil
	case len(t.Trusted) >= TrustedMax:
		return false, ErrFull
	}
	t.Trusted = append(t.Trusted, w)
	return true, nil
}

// Untrust removes the trusted players that a principal matches, by name too; false if there was none.
func (t *Plot) Untrust(w Principal) bool { return remove(&t.Trusted, w) }

func (t *Plot) overlaps(o *Plot) bool {
	return t.Low.X <= o.High.X && o.Low.X <= t.High.X && t.Low.Z <= o.High.Z && o.Low.Z <= t.High.Z && t.Low.Y <= o.High.Y && o.Low.Y <= t.High.Y
}

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

// RemovePlot removes the plot over a cell of the claim: the land has the rights of the claim again. False if there is none.
func (c *Claim) RemovePlot(p world.Pos) bool {
	n := len(c.Plots)
	c.Plots = slices.DeleteFunc(c.Plots, func(t Plot) bool { return t.Contains(p) })
	return len(c.Plots) < n
}
