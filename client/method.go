package client

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

// Offered reports whether the method's strategy exists, so that it can be chosen.
func (m *Method) Offered() bool { return builders[m.Own] != nil }

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

// Strategies returns the names of the methods that can be chosen, the default first.
func Strategies() (names []string) {
	for i := range Methods {
		if Methods[i].Offered() {
			names = append(names, Methods[i].Name)
		}
	}
	return names
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
