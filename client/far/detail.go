package far

// Detail is how finely land is drawn.
type Detail uint8

// The details: for graphics cards, and for drivers that compute on the CPU, to which each triangle costs.
const (
	Fine Detail = iota
	Plain
)
