package client

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// ParseMethod reads a method in text form: NAME[,PARAM=V...][,own=V][,judge=V][,draw=V][,others=V][,hits=V], such as
// "kazap,multiplier=0.05,others=interpolate". "" is the default method. The error says what is allowed.
func ParseMethod(text string) (Choice, error) {
	if text == "" {
		text = Methods[0].Name
	}
	parts := strings.Split(text, ",")
	m := findMethod(parts[0])
	if m == nil || !m.Offered() {
		return Choice{}, fmt.Errorf("%.40q is not a method: it is one of %s", parts[0], strings.Join(Strategies(), ", "))
	}
	c := m.row()
	var rest []setting
	for _, part := range parts[1:] {
		name, value, ok := strings.Cut(part, "=")
		if !ok {
			return Choice{}, fmt.Errorf("%.40q is not NAME=VALUE; %s", part, c.allowed(m))
		}
		if i := axisIndex(name); i < 0 {
			rest = append(rest, setting{name, value})
		} else if err := c.choose(i, value); err != nil {
			return Choice{}, err
		}
	}
	if err := c.check(); err != nil {
		return Choice{}, err
	}
	for _, s := range rest {
		if err := c.set(m, s.name, s.value); err != nil {
			return Choice{}, err
		}
	}
	return c, nil
}

// methodOf returns the choice of a text, the default method for one that is none.
func methodOf(text string) Choice {
	if c, err := ParseMethod(text); err == nil {
		return c
	}
	return Methods[0].row()
}

// axisIndex returns the index of an axis in Axes by name, -1 if there is none.
func axisIndex(name string) int {
	return slices.IndexFunc(Axes[:], func(a Axis) bool { return a.Name == name })
}

// choose makes the choice on an axis.
func (c *Choice) choose(axis int, value string) error {
	a := &Axes[axis]
	if a.find(value) == nil {
		return fmt.Errorf("%s is %.40q, not one of %s", a.Name, value, strings.Join(a.names(), ", "))
	}
	*c.axis(axis) = value
	return nil
}

// check returns an error if the choices do not fit each other.
func (c *Choice) check() error {
	if builders[c.Own] == nil {
		return fmt.Errorf("own=%s is not built yet", c.Own)
	}
	if c.Judge == "ticks" && c.Own != "history" && c.Own != "dumb" {
		return fmt.Errorf("judge=ticks with own=%s: inputs by tick are for own=history or own=dumb", c.Own)
	}
	return nil
}

// set gives a parameter a value.
func (c *Choice) set(m *Method, name, value string) error {
	parameters := c.parameters(m)
	i := slices.IndexFunc(parameters, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		return fmt.Errorf("%.40q is not a parameter here; %s", name, c.allowed(m))
	}
	value, err := parameters[i].read(value)
	if err != nil {
		return err
	}
	given := c.given
	c.given = nil
	for k := range parameters {
		p := &parameters[k]
		v := p.Default
		if k == i {
			v = value
		} else if at := slices.IndexFunc(given, func(s setting) bool { return s.name == p.Name }); at >= 0 {
			v = given[at].value
		}
		if v != p.Default {
			c.given = append(c.given, setting{p.Name, v})
		}
	}
	return nil
}

// read checks a value of a parameter and returns it in its canonical form.
func (p *Parameter) read(text string) (string, error) {
	if p.Words != nil {
		if !slices.Contains(p.Words, text) {
			return "", fmt.Errorf("%s is %.40q, not %s", p.Name, text, p.Bounds())
		}
		return text, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSuffix(text, p.Unit), 64)
	if err != nil || !(v >= p.Low && v <= p.High) || p.Whole && v != math.Trunc(v) {
		return "", fmt.Errorf("%s is %.40q, not %s", p.Name, text, p.Bounds())
	}
	return strconv.FormatFloat(v+0, 'f', -1, 64), nil // + 0: no negative zero
}

// Bounds says in words what a value can be.
func (p *Parameter) Bounds() string {
	if p.Words != nil {
		return "one of " + strings.Join(p.Words, ", ")
	}
	text := fmt.Sprintf("a number from %v to %v", p.Low, p.High)
	if p.Whole {
		text = "a whole" + text[1:]
	}
	return strings.TrimSpace(text + " " + p.Unit)
}

// allowed says in words what can be given with a method.
func (c *Choice) allowed(m *Method) string {
	var names []string
	for _, p := range c.parameters(m) {
		names = append(names, p.Name)
	}
	for i := range Axes {
		names = append(names, Axes[i].Name)
	}
	return c.Name + " takes " + strings.Join(names, ", ")
}

// With returns the choice with another value of an axis or of a parameter. Parameters that the new choice does not have are
// dropped. The error says what is allowed.
func (c Choice) With(name, value string) (Choice, error) {
	m := c.Method()
	c.given = slices.Clone(c.given)
	i := axisIndex(name)
	if i < 0 {
		err := c.set(m, name, value)
		return c, err
	}
	if err := c.choose(i, value); err != nil {
		return c, err
	}
	given := c.given
	c.given = nil
	for _, p := range c.parameters(m) {
		for _, s := range given {
			if s.name == p.Name {
				c.given = append(c.given, s)
			}
		}
	}
	return c, c.check()
}

// StrategyCapabilities returns the capabilities of a method in text form (see ParseMethod). "" is the default method, and
// texts that are none have no capabilities.
func StrategyCapabilities(text string) Capabilities {
	c, err := ParseMethod(text)
	if err != nil {
		return Capabilities{}
	}
	return c.Capabilities()
}
