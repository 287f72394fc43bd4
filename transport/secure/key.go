package secure

// Keys: one ed25519 identity, converted to the Curve25519 key that Noise uses.

import (
	"crypto/ecdh"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"math/big"
)

// Key is the public half of a Curve25519 key pair.
type Key [32]byte

// String returns the fingerprint that people compare: 32 hex digits, the first half of the key's SHA-256.
func (k Key) String() string {
	sum := sha256.Sum256(k[:])
	return hex.EncodeToString(sum[:16])
}

// Secret is a static key pair. The zero value is no key.
type Secret struct {
	key    *ecdh.PrivateKey
	public Key
}

// NewSecret returns the Curve25519 key of an ed25519 identity. Its scalar is the clamped first half of the seed's
// SHA-512 (RFC 8032, 5.1.5). It panics if the key does not have ed25519.PrivateKeySize bytes.
func NewSecret(identity ed25519.PrivateKey) Secret {
	sum := sha512.Sum512(identity.Seed())
	sum[0] &= 248
	sum[31] &= 127
	sum[31] |= 64
	key, err := ecdh.X25519().NewPrivateKey(sum[:32])
	if err != nil {
		panic(err) // any 32 bytes are a key
	}
	return Secret{key, Key(key.PublicKey().Bytes())}
}

// Public returns the public half.
func (s Secret) Public() Key { return s.public }

// Derive returns a secret for another purpose, the same for as long as the key is: nobody who does not have the key finds it out, nor the key
// from it. It panics for the zero value.
func (s Secret) Derive(purpose string) [32]byte {
	h := hmac.New(sha256.New, s.key.Bytes())
	h.Write([]byte(purpose))
	return [32]byte(h.Sum(nil))
}

// fieldPrime is 2^255 - 19.
var fieldPrime = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))

var errPublic = errors.New("secure: not a public ed25519 key")

// PublicOf returns the Key of a public ed25519 identity: u = (1+y)/(1-y) of its point. It equals NewSecret(private
// half).Public(). It fails for a wrong length, for a number outside the field, and for the neutral point.
func PublicOf(identity ed25519.PublicKey) (Key, error) {
	if len(identity) != ed25519.PublicKeySize {
		return Key{}, errPublic
	}
	var be [32]byte
	for i, b := range identity {
		be[31-i] = b
	}
	be[0] &= 127 // the sign of x, which u does not have
	one := big.NewInt(1)
	y := new(big.Int).SetBytes(be[:])
	below := new(big.Int).Sub(one, y)
	below.Mod(below, fieldPrime)
	if y.Cmp(fieldPrime) >= 0 || below.Sign() == 0 {
		return Key{}, errPublic
	}
	u := new(big.Int).Add(one, y)
	u.Mul(u, below.ModInverse(below, fieldPrime))
	u.Mod(u, fieldPrime).FillBytes(be[:])
	var k Key
	for i, b := range be {
		k[31-i] = b
	}
	return k, nil
}
