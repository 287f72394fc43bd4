package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/predict"
	"voxtide/world"
)

// report is what --stats writes.
type report struct {
	Pictures      int            `json:"pictures"`
	P50           float64        `json:"p50_ms"` // of the time that a picture took to make
	P99           float64        `json:"p99_ms"`
	Playable      float64        `json:"playable_ms"`        // from the start of the program to the first picture of a world one can act in; 0 if there was none
	Corrections   map[string]int `json:"corrections"`        // of the own body, by cause; all causes are listed
	Blocks        map[string]int `json:"corrections_blocks"` // the same, of blocks that own doing had changed,
	Bag           map[string]int `json:"corrections_bag"`    // and of the own inventory
	MaxCorrection float64        `json:"max_correction_m"`
	Unexplained   int            `json:"unexplained"` // of all three
	Actions       int            `json:"actions"`     // sent; each is acked or refused in the end
	Acked         int            `json:"acked"`       // performed by the server
	Refused       map[string]int `json:"refused"`     // by reason
	InputPicture  int            `json:"input_to_picture_max"`
	Received      string         `json:"received_hash"`
	Predicted     string         `json:"predicted_hash"`
	State         string         `json:"state"`
	Reason        string         `json:"reason,omitempty"`
	Resumes       int            `json:"resumes"`
	Desyncs       int            `json:"desyncs"`
	BytesUp       int            `json:"message_bytes_up"`
	BytesDown     int            `json:"message_bytes_down"`
	Sections      int            `json:"sections"`
}

// last is what a report says of the state, taken before the session is left.
type last struct {
	received, shown uint64
	sections        int
	stats           client.Stats
	state           string
}

// freeze notes the state as it is now; once it is noted it stays.
func (g *game) freeze() {
	if g.last != nil {
		return
	}
	g.last = &last{stats: g.client.Stats(), state: g.client.State().String()}
	g.last.received, g.last.shown = g.client.Hashes()
	g.client.Received(func(w *world.World) { g.last.sections = w.SectionCount() })
}

func (g *game) report() *report {
	g.freeze()
	s := &g.last.stats
	r := &report{
		Pictures: s.Pictures, P50: percentile(g.times, 50), P99: percentile(g.times, 99),
		Corrections: map[string]int{}, MaxCorrection: float64(s.LargestUnits) / float64(world.Unit),
		Blocks: map[string]int{}, Bag: map[string]int{}, Unexplained: s.Unexplained(), Actions: s.Actions, Refused: map[string]int{},
		InputPicture: s.InputToPicture, Playable: float64(g.playable) / float64(time.Millisecond),
		Received: fmt.Sprintf("%016x", g.last.received), Predicted: fmt.Sprintf("%016x", g.last.shown),
		State: g.last.state, Reason: g.client.Reason(), Resumes: s.Resumes, Desyncs: s.Desyncs,
		BytesUp: s.Up, BytesDown: s.Down, Sections: g.last.sections,
	}
	for cause, n := range s.Corrections {
		name := predict.Cause(cause).String()
		r.Corrections[name], r.Blocks[name], r.Bag[name] = n, s.Blocks[cause], s.Bag[cause]
	}
	r.Acked = int(s.Acked)
	for why, n := range s.Refused {
		if n > 0 {
			r.Refused[actions.Refusal(why).String()] = n
			r.Acked -= n
		}
	}
	return r
}

// write writes the report whole or not at all.
func (r *report) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".stats-*")
	if err != nil {
		return fmt.Errorf("--stats: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(text, '\n'))
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

// percentile returns the value that p of 100 values are not above; 0 of none.
func percentile(values []float64, p int) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}
