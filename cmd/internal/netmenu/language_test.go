package netmenu

import (
	"strings"
	"testing"

	"voxtide/client"
	"voxtide/internal/texts"
	"voxtide/transport/netem"
)

// TestOtherLanguages: what the page says of each method, of each of its choices and of each network is there in every language. The names
// of methods, choices and parameters are the same in all: they are words of the command line.
func TestOtherLanguages(t *testing.T) {
	said := map[string]bool{}
	note := func(m *Menu) {
		for _, r := range m.rows {
			said[r.Help] = true
			if _, is := axisOf(r.Label); is || r.Label == "Method" {
				said[r.Label] = true
			}
		}
		said["Network made worse: "+Worse(m.network)] = m.bad()
	}
	for _, name := range client.Strategies() {
		c, err := client.ParseMethod(name)
		if err != nil {
			t.Fatal(err)
		}
		m := New(c, netem.Network{})
		note(m)
		for _, a := range client.Axes {
			for _, v := range a.Values {
				m := New(c, netem.Network{})
				m.with(a.Name, v.Name)
				m.build()
				note(m)
			}
		}
	}
	c, _ := client.ParseMethod(client.Strategies()[0])
	for _, n := range netem.Presets() {
		note(New(c, n))
	}
	for _, l := range texts.Languages()[1:] {
		words, missing := texts.New(l.Code), 0
		for text, is := range said {
			if is && strings.TrimSpace(text) != "" && !words.Has(text) {
				t.Errorf("%s: no row for %q", l.Name, text)
				missing++
			}
		}
		t.Logf("%s: %d texts", l.Name, len(said)-missing)
	}
}

func axisOf(label string) (string, bool) {
	for name, l := range axisLabels {
		if l == label {
			return name, true
		}
	}
	return "", false
}
