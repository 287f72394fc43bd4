package settings

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/server/wordfilter"
)

// TestWords: the file of words is read from the data folder or from anywhere; one that is not there, no file, too large or wrong is named.
func TestWords(t *testing.T) {
	home := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(home, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	put("words.txt", "bad\n# no\n*worse*\n")
	if l, err := ReadWords(home, ""); l != nil || err != nil {
		t.Errorf("%v, %v", l, err)
	}
	for _, path := range []string{"words.txt", filepath.Join(home, "words.txt")} {
		if l, err := ReadWords(home, path); err != nil || l.Len() != 2 || l.Find("b4d") != "bad" {
			t.Errorf("%s: %v", path, err)
		}
	}
	wrong := 0
	for path, want := range map[string]string{"missing.txt": "no such file", ".": "is no file", put("large.txt", strings.Repeat("# no\n", wordfilter.TextMax/4)): "is no file of at most",
		put("wrong.txt", "bad\n\nx\n"): `wrong.txt: wordfilter: not a list of words: line 3: "x" has fewer than two letters`} {
		if l, err := ReadWords(home, path); l != nil || !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", path, err, want)
		}
		wrong++
	}
	t.Logf("%d wrong files named", wrong)
}

// TestSeed: a seed is a number, with quotation marks or without; anything else is named with its line.
func TestSeed(t *testing.T) {
	read := 0
	for text, want := range map[string]string{`seed = 5`: "5", `seed = "5"`: "5", `seed = ""`: "", `seed = "18446744073709551615"`: "18446744073709551615", `seed = 0`: "0"} {
		var s Server
		if err := Decode("server.toml", text, &s); err != nil || string(s.Seed) != want {
			t.Errorf("%s: %v, %q", text, err, s.Seed)
		}
		read++
	}
	for _, text := range []string{`seed = -1`, `seed = "abc"`, `seed = 1.5`, `seed = "18446744073709551616"`, `seed = [1]`} {
		var s Server
		err := Decode("server.toml", "listen = \":1\"\n"+text, &s)
		if !errors.Is(err, ErrFile) || !strings.Contains(err.Error(), "server.toml:2: ") || !strings.Contains(err.Error(), "a seed is a number") {
			t.Errorf("%s: %v", text, err)
		}
		read++
	}
	t.Logf("%d texts", read)
}
