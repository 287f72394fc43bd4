package client

import (
	"strconv"

	"voxtide/protocol"
)

// Method is a row of the table of methods: a way to hide the network that a source describes, as five separate choices and
// their parameters. Each choice can be made alone: see ParseMethod.
type Method struct {
	Name   string
	About  string // one sentence
	Source string // the author and the section

	Own    string // what the client does with its own body and actions until the server has answered
	Judge  string // when the server lets an action happen
	Draw   string // where the own body is drawn, beside where it is simulated
	Others string // where the bodies of others are drawn
	Hits   string // which moment decides whether a hit meets its target

	// Parameters are those of the row's five choices, with the row's own defaults.
	Parameters   []Parameter
	Capabilities Capabilities

	defaults map[string]string // of parameters for which the source's number differs from the usual one
}

// Methods is the table of methods, the default first. Those that need no server are in package lab/mesh.
var Methods = withParameters([]Method{
	{Name: "timestream", Source: "Kahlo 2.7", Capabilities: Capabilities{Predicts: true},
		About: "Each player has a stream of time, which its client declares and the server follows; all un-acked actions are predicted at their own time.",
		Own:   "streams", Judge: "declared", Draw: "offset", Others: "streams", Hits: "rewind"},
	{Name: "dumb", Source: "Gambetta I, Kahlo 2.1, wiki",
		About: "Inputs go up, states come down and are shown as they come: everything waits for a round trip.",
		Own:   "dumb", Judge: "declared", Draw: "none", Others: "received", Hits: "present"},
	{Name: "commit", Source: "Kahlo 1.4",
		About: "The server puts all actions in one order and sends that; each client performs an action when it has been committed.",
		Own:   "commit", Judge: "arrival", Draw: "none", Others: "received", Hits: "present"},
	{Name: "naive", Source: "Gambetta II, Jimenez Morales",
		About: "Inputs move the own body at once, and nothing is replayed when a state comes, which is either taken as it is or ignored.",
		Own:   "naive", Judge: "arrival", Draw: "none", Others: "received", Hits: "present"},
	{Name: "onestream", Source: "Kahlo 2.3 to 2.5",
		About: "One clock for all bodies: updates are predicted from the received stamp to now, with the un-acked actions at one of five places among them.",
		Own:   "order", Judge: "arrival", Draw: "none", Others: "streams", Hits: "present"},
	// Gambetta's inputs carry how long a key was held, so that the server performs them for that long and not for as long as
	// its own clock says: that is the judge "declared". The server works and answers ten times a second (part III).
	{Name: "gambetta", Source: "Gambetta II to IV", defaults: map[string]string{"step": "100"},
		About: "Un-acked inputs of the own body are replayed on each state, by their numbers; others are drawn between the two last states.",
		Own:   "sequence", Judge: "declared", Draw: "none", Others: "interpolate", Hits: "rewind"},
	{Name: "jimenez", Source: "Jimenez Morales",
		About: "Inputs and states are kept by tick; a state that differs from its tick's prediction is re-simulated from, and the drawn body chases the result.",
		Own:   "history", Judge: "ticks", Draw: "chase", Others: "interpolate", Hits: "present"},
	{Name: "jimenez-snap", Source: "Jimenez Morales",
		About: "As jimenez, with the corrected body drawn at once.",
		Own:   "history", Judge: "ticks", Draw: "none", Others: "interpolate", Hits: "present"},
	{Name: "kazap", Source: "Kazap",
		About: "The own moves of one round trip are added to each received position; the drawn body converges to a goal so slowly that it stays near the server's.",
		Own:   "deltas", Judge: "arrival", Draw: "converge", Others: "received", Hits: "present"},
	{Name: "source", Source: "wiki, Gambetta II to IV",
		About: "As the engine of Half-Life: stored commands are simulated from the last acknowledged one, others are drawn in the past, and hits are judged there.",
		Own:   "sequence", Judge: "declared", Draw: "offset", Others: "interpolate", Hits: "rewind"},
})

// withParameters fills in the parameters of the rows.
func withParameters(rows []Method) []Method {
	for i := range rows {
		m := &rows[i]
		m.Parameters = (&Choice{Name: m.Name, Own: m.Own, Judge: m.Judge, Draw: m.Draw, Others: m.Others, Hits: m.Hits}).parameters(m)
	}
	return rows
}

