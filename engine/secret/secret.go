// Package secret is what the machines of a cluster share: one file, from which each makes the certificates by which they know each other.
//
// Owner: none, a Secret is a value. Invariants: who has not the secret can neither read what is sent nor take part; certificates are made in
// memory, valid for ever, and prove the secret and nothing else.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"strings"
	"time"

	"voxtide/internal/atomicfile"
)

// Secret is what the nodes of a cluster share: who has it is one of them.
type Secret [32]byte

// ErrSecret means that a file is not a secret, or that others may read it.
var ErrSecret = errors.New("secret: not a key of a cluster")

// New makes a secret of chance.
func New() (s Secret) {
	rand.Read(s[:]) // never fails
	return s
}

// Write puts the secret into a new file that its owner alone may read. It never replaces one.
func (s Secret) Write(path string) error {
	if _, err := os.Stat(path); err == nil {
		return fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	return atomicfile.Create(path, []byte(hex.EncodeToString(s[:])+"\n"), 0o600)
}

// Read reads a file that Write has made, or a copy of it.
func Read(path string) (s Secret, err error) {
	i, err := os.Stat(path)
	if err != nil {
		return s, err
	}
	if i.Mode().Perm()&0o077 != 0 {
		return s, fmt.Errorf("%w: %s: others may read it (chmod 600 mends that)", ErrSecret, path)
	}
	if i.Size() > 1024 {
		return s, fmt.Errorf("%w: %s: too long", ErrSecret, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	b, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(b) != len(s) {
		return s, fmt.Errorf("%w: %s: not 64 hexadecimal digits", ErrSecret, path)
	}
	return Secret(b), nil
}

// Derive returns 32 bytes for one use, from which neither the secret nor those of other uses follow.
func (s Secret) Derive(use string) []byte {
	b, err := hkdf.Key(sha256.New, s[:], nil, "voxtide engine: "+use, 32)
	if err != nil {
		panic("secret: " + err.Error()) // lengths are constants
	}
	return b
}

// Host is the host name in all certificates: nodes prove that they have the secret, addresses are not proved.
const Host = "node.voxtide.engine"

// All certificates are valid so long that no clock matters: who is to be shut out needs a new secret everywhere.
var (
	validFrom = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	validTo   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

// authority returns the certificate and the key that sign those of all nodes: the same wherever the secret is the same.
func (s Secret) authority() (*x509.Certificate, ed25519.PrivateKey, error) {
	key := ed25519.NewKeyFromSeed(s.Derive("authority"))
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "voxtide engine"}, NotBefore: validFrom, NotAfter: validTo,
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		return nil, nil, err
	}
	cert, err := x509.ParseCertificate(der)
	return cert, key, err
}

// Issue makes a certificate of a node, with a key of its own.
func (s Secret) Issue(name string) (authority *x509.Certificate, cert []byte, key ed25519.PrivateKey, err error) {
	authority, signer, err := s.authority()
	if err != nil {
		return nil, nil, nil, err
	}
	public, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, nil, nil, err
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, nil, nil, err
	}
	about := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: validFrom, NotAfter: validTo, DNSNames: []string{Host},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	cert, err = x509.CreateCertificate(rand.Reader, about, authority, public, signer)
	return authority, cert, key, err
}

// TLS returns how a machine speaks with others of its cluster, as either end: both show a certificate that the secret has signed.
func (s Secret) TLS(name string) (*tls.Config, error) {
	authority, cert, key, err := s.Issue(name)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	pool.AddCert(authority)
	return &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{cert}, PrivateKey: key}}, RootCAs: pool, ClientCAs: pool,
		ClientAuth: tls.RequireAndVerifyClientCert, ServerName: Host, MinVersion: tls.VersionTLS13,
	}, nil
}

// Seal encrypts a text for those who have the secret, for one use.
func (s Secret) Seal(use string, text []byte) []byte {
	a := s.aead(use)
	nonce := make([]byte, a.NonceSize())
	rand.Read(nonce) // never fails
	return a.Seal(nonce, nonce, text, nil)
}

// Unseal returns the text of Seal. Errors: ErrSecret.
func (s Secret) Unseal(use string, sealed []byte) ([]byte, error) {
	a := s.aead(use)
	if len(sealed) < a.NonceSize() {
		return nil, ErrSecret
	}
	text, err := a.Open(nil, sealed[:a.NonceSize()], sealed[a.NonceSize():], nil)
	if err != nil {
		return nil, ErrSecret
	}
	return text, nil
}

func (s Secret) aead(use string) cipher.AEAD {
	block, err := aes.NewCipher(s.Derive(use))
	if err != nil {
		panic("secret: " + err.Error()) // the length is a constant
	}
	a, err := cipher.NewGCM(block)
	if err != nil {
		panic("secret: " + err.Error())
	}
	return a
}
