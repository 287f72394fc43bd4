package physics

import (
	"math/big"
	"slices"
	"testing"

	"voxtide/timestream"
	"voxtide/world"
)

// TestSplit cuts a span in many ways: the motion at its end is the same, bit for bit, and a body that begins free stays
// free.
func TestSplit(t *testing.T) {
	r, n := random(t, 200_000)
	hits, starts := 0, 0
	a := newArena(world.Pos{})
	for i := range n {
		if i%40 == 0 {
			a.scatter(r, 1+r.IntN(1<<(3+r.IntN(6))), 4)
		}
		k := kind(r)
		m := a.body(r, k, 4)
		d := timestream.Duration(r.Int64N(50_001))
		if r.IntN(3) == 0 {
			d = timestream.TickLength
		}
		free := Free(a.World, k, m.Pos)
		if free {
			starts++
		}
		whole := m
		Continuous(a.World, k, &whole, d)
		if whole != m.Extrapolated(d) {
			hits++
		}
		for cuts := 1; cuts < 7; cuts += 5 {
			p := m
			at := timestream.Duration(0)
			var spans []timestream.Duration
			for range cuts {
				c := cut(r, d-at)
				spans = append(spans, c)
				at += c
			}
			for _, c := range append(spans, d-at) {
				Continuous(a.World, k, &p, c)
				if free && !Free(a.World, k, p.Pos) {
					t.Fatalf("round %d: inside a block after %v of %v\n%+v\n%+v", i, c, spans, m, p)
				}
			}
			if p != whole {
				t.Fatalf("round %d: span %d cut into %v\nstart %+v\nwhole %+v\ncut   %+v", i, d, spans, m, whole, p)
			}
		}
	}
	t.Logf("%d rounds, %d began free, %d were stopped by something", n, starts, hits)
	if n > 1000 && (hits < n/10 || starts < n/4) {
		t.Error("too few cases are worth the name")
	}
}

// TestReference compares with a brute force over rational instants, which knows nothing of entry and exit times.
func TestReference(t *testing.T) {
	r, n := random(t, 4000)
	a := newArena(world.Pos{})
	hits := 0
	for i := range n {
		a.scatter(r, 1+r.IntN(14), 2)
		k := kind(r)
		m := a.body(r, k, 2)
		d := timestream.Duration(r.Int64N(50_001))
		if r.IntN(2) == 0 {
			d = d / 1250 * 1250
		}
		got := m
		Continuous(a.World, k, &got, d)
		want := m
		hits += brute(a, k, &want, d)
		if got != want {
			t.Fatalf("round %d: kind %s span %d blocks %v\nstart %+v\ngot   %+v\nwant  %+v",
				i, k.Name, d, a.set, m, got, want)
		}
	}
	t.Logf("%d rounds, %d hits", n, hits)
}

// path is a body at a rational instant.
type path struct {
	start [3]*big.Rat // low corner at the start
	size  [3]*big.Rat
	vel   [3]*big.Rat
}

func rat(v int64) *big.Rat { return new(big.Rat).SetInt64(v) }

// low returns the low corner on an axis at an instant.
func (p *path) low(i int, at *big.Rat) *big.Rat {
	q := new(big.Rat).Mul(p.vel[i], at)
	return q.Add(q, p.start[i])
}

// inside reports whether the body overlaps a box at an instant.
func (p *path) inside(b *box, at *big.Rat) bool {
	for i := range 3 {
		lo := p.low(i, at)
		if lo.Cmp(rat(b.hi[i])) >= 0 || lo.Add(lo, p.size[i]).Cmp(rat(b.lo[i])) <= 0 {
			return false
		}
	}
	return true
}

// touch reports whether the body touches the near plane of a box on an axis at an instant, and moves towards it.
func (p *path) touch(b *box, i int, at *big.Rat) (plane int64, ok bool) {
	lo := p.low(i, at)
	switch p.vel[i].Sign() {
	case 1:
		return b.lo[i], lo.Add(lo, p.size[i]).Cmp(rat(b.lo[i])) == 0
	case -1:
		return b.hi[i], lo.Cmp(rat(b.hi[i])) == 0
	}
	return 0, false
}

