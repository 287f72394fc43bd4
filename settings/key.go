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
)

// ErrKey says that a file of a key is not one.
var ErrKey = errors.New("settings: not a key")

// Key reads the ed25519 key in a file, one line of hexadecimal digits that only its owner may read; where there is no
// file a key is made and written.
func Key(path string) (ed25519.PrivateKey, error) {
	for {
		text, err := os.ReadFile(path)
		switch {
		case errors.Is(err, os.ErrNotExist):
			seed := make([]byte, ed25519.SeedSize)
			if _, err := rand.Read(seed); err != nil {
				return nil, err
			}
			if err := writeNew(path, []byte(hex.EncodeToString(seed)+"\n"), 0o600); err != nil {
				return nil, err
			}
			continue // whoever wrote it first, all read the same
		case err != nil:
			return nil, err
		}
		Tighten(path) // where it cannot be changed it is read all the same; programs that log ask before
		return parseKey(path, string(text))
	}
}

// parseKey reads the text of the file of a key.
func parseKey(path, text string) (ed25519.PrivateKey, error) {
	seed, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("%w: %s", ErrKey, path)
	}
	return ed25519.NewKeyFromSeed(seed), nil
}

// Tighten has a file be read and written by its owner alone, and reports whether others could; one that is not there is fine.
func Tighten(path string) (loose bool, err error) {
	if runtime.GOOS == "windows" { // its folder says who may
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
