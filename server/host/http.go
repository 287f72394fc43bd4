package host

import (
	"errors"
	"fmt"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"net"
	"net/http"
	"net/http/pprof"
	"strconv"
	"time"

	"voxtide/internal/httpguard"
)

// metricsTimeout bounds the time of an answer; a profile or a trace has profileMax.
const metricsTimeout = 30 * time.Second

// ServeMetrics serves metrics (/metrics), health (/healthz) and, if so configured, profiles (/debug/pprof/) over HTTP until the world is
// closed. It takes the listener over. It answers everybody who reaches it: keep it on loopback.
func (h *Host) ServeMetrics(l net.Listener) {
	reg := registry(h.all(), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(reg, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", h.serveHealth)
	if h.cfg.Profiles {
		serveProfiles(mux)
	}
	s := httpguard.New(httpguard.Config{Handler: mux, HostNames: h.cfg.WebNames, WriteTimeout: metricsTimeout})
	go s.Serve(l) // ends with the listener
	h.endpoints.Go(func() {
		<-h.done
		s.Close()
	})
}

// unresponsiveAfter is the time without a step after which the world counts as ill.
const unresponsiveAfter = time.Second

// health returns why the world is ill, nil if it is not. Any goroutine may call it.
func (h *Host) health() error {
	if err := h.worlds.current.Load().commits.Err(); err != nil {
		return fmt.Errorf("the world cannot be kept: %w", err)
	}
	if why := h.worlds.unhealthy.Load(); why != nil {
		return fmt.Errorf("the world goes on without changes: %s", *why)
	}
	if why := h.jobs.saver.err(); why != nil {
		return fmt.Errorf("the lists of people and land are not kept: %w", why)
	}
	select {
	case <-h.done:
		return ErrClosed
	default:
	}
	h.metrics.mu.Lock()
	last := h.metrics.lastStep
	h.metrics.mu.Unlock()
	if since := Monotonic() - last; since > unresponsiveAfter {
		return fmt.Errorf("the loop has not stepped for %v", since.Round(time.Millisecond))
	}
	return nil
}

// serveHealth answers 200 while all is well, and else 503 with the reason.
func (h *Host) serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	var err error
	for _, o := range h.all() {
		why := o.health()
		if why != nil && len(h.others) > 0 {
			why = fmt.Errorf("world %s: %w", o.name(), why)
		}
		err = errors.Join(err, why)
	}
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, err)
		return
	}
	fmt.Fprintln(w, "ok")
}

// profileMax is the longest time of a profile or a trace; a request for more is refused. Package pprof itself has no bound,
// and takes the server's write timeout as a hint only.
const profileMax = time.Minute

// serveProfiles adds Go's profiles.
func serveProfiles(mux *http.ServeMux) {
	for path, f := range map[string]http.HandlerFunc{"/": pprof.Index, "/profile": pprof.Profile, "/trace": pprof.Trace} {
		mux.HandleFunc("/debug/pprof"+path, func(w http.ResponseWriter, r *http.Request) {
			text := r.FormValue("seconds")
			if n, err := strconv.ParseFloat(text, 64); text != "" && (err != nil || !(n >= 0 && n <= profileMax.Seconds())) {
				http.Error(w, fmt.Sprintf("seconds is a number of at most %v", profileMax.Seconds()), http.StatusBadRequest)
				return
			}
			f(w, r)
		})
	}
}
