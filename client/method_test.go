package client

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestMethodsTable checks the rows: what they choose exists, their defaults are within bounds, and each text form reads back.
func TestMethodsTable(t *testing.T) {
	parameters := map[string]int{}
	for i := range Axes {
		for _, v := range Axes[i].Values {
			if v.About == "" {
				t.Errorf("%s=%s has no sentence", Axes[i].Name, v.Name)
			}
			for _, p := range v.Parameters {
				if parameters[p.Name]++; parameters[p.Name] > 1 && p.Name != "step" || axisIndex(p.Name) >= 0 {
					t.Errorf("two things are called %s", p.Name)
				}
				if read, err := p.read(p.Default); err != nil || read != p.Default {
					t.Errorf("the default of %s: %q, %v", p.Name, read, err)
				}
			}
		}
	}
	names := map[string]bool{}
	for i := range Methods {
		m := &Methods[i]
		if names[m.Name] || m.About == "" || m.Source == "" || !strings.HasSuffix(m.About, ".") {
			t.Errorf("row %q", m.Name)
		}
		names[m.Name] = true
		c := m.row()
		for a := range Axes {
			if Axes[a].find(*c.axis(a)) == nil {
				t.Errorf("%s has %s=%q", m.Name, Axes[a].Name, *c.axis(a))
			}
		}
		for name, d := range m.defaults {
			if k := slices.IndexFunc(m.Parameters, func(p Parameter) bool { return p.Name == name && p.Default == d }); k < 0 {
				t.Errorf("%s has a default of %s, which it does not have", m.Name, name)
			}
		}
		if !m.Offered() {
			continue
		}
		if got, err := ParseMethod(m.Name); err != nil || !got.Equal(c) || got.String() != m.Name || got.Capabilities() != m.Capabilities {
			t.Errorf("%s reads as %+v, %v", m.Name, got, err)
		}
	}
	t.Logf("%d rows, %d offered, %d parameters", len(Methods), len(Strategies()), len(parameters))
}

// TestMethodTexts reads texts, good and bad.
func TestMethodTexts(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "timestream",
		"dumb":                   "dumb",
		"timestream,draw=offset": "timestream",
		"timestream,draw=chase,smoothing=12.50/s":         "timestream,smoothing=12.5,draw=chase",
		"dumb,delay=150ms,others=interpolate":             "dumb,delay=150,others=interpolate",
		"dumb,others=interpolate,delay=100":               "dumb,others=interpolate",
		"dumb,multiplier=1e-1,goal=present,draw=converge": "dumb,multiplier=0.1,goal=present,draw=converge",
		"dumb,hits=none,judge=arrival,step=-0":            "dumb,judge=arrival,hits=none",
		"dumb,fixed=1,delay=1,delay=2,others=interpolate": "dumb,delay=2,fixed=1,others=interpolate",
	} {
		c, err := ParseMethod(text)
		if err != nil || c.String() != want {
			t.Errorf("%q: %q, %v; want %q", text, c, err, want)
		}
		if again, err := ParseMethod(c.String()); err != nil || !again.Equal(c) || again.String() != want {
			t.Errorf("%q again: %q, %v", want, again, err)
		}
	}
	for text, want := range map[string]string{
		"smart":                                "it is one of timestream, dumb",
		"timestream,":                          "not NAME=VALUE; timestream takes step, own, judge, draw, others, hits",
		"timestream,draw":                      "not NAME=VALUE",
		"timestream,draw=fast":                 "draw is \"fast\", not one of none, offset, chase, converge",
		"timestream,multiplier=1":              "\"multiplier\" is not a parameter here; timestream takes",
		"timestream,draw=converge,multiplier=": "not a number from 0 to 10",
		"dumb,draw=converge,multiplier=NaN":    "not a number from 0 to 10",
		"dumb,draw=converge,multiplier=10.01":  "not a number from 0 to 10",
		"dumb,draw=converge,goal=past":         "not one of received, present",
		"dumb,step=1.5":                        "not a whole number from 0 to 1000 ms",
		"timestream,judge=ticks":               "inputs by tick",
	} {
		if c, err := ParseMethod(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %q, %v; want %q", text, c, err, want)
		}
	}
}

// TestMethodWith changes choices one at a time.
func TestMethodWith(t *testing.T) {
	c, err := ParseMethod("timestream,draw=chase,smoothing=20")
	if err != nil {
		t.Fatal(err)
	}
	d, err := c.With("snapangle", "90")
	if err != nil || d.String() != "timestream,smoothing=20,snapangle=90,draw=chase" || d.Number("snapangle") != 90 || c.Number("snapangle") != 45 {
		t.Errorf("%q, %v; before %q", d, err, c)
	}
	e, err := d.With("draw", "none")
	if err != nil || e.String() != "timestream,draw=none" || e.Number("smoothing") != 0 || e.Word("smoothing") != "" {
		t.Errorf("%q, %v", e, err)
	}
	if !e.Capabilities().Predicts {
		t.Error("the way of drawing changed what the strategy promises")
	}
	if f, err := e.With("own", "dumb"); err != nil || f.Capabilities().Predicts {
		t.Errorf("%q, %v: promises what another strategy keeps", f, err)
	}
	if (Choice{}).String() != "timestream" || (Choice{}).Method() != &Methods[0] {
		t.Error("the zero choice is not the default method")
	}
}

func ExampleParseMethod() {
	c, err := ParseMethod("dumb,others=interpolate,delay=150")
	fmt.Println(c, err, c.Own, c.Others, c.Number("delay"), c.Number("dry"))
	_, err = ParseMethod("dumb,others=guess")
	fmt.Println(err)
	// Output:
	// dumb,delay=150,others=interpolate <nil> dumb interpolate 150 250
	// others is "guess", not one of streams, received, interpolate, reckon
}

func FuzzParseMethod(f *testing.F) {
	f.Add("dumb,draw=converge,multiplier=0.05,others=interpolate,delay=100ms")
	f.Add("timestream,own=dumb,hits=none")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseMethod(text)
		if err != nil {
			return
		}
		if again, err := ParseMethod(c.String()); err != nil || again.String() != c.String() {
			t.Fatalf("%q: %q reads as %q, %v", text, c, again, err)
		}
	})
}
