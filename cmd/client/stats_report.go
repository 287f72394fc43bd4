package main

import (
	"encoding/json"
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/internal/atomicfile"
	"voxtide/internal/stats"
	"voxtide/protocol"
	"voxtide/world"
)

// statsReport is the JSON that --stats writes.
type statsReport struct {
	Frames        int            `json:"frames_drawn"`
	P50           float64        `json:"p50_ms"` // of the frame times
	P99           float64        `json:"p99_ms"`
	Playable      float64        `json:"playable_ms"`           // from the start of the program to the first frame of a playable world; 0 if there was none
	Corrections   map[string]int `json:"corrections"`           // of the player's body, by cause; all causes are listed
	Blocks        map[string]int `json:"corrections_blocks"`    // the same for blocks that the player had changed
	Inventory     map[string]int `json:"corrections_inventory"` // the same for the player's inventory
	MaxCorrection float64        `json:"max_correction_m"`
	Unexplained   int            `json:"unexplained"`        // corrections of all three kinds without a cause
	Actions       int            `json:"actions"`            // sent; each is acked or refused in the end
	Acked         int            `json:"acked"`              // performed by the server
	Refused       map[string]int `json:"refused"`            // by reason
	InputToFrame  int            `json:"input_to_frame_max"` // frames from an input to the one that shows it, at most
	Received      string         `json:"received_hash"`
	Predicted     string         `json:"predicted_hash"`
	State         string         `json:"state"`
	Reason        string         `json:"reason,omitempty"`
	Resumes       int            `json:"resumes"`
	Desyncs       int            `json:"desyncs"`
	BytesUp       int            `json:"message_bytes_up"`
	BytesDown     int            `json:"message_bytes_down"`
	Sections      int            `json:"sections"`
	Links         []linkReport   `json:"direct_links"` // all that there were

	oldStatsKeys
}

// oldStatsKeys are values of the report under their names of earlier versions, which scripts read.
type oldStatsKeys struct {
	Pictures       int            `json:"pictures"`
	Bag            map[string]int `json:"corrections_bag"`
	InputToPicture int            `json:"input_to_picture_max"`
}

// reportOf returns the statistics of a session that was left.
func reportOf(g *session) *statsReport {
	g.freezeStats()
	s := &g.final.stats
	r := &statsReport{
		Frames: s.Frames, P50: stats.Percentile(g.frameTimes, 50), P99: stats.Percentile(g.frameTimes, 99),
		Corrections: map[string]int{}, MaxCorrection: float64(s.LargestUnits) / float64(world.Unit),
		Blocks: map[string]int{}, Inventory: map[string]int{}, Unexplained: s.Unexplained(), Actions: s.Actions, Refused: map[string]int{},
		InputToFrame: s.InputToFrame, Playable: float64(g.playable) / float64(time.Millisecond),
		Received: fmt.Sprintf("%016x", g.final.received), Predicted: fmt.Sprintf("%016x", g.final.predicted),
		State: g.final.state, Reason: g.client.Reason(), Resumes: s.Resumes, Desyncs: s.Desyncs,
		BytesUp: s.BytesUp, BytesDown: s.BytesDown, Sections: g.final.sections,
		Links: g.links.report(),
	}
	for cause, n := range s.Corrections {
		name := protocol.Cause(cause).String()
		r.Corrections[name], r.Blocks[name], r.Inventory[name] = n, s.BlockCorrections[cause], s.InventoryCorrections[cause]
	}
	r.oldStatsKeys = oldStatsKeys{r.Frames, r.Inventory, r.InputToFrame}
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
func (r *statsReport) write(path string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Replace(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("--stats: %w", err)
	}
	return nil
}
