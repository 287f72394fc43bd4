package settings

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"voxtide/internal/atomicfile"
)

// ErrKey is the error for a file that holds no key.
var ErrKey = errors.New("settings: not a key")

// LoadKey reads an ed25519 key from a file: one line of hexadecimal digits that only its owner may read. If there is no
// file, it generates a key and writes one.
func LoadKey(path string) (ed25519.PrivateKey, error) {
	for {
		text, err := os.ReadFile(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			seed := make([]byte, ed25519.SeedSize)
			if _, err := rand.Read(seed); err != nil {
				return nil, err
			}
			if err := atomicfile.Create(path, []byte(hex.EncodeToString(seed)+"\n"), 0o600); err != nil {
				return nil, err
			}
			continue // another process may have written it first: read its key
		case err != nil:
			return nil, err
		}
		RestrictPermissions(path) // a file whose mode cannot be changed is read, too; programs that log a warning call it before
		return parseKey(path, string(text))
	}
}

// ReplaceKey writes a key into a file and keeps what is there beside it, in the file that it returns.
func ReplaceKey(path string, key ed25519.PrivateKey) (before string, err error) {
	before = path + ".before"
	for n := 2; ; n++ {
		if _, err := os.Lstat(before); errors.Is(err, os.ErrNotExist) {
			break
		}
		before = fmt.Sprintf("%s.before-%d", path, n)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return before, err
	}
	if err := atomicfile.Create(before, text, 0o600); err != nil {
		return before, err
	}
	return before, atomicfile.Replace(path, []byte(hex.EncodeToString(key.Seed())+"\n"), 0o600)
}

// parseKey parses the text of a key file.
func parseKey(path, text string) (ed25519.PrivateKey, error) {
	seed, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%w: %s", ErrKey, path)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// RestrictPermissions lets only the owner of a file read and write it. It reports whether others could before. A missing file
// is no error.
func RestrictPermissions(path string) (loose bool, err error) {
	if runtime.GOOS == "windows" { // the permissions of its folder apply
		return false, nil
	}
	i, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return false, nil
	case err != nil:
		return false, err
	case i.Mode().Perm()&0o077 == 0:
		return false, nil
	}
	return true, os.Chmod(path, 0o600)
}
