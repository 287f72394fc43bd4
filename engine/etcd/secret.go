package etcd

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"

	"go.etcd.io/etcd/client/pkg/v3/transport"

	"voxtide/engine/secret"
	"voxtide/internal/atomicfile"
)

// tlsFiles issues a certificate into a folder, where etcd reads it, and returns how its connections use it: both ends show one
// that the secret has signed.
func tlsFiles(s secret.Secret, dir, name string) (transport.TLSInfo, error) {
	authority, cert, key, err := s.Issue(name)
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
		ClientCertAuth: true, ServerName: secret.Host, SkipClientSANVerify: true, MinVersion: tls.VersionTLS13,
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
