// Package texts holds the texts of the game in languages other than English: one file each, languages/CODE.toml.
//
// The English text is the key. A text is written in English where it arises, in the server too; where it is
// shown, a Translator looks for the row whose key it is. Keys and rows have placeholders for what differs: {n} is a number, {s} is
// text that stays as it is, like a name, {t} is a text that must have a row of its own, and {w} one that may have one. Several of a
// kind are told apart by a digit: {n1} {n2}. Where a language has several forms for numbers, a row is a table of forms by plural
// category ("one", "few", "many", "other"), chosen by the first number.
//
// Owner: a Translator belongs to one goroutine; the tables are read-only. Invariants: a text without a row stays as it is, so nothing is ever hidden;
// a row has the placeholders of its key, each once; what was once looked up costs no allocation; no text makes a lookup slow,
// as patterns run in linear time and texts beyond TextMax are left alone.
package texts

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"golang.org/x/text/language"
)

// English is the code of the language in which texts are written.
const English = "en"

// TextMax bounds the texts that are looked up, in bytes.
const TextMax = 1024

//go:embed languages/*.toml
var files embed.FS

// Language is a language that the game speaks.
type Language struct{ Code, Name string }

// file is a language's file.
type file struct {
	Name      string
	Thousands string // between thousands; "," in English
	Decimal   string // before the part behind the point; "." in English
	Texts     map[string]any
}

var codes = sync.OnceValue(func() (out []string) {
	all, _ := fs.ReadDir(files, "languages") // embedded: it is there
	for _, f := range all {
		out = append(out, strings.TrimSuffix(f.Name(), ".toml"))
	}
	return out
})

// Languages returns the languages that the game speaks, English first.
var Languages = sync.OnceValue(func() []Language {
	out := []Language{{English, "English"}}
	for _, c := range codes() {
		name, err := languageName(c)
		if err != nil {
			panic("texts: " + err.Error()) // a test reads all
		}
		out = append(out, Language{c, name})
	}
	return out
})

// languageName returns the name of a language, from what its file has before its texts: those take milliseconds to read, and every program asks for names.
func languageName(code string) (string, error) {
	text, err := files.ReadFile(path.Join("languages", code+".toml"))
	if err != nil {
		return "", err
	}
	head, _, _ := strings.Cut(string(text), "\n[texts]")
	var f file
	_, err = toml.Decode(head, &f)
	return f.Name, err
}

// FromLocale returns the language of the environment's locale: LC_ALL, LC_MESSAGES or LANG, as "de_DE.UTF-8". English where the game
// does not speak it.
func FromLocale(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		v, _, _ := strings.Cut(getenv(name), ".")
		if v == "" {
			continue
		}
		tag, err := language.Parse(strings.ReplaceAll(v, "_", "-"))
		if err != nil {
			return English
		}
		if base, _ := tag.Base(); slices.Contains(codes(), base.String()) {
			return base.String()
		}
		return English
	}
	return English
}

// Resolve returns the language of a setting: that of the locale for "".
func Resolve(setting string) string {
	if setting == "" {
		return FromLocale(os.Getenv)
	}
	return setting
}

var (
	tablesMu sync.Mutex
	tables   = map[string]*rows{}
)

// table reads a language's file, once.
func table(code string) (*rows, error) {
	tablesMu.Lock()
	defer tablesMu.Unlock()
	if t := tables[code]; t != nil {
		return t, nil
	}
	text, err := files.ReadFile(path.Join("languages", code+".toml"))
	if err != nil {
		return nil, fmt.Errorf("no language %q", code)
	}
	t, err := parse(code, string(text))
	if err == nil {
		tables[code] = t
	}
	return t, err
}

func parse(code, text string) (*rows, error) {
	var f file
	meta, err := toml.Decode(text, &f)
	if err != nil {
		return nil, fmt.Errorf("%s.toml: %w", code, err)
	}
	for _, k := range meta.Undecoded() {
		if k[0] != "texts" { // the forms of plurals are read by newRows
			return nil, fmt.Errorf("%s.toml: there is nothing called %q", code, k)
		}
	}
	return newRows(code, &f)
}
