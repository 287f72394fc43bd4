package host

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"voxtide/settings"
)

// FuzzBooks: whatever stands in access.toml and land.toml is refused in one line, or is a book that is sound, and is read again as it is
// written.
func FuzzBooks(f *testing.F) {
	p, l := filesOf(full())
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
		var p people
		var l landFile
		for text, into := range map[string]any{one: &p, other: &l} {
			if err := settings.Decode("f.toml", text, into); err != nil {
				if !errors.Is(err, settings.ErrFile) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%q: %v", text, err)
				}
				return
			}
		}
		b, err := bookOf(&p, &l)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v", err)
			}
			return
		}
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		again, land := filesOf(b)
		var p2 people
		var l2 landFile
		if err := errors.Join(settings.Decode("f.toml", text(again), &p2), settings.Decode("f.toml", text(land), &l2)); err != nil {
			t.Fatalf("what was written: %v", err)
		}
		if c, err := bookOf(&p2, &l2); err != nil || !reflect.DeepEqual(c.Clone(), b.Clone()) {
			t.Fatalf("%+v is read again as %+v, %v", b, c, err)
		}
	})
}