// Orders are the five orders of onestream in words, which Kahlo 2.5 compares.
var Orders = [...]string{
	"the action first, then the updates",
	"the updates first, then the action",
	"the action at its own time, on updates to now",
	"the action half a round trip after its own time",
	"the action half a round trip after its own time, and updates to half a round trip after now",
}

// findMethod returns a row by name, nil if there is none.
func findMethod(name string) *Method {
	for i := range Methods {
		if Methods[i].Name == name {
			return &Methods[i]
		}
	}
	return nil
}

// Capabilities are the promises of a strategy that tests and laboratories can check.
type Capabilities struct {
	// Predicts: an own action shows in the frame that takes it, every correction has a cause, and Config.CheckRevert works.
	Predicts bool
}

// Choice is a method with what was chosen of it: the five choices, and the values of their parameters. Make it with
// ParseMethod; a changed field must fit the others.
type Choice struct {
	Name                           string // of the row; "" is the default method
	Own, Judge, Draw, Others, Hits string

	given []setting // parameters with another value than the default, in the order of parameters
}

// setting is a parameter's name and value.
type setting struct{ name, value string }

// axis returns the choice on an axis of Axes.
func (c *Choice) axis(i int) *string {
	return [...]*string{&c.Own, &c.Judge, &c.Draw, &c.Others, &c.Hits}[i]
}

// row returns the choice of a row, without any change.
func (m *Method) row() Choice {
	return Choice{Name: m.Name, Own: m.Own, Judge: m.Judge, Draw: m.Draw, Others: m.Others, Hits: m.Hits}
}

// parameters returns the parameters of the choices, with the row's defaults.
func (c *Choice) parameters(m *Method) (list []Parameter) {
	for i := range Axes {
		v := Axes[i].find(*c.axis(i))
		if v == nil {
			continue
		}
		for _, p := range v.Parameters {
			if d, ok := m.defaults[p.Name]; ok {
				p.Default = d
			}
			list = append(list, p)
		}
	}
	return list
}

// Method returns the row of the table that was chosen from.
func (c Choice) Method() *Method {
	if m := findMethod(c.Name); m != nil {
		return m
	}
	return &Methods[0]
}

// Parameters returns the parameters of the choices, with the row's defaults.
func (c Choice) Parameters() []Parameter { return c.parameters(c.Method()) }

// Word returns the value of a parameter as it is written, "" for one that these choices do not have.
func (c Choice) Word(name string) string {
	for _, s := range c.given {
		if s.name == name {
			return s.value
		}
	}
	for _, p := range c.Parameters() {
		if p.Name == name {
			return p.Default
		}
	}
	return ""
}

// Number returns the value of a parameter as a number in its unit, 0 for one that these choices do not have.
func (c Choice) Number(name string) float64 {
	v, err := strconv.ParseFloat(c.Word(name), 64)
	if err != nil {
		return 0
	}
	return v
}

// Capabilities returns the promises of the choice: those of its row, unless another strategy or judge was chosen.
func (c Choice) Capabilities() Capabilities {
	if m := c.Method(); c.Own == m.Own && c.Judge == m.Judge {
		return m.Capabilities
	}
	return Capabilities{}
}

// Equal reports whether two choices are the same.
func (c Choice) Equal(d Choice) bool { return c.String() == d.String() }

// String returns the text form, which ParseMethod reads: what differs from the row, in the order of the axes.
func (c Choice) String() string {
	m := c.Method()
	text := m.Name
	for _, s := range c.given {
		text += "," + s.name + "=" + s.value
	}
	row := m.row()
	for i := range Axes {
		if v := *c.axis(i); v != *row.axis(i) && c.Name != "" {
			text += "," + Axes[i].Name + "=" + v
		}
	}
	return text
}

// estimates reports whether a method needs the round trip.
func (c Choice) estimates() bool {
	return c.Own == "order" || c.Own == "deltas" || c.Judge == "ticks" || c.Draw == "converge"
}

// serverPart returns what a choice asks of the server.
func (c Choice) serverPart() (m protocol.Method) {
	m.Judge, _ = protocol.ParseJudge(c.Judge)
	m.StepMs = uint16(c.Number("step"))
	for h := range protocol.HitsCount {
		if h.String() == c.Hits {
			m.Hits = h
		}
	}
	return m
}
