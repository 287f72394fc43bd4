// Package figures is the report of a comparison as plain values: what was played, the table of methods by networks, and sampled
// paths for drawings; and its two text forms, CSV and JSON.
//
// Job: the seam between those who measure (lab/compare) and those who draw or check (lab/plot, CI). Owner: the maker of a Report.
// Invariant: equal reports give equal bytes; what depends on the machine (Column.Machine) is in no row unless it is asked for.
package figures

// Version is that of the JSON form.
const Version = 1

// Report is a whole comparison.
type Report struct {
	Version    int       `json:"version"`
	Command    string    `json:"command"` // that gives the same report
	Players    int       `json:"players"`
	Roles      []string  `json:"roles"` // of the players, in turn
	DurationMS int       `json:"duration_ms"`
	FrameUS    int       `json:"frame_us"` // between two frames
	Seeds      []uint64  `json:"seeds"`
	Tapes      []string  `json:"tapes"` // digest of the tape of each seed, in hexadecimal
	Columns    []Column  `json:"columns"`
	Methods    []Method  `json:"methods"`
	Profiles   []Profile `json:"profiles"`
	Rows       []Row     `json:"rows"` // by method, then by profile
	Series     []Series  `json:"series,omitempty"`
}

// Column describes a figure.
type Column struct {
	Name    string `json:"name"` // key in Row.Values and header in the CSV, such as "wait_keys_p50_ms"
	Title   string `json:"title"`
	Unit    string `json:"unit"`
	Better  string `json:"better"` // "less", "more", or "" where neither is
	About   string `json:"about"`
	Why     string `json:"why,omitempty"`     // a sentence: why another method than ours may have the better figure
	High    string `json:"high,omitempty"`    // name of the column with the upper end, where this is the middle
	Machine bool   `json:"machine,omitempty"` // depends on the machine: apart from the others, in no CSV of equal bytes
}

// Method is a method that took part.
type Method struct {
	Name   string `json:"name"` // its text form
	About  string `json:"about"`
	Source string `json:"source"`
	Kind   string `json:"kind"` // "server", or "mesh" for one without a server
	Ours   bool   `json:"ours,omitempty"`

	Parameters []Parameter `json:"parameters,omitempty"` // and the five choices, as the method was played
}

// Parameter is a choice within a method, and what was chosen.
type Parameter struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	About string `json:"about,omitempty"`
}

// Profile is a network.
type Profile struct {
	Name     string  `json:"name"`
	About    string  `json:"about"`
	RTTMS    float64 `json:"rtt_ms"` // without jitter
	JitterMS float64 `json:"jitter_ms"`
	Loss     float64 `json:"loss"` // each way
	Burst    bool    `json:"burst,omitempty"`
}

// Row is the figures of one method over one network, all seeds together. A figure that the method does not have (server_gap of a
// mesh) has no key.
type Row struct {
	Method  string             `json:"method"`
	Profile string             `json:"profile"`
	Values  map[string]float64 `json:"values"`
}

// Series is four seconds of one player's path: start, turn, stop, start, wall. Paths hold x and z in turn, in mm from the home of
// the player, one pair for each frame; an empty path is not there in this method.
type Series struct {
	Method    string  `json:"method"`
	Profile   string  `json:"profile"`
	Player    int     `json:"player"`
	FromMS    int     `json:"from_ms"`
	FrameUS   int     `json:"frame_us"`
	Marks     []Mark  `json:"marks"`
	Truth     []int32 `json:"truth"`     // the run at zero delay
	Server    []int32 `json:"server"`    // where the server has the body at that instant
	Received  []int32 `json:"received"`  // the last received state
	Predicted []int32 `json:"predicted"` // the simulated body of the own screen
	Drawn     []int32 `json:"drawn"`     // the drawn body of the own screen
	Other     []int32 `json:"other"`     // the same body, drawn on another's screen
	Trips     []Trip  `json:"trips,omitempty"`
}

// Trip is the way of one input of a series, in ms of the play; -1 for never.
type Trip struct {
	What     string  `json:"what"`
	InputMS  float64 `json:"input_ms"`  // it was pressed
	ServerMS float64 `json:"server_ms"` // the server performed it
	OwnMS    float64 `json:"own_ms"`    // first frame of the own screen that shows it
	OtherMS  float64 `json:"other_ms"`  // first frame of another's screen that shows it
}

// Mark is an input of a series.
type Mark struct {
	AtMS int    `json:"at_ms"`
	What string `json:"what"` // start, turn, stop, wall
}

// Value returns a figure of a method over a network; false if it has none.
func (r *Report) Value(method, profile, column string) (float64, bool) {
	for i := range r.Rows {
		if w := &r.Rows[i]; w.Method == method && w.Profile == profile {
			v, ok := w.Values[column]
			return v, ok
		}
	}
	return 0, false
}
