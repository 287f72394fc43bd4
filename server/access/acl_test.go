package access

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"reflect"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/world"
)

var (
	ann  = Principal{Name: "ann"}
	bob  = Principal{Name: "bob", Key: Identity{1}}
	bobs = Principal{Name: "bob", Key: Identity{2}} // somebody else of that name
)

func TestIs(t *testing.T) {
	for _, c := range []struct {
		entry, who Principal
		want       bool
	}{
		{ann, ann, true}, {ann, Principal{Name: "ann", Key: Identity{7}}, true}, {ann, Principal{Name: "Ann"}, false}, {bob, bob, true}, {bob, bobs, false},
		{bob, Principal{Name: "bob"}, false}, {bob, Principal{Name: "robert", Key: Identity{1}}, true},
	} {
		if got := c.entry.Matches(c.who); got != c.want {
			t.Errorf("%v is %v: %v", c.entry, c.who, got)
		}
	}
}

func TestLists(t *testing.T) {
	var b Lists
	for _, w := range []Principal{ann, bob} {
		if ok, err := b.AddOperator(w); !ok || err != nil || !b.IsOperator(w) || !b.Whitelisted(w) {
			t.Errorf("%v: %v %v", w, ok, err)
		}
		if ok, _ := b.AddOperator(w); ok {
			t.Errorf("%v twice", w)
		}
	}
	if b.IsOperator(bobs) || b.Whitelisted(bobs) || !b.RemoveOperator(Principal{Name: "bob"}) || b.IsOperator(bob) || b.RemoveOperator(bob) {
		t.Error("another player who is called bob")
	}
	if !b.BindKeys(Principal{Name: "ann", Key: Identity{5}}) || b.BindKeys(Principal{Name: "ann", Key: Identity{6}}) || b.BindKeys(ann) || b.IsOperator(ann) || !b.IsOperator(Principal{Name: "x", Key: Identity{5}}) {
		t.Errorf("bound to %v", b.Operators)
	}
	b = Lists{Whitelist: make([]Principal, PeopleMax)}
	if _, err := b.AddToWhitelist(ann); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
}

func TestBans(t *testing.T) {
	var b Lists
	b.AddBan(Ban{Principal: ann, Until: 100}, 50)
	b.AddBan(Ban{Principal: bob, Reason: "first"}, 50)
	b.AddBan(Ban{Principal: bob, Reason: "again"}, 50)
	if len(b.Bans) != 2 || b.ActiveBan(bob, 99).Reason != "again" || b.ActiveBan(ann, 99) == nil || b.ActiveBan(ann, 100) != nil || b.ActiveBan(bobs, 5) != nil {
		t.Errorf("%+v", b.Bans)
	}
	if b.ActiveBan(ann, 0) == nil {
		t.Error("who has no clock ends a ban")
	}
	if err := b.AddBan(Ban{Principal: bobs}, 200); err != nil || len(b.Bans) != 1 { // ann's is over, and bob is a name
		t.Errorf("%v %+v", err, b.Bans)
	}
	if !b.RemoveBan(Principal{Name: "bob"}) || b.RemoveBan(bob) {
		t.Errorf("%+v", b.Bans)
	}
	b.Bans = make([]Ban, BansMax)
	if err := b.AddBan(Ban{Principal: ann}, 0); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
}

