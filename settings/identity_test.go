package settings

import (
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
