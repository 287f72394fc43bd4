package secure

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"golang.org/x/crypto/curve25519"

	"voxtide/internal/testrand"
)

// TestKeyVector: the conversion of both halves is the usual one, here of a pair that is
// published with libsodium.
func TestKeyVector(t *testing.T) {
	un := func(s string) []byte { b, _ := hex.DecodeString(s); return b }
	id := ed25519.NewKeyFromSeed(un("421151a459faeade3d247115f94aedae42318124095afabe4d1451a559faedee"))
	if got := id.Public().(ed25519.PublicKey); !bytes.Equal(got, un("b5076a8474a832daee4dd5b4040983b6623b5f344aca57d4d6ee4baf3f259e6e")) {
		t.Fatalf("not the published identity: %x", got)
	}
	s := NewSecret(id)
	if want := un("8052030376d47112be7f73ed7a019293dd12ad910b654455798b4667d73de166"); !bytes.Equal(s.key.Bytes(), want) {
		t.Fatalf("private %x", s.key.Bytes())
	}
	if want := un("f1814f0e8ff1043d8a44d25babff3cedcae6c22c3edaa48f857ae70de2baae50"); !bytes.Equal(s.public[:], want) {
		t.Fatalf("public %x", s.public)
	}
}

// TestKeys: the public half of an identity gives the same key as the private, keys agree,
// and what is no key is refused.
func TestKeys(t *testing.T) {
	luck := testrand.New(t)
	seen := map[string]bool{}
	for range 100 {
		a, b := identity(int(luck.Uint32())), identity(int(luck.Uint32()))
		k, err := PublicOf(a.Public().(ed25519.PublicKey))
		if s := NewSecret(a); err != nil || k != s.Public() {
			t.Fatalf("%v: %x and %x", err, k, s.Public())
		}
		sa, sb := NewSecret(a), NewSecret(b)
		one, _ := curve25519.X25519(sa.key.Bytes(), sb.public[:])
		two, _ := curve25519.X25519(sb.key.Bytes(), sa.public[:])
		if !bytes.Equal(one, two) || bytes.Equal(one, make([]byte, 32)) {
			t.Fatal("they do not agree")
		}
		if f := k.String(); len(f) != 32 || seen[f] {
			t.Fatalf("fingerprint %q", f)
		} else {
			seen[f] = true
		}
	}
	neutral := make([]byte, 32)
	neutral[0] = 1
	beyond := bytes.Repeat([]byte{0xff}, 32)
	binary.LittleEndian.PutUint64(beyond, ^uint64(18)) // the prime itself
	for _, bad := range [][]byte{nil, neutral[:31], neutral, beyond} {
		if k, err := PublicOf(bad); err == nil {
			t.Errorf("%x is taken for %x", bad, k)
		}
	}
}
