package settings

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"voxtide/internal/atomicfile"
)

// ErrKnownHosts is the error for a wrong line in a file of known servers.
var ErrKnownHosts = errors.New("settings: not a known server")

// KnownHosts are the servers that this player has joined, with the public key of each. A server with another key than
// before is another server, or somebody intercepts the connection: the client does not join it unless the player trusts
// the new key. The file has a line HOST:PORT KEY for each server, KEY in 64 hexadecimal digits; # begins a comment.
type KnownHosts struct {
	path  string
	keys  map[string][32]byte
	lines []string // of the file
}

// ReadKnownHosts reads a file of known servers. A missing file is no error. Errors: ErrKnownHosts, with file and line, or the
// system's.
func ReadKnownHosts(path string) (*KnownHosts, error) {
	k := &KnownHosts{path: path, keys: map[string][32]byte{}}
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return k, nil
	case err != nil:
		return nil, err
	}
	return k, k.parse(string(text))
}

// parse parses the lines of the file.
func (k *KnownHosts) parse(text string) error {
	for i, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		k.lines = append(k.lines, line)
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		key, ok := parseKnownKey(fields)
		if !ok {
			return fmt.Errorf("%w: %s:%d: a line is HOST:PORT and 64 hexadecimal digits", ErrKnownHosts, k.path, i+1)
		}
		k.keys[fields[0]] = key
	}
	return nil
}

func parseKnownKey(fields []string) (key [32]byte, ok bool) {
	if len(fields) < 2 {
		return key, false
	}
	raw, err := hex.DecodeString(fields[1])
	if err != nil || len(raw) != len(key) {
		return key, false
	}
	return [32]byte(raw), true
}

// Key returns the known key of the server at an address, HOST:PORT.
func (k *KnownHosts) Key(address string) (key [32]byte, ok bool) {
	key, ok = k.keys[address]
	return key, ok
}

// Set stores the key of an address, and replaces the file, whole or not at all, readable by its owner alone.
func (k *KnownHosts) Set(address string, key [32]byte) error {
	line := address + " " + hex.EncodeToString(key[:])
	text := append([]string(nil), k.lines...)
	if len(text) == 0 {
		text = []string{"# Servers that this player joined, and the key of each at the first contact."}
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
	if err := atomicfile.Replace(k.path, []byte(strings.Join(text, "\n")+"\n"), 0o600); err != nil {
		return err
	}
	k.lines, k.keys[address] = text, key
	return nil
}
