package etcd

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/transport"

	"voxtide/internal/atomicfile"
)

// Secret is what the nodes of a cluster share: who has it is one of them.
type Secret [32]byte

// ErrSecret means that a file is not a secret, or that others may read it.
var ErrSecret = errors.New("etcd: not a key of a cluster")

// NewSecret makes a secret of chance.
func NewSecret() (s Secret) {
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

// ReadSecret reads a file that Write has made, or a copy of it.
func ReadSecret(path string) (s Secret, err error) {
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

// derive returns 32 bytes for one use, from which neither the secret nor those of other uses follow.
func (s Secret) derive(use string) []byte {
	b, err := hkdf.Key(sha256.New, s[:], nil, "voxtide engine: "+use, 32)
	if err != nil {
		panic("etcd: " + err.Error()) // lengths are constants
	}
	return b
}

// nodeHost is the host name in all certificates: nodes prove that they have the secret, addresses are not proved.
const nodeHost = "node.voxtide.engine"

// All certificates are valid so long that no clock matters: who is to be shut out needs a new secret everywhere.
var (
	validFrom = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	validTo   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

// authority returns the certificate and the key that sign those of all nodes: the same wherever the secret is the same.
func (s Secret) authority() (*x509.Certificate, ed25519.PrivateKey, error) {
	key := ed25519.NewKeyFromSeed(s.derive("authority"))
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

// issue makes a certificate of a node, with a key of its own.
func (s Secret) issue(name string) (authority *x509.Certificate, cert []byte, key ed25519.PrivateKey, err error) {
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
		SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: validFrom, NotAfter: validTo, DNSNames: []string{nodeHost},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	cert, err = x509.CreateCertificate(rand.Reader, about, authority, public, signer)
	return authority, cert, key, err
}

// tlsFiles issues a certificate into a folder, where etcd reads it, and returns how its connections use it: both ends show one
// that the secret has signed.
func (s Secret) tlsFiles(dir, name string) (transport.TLSInfo, error) {
	authority, cert, key, err := s.issue(name)
	if err != nil {
		return transport.TLSInfo{}, err
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return transport.TLSInfo{}, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return transport.TLSInfo{}, err
	}
	info := transport.TLSInfo{
		CertFile: filepath.Join(dir, "cert.pem"), KeyFile: filepath.Join(dir, "key.pem"), TrustedCAFile: filepath.Join(dir, "authority.pem"),
		ClientCertAuth: true, ServerName: nodeHost, SkipClientSANVerify: true, MinVersion: tls.VersionTLS13,
	}
	for path, block := range map[string]*pem.Block{
		info.CertFile: {Type: "CERTIFICATE", Bytes: cert}, info.KeyFile: {Type: "PRIVATE KEY", Bytes: pkcs8},
		info.TrustedCAFile: {Type: "CERTIFICATE", Bytes: authority.Raw},
	} {
		if err := atomicfile.Replace(path, pem.EncodeToMemory(block), 0o600); err != nil {
			return transport.TLSInfo{}, err
		}
	}
	return info, nil
}
