// Package plot draws what a comparison measured: a page of HTML with its pictures as inline SVG, and no library.
//
// Job: Report, the rows and samples of a comparison as plain values (its JSON form too), and WriteHTML, which makes one
// self-contained page of them. Owner: nobody; every function is a function of its arguments. Data flow: lab/compare fills a Report
// -> tables, words and pictures -> one file that loads nothing.
//
// Invariants: the same report gives the same bytes; nothing is drawn that is not in the report; which method is better, and
// where ours is not, is computed from the rows and never written by hand.
package plot

// Report is what a comparison measured.
type Report struct {
	Command  string    `json:"command"` // that makes it again
	Play     []string  `json:"play"`    // sentences: who plays what, for how long, over which links
	Columns  []Column  `json:"columns"`
	Methods  []Method  `json:"methods"`
	Profiles []Profile `json:"profiles"`
	Rows     []Row     `json:"rows"`
	Figures  []Figure  `json:"figures,omitempty"`
}

// Column is one figure that is measured of every method.
type Column struct {
	Key    string `json:"key"`
	Name   string `json:"name"`
	Unit   string `json:"unit"`
	About  string `json:"about"`          // a sentence
	Better string `json:"better"`         // "low", "high", or "" where neither is better
	Why    string `json:"why,omitempty"`  // why another method than ours can be better here
	High   string `json:"high,omitempty"` // key of the column with the high end, where this is the middle
	Digits int    `json:"digits"`         // after the point
	CPU    bool   `json:"cpu,omitempty"`  // depends on the machine: no part of what two runs must agree on
}

// Method is a method with what it was played with.
type Method struct {
	Text       string      `json:"text"` // as it is chosen: its key
	About      string      `json:"about"`
	Source     string      `json:"source"`
	Parameters []Parameter `json:"parameters,omitempty"`
	Ours       bool        `json:"ours,omitempty"`
	Mesh       bool        `json:"mesh,omitempty"` // plays without a server
}

// Parameter is a parameter of a method and its value.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	About string `json:"about"`
}

// Profile is a network.
type Profile struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// Row is what was measured of one method in one profile, of all seeds together. A column that is missing was not measured.
type Row struct {
	Method  string             `json:"method"`
	Profile string             `json:"profile"`
	Values  map[string]float64 `json:"values"`
}

// Figure is a short piece of one method's play, sampled at each frame.
type Figure struct {
	Method  string    `json:"method"`
	Profile string    `json:"profile"`
	Unit    string    `json:"unit"`
	Times   []float64 `json:"times"` // ms
	Lines   []Line    `json:"lines"`
	Marks   []Mark    `json:"marks,omitempty"`
	Trips   []Trip    `json:"trips,omitempty"`
}

// Line is a position over time: its first value is at Times[From].
type Line struct {
	Name   string    `json:"name"` // "truth", "server", "received", "predicted", "drawn", "other's screen"
	From   int       `json:"from,omitempty"`
	Values []float64 `json:"values"`
}

// Mark names an instant of a figure.
type Mark struct {
	At   float64 `json:"at"` // ms
	Text string  `json:"text"`
}

// Trip is the way of one input: when it was pressed, performed on the server, and first seen on two screens; -1 for never. All in ms.
type Trip struct {
	What   string  `json:"what"`
	Input  float64 `json:"input"`
	Server float64 `json:"server"`
	Own    float64 `json:"own"`
	Other  float64 `json:"other"`
}

// row returns the row of a method in a profile, nil if it was not played.
func (r *Report) row(method, profile string) *Row {
	for i := range r.Rows {
		if r.Rows[i].Method == method && r.Rows[i].Profile == profile {
			return &r.Rows[i]
		}
	}
	return nil
}

// value returns a measured value.
func (r *Report) value(method, profile string, c *Column) (v float64, ok bool) {
	if w := r.row(method, profile); w != nil {
		v, ok = w.Values[c.Key]
	}
	return v, ok
}

// column returns a column by key, nil if there is none.
func (r *Report) column(key string) *Column {
	for i := range r.Columns {
		if r.Columns[i].Key == key {
			return &r.Columns[i]
		}
	}
	return nil
}
