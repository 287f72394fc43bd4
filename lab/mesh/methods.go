package mesh

import (
	"fmt"
	"slices"
	"strings"
)

// Method is a row of the table of methods that need no server.
type Method struct {
	Name       string
	About      string // one sentence
	Source     string // the author and the section
	Parameters []Parameter
	make       func(c Choice) method
}

// Parameter is a choice within a method.
type Parameter struct {
	Name, About, Default string
	Words                []string // what it can be
}

// Methods is the table.
var Methods = []Method{
	{Name: "commute", Source: "Kahlo 1.2",
		About: "No server: an input is applied at once, sent to all peers, and applied there on receipt, as if the order did not matter.",
		make:  func(Choice) method { return commute{} }},
	{Name: "rollback", Source: "Kahlo 1.3",
		About: "No server: an input that comes late is buried at its own time; the world goes back to before it and does again what followed.",
		Parameters: []Parameter{{Name: "by", Default: "undo", Words: []string{"undo", "copies"},
			About: "how the world goes back: by undo records, or by a copy of the world each 50 ms"}},
		make: func(c Choice) method { return &rollback{copies: c.Word("by") == "copies"} }},
	{Name: "host", Source: "Kahlo 1.4",
		About: "One of the players is the choke point: an input is applied by all when the host has sent it back as committed.",
		make:  func(Choice) method { return hosted{} }},
}

// Choice is a method with the values of its parameters.
type Choice struct {
	Method *Method
	words  map[string]string
}

// Parse reads NAME[,PARAM=WORD...].
func Parse(text string) (Choice, error) {
	name, rest, more := strings.Cut(text, ",")
	i := slices.IndexFunc(Methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return Choice{}, fmt.Errorf("mesh: no method %q; there are %s", name, strings.Join(Names(), ", "))
	}
	c := Choice{Method: &Methods[i], words: map[string]string{}}
	for more {
		var one string
		one, rest, more = strings.Cut(rest, ",")
		key, word, _ := strings.Cut(one, "=")
		k := slices.IndexFunc(c.Method.Parameters, func(p Parameter) bool { return p.Name == key })
		if k < 0 {
			return Choice{}, fmt.Errorf("mesh: %s has no parameter %q", name, key)
		}
		if p := c.Method.Parameters[k]; !slices.Contains(p.Words, word) {
			return Choice{}, fmt.Errorf("mesh: %s: %s is one of %s, not %q", name, key, strings.Join(p.Words, ", "), word)
		}
		c.words[key] = word
	}
	return c, nil
}

// Names returns the names of the methods.
func Names() (names []string) {
	for _, m := range Methods {
		names = append(names, m.Name)
	}
	return names
}

// Word returns the value of a parameter.
func (c Choice) Word(name string) string {
	if w := c.words[name]; w != "" {
		return w
	}
	for _, p := range c.Method.Parameters {
		if p.Name == name {
			return p.Default
		}
	}
	return ""
}

// String returns the choice as Parse reads it, without defaults.
func (c Choice) String() string {
	s := c.Method.Name
	for _, p := range c.Method.Parameters {
		if w := c.Word(p.Name); w != p.Default {
			s += "," + p.Name + "=" + w
		}
	}
	return s
}

// method returns a node's own method.
func (c Choice) method() method { return c.Method.make(c) }
