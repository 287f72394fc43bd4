package bots

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client/links"
	"voxtide/protocol"
	"voxtide/world"
)

// Report is the outcome of a run; --report writes it as JSON.
type Report struct {
	Workload     string         `json:"workload"`
	Players      int            `json:"players"`
	CameIn       int            `json:"came_in"`
	Seed         uint64         `json:"seed"`
	Seconds      float64        `json:"seconds"`       // of play
	WholeSeconds float64        `json:"whole_seconds"` // from the first dial to the last leaving
	Cut          bool           `json:"ended_early,omitempty"`
	Actions      int            `json:"actions"`     // sent, of all kinds
	Blocks       int            `json:"blocks"`      // of them, those that change a block
	Answered     int            `json:"answered"`    // of those
	Performed    int            `json:"performed"`   // of all kinds that count in a rate
	Refused      map[string]int `json:"refused"`     // by reason
	Corrections  map[string]int `json:"corrections"` // of avatars, by cause
	OfBlocks     map[string]int `json:"corrections_blocks"`
	OfInventory  map[string]int `json:"corrections_bag"`
	Unexplained  int            `json:"unexplained"` // of all three
	Largest      float64        `json:"max_correction_m"`
	Delay        Delays         `json:"ack_ms"` // from an action to its ack, in the steady part
	Parts        []Part         `json:"parts"`
	Acks         []Ack          `json:"acks,omitempty"` // with Config.Acks: all of them
	Up           float64        `json:"up_bytes_per_second"`
	Down         float64        `json:"down_bytes_per_second"` // of messages, for each bot
	Resumes      int            `json:"resumes"`
	Leaves       int            `json:"leaves"`
	Desyncs      int            `json:"desyncs"`
	Frames       int            `json:"pictures"`
	CPU          float64        `json:"bots_cpu"`      // in cores, all bots together, from the first join to the last leaving
	CPUEach      float64        `json:"bots_cpu_each"` // cores
	Links        *LinkReport    `json:"direct_links,omitempty"`
	Server       *ServerLoad    `json:"server,omitempty"`
	Checks       []Check        `json:"checks,omitempty"`
	Moves        int            `json:"box_moves,omitempty"`   // at boxes, performed
	GatePasses   int            `json:"gate_passes,omitempty"` // of those who commute
	LateMoves    int            `json:"late_moves,omitempty"`  // refused: somebody else was first
	Judged       string         `json:"judged,omitempty"`
	Broken       []Broken       `json:"broken,omitempty"`
	OK           bool           `json:"ok"`

	firstDesync string
}

// Ack is an action that was answered, by the wall clock: when it was made, and how long the answer took.
type Ack struct {
	At int64   `json:"at"` // Unix time in ms
	MS float64 `json:"ms"`
}

// Part returns a part of a run by its name, nil if the run had none.
func (r *Report) Part(name string) *Part {
	for i := range r.Parts {
		if r.Parts[i].Name == name {
			return &r.Parts[i]
		}
	}
	return nil
}

// ways says how many links went which way.
func (r *LinkReport) ways() string {
	var b strings.Builder
	for _, how := range byCount(r.Linked) {
		fmt.Fprintf(&b, ", %d by %s", r.Linked[how], how)
	}
	return b.String()
}

// linkReport adds up what bots remember of their links, nil if they were to have none.
func linkReport(cfg *Config, bots []*Bot) *LinkReport {
	if cfg.Links == links.Off {
		return nil
	}
	r := &LinkReport{Linked: map[string]int{}}
	var took []time.Duration
	for _, b := range bots {
		for i := range b.links.peers {
			l := &b.links.peers[i]
			r.Peers++
			r.Lies += l.Lies
			if l.linkedIn == 0 {
				continue
			}
			r.Linked[l.how]++
			took = append(took, l.linkedIn)
			if l.State == links.Linked && l.listedAt == b.links.now {
				r.Present++
			}
		}
	}
	r.LinkedIn = delaysOf(took)
	return r
}

// report adds up what the bots counted. They have ended.
func (d *director) report(cpu time.Duration) *Report {
	r := &Report{
		Workload: d.cfg.Workload, Players: d.cfg.Players, Seed: d.cfg.Seed, Seconds: d.played.Seconds(), Cut: d.cut,
		Refused: map[string]int{}, Corrections: map[string]int{}, OfBlocks: map[string]int{}, OfInventory: map[string]int{},
	}
	var refused [actions.RefusalCount]int
	up, down := 0, 0
	for _, b := range d.bots {
		if b.inside {
			r.CameIn++
		}
		t := &b.total
		r.Actions += t.Actions
		r.Frames += t.Frames
		r.Resumes += t.Resumes
		r.Desyncs += t.Desyncs
		r.Leaves += b.leaves
		r.GatePasses += b.play.commute.passes
		up, down = up+t.BytesUp, down+t.BytesDown
		for cause, n := range t.Corrections {
			name := protocol.Cause(cause).String()
			r.Corrections[name] += n
			r.OfBlocks[name] += t.BlockCorrections[cause]
			r.OfInventory[name] += t.InventoryCorrections[cause]
		}
		r.Unexplained += t.Unexplained()
		r.Largest = max(r.Largest, float64(t.LargestUnits)/float64(world.Unit))
		r.Blocks += len(b.log.ops)
		r.Answered += b.log.answered
		for _, a := range b.log.acks {
			if d.cfg.Acks {
				r.Acks = append(r.Acks, Ack{At: d.state.began.Add(a.called).UnixMilli(), MS: a.took.Seconds() * 1000})
			}
		}
		for why, n := range b.log.outcomes {
			refused[why] += n
		}
		if t.FirstDesync != "" && r.firstDesync == "" {
			r.firstDesync = fmt.Sprintf("; bot %d: %s", b.number, t.FirstDesync)
		}
	}
	for why, n := range refused {
		if actions.Refusal(why) == actions.Done {
			r.Performed = n
		} else if n > 0 {
			r.Refused[actions.Refusal(why).String()] = n
		}
	}
	r.Links, r.Parts = linkReport(d.cfg, d.bots), d.meter.parts
	for i := range r.Parts {
		r.Parts[i].Acks = delaysOf(r.Parts[i].acksWithin(d.bots))
	}
	if p := r.Part(partSteady); p != nil {
		r.Delay, r.Server = p.Acks, p.Server
	}
	whole := d.state.clock().Seconds()
	r.WholeSeconds = whole
	r.Up, r.Down = float64(up)/whole/float64(d.cfg.Players), float64(down)/whole/float64(d.cfg.Players)
	r.CPU = cpu.Seconds() / whole
	r.CPUEach = r.CPU / float64(d.cfg.Players)
	return r
}

