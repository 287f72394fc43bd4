package texts

import "strings"

// knownMax bounds the texts that a translator remembers, depthMax how deep texts are within texts.
const (
	knownMax = 4096
	depthMax = 4
)

// Translator shows texts in a language. The zero value shows English.
type Translator struct {
	of    *rows
	known map[string]string
	// Missing is called once for each text that has no row; nil for nothing.
	Missing func(text string)
}

// New returns a translator into a language; one that the game does not speak is English.
func New(code string) *Translator {
	if code == English {
		return &Translator{}
	}
	t, err := table(code)
	if err != nil {
		return &Translator{}
	}
	return &Translator{of: t, known: map[string]string{}}
}

// T returns a text in the language, or as it is if there is no row for it.
func (t *Translator) T(text string) string {
	if t == nil || t.of == nil || text == "" {
		return text
	}
	if out, ok := t.known[text]; ok {
		return out
	}
	out, ok := t.of.lookUp(text, depthMax)
	if !ok {
		if out = text; t.Missing != nil {
			t.Missing(text)
		}
	}
	if len(t.known) >= knownMax {
		clear(t.known)
	}
	t.known[text] = out
	return out
}

// Has reports whether there is a row for a text.
func (t *Translator) Has(text string) bool {
	if t == nil || t.of == nil {
		return true
	}
	_, ok := t.of.lookUp(text, depthMax)
	return ok
}

// lookUp finds the row of a text: with the text as its key, or the most literal one that fits.
func (r *rows) lookUp(text string, depth int) (string, bool) {
	if out, ok := r.exact[text]; ok {
		return out, true
	}
	if depth == 0 || len(text) > TextMax {
		return text, false
	}
	for _, p := range r.patterns {
		if found := p.match(text); found != nil {
			if out, ok := r.fill(p, found, depth); ok {
				return out, true
			}
		}
	}
	return text, false
}

// fill puts what stands in a text into its row. false: a text within it has no row.
func (r *rows) fill(p *pattern, found []string, depth int) (string, bool) {
	with := make([]string, 0, 2*len(found))
	for i, h := range p.holes {
		v := found[i]
		switch h[1] {
		case 'n':
			if r.separator != nil {
				v = r.separator.Replace(v)
			}
		case 't', 'w':
			in, ok := r.lookUp(v, depth-1)
			if !ok && h[1] == 't' {
				return "", false
			}
			v = in
		}
		with = append(with, h, v)
	}
	return strings.NewReplacer(with...).Replace(p.form(r.tag, found)), true
}
