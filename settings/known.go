package settings

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ErrKnown says that a line of a file of known servers cannot be understood.
var ErrKnown = errors.New("settings: not a known server")

// Known are the servers that this player has been on, and the public key that each showed. A server whose key is another
// one than it was is not the same server, or somebody stands between: it is not joined before the player says so.
// The file has a line HOST:PORT KEY for each, KEY in 64 hexadecimal digits, and comments behind #.
type Known struct {
	path string
	keys map[string][32]byte
	text []string // the lines of the file
}

// ReadKnown reads a file of known servers; there may be none yet. Errors: ErrKnown with file and line, or the system's.
func ReadKnown(path string) (*Known, error) {
	k := &Known{path: path, keys: map[string][32]byte{}}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return k, nil
	case err != nil:
		return nil, err
	}
	return k, k.parse(string(text))
}

// parse reads the lines of the file.
func (k *Known) parse(text string) error {
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		k.text = append(k.text, line)
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		key, ok := keyOf(fields)
		if !ok {
			return fmt.Errorf("%w: %s:%d: a line is HOST:PORT and 64 hexadecimal digits", ErrKnown, k.path, i+1)
		}
		k.keys[fields[0]] = key
	}
	return nil
}

func keyOf(fields []string) (key [32]byte, ok bool) {
	if len(fields) < 2 {
		return key, false
	}
	raw, err := hex.DecodeString(fields[1])
	if err != nil || len(raw) != len(key) {
		return key, false
	}
	return [32]byte(raw), true
}

// Key returns the key that the server at an address, HOST:PORT, is known by.
func (k *Known) Key(address string) (key [32]byte, ok bool) {
	key, ok = k.keys[address]
	return key, ok
}

// Set makes a key the one of an address, and writes the file: whole or not at all, for its owner's eyes only.
func (k *Known) Set(address string, key [32]byte) error {
	line := address + " " + hex.EncodeToString(key[:])
	text := append([]string(nil), k.text...)
	if len(text) == 0 {
		text = []string{"# Servers that were joined, and the key that each showed at the first time."}
	}
	kept := false
	for i, old := range text {
		if fields := strings.Fields(old); len(fields) > 0 && fields[0] == address {
			text[i], kept = line, true
		}
	}
	if !kept {
		text = append(text, line)
	}
	if err := os.MkdirAll(filepath.Dir(k.path), 0o755); err != nil {
		return err
	}
	if err := replace(k.path, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	k.text, k.keys[address] = text, key
	return nil
}
