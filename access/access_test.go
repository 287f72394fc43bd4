package access

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"voxtide/chance"
	"voxtide/world"
)

var (
	ann  = Who{Name: "ann"}
	bob  = Who{Name: "bob", Key: Identity{1}}
	bobs = Who{Name: "bob", Key: Identity{2}} // somebody else of that name
)

func TestIs(t *testing.T) {
	for _, c := range []struct {
		entry, who Who
		want       bool
	}{
		{ann, ann, true}, {ann, Who{Name: "ann", Key: Identity{7}}, true}, {ann, Who{Name: "Ann"}, false}, {bob, bob, true}, {bob, bobs, false},
		{bob, Who{Name: "bob"}, false}, {bob, Who{Name: "robert", Key: Identity{1}}, true},
	} {
		if got := c.entry.Is(c.who); got != c.want {
			t.Errorf("%v is %v: %v", c.entry, c.who, got)
		}
	}
}

func TestLists(t *testing.T) {
	var b Book
	for _, w := range []Who{ann, bob} {
		if ok, err := b.AddOperator(w); !ok || err != nil || !b.Operator(w) || !b.Guest(w) {
			t.Errorf("%v: %v %v", w, ok, err)
		}
		if ok, _ := b.AddOperator(w); ok {
			t.Errorf("%v twice", w)
		}
	}
	if b.Operator(bobs) || b.Guest(bobs) || !b.RemoveOperator(Who{Name: "bob"}) || b.Operator(bob) || b.RemoveOperator(bob) {
		t.Error("whoever is called bob")
	}
	if !b.Bind(Who{Name: "ann", Key: Identity{5}}) || b.Bind(Who{Name: "ann", Key: Identity{6}}) || b.Bind(ann) || b.Operator(ann) || !b.Operator(Who{Name: "x", Key: Identity{5}}) {
		t.Errorf("bound to %v", b.Operators)
	}
	b = Book{Guests: make([]Who, PeopleMax)}
	if _, err := b.AddGuest(ann); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
}

func TestBans(t *testing.T) {
	var b Book
	b.AddBan(Ban{Who: ann, Until: 100}, 50)
	b.AddBan(Ban{Who: bob, Reason: "first"}, 50)
	b.AddBan(Ban{Who: bob, Reason: "again"}, 50)
	if len(b.Bans) != 2 || b.Banned(bob, 99).Reason != "again" || b.Banned(ann, 99) == nil || b.Banned(ann, 100) != nil || b.Banned(bobs, 5) != nil {
		t.Errorf("%+v", b.Bans)
	}
	if b.Banned(ann, 0) == nil {
		t.Error("who has no clock ends a ban")
	}
	if err := b.AddBan(Ban{Who: bobs}, 200); err != nil || len(b.Bans) != 1 { // ann's is over, and bob is a name
		t.Errorf("%v %+v", err, b.Bans)
	}
	if !b.RemoveBan(Who{Name: "bob"}) || b.RemoveBan(bob) {
		t.Errorf("%+v", b.Bans)
	}
	b.Bans = make([]Ban, BansMax)
	if err := b.AddBan(Ban{Who: ann}, 0); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
}

func TestClaims(t *testing.T) {
	var b Book
	if err := b.AddClaim(Around(ann, world.Pos{X: -5}, 10)); err != nil {
		t.Fatal(err)
	}
	if err := b.AddClaim(Around(bob, world.Pos{X: 15}, 10)); !errors.Is(err, ErrOverlap) {
		t.Errorf("%v", err)
	}
	if err := b.AddClaim(Around(ann, world.Pos{X: 15}, 10)); err != nil {
		t.Errorf("own land may overlap: %v", err)
	}
	if err := b.AddClaim(Around(ann, world.Pos{}, ClaimAround+1)); !errors.Is(err, ErrBook) {
		t.Errorf("%v", err)
	}
	c := b.At(-15, 10)
	if c == nil || b.Shut(bob, -15, 10) != c || b.Shut(ann, -15, 10) != nil || b.At(-16, 0) != nil {
		t.Fatalf("%+v", c)
	}
	if ok, err := c.Trust(bob); !ok || err != nil || b.Shut(bob, -15, 10) != nil || b.Shut(bobs, -15, 10) == nil {
		t.Error("trusted")
	}
	if !c.Untrust(Who{Name: "bob"}) || b.Shut(bob, -15, 10) == nil {
		t.Error("trusted no more")
	}
	c.Trusted = make([]Who, TrustedMax)
	if _, err := c.Trust(bob); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	n := b.Clone()
	n.Index()
	n.At(-15, 10).Trusted[0] = bob
	if b.At(-15, 10).Trusted[0] == bob || !reflect.DeepEqual(b.Clone(), b.Clone()) {
		t.Error("a clone shares what changes")
	}
	for i := range ClaimsEach {
		err := b.AddClaim(Around(ann, world.Pos{X: int32(1000 * i), Z: 1000}, 1))
		if want := i >= ClaimsEach-2; errors.Is(err, ErrMany) != want {
			t.Errorf("claim %d: %v", i, err)
		}
	}
	b.RemoveClaim(b.At(-15, 10))
	if b.At(-15, 10) != nil || b.At(20, 0) == nil {
		t.Error("the wrong one was given up")
	}
}