func TestClaims(t *testing.T) {
	var b Lists
	if err := b.AddClaim(NewClaim(ann, world.Pos{X: -5}, 10)); err != nil {
		t.Fatal(err)
	}
	if err := b.AddClaim(NewClaim(bob, world.Pos{X: 15}, 10)); !errors.Is(err, ErrOverlap) {
		t.Errorf("%v", err)
	}
	if err := b.AddClaim(NewClaim(ann, world.Pos{X: 15}, 10)); err != nil {
		t.Errorf("own land may overlap: %v", err)
	}
	if err := b.AddClaim(NewClaim(ann, world.Pos{}, ClaimRadiusMax+1)); !errors.Is(err, ErrInvalid) {
		t.Errorf("%v", err)
	}
	c := b.ClaimAt(world.Pos{X: -15, Z: 10})
	if c == nil || b.DeniedBy(bob, world.Pos{X: -15, Z: 10}) != c || b.DeniedBy(ann, world.Pos{X: -15, Z: 10}) != nil || b.ClaimAt(world.Pos{X: -16, Z: 0}) != nil {
		t.Fatalf("%+v", c)
	}
	if ok, err := c.Trust(bob); !ok || err != nil || b.DeniedBy(bob, world.Pos{X: -15, Z: 10}) != nil || b.DeniedBy(bobs, world.Pos{X: -15, Z: 10}) == nil {
		t.Error("trusted")
	}
	if !c.Untrust(Principal{Name: "bob"}) || b.DeniedBy(bob, world.Pos{X: -15, Z: 10}) == nil {
		t.Error("trusted no more")
	}
	c.Trusted = make([]Principal, TrustedMax)
	if _, err := c.Trust(bob); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	n := b.Clone()
	n.IndexClaims()
	n.ClaimAt(world.Pos{X: -15, Z: 10}).Trusted[0] = bob
	if b.ClaimAt(world.Pos{X: -15, Z: 10}).Trusted[0] == bob || !reflect.DeepEqual(b.Clone(), b.Clone()) {
		t.Error("a clone shares what changes")
	}
	for i := range ClaimsPerPlayer {
		err := b.AddClaim(NewClaim(ann, world.Pos{X: int32(1000 * i), Z: 1000}, 1))
		if want := i >= ClaimsPerPlayer-2; errors.Is(err, ErrTooManyClaims) != want {
			t.Errorf("claim %d: %v", i, err)
		}
	}
	b.RemoveClaim(b.ClaimAt(world.Pos{X: -15, Z: 10}))
	if b.ClaimAt(world.Pos{X: -15, Z: 10}) != nil || b.ClaimAt(world.Pos{X: 20, Z: 0}) == nil {
		t.Error("the wrong one was given up")
	}
}

// TestAtIsWhatALookThroughAllGives compares the index with the plain search, while claims come and go.
func TestAtIsWhatALookThroughAllGives(t *testing.T) {
	r := testrand.New(t)
	var b Lists
	at := func() (int32, int32) { return r.Int32N(400) - 200, r.Int32N(400) - 200 }
	found := 0
	for i := range 3000 {
		x, z := at()
		switch r.IntN(8) {
		case 0:
			b.AddClaim(NewClaim(Principal{Name: fmt.Sprint(r.IntN(9))}, world.Pos{X: x, Z: z}, 1+r.Int32N(ClaimRadiusMax)))
		case 1:
			if c := b.ClaimAt(world.Pos{X: x, Z: z}); c != nil && r.IntN(3) == 0 {
				b.RemoveClaim(c)
			}
		}
		w := Principal{Name: fmt.Sprint(r.IntN(9))}
		var first, shut *Claim
		for i := range b.Claims {
			if c := &b.Claims[i]; c.Contains(world.Pos{X: x, Z: z}) {
				if first == nil {
					first = c
				}
				if shut == nil && !c.Allows(w) {
					shut = c
				}
			}
		}
		if first != nil {
			found++
		}
		if b.ClaimAt(world.Pos{X: x, Z: z}) != first || b.DeniedBy(w, world.Pos{X: x, Z: z}) != shut {
			t.Fatalf("round %d: at %d %d", i, x, z)
		}
	}
	if found < 200 {
		t.Errorf("%d columns were somebody's", found)
	}
}

