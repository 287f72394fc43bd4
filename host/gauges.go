package host

import (
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"voxtide/actions"
	"voxtide/server"
	"voxtide/web"
)

// gauges are what can be read of a running world without asking its loop: the loop fills in a copy.
type gauges struct {
	mu      sync.Mutex
	metrics server.Metrics
	loaded  int
	edits   uint64
	frozen  bool
	steps   steps
	stepped time.Duration // when the last one ended
}

// steps counts how long steps took, by the upper bounds of stepBounds.
type steps struct {
	counts [len(stepBounds)]uint64
	all    uint64
	sum    time.Duration
	late   uint64 // that took longer than the time between two
	most   time.Duration
}

var stepBounds = [...]time.Duration{
	100 * time.Microsecond, 250 * time.Microsecond, 500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 4 * time.Millisecond,
	8 * time.Millisecond, 16 * time.Millisecond, 25 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond, 500 * time.Millisecond,
}

// step notes a step. The loop calls it.
func (g *gauges) step(h *Host, took, every time.Duration) {
	m := h.srv.Metrics()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.metrics, g.loaded, g.edits = m, h.srv.Loaded(), h.srv.Edits()
	g.frozen = h.frozen != nil
	for i, bound := range stepBounds {
		if took <= bound {
			g.steps.counts[i]++
		}
	}
	g.stepped = Since()
	g.steps.all++
	g.steps.sum += took
	g.steps.most = max(g.steps.most, took)
	if took > every {
		g.steps.late++
	}
}

// collector hands the gauges to Prometheus.
type collector struct{ h *Host }

// value is a row of what is measured: its name, what it says, whether it only grows, and where it stands.
type value struct {
	desc *prometheus.Desc
	kind prometheus.ValueType
	get  func(g *gauges) float64
}

func row(name, help string, kind prometheus.ValueType, get func(g *gauges) float64) value {
	return value{prometheus.NewDesc("voxtide_"+name, help, nil, nil), kind, get}
}

var (
	counter, gauge = prometheus.CounterValue, prometheus.GaugeValue

	stepDesc   = prometheus.NewDesc("voxtide_step_seconds", "How long steps of the owner loop take.", nil, nil)
	actionDesc = prometheus.NewDesc("voxtide_actions_total", "Actions judged, by outcome.", []string{"outcome"}, nil)

	values = []value{
		row("players", "Players in the world.", gauge, func(g *gauges) float64 { return float64(g.metrics.Players) }),
		row("frozen", "1 while nothing can be changed because the disk fails.", gauge, func(g *gauges) float64 {
			if g.frozen {
				return 1
			}
			return 0
		}),
		row("sections_loaded", "Sections in memory.", gauge, func(g *gauges) float64 { return float64(g.loaded) }),
		row("edits_total", "Number of the last edit.", counter, func(g *gauges) float64 { return float64(g.edits) }),
		row("steps_over_time_total", "Steps that took longer than the time between two.", counter, func(g *gauges) float64 { return float64(g.steps.late) }),
		row("late_steps_total", "Steps that came over 50 ms after the last.", counter, func(g *gauges) float64 { return float64(g.metrics.LateSteps) }),
		row("behind_seconds", "How far the server's own stream is behind its clock.", gauge, func(g *gauges) float64 { return float64(g.metrics.Behind) / 1e6 }),
		row("joined_total", "Sessions begun.", counter, func(g *gauges) float64 { return float64(g.metrics.Joined) }),
		row("resumed_total", "Sessions resumed.", counter, func(g *gauges) float64 { return float64(g.metrics.Resumed) }),
		row("left_total", "Sessions ended.", counter, func(g *gauges) float64 { return float64(g.metrics.Left) }),
		row("ended_total", "Sessions and strangers that broke a rule.", counter, func(g *gauges) float64 { return float64(g.metrics.Ended) }),
		row("stalls_total", "Times that a player's stream stalled.", counter, func(g *gauges) float64 { return float64(g.metrics.Stalls) }),
		row("desyncs_total", "Times that what a client had received was not what the server's hash said, as clients report.", counter,
			func(g *gauges) float64 { return float64(g.metrics.Desyncs) }),
		row("sections_asked_again_total", "Sections that a client asked for anew.", counter, func(g *gauges) float64 { return float64(g.metrics.Again) }),
		row("sections_unreadable_total", "Sections that the disk could not give.", counter, func(g *gauges) float64 { return float64(g.metrics.Unreadable) }),
		row("frames_total", "Frames built.", counter, func(g *gauges) float64 { return float64(g.metrics.Frames) }),
		row("frame_bytes_total", "Bytes of frames.", counter, func(g *gauges) float64 { return float64(g.metrics.FrameBytes) }),
		row("sections_sent_total", "Sections sent.", counter, func(g *gauges) float64 { return float64(g.metrics.Snapshots) }),
		row("section_bytes_total", "Bytes of sections sent.", counter, func(g *gauges) float64 { return float64(g.metrics.SnapshotBytes) }),
		row("sections_saved_total", "Snapshots of sections handed to the store.", counter, func(g *gauges) float64 { return float64(g.metrics.Saved) }),
		row("sections_unloaded_total", "Sections dropped from memory.", counter, func(g *gauges) float64 { return float64(g.metrics.Unloaded) }),
		row("items_merged_total", "Items that equal ones beside them took in.", counter, func(g *gauges) float64 { return float64(g.metrics.Merged) }),
		row("items_gone_total", "Items that lay too long, or too many in one place.", counter, func(g *gauges) float64 { return float64(g.metrics.Gone) }),
		row("batches_total", "Batches handed to the store.", counter, func(g *gauges) float64 { return float64(g.metrics.Batches) }),
	}
)

// Describe implements prometheus.Collector.
func (c collector) Describe(to chan<- *prometheus.Desc) {
	to <- stepDesc
	to <- actionDesc
	for _, v := range values {
		to <- v.desc
	}
	describeMore(to)
}

// Collect implements prometheus.Collector.
func (c collector) Collect(to chan<- prometheus.Metric) {
	g := &c.h.gauges
	g.mu.Lock()
	defer g.mu.Unlock()
	to <- histogram(stepDesc, stepBounds[:], g.steps.counts[:], g.steps.all, g.steps.sum)
	for why, n := range g.metrics.Actions {
		to <- prometheus.MustNewConstMetric(actionDesc, counter, float64(n), actions.Refusal(why).String())
	}
	for _, v := range values {
		to <- prometheus.MustNewConstMetric(v.desc, v.kind, v.get(g))
	}
	c.h.collectMore(to, g)
}

// registry holds what is measured of a world, and more.
func registry(h *Host, more ...prometheus.Collector) *prometheus.Registry {
	reg := prometheus.NewRegistry()
	reg.MustRegister(collector{h})
	reg.MustRegister(more...)
	return reg
}

// metricsPatience is how long an answer of the metrics may take; a profile or a trace has profileMax.
const metricsPatience = 30 * time.Second

// ServeMetrics serves metrics (/metrics), health (/healthz) and, if so configured, profiles (/debug/pprof/) over HTTP until the world is
// closed; the listener is the host's from then on. None asks who is asking: keep it on loopback.
func (h *Host) ServeMetrics(l net.Listener) {
	reg := registry(h, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("/healthz", h.serveHealth)
	if h.cfg.Profiles {
		serveProfiles(mux)
	}
	s := web.New(web.Config{Handler: mux, Names: h.cfg.WebNames, Write: metricsPatience})
	go s.Serve(l) // ends with the listener
	go func() {
		<-h.done
		s.Close()
	}()
}
