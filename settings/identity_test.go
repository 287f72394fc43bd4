package settings

import (
	"crypto/ed25519"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestKey: the first start writes a key, the next ones read it, and only its owner may read the file.
func TestKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "server.key")
	a, err := LoadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := LoadKey(path)
	if err != nil || !a.Equal(b) {
		t.Fatalf("%v", err)
	}
	if i, err := os.Stat(path); err != nil || i.Mode().Perm() != 0o600 {
		t.Fatalf("%v %v", i.Mode(), err)
	}
	os.Chmod(path, 0o644)
	if c, err := LoadKey(path); err != nil || !c.Equal(a) {
		t.Fatal(err)
	}
	if i, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && i.Mode().Perm() != 0o600 {
		t.Errorf("others may still read it: %v %v", i.Mode(), err)
	}
	os.WriteFile(path, []byte("nonsense"), 0o600)
	if _, err := LoadKey(path); !errors.Is(err, ErrKey) {
		t.Fatal(err)
	}
}

// TestReplaceKey: another key takes the place of one, which stays beside it, however often.
func TestReplaceKey(t *testing.T) {
	path, other := filepath.Join(t.TempDir(), "server.key"), filepath.Join(t.TempDir(), "other.key")
	first, err := LoadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	second, err := LoadKey(other)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := ReplaceKey(path, second)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ReplaceKey(path, first)
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]ed25519.PrivateKey{path: first, kept: first, again: second} {
		if got, err := LoadKey(file); err != nil || !got.Equal(want) {
			t.Errorf("%s: %v, or another key", file, err)
		}
	}
}

// FuzzKey: a file is a key or refused, and the error shows nothing of a key.
func FuzzKey(f *testing.F) {
	f.Add(strings.Repeat("0a", 32) + "\n")
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, text string) {
		key, err := parseKey("f.toml", text)
		checkError(t, text, err, ErrKey)
		if (err == nil) != (len(key) == 64) || err != nil && len(text) > 30 && strings.Contains(err.Error(), text) {
			t.Fatalf("%q: %d bytes, %v", text, len(key), err)
		}
	})
}