func TestCheck(t *testing.T) {
	long := string(make([]byte, NameMax+1))
	for i, b := range []Lists{
		{Operators: []Principal{{}}}, {Whitelist: []Principal{{Name: long}}}, {Whitelist: []Principal{{Name: "a\nb"}}}, {Whitelist: []Principal{{Name: "\xff"}}}, {Bans: []Ban{{}}},
		{Bans: []Ban{{Principal: ann, Until: -1}}}, {Bans: []Ban{{Principal: ann, Reason: "a\nb"}}}, {Claims: []Claim{{}}}, {Claims: []Claim{{Owner: ann, LowX: 2, HighX: 1}}},
		{Claims: []Claim{{Owner: ann, LowX: -1 << 31, HighX: 1<<31 - 1}}}, {Claims: []Claim{{Owner: ann, Trusted: []Principal{{}}}}}, {SpawnSet: true, Spawn: world.Pos{Y: 1000}},
		{SpawnSet: true, Spawn: world.Pos{X: 1e9}}, {SpawnSet: true, Spawn: world.Pos{Z: -1 << 31}}, {SpawnSet: true, Spawn: world.Pos{X: -30_000_001}},
		{DayOffset: -1}, {DayOffset: int64(world.DayLength)}, {Operators: make([]Principal, PeopleMax+1)},
	} {
		if err := b.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("book %d: %v", i, err)
		}
	}
	b := Lists{Operators: []Principal{ann}, Claims: []Claim{NewClaim(bob, world.Pos{}, ClaimRadiusMax)}, Bans: []Ban{{Principal: ann}}}
	if err := b.Validate(); err != nil {
		t.Error(err)
	}
}

// BenchmarkShut is what each action that builds pays.
func BenchmarkShut(b *testing.B) {
	var k Lists
	r := rand.New(rand.NewPCG(1, 1))
	for i := range ClaimsMax {
		k.Claims = append(k.Claims, NewClaim(Principal{Name: fmt.Sprint(i)}, world.Pos{X: int32(i%64) * 70, Z: int32(i/64) * 70}, 30))
	}
	k.IndexClaims()
	for i := range ClaimsMax / 4 { // of all that there may be, a quarter has plots
		c := &k.Claims[i]
		for j := range int32(3) {
			c.Plots = append(c.Plots, BoxPlot(world.Pos{X: c.LowX + 8*j, Y: 0, Z: c.LowZ}, world.Pos{X: c.LowX + 8*j + 5, Y: 9, Z: c.LowZ + 20}))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		k.DeniedBy(ann, world.Pos{X: r.Int32N(4000), Z: r.Int32N(4000)})
	}
}

// TestAddressRanges: a ban of addresses holds for each address of its range however the socket writes it, for no other, and as long as it lasts;
// what is no range is refused.
func TestAddressRanges(t *testing.T) {
	var l Lists
	for _, text := range []string{"192.0.2.7", "198.51.100.0/24", "2001:db8::/32"} {
		r, ok := ParseRange(text)
		if !ok || RangeText(r) != text || l.AddAddressBan(AddressBan{Range: r, Until: 1000}, 1) != nil {
			t.Fatalf("%s: %v %v", text, r, ok)
		}
	}
	shut, open := 0, 0
	for text, want := range map[string]bool{
		"192.0.2.7": true, "::ffff:192.0.2.7": true, "192.0.2.8": false, "198.51.100.255": true, "::ffff:198.51.100.1": true, "198.51.101.0": false,
		"2001:db8::5%eth0": true, "2001:db9::5": false,
	} {
		if got := l.ActiveAddressBan(netip.MustParseAddr(text), 999) != nil; got != want {
			t.Errorf("%s: banned %v", text, got)
		}
		if l.ActiveAddressBan(netip.MustParseAddr(text), 1000) != nil {
			t.Errorf("%s: banned for ever", text)
		}
		if shut++; !want {
			shut, open = shut-1, open+1
		}
	}
	if l.ActiveAddressBan(netip.Addr{}, 1) != nil {
		t.Error("who has no address is banned")
	}
	for _, text := range []string{"", "x", "1.2.3", "10.0.0.0/7", "::/0", "::ffff:1.2.3.4/120", "1.2.3.4/33"} {
		if r, ok := ParseRange(text); ok {
			t.Errorf("%q is %v", text, r)
		}
	}
	t.Logf("%d addresses shut out, %d not", shut, open)
}
