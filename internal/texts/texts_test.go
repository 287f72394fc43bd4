package texts

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestLanguages: every file is read, knows the placeholders of its keys, and has no row that is empty or cannot be found.
func TestLanguages(t *testing.T) {
	all := Languages()
	if len(all) < 2 || all[0].Code != English || !slices.Contains(all, Language{"de", "Deutsch"}) {
		t.Fatal(all)
	}
	for _, l := range all[1:] {
		r, err := table(l.Code)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range r.exact {
			if strings.TrimSpace(v) == "" || k == "" {
				t.Errorf("%s: %q is %q", l.Code, k, v)
			}
		}
		for _, p := range r.patterns {
			if free := func(h string) bool { return h[1] == 's' || h[1] == 'w' }; p.prefix == "" && p.suffix == "" && free(p.holes[0]) && free(p.holes[len(p.holes)-1]) && p.literal < 9 {
				t.Errorf("%s: %q fits too much", l.Code, p.key)
			}
		}
		t.Logf("%s: %d texts and %d patterns", l.Name, len(r.exact), len(r.patterns))
	}
}

// sample returns a text of a pattern with something in its placeholders.
func sample(p *pattern, word string, numbers []string) (string, []string) {
	var with, found []string
	for i, h := range p.holes {
		v := word + fmt.Sprint(i)
		if h[1] == 'n' {
			v = numbers[i%len(numbers)]
		}
		with, found = append(with, h, v), append(found, v)
	}
	return strings.NewReplacer(with...).Replace(p.key), found
}

// TestEachRowIsFound: a text made of a key is found by that row, with what was put into it, and not by another.
func TestEachRowIsFound(t *testing.T) {
	checked := 0
	for _, l := range Languages()[1:] {
		r, _ := table(l.Code)
		for _, p := range r.patterns {
			if strings.Contains(p.key, "{t") { // those need a text with a row: TestWithin
				continue
			}
			text, found := sample(p, "Xyz", []string{"7", "12,345.5"})
			got := p.match(text)
			if !slices.Equal(got, found) {
				t.Errorf("%s: %q holds %q, put in were %q", p.key, text, got, found)
			}
			want, _ := r.fill(p, found, depthMax)
			if out, ok := r.lookUp(text, depthMax); !ok || out != want {
				t.Errorf("%s: %q is %q, not %q: another row takes it", p.key, text, out, want)
			}
			checked++
		}
	}
	t.Logf("%d rows", checked)
}

const small = `
name = "Test"
thousands = "."
decimal = ","
[texts]
"Stone" = "Stein"
"Needs {t} near" = "{t} fehlt"
"{n} of {w}" = "{w}: {n}"
"{s} joins" = "{s} kommt"
"{n} files" = { one = "{n} Datei", other = "{n} Dateien" }
`

// TestWithin: texts within texts, numbers as the language writes them, forms for numbers, and texts without a row as they are.
func TestWithin(t *testing.T) {
	r, err := parse("de", small)
	if err != nil {
		t.Fatal(err)
	}
	tr := &Translator{of: r, known: map[string]string{}}
	var missing []string
	tr.Missing = func(s string) { missing = append(missing, s) }
	for in, want := range map[string]string{
		"Stone": "Stein", "Needs Stone near": "Stein fehlt", "Needs Gravel near": "Needs Gravel near", "12,345.5 of Stone": "Stein: 12.345,5", "3 of Gravel": "Gravel: 3",
		"Stone joins": "Stone kommt", "{n} joins": "{n} kommt", "1 files": "1 Datei", "2 files": "2 Dateien", "1.5 files": "1,5 Dateien", "": "", "stone": "stone",
	} {
		for range 2 {
			if got := tr.T(in); got != want {
				t.Errorf("%q is %q, want %q", in, got, want)
			}
		}
	}
	slices.Sort(missing)
	if !slices.Equal(missing, []string{"Needs Gravel near", "stone"}) {
		t.Errorf("missing are %q", missing)
	}
	if n := testing.AllocsPerRun(100, func() { tr.T("Needs Stone near") }); n != 0 {
		t.Errorf("%v allocations for a known text", n)
	}
	for i := range 3 * knownMax {
		tr.T(fmt.Sprint("x", i))
	}
	if len(tr.known) > knownMax {
		t.Errorf("%d texts are remembered", len(tr.known))
	}
	pl, err := parse("pl", "name = \"Polski\"\n[texts]\n\"{n} files\" = { one = \"{n} plik\", few = \"{n} pliki\", other = \"{n} plików\" }\n")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{"1 files": "1 plik", "3 files": "3 pliki", "5 files": "5 plików", "22 files": "22 pliki", "112 files": "112 plików"} {
		if got, _ := pl.lookUp(in, 1); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
	for what, text := range map[string]string{
		"no name": "[texts]\n", "a lost placeholder": small + "\"{n} cats\" = \"Katzen\"\n", "a placeholder twice": small + "\"{n} cats\" = \"{n} {n}\"\n", "a foreign one": small + "\"cats\" = \"{n}\"\n",
		"no other": small + "\"{n} cats\" = { one = \"{n}\" }\n", "a bad form": small + "\"{n} cats\" = { lots = \"{n}\", other = \"{n}\" }\n", "a number": small + "\"x\" = 5\n", "a typo": "nmae = \"x\"\n",
	} {
		if _, err := parse("de", text); err == nil {
			t.Errorf("%s is read", what)
		}
	}
}

// TestLocale: the language is that of the environment.
func TestLocale(t *testing.T) {
	for _, c := range []struct{ all, lang, want string }{
		{"", "de_AT.UTF-8", "de"}, {"", "de", "de"}, {"C", "de_DE", English}, {"", "C.UTF-8", English}, {"", "", English}, {"", "xx_YY", English}, {"", "not a locale", English}, {"de_DE@euro", "", English},
	} {
		env := map[string]string{"LC_ALL": c.all, "LANG": c.lang}
		if got := FromLocale(func(n string) string { return env[n] }); got != c.want {
			t.Errorf("%v: %s", c, got)
		}
	}
	if New("xx").T("Stone") != "Stone" || (&Translator{}).T("Stone") != "Stone" || (*Translator)(nil).T("Stone") != "Stone" {
		t.Error("English is no English")
	}
}

// TestAnyText: no text makes a lookup fail or loses what it says in verbatim places.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringN(1, 40, 120).Draw(t, "name")
		for _, l := range Languages()[1:] {
			tr := New(l.Code)
			if got := tr.T("no player " + name + " is online"); name != "" && !strings.Contains(got, name) {
				t.Fatalf("%q lost %q", got, name)
			}
			tr.T(name)
		}
	})
}

func ExampleTranslator() {
	t := New("de")
	fmt.Println(t.T("Back to game"))
	fmt.Println(t.T("Joining play.example.org"))
	// Output:
	// Zurück zum Spiel
	// play.example.org wird betreten
}
