// Package webhook posts events of a server to addresses of the web: in the form of Discord, as plain JSON, or by a template.
//
// Data flow: one goroutine for each hook follows the history of events (package events), from its beginning on; what it has to post waits
// in a queue of its own. Owner: the maker of a Hook. Invariants: nothing waits for a hook; events are posted in order; one that
// cannot be posted is tried again after longer and longer pauses, and after triesMax is lost and counted; the queue is bounded, and when it is
// full the oldest is lost and counted.
package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/internal/faults"
	"voxtide/server/events"
)

// Bounds of a hook.
const (
	QueueMax   = 4096
	triesMax   = 12 // about ten minutes
	pauseFirst = time.Second
	pauseMost  = 2 * time.Minute
	postWithin = 10 * time.Second
	answerMax  = 4 << 10
	farewell   = 2 * time.Second // for what waits when the server stops
)

// Config is a hook.
type Config struct {
	URL      string
	Kinds    []string // of events
	Template *Template
}

// Hook posts events. Use New.
type Hook struct {
	cfg    Config
	source *events.Log
	log    *slog.Logger
	client http.Client
	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup
	pause  func(time.Duration) <-chan time.Time

	mu    sync.Mutex
	queue []events.Event
	busy  bool          // an event is being posted
	more  chan struct{} // has an element when the queue may have one

	posted, lost, failed atomic.Uint64
}

// New starts a hook. It posts what happens from now on.
func New(cfg Config, source *events.Log, log *slog.Logger) *Hook {
	return newHook(cfg, source, log, time.After)
}

func newHook(cfg Config, source *events.Log, log *slog.Logger, pause func(time.Duration) <-chan time.Time) *Hook {
	h := &Hook{cfg: cfg, source: source, log: log, pause: pause, more: make(chan struct{}, 1)}
	h.client = http.Client{Timeout: postWithin, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, MaxIdleConnsPerHost: 1, IdleConnTimeout: time.Minute, TLSHandshakeTimeout: postWithin}}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	at := source.Last()
	h.done.Go(func() { h.follow(at) })
	h.done.Go(h.post)
	return h
}

// Counts returns how many events were posted, were lost, and how many posts failed.
func (h *Hook) Counts() (posted, lost, failed uint64) {
	return h.posted.Load(), h.lost.Load(), h.failed.Load()
}

// Close ends a hook, after what waits was posted, or a moment.
func (h *Hook) Close() {
	for end := time.Now().Add(farewell); time.Now().Before(end) && h.waiting() > 0; {
		time.Sleep(10 * time.Millisecond)
	}
	h.cancel()
	h.done.Wait()
	h.client.CloseIdleConnections()
}

// waiting returns how many events wait, that which is being posted too.
func (h *Hook) waiting() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := len(h.queue)
	if h.busy {
		n++
	}
	return n
}

// follow puts events into the queue.
func (h *Hook) follow(at uint64) {
	for {
		e, lost, err := h.source.Wait(h.ctx, at)
		if err != nil {
			return
		}
		h.lost.Add(lost)
		at = e.Number
		if !h.wants(e.Kind) {
			continue
		}
		h.mu.Lock()
		if len(h.queue) >= QueueMax {
			h.queue = append(h.queue[:0], h.queue[1:]...)
			h.lost.Add(1)
		}
		h.queue = append(h.queue, e)
		h.mu.Unlock()
		select {
		case h.more <- struct{}{}:
		default:
		}
	}
}

func (h *Hook) wants(kind string) bool {
	for _, k := range h.cfg.Kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// post posts what is in the queue.
func (h *Hook) post() {
	for {
		select {
		case <-h.more:
		case <-h.ctx.Done():
			return
		}
		for e, ok := h.next(); ok; e, ok = h.next() {
			if !h.deliver(&e) {
				return
			}
		}
	}
}

// next takes the next event out of the queue; false if there is none.
func (h *Hook) next() (e events.Event, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.busy = len(h.queue) > 0; h.busy {
		e, h.queue = h.queue[0], h.queue[1:]
	}
	return e, h.busy
}

// deliver posts an event until it was taken, or was tried often enough; false if the hook ends.
func (h *Hook) deliver(e *events.Event) bool {
	pause := pauseFirst
	for try := 1; ; try++ {
		wait, err := h.send(e)
		switch {
		case h.ctx.Err() != nil:
			return false
		case err == nil:
			h.posted.Add(1)
			return true
		}
		h.failed.Add(1)
		if final := (*refusedError)(nil); errors.As(err, &final) && final.forGood() || try == triesMax || faults.Active(faults.WebhookOnce) {
			h.lost.Add(1)
			h.log.Warn("an event could not be posted to a webhook", "url", redact(h.cfg.URL), "why", err, "tries", try)
			return true
		}
		if wait <= 0 {
			wait, pause = pause, min(2*pause, pauseMost)
		}
		select {
		case <-h.pause(min(wait, pauseMost)):
		case <-h.ctx.Done():
			return false
		}
	}
}

// refusedError is an answer that is no success.
type refusedError struct {
	code int
	text string
}

func (e *refusedError) Error() string { return fmt.Sprintf("it answers %d: %.200q", e.code, e.text) }

// forGood reports whether the same post would be refused again.
func (e *refusedError) forGood() bool {
	return e.code >= 300 && e.code < 500 && e.code != http.StatusTooManyRequests && e.code != http.StatusRequestTimeout
}

// send posts an event once. With an error comes how long the other side wants to be left alone, 0 if it says nothing.
func (h *Hook) send(e *events.Event) (wait time.Duration, err error) {
	body, kind, err := h.cfg.Template.Body(e)
	if err != nil {
		return 0, &refusedError{http.StatusBadRequest, err.Error()}
	}
	req, err := http.NewRequestWithContext(h.ctx, http.MethodPost, h.cfg.URL, bytes.NewReader(body))
	if err != nil {
		return 0, &refusedError{http.StatusBadRequest, "the address"}
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("User-Agent", "voxtide-webhook")
	r, err := h.client.Do(req)
	if err != nil {
		return 0, withoutURL(err)
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(r.Body, answerMax)) // for the log alone
	if r.StatusCode >= 200 && r.StatusCode < 300 {
		return 0, nil
	}
	if n, err := strconv.ParseFloat(r.Header.Get("Retry-After"), 64); err == nil && n > 0 && n < 86400 {
		wait = time.Duration(n * float64(time.Second))
	}
	return wait, &refusedError{r.StatusCode, string(text)}
}
