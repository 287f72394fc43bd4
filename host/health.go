package host

import (
	"fmt"
	"net/http"
	"time"
)

// deadAfter is how long the loop may take to the next step before the world counts as ill.
const deadAfter = time.Second

// health tells what is wrong with the world, nil if nothing is. Any goroutine may call it.
func (h *Host) health() error {
	if err := h.timed.Load().Err(); err != nil {
		return fmt.Errorf("the world cannot be kept: %w", err)
	}
	if why := h.ill.Load(); why != nil {
		return fmt.Errorf("the world goes on without changes: %s", *why)
	}
	if why := h.house.unkept(); why != nil {
		return fmt.Errorf("the lists of people and land are not kept: %w", why)
	}
	select {
	case <-h.done:
		return ErrClosed
	default:
	}
	h.gauges.mu.Lock()
	last := h.gauges.stepped
	h.gauges.mu.Unlock()
	if since := Since() - last; since > deadAfter {
		return fmt.Errorf("the loop has not stepped for %v", since.Round(time.Millisecond))
	}
	return nil
}

// serveHealth answers 200 while all is well, and else 503 with the reason.
func (h *Host) serveHealth(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if err := h.health(); err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprintln(w, err)
		return
	}
	fmt.Fprintln(w, "ok")
}
