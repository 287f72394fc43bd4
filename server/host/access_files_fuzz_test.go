package host

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"voxtide/settings"
)

// FuzzAccessFiles: any text in access.toml and land.toml is either refused in one line, or makes valid lists that are read
// back as they are written.
func FuzzAccessFiles(f *testing.F) {
	p, l := listsToFiles(full())
	text := func(v any) string {
		var b strings.Builder
		if err := toml.NewEncoder(&b).Encode(v); err != nil {
			f.Fatal(err)
		}
		return b.String()
	}
	f.Add(text(p), text(l))
	f.Add("[[ban]]\nname = \"x\"\nuntil = 0001-01-01T00:00:00Z\n", "spawn = [1, 2, 3]\nday = 9223372036854775807\n")
	f.Add("", "[[claim]]\nowner = \"x\"\nlow = [-2147483648, 0]\nhigh = [2147483647, 0]\n")
	f.Fuzz(func(t *testing.T, one, other string) {
		var p peopleFile
		var l landFile
		for text, into := range map[string]any{one: &p, other: &l} {
			if err := settings.Decode("f.toml", text, into); err != nil {
				if !errors.Is(err, settings.ErrFile) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%q: %v", text, err)
				}
				return
			}
		}
		b, err := filesToLists(&p, &l)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v", err)
			}
			return
		}
		if err := b.Validate(); err != nil {
			t.Fatal(err)
		}
		again, land := listsToFiles(b)
		var p2 peopleFile
		var l2 landFile
		if err := errors.Join(settings.Decode("f.toml", text(again), &p2), settings.Decode("f.toml", text(land), &l2)); err != nil {
			t.Fatalf("what was written: %v", err)
		}
		if c, err := filesToLists(&p2, &l2); err != nil || !reflect.DeepEqual(c.Clone(), b.Clone()) {
			t.Fatalf("%+v is read again as %+v, %v", b, c, err)
		}
	})
}
