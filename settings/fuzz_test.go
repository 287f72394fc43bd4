package settings

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

// wrongs fails for an error that is none of what a file may have, or no one line that begins with the place.
func wrongs(t *testing.T, text string, err, want error) {
	t.Helper()
	if err != nil && (!errors.Is(err, want) || strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), "f.toml")) {
		t.Fatalf("%q: %v", text, err)
	}
}

// FuzzServer: no text of server.toml does more than set what it says, or is refused in one line.
func FuzzServer(f *testing.F) {
	f.Add(serverText)
	f.Add("players = 5\n[[x]]\ny.z = 1\n")
	f.Add("motd = \"\\u0000\"\nlisten = '''\n'''\n")
	f.Fuzz(func(t *testing.T, text string) {
		s := DefaultServer()
		err := Decode("f.toml", text, &s)
		wrongs(t, text, err, ErrFile)
		if err == nil {
			if key, err := s.check(); (err == nil) != (key == "") || err != nil && !errors.Is(err, ErrValue) {
				t.Fatalf("%q: %q, %v", text, key, err)
			}
		}
	})
}

// FuzzClient is the same of client.toml.
func FuzzClient(f *testing.F) {
	f.Add("fov = 70\n[keys]\nforward = \"W\"\n")
	f.Add("name = \"x\"\nx = 1979-05-27T07:32:00Z")
	f.Fuzz(func(t *testing.T, text string) {
		c := DefaultClient()
		wrongs(t, text, Decode("f.toml", text, &c), ErrFile)
	})
}

// FuzzKnown: what is read of known servers is read again as it is written.
func FuzzKnown(f *testing.F) {
	f.Add("# mine\na:1 " + strings.Repeat("0a", 32) + "\n\nb:2 " + strings.Repeat("ff", 32) + " old\n")
	f.Add("a:1\n")
	f.Fuzz(func(t *testing.T, text string) {
		k := &Known{path: "f.toml", keys: map[string][32]byte{}}
		err := k.parse(text)
		wrongs(t, text, err, ErrKnown)
		again := &Known{path: "f.toml", keys: map[string][32]byte{}}
		if err == nil && (again.parse(strings.Join(k.text, "\n")+"\n") != nil || !maps.Equal(again.keys, k.keys) || slices.Contains(slices.Collect(maps.Keys(k.keys)), "")) {
			t.Fatalf("%q is read as %v, written as %q", text, k.keys, k.text)
		}
	})
}

// FuzzKey: a file is a key or refused, and nothing of a key is told.
func FuzzKey(f *testing.F) {
	f.Add(strings.Repeat("0a", 32) + "\n")
	f.Add("\x00")
	f.Fuzz(func(t *testing.T, text string) {
		key, err := parseKey("f.toml", text)
		wrongs(t, text, err, ErrKey)
		if (err == nil) != (len(key) == 64) || err != nil && len(text) > 30 && strings.Contains(err.Error(), text) {
			t.Fatalf("%q: %d bytes, %v", text, len(key), err)
		}
	})
}
