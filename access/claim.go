package access

import (
	"fmt"
	"slices"

	"voxtide/world"
)

// Claim is land that belongs to somebody, from the bottom of the world to the sky.
type Claim struct {
	Owner        Who
	LowX, LowZ   int32 // blocks, both
	HighX, HighZ int32 // inclusive
	Trusted      []Who // who may build there beside the owner
}

// cell is a square of the land by which claims are found.
type cell struct{ x, z int32 }

// cellBits is the edge of a cell in bits: 64 blocks.
const cellBits = 6

// reach bounds the coordinates of a claim, so that no arithmetic overflows.
const reach = 1 << 30

// Around returns the claim of somebody over the land so many blocks around a column.
func Around(owner Who, p world.Pos, blocks int32) Claim {
	return Claim{Owner: owner, LowX: p.X - blocks, LowZ: p.Z - blocks, HighX: p.X + blocks, HighZ: p.Z + blocks}
}

// Has tells whether a column belongs to the claim.
func (c *Claim) Has(x, z int32) bool {
	return x >= c.LowX && x <= c.HighX && z >= c.LowZ && z <= c.HighZ
}

// Lets tells whether somebody may build on the claim.
func (c *Claim) Lets(w Who) bool { return c.Owner.Is(w) || contains(c.Trusted, w) }

func (c *Claim) overlaps(o *Claim) bool {
	return c.LowX <= o.HighX && o.LowX <= c.HighX && c.LowZ <= o.HighZ && o.LowZ <= c.HighZ
}

func (c *Claim) check() error {
	for _, v := range [...]int32{c.LowX, c.LowZ, c.HighX, c.HighZ} {
		if v < -reach || v > reach {
			return fmt.Errorf("%w: a claim of %q lies too far out", ErrBook, c.Owner.Name)
		}
	}
	const wide = 2 * ClaimAround
	if c.HighX < c.LowX || c.HighZ < c.LowZ || c.HighX-c.LowX > wide || c.HighZ-c.LowZ > wide || len(c.Trusted) > TrustedMax {
		return fmt.Errorf("%w: a claim of %q is not 1 to %d blocks wide, or trusts more than %d", ErrBook, c.Owner.Name, wide+1, TrustedMax)
	}
	if err := c.Owner.check(); err != nil {
		return err
	}
	for _, w := range c.Trusted {
		if err := w.check(); err != nil {
			return err
		}
	}
	return nil
}

// cells calls f with each cell that the claim touches.
func (c *Claim) cells(f func(cell)) {
	for x := c.LowX >> cellBits; x <= c.HighX>>cellBits; x++ {
		for z := c.LowZ >> cellBits; z <= c.HighZ>>cellBits; z++ {
			f(cell{x, z})
		}
	}
}

// Index makes the claims found by column. It is called after Claims was changed otherwise than by a method.
func (b *Book) Index() {
	b.cells = map[cell][]int32{}
	for i := range b.Claims {
		b.Claims[i].cells(func(c cell) { b.cells[c] = append(b.cells[c], int32(i)) })
	}
}

// At returns the claim over a column, nil if nobody's. Where claims of one owner overlap it is the oldest.
func (b *Book) At(x, z int32) *Claim {
	for _, i := range b.cells[cell{x >> cellBits, z >> cellBits}] {
		if c := &b.Claims[i]; c.Has(x, z) {
			return c
		}
	}
	return nil
}

// Shut returns the claim that keeps somebody from building on a column, nil if none does.
func (b *Book) Shut(w Who, x, z int32) *Claim {
	for _, i := range b.cells[cell{x >> cellBits, z >> cellBits}] {
		if c := &b.Claims[i]; c.Has(x, z) && !c.Lets(w) {
			return c
		}
	}
	return nil
}

// Of returns how many claims somebody has.
func (b *Book) Of(w Who) (n int) {
	for i := range b.Claims {
		if b.Claims[i].Owner.Is(w) {
			n++
		}
	}
	return n
}

// AddClaim enters a claim. Errors: those of Claimable.
func (b *Book) AddClaim(c Claim) error {
	if err := b.Claimable(c); err != nil {
		return err
	}
	b.Claims = append(b.Claims, c)
	if b.cells == nil {
		b.Index()
		return nil
	}
	c.cells(func(at cell) { b.cells[at] = append(b.cells[at], int32(len(b.Claims)-1)) })
	return nil
}

// Claimable returns why a claim cannot be entered. Errors: ErrBook, ErrFull, ErrMany, and ErrOverlap where some of the land is another's.
func (b *Book) Claimable(c Claim) error {
	if err := c.check(); err != nil {
		return err
	}
	if len(b.Claims) >= ClaimsMax {
		return ErrFull
	}
	if b.Of(c.Owner) >= ClaimsEach {
		return ErrMany
	}
	for i := range b.Claims {
		if o := &b.Claims[i]; c.overlaps(o) && !o.Owner.Is(c.Owner) {
			return fmt.Errorf("%w: %s", ErrOverlap, o.Owner.Name)
		}
	}
	return nil
}

// RemoveClaim gives up a claim that At returned.
func (b *Book) RemoveClaim(c *Claim) {
	for i := range b.Claims {
		if &b.Claims[i] == c {
			b.Claims = slices.Delete(b.Claims, i, i+1)
			b.Index()
			return
		}
	}
}

// Trust lets somebody build on a claim; false if it was so already. Errors: ErrFull.
func (c *Claim) Trust(w Who) (bool, error) {
	switch {
	case c.Lets(w):
		return false, nil
	case len(c.Trusted) >= TrustedMax:
		return false, ErrFull
	}
	c.Trusted = append(c.Trusted, w)
	return true, nil
}

// Untrust lets somebody build there no more, by name too; false if nobody was meant.
func (c *Claim) Untrust(w Who) bool { return remove(&c.Trusted, w) }
