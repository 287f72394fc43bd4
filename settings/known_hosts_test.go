package settings

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKnown: what was set is read again, comments and other servers stay, only its owner may read the file, and a line
// that is none is an error with its number.
func TestKnown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "known_servers")
	k, err := ReadKnownHosts(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := k.Key("a:1"); ok {
		t.Fatal("a key of nobody")
	}
	one, two, three := [32]byte{1}, [32]byte{2}, [32]byte{3}
	for _, s := range []struct {
		at  string
		key [32]byte
	}{{"a:1", one}, {"[::1]:7400", two}} {
		if err := k.Set(s.at, s.key); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, "\n# mine\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	if k, err = ReadKnownHosts(path); err != nil {
		t.Fatal(err)
	}
	if err := k.Set("a:1", three); err != nil {
		t.Fatal(err)
	}
	if k, err = ReadKnownHosts(path); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string][32]byte{"a:1": three, "[::1]:7400": two} {
		if got, ok := k.Key(at); !ok || got != want {
			t.Errorf("%s: %x %v", at, got, ok)
		}
	}
	text, _ = os.ReadFile(path)
	if strings.Count(string(text), "a:1 ") != 1 || !strings.Contains(string(text), "# mine") {
		t.Errorf("the file:\n%s", text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	for _, bad := range []string{"a:1", "a:1 zz", "a:1 0102", "\n\na:1 " + strings.Repeat("g", 64)} {
		os.WriteFile(path, []byte(bad), 0o600)
		if _, err := ReadKnownHosts(path); !errors.Is(err, ErrKnownHosts) || !strings.Contains(err.Error(), path+":") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// FuzzKnown: known servers are read again as they are written.
func FuzzKnown(f *testing.F) {
	f.Add("# mine\na:1 " + strings.Repeat("0a", 32) + "\n\nb:2 " + strings.Repeat("ff", 32) + " old\n")
	f.Add("a:1\n")
	f.Fuzz(func(t *testing.T, text string) {
		k := &KnownHosts{path: "f.toml", keys: map[string][32]byte{}}
		err := k.parse(text)
		checkError(t, text, err, ErrKnownHosts)
		again := &KnownHosts{path: "f.toml", keys: map[string][32]byte{}}
		if err == nil && (again.parse(strings.Join(k.lines, "\n")+"\n") != nil || !maps.Equal(again.keys, k.keys) || slices.Contains(slices.Collect(maps.Keys(k.keys)), "")) {
			t.Fatalf("%q is read as %v, written as %q", text, k.keys, k.lines)
		}
	})
}
