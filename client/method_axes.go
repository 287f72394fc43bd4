package client

// Parameter is a number or a word that a method can be given.
type Parameter struct {
	Name, About string
	Default     string
	Unit        string   // of a number, "" for none; it may be written behind the number
	Low, High   float64  // bounds of a number
	Whole       bool     // a number without a fraction
	Words       []string // the words that it can be; nil for a number
}

// Value is a value of an axis: one of the things that can be chosen on it.
type Value struct {
	Name, About string
	Parameters  []Parameter
}

// Axis is one of the five choices of a method.
type Axis struct {
	Name, About string
	Values      []Value
}

// Axes are the five choices of a method, in the order in which Choice.String names them.
var Axes = [...]Axis{
	{"own", "what is done with the own body and actions until the server has answered", []Value{
		{Name: "streams", About: "every stream to now, every un-acked action at its own time"},
		{Name: "dumb", About: "nothing is predicted"},
		{Name: "commit", About: "an action is performed when the server has committed it"},
		{Name: "naive", About: "the own body follows the inputs, without a replay", Parameters: []Parameter{
			{Name: "state", About: "a state that comes is taken as it is, or ignored", Default: "snap", Words: []string{"snap", "ignore"}}}},
		{Name: "order", About: "one clock for all bodies, estimated from the round trip", Parameters: []Parameter{
			{Name: "order", About: "the place of an action among the updates, as Kahlo 2.5 numbers them", Default: "5", Low: 1, High: 5, Whole: true},
			{Name: "rtt", About: "the estimate: smoothed by an eighth, the least, or the network's true one", Default: "ewma",
				Words: []string{"ewma", "min", "true"}}}},
		{Name: "sequence", About: "un-acked inputs are replayed on each state, for the own body only"},
		{Name: "history", About: "inputs and states by tick, re-simulated from a state that differs", Parameters: []Parameter{
			{Name: "buffer", About: "ticks that are kept", Default: "1024", Low: 16, High: 4096, Whole: true},
			{Name: "tolerance", About: "the difference that still counts as equal", Default: "0", Unit: "m", Low: 0, High: 10},
			{Name: "spread", About: "ticks re-simulated in a tick; 0 is all at once", Default: "0", Low: 0, High: 64, Whole: true}}},
		{Name: "deltas", About: "the moves of the last round trip on top of each state", Parameters: []Parameter{
			{Name: "vtol", About: "the difference of velocities beyond which inputs are replayed", Default: "0.5", Unit: "m/s", Low: 0, High: 100}}},
	}},
	{"judge", "when the server lets an action happen", []Value{
		{Name: "declared", About: "at the time that the client declared", Parameters: []Parameter{stepParameter("0")}},
		{Name: "arrival", About: "when it arrives", Parameters: []Parameter{stepParameter("0")}},
		{Name: "ticks", About: "in its tick of 60 a second; the last input is used again where none came", Parameters: []Parameter{
			{Name: "repeat", About: "ticks whose inputs a packet carries", Default: "1", Low: 1, High: 8, Whole: true}}},
	}},
	{"draw", "where the own body is drawn, beside where it is simulated", []Value{
		{Name: "none", About: "where it is simulated"},
		{Name: "offset", About: "at an offset, which halves every 60 ms after a correction"},
		{Name: "chase", About: "it follows the simulated one by a share of the distance each second", Parameters: []Parameter{
			{Name: "smoothing", About: "that share", Default: "10", Unit: "/s", Low: 0.1, High: 1000},
			{Name: "snapdistance", About: "from which it jumps", Default: "2", Unit: "m", Low: 0, High: 1000},
			{Name: "snapangle", About: "of yaw, from which it jumps", Default: "45", Unit: "deg", Low: 0, High: 180},
			{Name: "exact", About: "1: the share does not depend on the frame rate", Default: "0", Low: 0, High: 1, Whole: true}}},
		{Name: "converge", About: "it moves to a goal within a round trip", Parameters: []Parameter{
			{Name: "multiplier", About: "round trips by which the goal is ahead, and by which the way there takes longer than one",
				Default: "0.05", Low: 0, High: 10},
			{Name: "goal", About: "what it meets at steady speed: the received position, or the server's present one", Default: "received",
				Words: []string{"received", "present"}}}},
	}},
	{"others", "where the bodies of others are drawn", []Value{
		{Name: "streams", About: "where the own strategy's world has them"},
		{Name: "received", About: "where the last state had them"},
		{Name: "interpolate", About: "in the past, between two states", Parameters: []Parameter{
			{Name: "delay", About: "how far in the past", Default: "100", Unit: "ms", Low: 0, High: 1000},
			{Name: "dry", About: "how long a body flies on when no newer state comes", Default: "250", Unit: "ms", Low: 0, High: 2000},
			{Name: "fixed", About: "1: from the last state to the one before it in exactly that time", Default: "0", Low: 0, High: 1, Whole: true}}},
		{Name: "reckon", About: "on from the last state by its velocity", Parameters: []Parameter{
			{Name: "reach", About: "for how long at most", Default: "250", Unit: "ms", Low: 0, High: 2000},
			{Name: "accel", About: "1: with the acceleration between the last two states", Default: "0", Low: 0, High: 1, Whole: true}}},
	}},
	{"hits", "which moment decides whether a hit meets its target", []Value{
		{Name: "none", About: "there are no hits"},
		{Name: "present", About: "the server's"},
		{Name: "rewind", About: "the one that the shooter saw"},
	}},
}

// stepParameter is the parameter of judges that work in steps of their own.
func stepParameter(byDefault string) Parameter {
	return Parameter{Name: "step", About: "between two steps of the server; 0 is the server's own", Default: byDefault,
		Unit: "ms", Low: 0, High: 1000, Whole: true}
}

// find returns a value of the axis by name, nil if there is none.
func (a *Axis) find(name string) *Value {
	for i := range a.Values {
		if a.Values[i].Name == name {
			return &a.Values[i]
		}
	}
	return nil
}

// names returns the names of the axis' values.
func (a *Axis) names() (names []string) {
	for i := range a.Values {
		names = append(names, a.Values[i].Name)
	}
	return names
}
