package texts

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// rows are the texts of a language.
type rows struct {
	tag       language.Tag
	separator *strings.Replacer // of numbers; nil as in English
	exact     map[string]string
	patterns  []*pattern // the most literal first
}

// pattern is a row with placeholders.
type pattern struct {
	key            string
	prefix, suffix string // of every text that fits
	literal        int    // bytes that are no placeholder
	holes          []string
	compiled       func() *regexp.Regexp
	forms          map[plural.Form]string
}

var hole = regexp.MustCompile(`\{[nstw][0-9]?\}`)

var formNames = map[string]plural.Form{"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other}

func newRows(code string, f *file) (*rows, error) {
	tag, err := language.Parse(code)
	if err != nil || f.Name == "" {
		return nil, fmt.Errorf("%s.toml: a file is called as its language's code, and has its name: %v", code, err)
	}
	t := &rows{tag: tag, exact: map[string]string{}}
	if f.Thousands != "" || f.Decimal != "" {
		t.separator = strings.NewReplacer(",", f.Thousands, ".", f.Decimal)
	}
	for key, v := range f.Texts {
		holes := hole.FindAllString(key, -1)
		forms, err := formsOf(v)
		if err != nil {
			return nil, fmt.Errorf("%s.toml: %q: %w", code, key, err)
		}
		for _, text := range forms {
			if !sameHoles(holes, hole.FindAllString(text, -1)) {
				return nil, fmt.Errorf("%s.toml: %q has other placeholders than its row %q, or one twice", code, key, text)
			}
		}
		if len(holes) == 0 {
			t.exact[key] = forms[plural.Other]
			continue
		}
		t.patterns = append(t.patterns, newPattern(key, holes, forms))
	}
	slices.SortFunc(t.patterns, func(a, b *pattern) int {
		return cmp.Or(cmp.Compare(b.literal, a.literal), cmp.Compare(a.key, b.key))
	})
	return t, nil
}

func formsOf(v any) (map[plural.Form]string, error) {
	switch v := v.(type) {
	case string:
		return map[plural.Form]string{plural.Other: v}, nil
	case map[string]any:
		out := map[plural.Form]string{}
		for name, text := range v {
			f, known := formNames[name]
			s, is := text.(string)
			if !known || !is {
				return nil, fmt.Errorf("%q is no form of a plural with a text: zero, one, two, few, many, other", name)
			}
			out[f] = s
		}
		if out[plural.Other] == "" {
			return nil, fmt.Errorf("the form \"other\" is missing")
		}
		return out, nil
	}
	return nil, fmt.Errorf("it is neither a text nor a table of forms")
}

// sameHoles reports whether a row has each placeholder of its key once.
func sameHoles(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b) && len(slices.Compact(a)) == len(b)
}

func newPattern(key string, holes []string, forms map[plural.Form]string) *pattern {
	p := &pattern{key: key, holes: holes, forms: forms}
	literals := hole.Split(key, -1)
	p.prefix, p.suffix = literals[0], literals[len(literals)-1]
	for _, l := range literals {
		p.literal += len(l)
	}
	p.compiled = sync.OnceValue(func() *regexp.Regexp {
		var b strings.Builder
		b.WriteString(`(?s)^`)
		for i, l := range literals {
			b.WriteString(regexp.QuoteMeta(l))
			if i < len(holes) {
				if holes[i][1] == 'n' {
					b.WriteString(`([-+]?[0-9][0-9.,]*)`)
				} else {
					b.WriteString(`(.+?)`)
				}
			}
		}
		b.WriteString(`$`)
		return regexp.MustCompile(b.String())
	})
	return p
}

// match returns what stands in the placeholders of a text, by place; nil if it does not fit.
func (p *pattern) match(text string) []string {
	if len(text) < p.literal || !strings.HasPrefix(text, p.prefix) || !strings.HasSuffix(text, p.suffix) {
		return nil
	}
	m := p.compiled().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	return m[1:]
}

// form returns the form of a row for its first number.
func (p *pattern) form(tag language.Tag, found []string) string {
	if len(p.forms) > 1 {
		for i, h := range p.holes {
			if h[1] == 'n' {
				if s, ok := p.forms[formOf(tag, found[i])]; ok {
					return s
				}
				break
			}
		}
	}
	return p.forms[plural.Other]
}

// formOf returns the category of a number as it is written.
func formOf(tag language.Tag, number string) plural.Form {
	number = strings.TrimLeft(strings.ReplaceAll(number, ",", ""), "+-")
	whole, frac, _ := strings.Cut(number, ".")
	int10 := func(s string) (n int) {
		for _, c := range s[max(0, len(s)-7):] { // the categories look at the last digits, and at whether there are more
			if c >= '0' && c <= '9' {
				n = n*10 + int(c-'0')
			}
		}
		if len(s) > 7 {
			n += 10_000_000
		}
		return n
	}
	short := strings.TrimRight(frac, "0")
	return plural.Cardinal.MatchPlural(tag, int10(whole), len(frac), len(short), int10(frac), int10(short))
}
