package access

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

func cellAt(x, y, z int32) world.Pos { return world.Pos{X: x, Y: y, Z: z} }

// TestPlots: in a plot its holder and those who are trusted there may build, and the owner of the claim; who is trusted on the claim may not, and outside
// of it all is as before. Plots lie within a claim and have no cell in common; keys are bound and changed in them, and a clone shares nothing.
func TestPlots(t *testing.T) {
	carl := Principal{Name: "carl", Key: Identity{7}}
	var b Lists
	if err := b.AddClaim(NewClaim(ann, cellAt(0, 0, 0), 10)); err != nil {
		t.Fatal(err)
	}
	c := &b.Claims[0]
	c.Trust(bob)
	room := BoxPlot(cellAt(5, 8, 5), cellAt(1, 4, 1))
	if room.Low != cellAt(1, 4, 1) || room.High != cellAt(5, 8, 5) {
		t.Fatalf("%+v", room)
	}
	if err := b.AddPlot(c, room); err != nil {
		t.Fatal(err)
	}
	may := func(w Principal, p world.Pos) bool { return b.DeniedBy(w, p) == nil }
	inside, above, beside := cellAt(3, 5, 3), cellAt(3, 9, 3), cellAt(0, 5, 3)
	if may(bob, inside) || !may(ann, inside) || !may(bob, above) || !may(bob, beside) || may(carl, above) || !may(carl, cellAt(11, 5, 3)) {
		t.Error("a plot that is let to nobody")
	}
	if got := c.HolderAt(inside); got != ann {
		t.Errorf("it is %v's", got)
	}
	plot := c.PlotAt(inside)
	plot.Holder = carl
	if !may(carl, inside) || may(carl, above) || may(bob, inside) || !may(ann, inside) || c.HolderAt(inside) != carl || c.HolderAt(above) != ann {
		t.Error("a plot that is let to carl")
	}
	if added, err := plot.Trust(bob); !added || err != nil || !may(bob, inside) {
		t.Error("bob is trusted there")
	}
	if added, _ := plot.Trust(carl); added {
		t.Error("its holder is trusted there")
	}
	for _, wrong := range []struct {
		plot Plot
		err  error
	}{{BoxPlot(inside, above), ErrOverlap}, {BoxPlot(cellAt(8, 5, 3), cellAt(11, 5, 3)), ErrInvalid}, {room, ErrOverlap}} {
		if err := b.AddPlot(c, wrong.plot); !errors.Is(err, wrong.err) {
			t.Errorf("%+v: %v, not %v", wrong.plot, err, wrong.err)
		}
	}
	if err := b.AddPlot(c, BoxPlot(above, above)); err != nil || b.Validate() != nil {
		t.Error(err, b.Validate())
	}
	n := b.Clone()
	n.IndexClaims()
	if !reflect.DeepEqual(n.Claims, b.Claims) || !n.Mentions(carl) {
		t.Error("a clone is another")
	}
	n.Claims[0].PlotAt(inside).Trusted[0] = ann
	n.Claims[0].RemovePlot(above)
	if b.Claims[0].PlotAt(inside).Trusted[0] != bob || b.Claims[0].PlotAt(above) == nil {
		t.Error("a clone shares what changes")
	}
	b.Rebind(carl, Identity{8})
	if may(carl, inside) || !may(Principal{Name: "carl", Key: Identity{8}}, inside) {
		t.Error("carl's key is another")
	}
	if plot = c.PlotAt(inside); !plot.Untrust(bob) || may(bob, inside) {
		t.Error("bob is trusted no more")
	}
	if !c.RemovePlot(inside) || c.RemovePlot(inside) || !may(bob, inside) {
		t.Error("the plot is gone")
	}
	for i := int32(0); i <= PlotsMax; i++ {
		err := b.AddPlot(c, BoxPlot(cellAt(-8, i, -8), cellAt(-7, i, -7)))
		if full := i >= PlotsMax-1; errors.Is(err, ErrFull) != full {
			t.Errorf("plot %d: %v", i, err)
		}
	}
	c.Plots[0].High.X = 400
	if err := b.Validate(); !errors.Is(err, ErrInvalid) {
		t.Errorf("a plot beyond its claim: %v", err)
	}
}

// TestPlotsAgainstModel compares who may build with a look through all, where claims of one owner overlap, and a plot lies in one of them. Looking
// allocates nothing.
func TestPlotsAgainstModel(t *testing.T) {
	r := testrand.New(t)
	var b Lists
	within, shut := 0, 0
	enough := func() bool { return within >= 100 && shut >= 300 }
	for range testrand.RoundsUntil(3000, enough) {
		p := cellAt(r.Int32N(100)-50, r.Int32N(8), r.Int32N(100)-50)
		w := Principal{Name: fmt.Sprint(r.IntN(6))}
		switch r.IntN(8) {
		case 0:
			b.AddClaim(NewClaim(Principal{Name: fmt.Sprint(r.IntN(6))}, p, 1+r.Int32N(ClaimRadiusMax)))
		case 1, 2:
			if c := b.ClaimAt(p); c != nil {
				plot := BoxPlot(p, cellAt(p.X+r.Int32N(9), p.Y+r.Int32N(3), p.Z+r.Int32N(9)))
				if r.IntN(2) == 0 {
					plot.Holder = w
				}
				b.AddPlot(c, plot)
			}
		case 3:
			if c := b.ClaimAt(p); c != nil && r.IntN(6) == 0 {
				b.RemoveClaim(c)
			}
		}
		var in *Plot
		may, owner := true, false
		for i := range b.Claims {
			c := &b.Claims[i]
			if !c.Contains(p) {
				continue
			}
			may, owner = may && c.Allows(w), c.Owner.Matches(w)
			for j := range c.Plots {
				if c.Plots[j].Contains(p) {
					if in != nil {
						t.Fatalf("two plots at %v", p)
					}
					in = &c.Plots[j]
				}
			}
		}
		if in != nil {
			within++
			may = owner || in.Allows(w)
		}
		if !may {
			shut++
		}
		if got := b.DeniedBy(w, p) == nil; got != may {
			t.Fatalf("%v may build at %v: %v, not %v", w.Name, p, got, may)
		}
		if err := b.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d looks into plots, %d refusals", within, shut)
	if !enough() {
		t.Error("too few")
	}
	if n := testing.AllocsPerRun(100, func() { b.DeniedBy(ann, cellAt(r.Int32N(200)-100, 5, r.Int32N(200)-100)) }); n > 0 {
		t.Errorf("a look allocates %v times", n)
	}
}