// acksWithin returns the delays of the actions that were made in a part.
func (p *Part) acksWithin(bots []*Bot) (out []time.Duration) {
	for _, b := range bots {
		for _, a := range b.log.acks {
			if a.called >= p.from && a.called < p.to {
				out = append(out, a.took)
			}
		}
	}
	return out
}

// Beside returns the delays of the acks that another run, such as a probe beside a crowd, had for the actions made in a part of this one.
func (p *Part) Beside(other *Report) Delays {
	var took []time.Duration
	for _, a := range other.Acks {
		if a.At >= p.Began.UnixMilli() && a.At < p.Ended.UnixMilli() {
			took = append(took, time.Duration(a.MS*float64(time.Millisecond)))
		}
	}
	return delaysOf(took)
}

func (r *Report) corrections() int { return sum(r.Corrections) }

// conclude sets OK: all checks hold and all bots came in.
func (r *Report) conclude() {
	r.OK = r.CameIn == r.Players
	for _, c := range r.Checks {
		r.OK = r.OK && c.Holds
	}
}

// Table prints the report.
func (r *Report) Table(out io.Writer) {
	row := func(name, format string, args ...any) {
		fmt.Fprintf(out, "  %-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	fmt.Fprintf(out, "%s: %d of %d bots for %.1f s, seed %d\n", r.Workload, r.CameIn, r.Players, r.Seconds, r.Seed)
	row("actions", "%d sent, %d of them change blocks; %d performed, %d refused", r.Actions, r.Blocks, r.Performed, sum(r.Refused))
	for _, why := range byCount(r.Refused) {
		row("", "%6d  %s", r.Refused[why], why)
	}
	row("acks", "%d of those; of all, where no socket was lost %.1f ms p50, %.1f p90, %.1f p99, %.1f at most", r.Answered, r.Delay.P50, r.Delay.P90, r.Delay.P99, r.Delay.Max)
	row("corrections", "%d, unexplained %d, largest %.2f m; of blocks %d, of inventories %d", r.corrections(), r.Unexplained, r.Largest, sum(r.OfBlocks), sum(r.OfInventory))
	for _, cause := range byCount(r.Corrections) {
		if r.Corrections[cause] > 0 {
			row("", "%6d  %s", r.Corrections[cause], cause)
		}
	}
	if r.GatePasses > 0 {
		row("gate", "%d passes", r.GatePasses)
	}
	row("messages", "%.2f kB/s up, %.2f kB/s down, each bot, sections included", r.Up/1000, r.Down/1000)
	row("sessions", "%d resumes, %d leavings, %d desyncs", r.Resumes, r.Leaves, r.Desyncs)
	if l := r.Links; l != nil {
		row("links", "%d of %d linked%s, after %.0f ms p50, %.0f at most; %d at the end, %d lies", sum(l.Linked), l.Peers, l.ways(), l.LinkedIn.P50, l.LinkedIn.Max, l.Present, l.Lies)
	}
	row("bots", "%.2f cores, %.2f%% of one each, %d frames", r.CPU, 100*r.CPUEach, r.Frames)
	if s := r.Server; s != nil {
		row("server", "%.2f cores, steps p50 %.1f ms, p99 %.1f ms, %.0f late, %.0f MB", s.CPU, s.P50, s.P99, s.Late, s.Memory/1e6)
		row("commits", "p50 %.1f ms, p99 %.1f ms until durable, %.1f ms until acks leave", s.Commit50, s.Commit99, s.CommitKnown99)
	}
	for i := range r.Parts {
		r.Parts[i].row(out)
	}
	for _, c := range r.Checks {
		mark := "holds"
		if !c.Holds {
			mark = "BROKEN"
		}
		row(mark, "%s: %s", c.Name, c.Detail)
	}
	for _, b := range r.Broken {
		fmt.Fprintf(out, "the smallest history of %v for which there is no legal order (%s):\n", b.Cell, b.What)
		for i, line := range b.Lines {
			if i == linesMax {
				fmt.Fprintf(out, "  ... %d more in the report\n", len(b.Lines)-i)
				break
			}
			fmt.Fprintf(out, "  %s\n", line)
		}
		if b.File != "" {
			fmt.Fprintf(out, "  drawn in %s\n", b.File)
		}
	}
}

const linesMax = 24

func sum(m map[string]int) (n int) {
	for _, k := range m {
		n += k
	}
	return n
}

// byCount returns the names of a tally, the most frequent first.
func byCount(m map[string]int) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if m[a] != m[b] {
			return m[b] - m[a]
		}
		return strings.Compare(a, b)
	})
	return names
}