// TestAtIsWhatALookThroughAllGives compares the index with the plain search, while claims come and go.
func TestAtIsWhatALookThroughAllGives(t *testing.T) {
	r := chance.Source(t)
	var b Book
	at := func() (int32, int32) { return r.Int32N(400) - 200, r.Int32N(400) - 200 }
	found := 0
	for i := range 3000 {
		x, z := at()
		switch r.IntN(8) {
		case 0:
			b.AddClaim(Around(Who{Name: fmt.Sprint(r.IntN(9))}, world.Pos{X: x, Z: z}, 1+r.Int32N(ClaimAround)))
		case 1:
			if c := b.At(x, z); c != nil && r.IntN(3) == 0 {
				b.RemoveClaim(c)
			}
		}
		w := Who{Name: fmt.Sprint(r.IntN(9))}
		var first, shut *Claim
		for i := range b.Claims {
			if c := &b.Claims[i]; c.Has(x, z) {
				if first == nil {
					first = c
				}
				if shut == nil && !c.Lets(w) {
					shut = c
				}
			}
		}
		if first != nil {
			found++
		}
		if b.At(x, z) != first || b.Shut(w, x, z) != shut {
			t.Fatalf("round %d: at %d %d", i, x, z)
		}
	}
	if found < 200 {
		t.Errorf("%d columns were somebody's", found)
	}
}

func TestCheck(t *testing.T) {
	long := string(make([]byte, NameMax+1))
	for i, b := range []Book{
		{Operators: []Who{{}}}, {Guests: []Who{{Name: long}}}, {Guests: []Who{{Name: "a\nb"}}}, {Guests: []Who{{Name: "\xff"}}}, {Bans: []Ban{{}}},
		{Bans: []Ban{{Who: ann, Until: -1}}}, {Bans: []Ban{{Who: ann, Reason: "a\nb"}}}, {Claims: []Claim{{}}}, {Claims: []Claim{{Owner: ann, LowX: 2, HighX: 1}}},
		{Claims: []Claim{{Owner: ann, LowX: -1 << 31, HighX: 1<<31 - 1}}}, {Claims: []Claim{{Owner: ann, Trusted: []Who{{}}}}}, {SpawnSet: true, Spawn: world.Pos{Y: 1000}},
		{SpawnSet: true, Spawn: world.Pos{X: 1e9}}, {SpawnSet: true, Spawn: world.Pos{Z: -1 << 31}}, {SpawnSet: true, Spawn: world.Pos{X: -30_000_001}},
		{Day: -1}, {Day: int64(world.DayLength)}, {Operators: make([]Who, PeopleMax+1)},
	} {
		if err := b.Check(); !errors.Is(err, ErrBook) {
			t.Errorf("book %d: %v", i, err)
		}
	}
	b := Book{Operators: []Who{ann}, Claims: []Claim{Around(bob, world.Pos{}, ClaimAround)}, Bans: []Ban{{Who: ann}}}
	if err := b.Check(); err != nil {
		t.Error(err)
	}
}

// BenchmarkShut is what each action that builds pays.
func BenchmarkShut(b *testing.B) {
	var k Book
	r := rand.New(rand.NewPCG(1, 1))
	for i := range ClaimsMax {
		k.Claims = append(k.Claims, Around(Who{Name: fmt.Sprint(i)}, world.Pos{X: int32(i%64) * 70, Z: int32(i/64) * 70}, 30))
	}
	k.Index()
	b.ReportAllocs()
	for b.Loop() {
		k.Shut(ann, r.Int32N(4000), r.Int32N(4000))
	}
}
