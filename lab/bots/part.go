package bots

import (
	"fmt"
	"io"
	"time"

	"voxtide/internal/cputime"
	"voxtide/internal/stats"
)

// Names of the parts of a run.
const (
	partFirst  = "first"  // with Config.Playing: the first crowd comes in, until all of it have their full view
	partAlone  = "alone"  // with Config.Playing: it plays
	partJoin   = "join"   // from the first dial until all bots have their full view
	partSteady = "steady" // play after that
)

// Part is what was measured in a part of a run.
type Part struct {
	Name      string      `json:"part"`
	Began     time.Time   `json:"began"` // by the wall clock, for acks of another process
	Ended     time.Time   `json:"ended"`
	Seconds   float64     `json:"seconds"`
	Acks      Delays      `json:"ack_ms"`              // of the actions that were made in it
	Players   int         `json:"players"`             // of this part
	FullViews int         `json:"full_views"`          // bots that had their full view by its end
	Held      int         `json:"sections_held"`       // by all of those, at the moment when each had its full view
	Needed    int         `json:"sections_needed"`     // that came into the view of a bot
	Down      float64     `json:"down_bytes_each"`     // of messages, to each bot
	Pictures  float64     `json:"pictures_per_second"` // of each bot; fewer than its stamps a second: the bots themselves were late
	CPU       float64     `json:"bots_cpu"`            // cores
	Server    *ServerLoad `json:"server,omitempty"`

	from, to time.Duration // by the run's clock
}

// Delays are percentiles in milliseconds, up to the frame in which the ack was seen.
type Delays struct {
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
	N   int     `json:"n"`
}

func delaysOf(all []time.Duration) Delays {
	ms := func(p int) float64 { return float64(stats.Percentile(all, p)) / float64(time.Millisecond) }
	return Delays{P50: ms(50), P90: ms(90), P99: ms(99), Max: ms(100), N: len(all)}
}

// row prints a part as a row of the table.
func (p *Part) row(out io.Writer) {
	fmt.Fprintf(out, "  %-12s %.1f s: acks %.1f ms p50, %.1f p90, %.1f p99, %.1f at most (%d); %d full views, %d sections needed, %.2f MB down each; bots %.2f cores, %.1f pictures a second\n",
		p.Name, p.Seconds, p.Acks.P50, p.Acks.P90, p.Acks.P99, p.Acks.Max, p.Acks.N, p.FullViews, p.Needed, p.Down/1e6, p.CPU, p.Pictures)
	if s := p.Server; s != nil {
		fmt.Fprintf(out, "  %-12s server %.2f cores, steps p50 %.1f ms, p99 %.1f ms, %.0f sections sent, %.0f whole frames, %.0f MB\n",
			"", s.CPU, s.P50, s.P99, s.Sections, s.WholeFrames, s.Memory/1e6)
	}
}

// partMark is what all bots have counted at an instant.
type partMark struct {
	at                 time.Duration
	wall               time.Time
	cpu                time.Duration
	full, held, needed int
	down, pictures     int64
	server             *Scrape
}

// meter measures the parts of a run. Run's goroutine alone touches it.
type meter struct {
	state   *runState
	scrape  func() *Scrape
	parts   []Part // that are over
	name    string // of the present one
	players int    // in it
	began   partMark
}

func (m *meter) mark() partMark {
	k := partMark{server: m.scrape()}
	k.at, k.wall, k.cpu = m.state.clock(), time.Now(), cputime.Used()
	for i := range m.state.status {
		st := &m.state.status[i]
		if held := int(st.held.Load()); held > 0 {
			k.full++
			k.held += held
		}
		k.needed += int(st.needed.Load())
		k.down += st.down.Load()
		k.pictures += st.pictures.Load()
	}
	return k
}

// begin ends the part before and begins another one; without a name it begins none.
func (m *meter) begin(name string, players int) {
	now, was := m.mark(), m.began
	if m.name != "" {
		p := Part{Name: m.name, Began: was.wall, Ended: now.wall, Seconds: (now.at - was.at).Seconds(), Players: m.players, FullViews: now.full, Held: now.held, Needed: now.needed - was.needed,
			from: was.at, to: now.at}
		each := float64(max(1, m.players))
		p.Down = float64(now.down-was.down) / each
		p.Pictures = float64(now.pictures-was.pictures) / each / max(p.Seconds, 0.001)
		p.CPU = (now.cpu - was.cpu).Seconds() / max(p.Seconds, 0.001)
		if was.server != nil && now.server != nil {
			p.Server = now.server.Since(was.server)
		}
		m.parts = append(m.parts, p)
	}
	m.name, m.players, m.began = name, players, now
}
