package access

import (
	"net/netip"
	"strings"
	"testing"

	"voxtide/internal/testrand"
)

// TestHashedBans: a ban that is kept as a hash keeps exactly those out whom the ban of the range would, for single addresses and ranges of both
// families, after the lists were cloned, too; without the secret, or with another, it keeps nobody out; it is lifted by address and by hash.
func TestHashedBans(t *testing.T) {
	src := testrand.New(t)
	random := func(near netip.Addr) netip.Addr {
		b := near.AsSlice()
		for range 1 + src.IntN(2) {
			b[src.IntN(len(b))] ^= byte(1 << src.IntN(8))
		}
		a, _ := netip.AddrFromSlice(b)
		return a
	}
	h := NewHasher([]byte("secret"))
	inside, outside := 0, 0
	for _, text := range []string{"192.0.2.7", "192.0.2.0/24", "10.0.0.0/8", "172.16.0.0/12", "2001:db8:1:2::/64", "2001:db8::/32", "2001:db8:1:2::7"} {
		of, ok := ParseRange(text)
		if !ok {
			t.Fatal(text)
		}
		clear, hashed := &Lists{}, &Lists{}
		hashed.SetHasher(h)
		clear.AddAddressBan(AddressBan{Range: of}, 0)
		hashed.AddAddressBan(AddressBan{Range: of}, 0)
		if !hashed.HashAddressBans() || hashed.HashAddressBans() || hashed.AddressBans[0].Range.IsValid() {
			t.Fatalf("%s is not hashed once: %+v", text, hashed.AddressBans)
		}
		if n := hashed.AddressBans[0].Text(); strings.Contains(n, text) || hashed.Validate() != nil {
			t.Errorf("%q, %v", n, hashed.Validate())
		} else if back, ok := ParseAddressHash(n); !ok || back != hashed.AddressBans[0].Hash {
			t.Errorf("%q is read as %+v", n, back)
		}
		hashed = hashed.Clone()
		other, none := hashed.Clone(), hashed.Clone()
		other.SetHasher(NewHasher([]byte("another")))
		none.SetHasher(nil)
		for range 2000 {
			at := random(of.Addr())
			want := clear.ActiveAddressBan(at, 0) != nil
			if of.IsSingleIP() && of.Addr().Is6() { // its /64 is banned
				p, _ := of.Addr().Prefix(64)
				want = p.Contains(at)
			}
			if got := hashed.ActiveAddressBan(at, 0) != nil; got != want {
				t.Fatalf("%s, %v: banned %v by its hash, %v by its range", text, at, got, want)
			}
			if want {
				inside++
			} else {
				outside++
			}
			if other.ActiveAddressBan(at, 0) != nil || none.ActiveAddressBan(at, 0) != nil {
				t.Fatalf("%s, %v: banned without the secret", text, at)
			}
		}
		byHash := hashed.Clone()
		if !hashed.RemoveAddressBan(of) || len(hashed.AddressBans) > 0 || !byHash.RemoveHashedBan(byHash.AddressBans[0].Hash) || len(byHash.AddressBans) > 0 {
			t.Errorf("%s is not lifted", text)
		}
	}
	if inside < 1000 || outside < 1000 {
		t.Errorf("%d in, %d out of the ranges", inside, outside)
	}
	t.Logf("%d addresses in ranges, %d beside them", inside, outside)
}

// FuzzParseAddressHash: what is read as a hash is written as it was read.
func FuzzParseAddressHash(f *testing.F) {
	for _, s := range []string{"hashed-0123456789ab", "hashed-0123456789ab/24", "hashed-0123456789ab/48v6", "hashed-", "hashed-0123456789ab/032"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if a, ok := ParseAddressHash(s); ok && !strings.EqualFold(a.String(), s) {
			t.Errorf("%q is read as %v", s, a)
		}
	})
}

// TestHasLink: addresses of pages and servers are found, however they are written; ordinary sentences are none.
func TestHasLink(t *testing.T) {
	for _, s := range []string{"http://x", "HTTPS://a.b/c", "www.x", "come to play.example.org", "example.com/x", "mc-x.gg now", "join 203.0.113.9:25565", "ftp://x", "free .com", "site . net"} {
		if !HasLink(s) {
			t.Errorf("%q is no link", s)
		}
	}
	for _, s := range []string{"", "hello. How are you?", "3.5 blocks", "wait...what", "I said no.then yes", "at 10:30", "a.b", "e.g. this"} {
		if HasLink(s) {
			t.Errorf("%q is a link", s)
		}
	}
}
