package host

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"voxtide/protocol"
	"voxtide/server"
)

// What is measured beside the gauges of gauges.go: waits, and who was turned away and why.

var (
	commitDesc = prometheus.NewDesc("voxtide_commit_seconds", "How long it takes until a batch is durable.", nil, nil)
	knownDesc  = prometheus.NewDesc("voxtide_commit_known_seconds", "How long it takes until the loop knows that a batch is durable, and acks leave.", nil, nil)
	turnedDesc = prometheus.NewDesc("voxtide_turned_away_total", "Connections that were not let in, by reason.", []string{"reason"}, nil)
	orderDesc  = prometheus.NewDesc("voxtide_commands_total", "Commands, by outcome.", []string{"outcome"}, nil)
	waitDesc   = prometheus.NewDesc("voxtide_batches_waiting", "Batches that are not known to be durable.", nil, nil)

	clockDesc = prometheus.NewDesc("voxtide_clock_off_seconds", "How far the clock of the machine is off the date of the world where it is not believed, else 0.", nil, nil)
	listsDesc = prometheus.NewDesc("voxtide_lists_unkept", "1 while what commands changed of operators, bans, guests or claims is not on the disk.", nil, nil)

	correctionDesc = prometheus.NewDesc("voxtide_corrections_total",
		"Times that a client's own body was not where it had been predicted, by cause, as clients report. Unexplained is a fault of the program.", []string{"cause"}, nil)

	orderNames = [server.Orders]string{server.OrderDone: "done", server.OrderWrong: "not understood", server.OrderRefused: "refused", server.OrderMissing: "missing", server.OrderFast: "too many", server.OrderFailed: "failed"}

	moreValues = []value{
		row("rescued_total", "Avatars that fell out of the world and were brought back.", counter, func(g *gauges) float64 { return float64(g.metrics.Rescued) }),
		row("bodies_moved_total", "Times that a body was moved by the server and not by its player: what clients are corrected for.", counter,
			func(g *gauges) float64 { return float64(g.metrics.Moved) }),
		row("stall_seconds_total", "Time of players' streams that the server advanced.", counter, func(g *gauges) float64 { return float64(g.metrics.StallTime) / 1e6 }),
		row("controls_released_total", "Times that a stalled player's controls were released.", counter, func(g *gauges) float64 { return float64(g.metrics.Released) }),
		row("whole_frames_total", "Frames with the whole state.", counter, func(g *gauges) float64 { return float64(g.metrics.Whole) }),
		row("frames_dropped_total", "Frames that waited too long for the store or the network.", counter, func(g *gauges) float64 { return float64(g.metrics.Dropped) }),
		row("sections_resent_total", "Sections sent anew because so much of them changed at once.", counter, func(g *gauges) float64 { return float64(g.metrics.Resent) }),
		row("sections_confirmed_total", "Sections that the server confirmed itself.", counter, func(g *gauges) float64 { return float64(g.metrics.Confirmed) }),
		row("names_forgotten_total", "Rows of players that nobody needs and that were dropped.", counter, func(g *gauges) float64 { return float64(g.metrics.Forgotten) }),
		row("queue_actions_highest", "Most actions that waited for one session.", gauge, func(g *gauges) float64 { return float64(g.metrics.QueueMax) }),
		row("outbox_highest_bytes", "Most bytes of frames that waited for one session.", gauge, func(g *gauges) float64 { return float64(g.metrics.OutboxMax) }),
		row("log_edits_highest", "Most edits that waited to be told.", gauge, func(g *gauges) float64 { return float64(g.metrics.LogMax) }),
	}
)

// histogram makes a histogram of counts by upper bound.
func histogram(desc *prometheus.Desc, bounds []time.Duration, counts []uint64, all uint64, sum time.Duration) prometheus.Metric {
	buckets := map[float64]uint64{}
	for i, bound := range bounds {
		buckets[bound.Seconds()] = counts[i]
	}
	return prometheus.MustNewConstHistogram(desc, all, sum.Seconds(), buckets)
}

// describeMore and collectMore are the part of the collector for what this file measures; g is locked.
func describeMore(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{commitDesc, knownDesc, turnedDesc, orderDesc, waitDesc, listsDesc, clockDesc, correctionDesc} {
		to <- d
	}
	for _, v := range moreValues {
		to <- v.desc
	}
}

func (h *Host) collectMore(to chan<- prometheus.Metric, g *gauges) {
	c := h.timed.Load().measured()
	for _, m := range []struct {
		desc *prometheus.Desc
		w    *waits
	}{{commitDesc, &c.durable}, {knownDesc, &c.known}} {
		to <- histogram(m.desc, commitBounds[:], m.w.counts[:], m.w.all, m.w.sum)
	}
	to <- prometheus.MustNewConstMetric(waitDesc, gauge, float64(c.waiting))
	unkept := 0.0
	if h.house != nil && h.house.Owes() {
		unkept = 1
	}
	to <- prometheus.MustNewConstMetric(listsDesc, gauge, unkept)
	off := 0.0
	if st := h.disk.Load(); st != nil {
		off = st.ClockOff().Seconds()
	}
	to <- prometheus.MustNewConstMetric(clockDesc, gauge, off)
	for i, n := range g.metrics.Turned {
		to <- prometheus.MustNewConstMetric(turnedDesc, counter, float64(n), server.Turn(i).String())
	}
	for i, n := range g.metrics.Corrections {
		to <- prometheus.MustNewConstMetric(correctionDesc, counter, float64(n), protocol.Cause(i).String())
	}
	for i, n := range g.metrics.Orders {
		to <- prometheus.MustNewConstMetric(orderDesc, counter, float64(n), orderNames[i])
	}
	for _, v := range moreValues {
		to <- prometheus.MustNewConstMetric(v.desc, v.kind, v.get(g))
	}
}
