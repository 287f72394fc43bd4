package host

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"voxtide/settings"
)

// FuzzAccessFiles: any text in access.toml, land.toml and record.toml is either refused in one line, or makes valid lists that are read
// back as they are written.
func FuzzAccessFiles(f *testing.F) {
	p, l, rec := listsToFiles(full())
	text := func(v any) string {
		var b strings.Builder
		if err := toml.NewEncoder(&b).Encode(v); err != nil {
			f.Fatal(err)
		}
		return b.String()
	}
	f.Add(text(p), text(l), text(rec))
	f.Add("[[ban]]\nname = \"x\"\nuntil = 0001-01-01T00:00:00Z\n", "spawn = [1, 2, 3]\nday = 9223372036854775807\n", "")
	f.Add("", "[[claim]]\nowner = \"x\"\nlow = [-2147483648, 0]\nhigh = [2147483647, 0]\n", "")
	f.Add("[[ban_address]]\nrange = \"::ffff:1.2.3.4/120\"\n[[mute]]\nname = \"x\"\n", "", "[[entry]]\nname = \"x\"\nkind = \"warn\"\n")
	f.Add("[[ban_address]]\nrange = \"10.0.0.7/8\"\n", "", "[[entry]]\nname = \"x\"\nkind = \"praise\"\n")
	f.Add("[[role]]\nname = \"r\"\nmay = [\"ban:2h\", \"op\"]\n[[holder]]\nname = \"x\"\nrole = \"r\"\n", "", "")
	f.Add("[[role]]\nname = \"r\"\ninherits = [\"r\"]\nslots = true\nclaims = 3\n[[accepted]]\nname = \"x\"\n", "", "")
	f.Add("", "[[warp]]\nname = \"Mill\"\nat = [1, 2, 3]\n", "[[player]]\nname = \"x\"\nignored = [\"\"]\n")
	f.Fuzz(func(t *testing.T, one, other, third string) {
		var p peopleFile
		var l landFile
		var rec recordFile
		for _, f := range []struct {
			text string
			into any
		}{{one, &p}, {other, &l}, {third, &rec}} {
			text, into := f.text, f.into
			if err := settings.Decode("f.toml", text, into); err != nil {
				if !errors.Is(err, settings.ErrFile) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%q: %v", text, err)
				}
				return
			}
		}
		b, err := filesToLists(&p, &l, &rec)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v", err)
			}
			return
		}
		if err := b.Validate(); err != nil {
			t.Fatal(err)
		}
		again, land, record := listsToFiles(b)
		var p2 peopleFile
		var l2 landFile
		var r2 recordFile
		if err := errors.Join(settings.Decode("f.toml", text(again), &p2), settings.Decode("f.toml", text(land), &l2), settings.Decode("f.toml", text(record), &r2)); err != nil {
			t.Fatalf("what was written: %v", err)
		}
		if c, err := filesToLists(&p2, &l2, &r2); err != nil || !reflect.DeepEqual(c.Clone(), b.Clone()) {
			t.Fatalf("%+v is read again as %+v, %v", b, c, err)
		}
	})
}