// brute moves a body as Continuous does: it searches all instants at which any planes meet for the first one after
// which the body would be inside something that it was not inside at the start.
func brute(a *arena, k *world.EntityInfo, m *world.Motion, d timestream.Duration) (hits int) {
	b := bodyBox(k, m.Pos)
	var p path
	for i := range 3 {
		p.start[i], p.size[i], p.vel[i] = rat(b.lo[i]), rat(b.hi[i]-b.lo[i]), rat(m.Vel[i])
	}
	var boxes []box
	for _, pos := range a.set {
		bl, _ := a.Block(pos)
		for _, s := range bl.Boxes() {
			if o := obstacle(pos.X, pos.Y, pos.Z, &s); !o.overlaps(&b) {
				boxes = append(boxes, o)
			}
		}
	}
	end, now := rat(int64(d)), rat(0)
	for {
		times := instants(&p, boxes, now, end)
		axis, plane, at := firstHit(&p, boxes, times)
		if axis < 0 {
			break
		}
		hits++
		if axis != y {
			m.BlockedVel[axis/2] = m.Vel[axis]
		}
		shift := plane - b.lo[axis]
		if m.Vel[axis] > 0 {
			shift = plane - b.hi[axis]
		}
		m.Pos[axis] += shift
		b.lo[axis], b.hi[axis] = b.lo[axis]+shift, b.hi[axis]+shift
		m.Vel[axis] = 0
		p.start[axis], p.vel[axis] = rat(b.lo[axis]), rat(0)
		now = at
	}
	*m = m.Extrapolated(d)
	return hits
}

// instants returns, in order, the instants from now to end at which a plane of the body meets one of a box, and both ends.
func instants(p *path, boxes []box, now, end *big.Rat) []*big.Rat {
	times := []*big.Rat{now, end}
	for i := range 3 {
		if p.vel[i].Sign() == 0 {
			continue
		}
		for j := range boxes {
			for _, plane := range [2]int64{boxes[j].lo[i], boxes[j].hi[i]} {
				for _, edge := range [2]*big.Rat{rat(0), p.size[i]} {
					at := new(big.Rat).Sub(rat(plane), edge)
					at.Sub(at, p.start[i]).Quo(at, p.vel[i])
					if at.Cmp(now) > 0 && at.Cmp(end) < 0 {
						times = append(times, at)
					}
				}
			}
		}
	}
	slices.SortFunc(times, (*big.Rat).Cmp)
	return times
}

// firstHit returns the first instant after which the body is inside a box, and the first axis in the order Y, X, Z on
// which it touches such a box then.
func firstHit(p *path, boxes []box, times []*big.Rat) (axis int, plane int64, at *big.Rat) {
	half := big.NewRat(1, 2)
	for j := range len(times) - 1 {
		mid := new(big.Rat).Add(times[j], times[j+1])
		mid.Mul(mid, half)
		if mid.Cmp(times[j]) == 0 {
			continue
		}
		for _, i := range [3]int{y, x, z} {
			for b := range boxes {
				if !p.inside(&boxes[b], mid) {
					continue
				}
				if plane, ok := p.touch(&boxes[b], i, times[j]); ok {
					return i, plane, times[j]
				}
			}
		}
	}
	return -1, 0, nil
}

// TestFar: 2^30 blocks from the origin everything is as at the origin.
func TestFar(t *testing.T) {
	r, n := random(t, 10_000)
	near := newArena(world.Pos{})
	far := newArena(world.Pos{X: 1 << 30, Y: 256, Z: -(1 << 30)})
	apart := far.point(0, 0, 0)
	for i := range n {
		if i%40 == 0 {
			near.scatter(r, 200, 6)
			far.clear()
			for _, p := range near.set {
				b, _ := near.Block(p)
				far.put(p.X, p.Y, p.Z, b)
			}
		}
		k := kind(r)
		m := near.body(r, k, 5)
		m.Yaw, m.Keys = uint16(r.Uint32()), world.Keys(r.Uint32())&world.KeysAll
		f := m
		move(&f, apart, 1)
		for range 3 {
			d := timestream.Duration(r.Int64N(50_001))
			Continuous(near.World, k, &m, d)
			Continuous(far.World, k, &f, d)
			if r.IntN(2) == 0 {
				Discrete(near.World, k, &m, 0)
				Discrete(far.World, k, &f, 0)
			}
		}
		move(&f, apart, -1)
		if m != f {
			t.Fatalf("round %d\nnear %+v\nfar  %+v", i, m, f)
		}
	}
}

