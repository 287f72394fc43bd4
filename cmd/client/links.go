package main

import (
	"cmp"
	"time"

	"voxtide/client/links"
	"voxtide/timestream"
)

// linkReport is what --stats tells of a direct link. It holds no address.
type linkReport struct {
	Name      string  `json:"name"`
	State     string  `json:"state"`
	How       string  `json:"how"`           // lan, v6, direct, while it was linked; server: it never was
	LinkedIn  float64 `json:"linked_in_ms"`  // from the introduction to the first link; 0: there was none
	Until     int64   `json:"linked_until"`  // when it was linked for the last time, in ms of Unix time; 0: it still was
	RoundTrip float64 `json:"round_trip_ms"` // 0: not measured
	Loss      float64 `json:"loss"`
	Seen      float64 `json:"seen_ms"`
	Lies      int     `json:"lies"`
	Why       string  `json:"why,omitempty"`
}

// linkHistory remembers the links of a session for its report. Frame for frame it is told of the present ones.
type linkHistory struct {
	links []pastLink
	now   time.Duration // when it was last told
}

// pastLink is what became of a link so far.
type pastLink struct {
	last       links.Info
	how        string        // while it was linked
	introduced time.Duration // when it was first listed
	linkedIn   time.Duration // after that
	linkedAt   time.Duration // when it was linked for the last time
	until      time.Time     // the same by the clock, for reports of two machines
}

// observe takes note of the links of a frame.
func (h *linkHistory) observe(now time.Duration, list []links.Info) {
	h.now = now
	for i := range list {
		info := &list[i]
		l := h.of(info.Stream, now)
		l.last = *info
		if info.State == links.Linked {
			l.until, l.how = time.Now(), info.How
			if l.linkedAt = now; l.linkedIn == 0 {
				l.linkedIn = max(now-l.introduced, 1)
			}
		}
	}
}

// of returns the entry of a peer, a new one if there is none.
func (h *linkHistory) of(s timestream.Stream, now time.Duration) *pastLink {
	for i := range h.links {
		if h.links[i].last.Stream == s {
			return &h.links[i]
		}
	}
	h.links = append(h.links, pastLink{introduced: now})
	return &h.links[len(h.links)-1]
}

// report returns all links that there were, in the order of their introduction.
func (h *linkHistory) report() []linkReport {
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	list := []linkReport{}
	for i := range h.links {
		l := &h.links[i]
		r := linkReport{Name: l.last.Name, State: l.last.State.String(), How: cmp.Or(l.how, l.last.How), LinkedIn: ms(l.linkedIn), RoundTrip: ms(l.last.RoundTrip),
			Loss: l.last.Loss, Seen: ms(l.last.Seen), Lies: l.last.Lies, Why: l.last.Why}
		if l.linkedAt > 0 && l.linkedAt < h.now {
			r.Until = l.until.UnixMilli()
		}
		list = append(list, r)
	}
	return list
}
