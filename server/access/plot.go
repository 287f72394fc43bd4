package access

import "voxtide/world"

// Plot is a box within a claim that has rights of its own, such as a shop in a town: the owner of the claim may build there, the player to whom the plot
// is let, and who is trusted there; who is trusted on the claim may not. Plots have no cell in common.
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
