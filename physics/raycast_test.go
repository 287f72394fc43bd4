package physics

import (
	"math"
	"math/big"
	"testing"

	"voxtide/world"
)

// TestWithinReach compares with exact arithmetic: right to less than 1/1024 block on each axis, and always far out.
func TestWithinReach(t *testing.T) {
	r, n := random(t, 100_000)
	for range n {
		cell := world.Pos{X: r.Int32() >> r.IntN(32), Y: r.Int32N(512) - 128, Z: -r.Int32() >> r.IntN(32)}
		var a world.Vec
		for i, c := range [3]int32{cell.X, cell.Y, cell.Z} {
			a[i] = int64(c)*unit + r.Int64N(16*unit) - 8*unit
			if r.IntN(20) == 0 {
				a[i] = int64(r.Uint64())
			}
		}
		reach := r.Int64N(10 * 1024)
		sq := new(big.Int)
		for i, c := range [3]int32{cell.X, cell.Y, cell.Z} {
			lo := big.NewInt(int64(c) * unit)
			hi := new(big.Int).Add(lo, big.NewInt(unit))
			d := new(big.Int).Sub(lo, big.NewInt(a[i]))
			if e := new(big.Int).Sub(big.NewInt(a[i]), hi); e.Cmp(d) > 0 {
				d = e
			}
			if d.Sign() > 0 {
				d.Mul(d, big.NewInt(1024)).Quo(d, big.NewInt(unit))
				sq.Add(sq, d.Mul(d, d))
			}
		}
		if want := sq.Cmp(big.NewInt(reach*reach)) <= 0; WithinReach(a, cell, reach) != want {
			t.Fatalf("%v to %v within %d: want %v", a, cell, reach, want)
		}
	}
	if WithinReach(world.Vec{math.MinInt64, 0, 0}, world.Pos{X: math.MaxInt32}, math.MaxInt64) ||
		WithinReach(world.Vec{}, world.Pos{}, -1) {
		t.Fatal("extremes")
	}
}

// TestLineOfSight compares with a brute force over all boxes in rational numbers.
func TestLineOfSight(t *testing.T) {
	r, n := random(t, 4000)
	a := newArena(world.Pos{})
	seen := 0
	for i := range n {
		if i%20 == 0 {
			a.scatter(r, 1+r.IntN(40), 4)
		}
		var from, to world.Vec
		for j := range from {
			from[j], to[j] = r.Int64N(10*unit)-5*unit, r.Int64N(10*unit)-5*unit
			if r.IntN(3) == 0 { // through edges and corners, along planes
				from[j], to[j] = from[j]/(unit/2)*(unit/2), to[j]/(unit/2)*(unit/2)
			}
		}
		target := to.Block()
		if len(a.set) > 0 && r.IntN(2) == 0 {
			target = a.set[r.IntN(len(a.set))]
			to = world.Vec{int64(target.X)*unit + unit/2, int64(target.Y)*unit + unit/2, int64(target.Z)*unit + unit/2}
		}
		want := true
		for _, p := range a.set {
			bl, _ := a.Block(p)
			for _, s := range bl.Boxes() {
				o := obstacle(p.X, p.Y, p.Z, &s)
				if p != target && crosses(from, to, &o, target) {
					want = false
				}
			}
		}
		if want {
			seen++
		}
		if LineOfSight(a.World, from, to, target) != want {
			t.Fatalf("round %d: %v to %v at %v: want %v; %v", i, from, to, target, want, a.set)
		}
	}
	t.Logf("%d of %d seen", seen, n)
	if LineOfSight(a.World, world.Vec{}, world.Vec{1: 300 * unit}, world.Pos{Y: 300}) {
		t.Fatal("sees too far")
	}
}

// crosses reports whether the line goes through the inside of a box before it comes to the target's cell.
func crosses(from, to world.Vec, o *box, target world.Pos) bool {
	cell := obstacle(target.X, target.Y, target.Z, &world.Box{Hi: [3]int8{16, 16, 16}})
	in, out := clip(from, to, o)
	stop, stopOut := clip(from, to, &cell)
	if in.Cmp(out) >= 0 {
		return false
	}
	return stop.Cmp(stopOut) >= 0 || in.Cmp(stop) < 0
}

// clip returns the part of a line inside a box, as fractions of it from 0 to 1; none if the first is not less.
func clip(from, to world.Vec, o *box) (in, out *big.Rat) {
	in, out = new(big.Rat), big.NewRat(1, 1)
	for i := range from {
		d := to[i] - from[i]
		if d == 0 {
			if from[i] <= o.lo[i] || from[i] >= o.hi[i] {
				return big.NewRat(1, 1), new(big.Rat)
			}
			continue
		}
		a, b := big.NewRat(o.lo[i]-from[i], d), big.NewRat(o.hi[i]-from[i], d)
		if a.Cmp(b) > 0 {
			a, b = b, a
		}
		if a.Cmp(in) > 0 {
			in = a
		}
		if b.Cmp(out) < 0 {
			out = b
		}
	}
	return in, out
}

func TestEyePos(t *testing.T) {
	m := world.Motion{Pos: world.Vec{1, 2, 3}}
	if EyePos(&m) != (world.Vec{1, 2 + eyeHeight, 3}) {
		t.Fatal(EyePos(&m))
	}
	m.Keys = world.KeySneak
	if EyePos(&m) != (world.Vec{1, 2 + eyeHeightSneak, 3}) {
		t.Fatal(EyePos(&m))
	}
}