func move(m *world.Motion, by world.Vec, sign int64) {
	for i := range by {
		m.Pos[i] += by[i] * sign
	}
}

// TestCorner: a body that moves diagonally into the corner between two blocks that meet in an edge does not slip through.
func TestCorner(t *testing.T) {
	a := newArena(world.Pos{})
	a.put(1, 0, 0, world.Stone)
	a.put(0, 0, 1, world.Stone)
	for _, k := range []*world.EntityInfo{avatar, item, falling} {
		for _, v := range []int64{1, 100, 4317, 50000, 100000} {
			for back := int64(0); back < 100*sixteenth/10; back += sixteenth / 5 {
				m := world.Motion{Pos: world.Vec{unit - k.HalfWidth - back, 0, unit - k.HalfWidth - back}, Vel: world.Vec{v, 0, v}}
				for range 200 {
					Continuous(a.World, k, &m, timestream.TickLength)
				}
				if m.Pos[x] > unit-k.HalfWidth || m.Pos[z] > unit-k.HalfWidth {
					t.Fatalf("%s at %d slipped through: %v", k.Name, v, m.Pos)
				}
			}
		}
	}
}

// TestSpanEnd: a hit exactly at the end of a span belongs to the next span, with every shape of obstacle.
func TestSpanEnd(t *testing.T) {
	for _, b := range []world.Block{world.Stone, world.StoneSlab, world.StoneStairsEast, world.Cactus} {
		a := newArena(world.Pos{})
		a.put(1, 0, 0, b)
		near := obstacle(1, 0, 0, &b.Boxes()[0]).lo[x]
		m := world.Motion{Pos: world.Vec{near - avatar.HalfWidth - 100_000, 0, unit / 2}, Vel: world.Vec{x: 100}}
		Continuous(a.World, avatar, &m, 1000)
		if m.Vel[x] != 100 || m.BlockedVel[0] != 0 {
			t.Fatalf("%v: hit at the end of the span: %+v", b, m)
		}
		Continuous(a.World, avatar, &m, 1)
		if m.Vel[x] != 0 || m.BlockedVel[0] != 100 || m.Pos[x] != near-avatar.HalfWidth {
			t.Fatalf("%v: not hit in the next: %+v", b, m)
		}
	}
}

// TestSlide: a body that touches obstacles and moves along them is not stopped, whichever side they are on.
func TestSlide(t *testing.T) {
	a := newArena(world.Pos{})
	for _, b := range []world.Block{world.Stone, world.Cactus, world.FencePost} {
		o := b.Boxes()[0]
		for _, side := range [2]int64{-1, 1} {
			for _, axis := range [2]int{x, z} {
				a.clear()
				var step [3]int32
				step[2-axis] = 1
				for i := int32(-10); i < 10; i++ {
					a.put(i*step[x], 0, i*step[z], b)
				}
				m := world.Motion{Vel: world.Vec{x: 9000, z: 9000}, Flags: world.OnGround}
				m.Vel[axis] = 0
				m.Pos[axis] = int64(o.Lo[axis])*sixteenth - item.HalfWidth
				if side > 0 {
					m.Pos[axis] = int64(o.Hi[axis])*sixteenth + item.HalfWidth
				}
				was := m
				Continuous(a.World, item, &m, timestream.TickLength)
				if m != was.Extrapolated(timestream.TickLength) {
					t.Fatalf("%v: stopped beside it: %+v", b, m)
				}
			}
		}
	}
}

// TestNoOverflow: at the corners of the allowed range, far out and at full speed, a body still stops where it must.
func TestNoOverflow(t *testing.T) {
	for _, sx := range []int32{-1, 1} {
		a := newArena(world.Pos{X: sx << 29, Y: 0, Z: -sx << 29})
		a.put(4, 0, 0, world.Stone)
		m := world.Motion{Pos: a.point(0, 0, 500), Vel: world.Vec{world.SpeedMax, 0, 0}}
		Continuous(a.World, avatar, &m, timestream.TickLength)
		if want := a.point(3700, 0, 500); m.Pos != want || m.Vel[x] != 0 || m.BlockedVel[0] != world.SpeedMax {
			t.Fatalf("%v, want %v", m, want)
		}
	}
}
