package bots

import (
	"bytes"
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"

	"voxtide/world"
)

// Check is a condition that must hold, and whether it did.
type Check struct {
	Name   string `json:"name"`
	Holds  bool   `json:"holds"`
	Detail string `json:"detail"`
}

// Broken is the evidence of a history that has no legal order.
type Broken struct {
	Cell  world.Pos `json:"cell"`
	What  string    `json:"what"`
	Lines []string  `json:"smallest_history"` // one operation each, in order of call
	HTML  []byte    `json:"-"`                // porcupine's visualisation of the smallest history
	File  string    `json:"html,omitempty"`   // where it was written
}

// brokenMax bounds the histories that are shrunk and shown.
const brokenMax = 3

// verify decides from the bots' records.
func (r *Report) verify(bots []*Bot) {
	logs := make([]*opLog, len(bots))
	for i, b := range bots {
		logs[i] = b.log
	}
	cells := cellHistories(logs)
	r.checkOrder(logs, cells)
	r.checkTrade(bots, logs)
	r.checkOnce(logs)
	r.checkSections(bots)
	r.checkCounts(bots)
}

func (r *Report) check(name string, holds bool, format string, args ...any) {
	r.Checks = append(r.Checks, Check{name, holds, fmt.Sprintf(format, args...)})
}

// checkDecided is the check that fails where porcupine's time was too short: such a run neither shows nor excludes a broken law.
const checkDecided = "every cell was decided in time"

// checkOrder asks porcupine for each cell whether there is a legal order: law 7. With it nothing acked is missing and
// nothing happened that nobody did, laws 8 and 9.
func (r *Report) checkOrder(logs []*opLog, cells []*cellHistory) {
	type verdict struct {
		h   *cellHistory
		res porcupine.CheckResult
	}
	began := time.Now()
	var mu sync.Mutex
	var work sync.WaitGroup
	var bad []verdict
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	acts, reads, judged, sand, undecided := 0, 0, 0, 0, 0
	for _, h := range cells {
		if h.sand {
			sand++
			continue
		}
		judged, acts, reads = judged+1, acts+h.acts, reads+h.reads
		work.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			res := decideOrder(h.ops)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case res == porcupine.Illegal || h.violation != nil:
				bad = append(bad, verdict{h, res})
			case res == porcupine.Unknown:
				undecided++
			}
		})
	}
	work.Wait()
	slices.SortFunc(bad, func(a, b verdict) int { return cmp.Compare(len(a.h.ops), len(b.h.ops)) })
	for _, v := range bad {
		if len(r.Broken) < brokenMax {
			r.Broken = append(r.Broken, brokenHistory(v.h, string(v.res), shrinkFor))
		}
	}
	r.Judged = fmt.Sprintf("%d cells, %d actions, %d reads, in %.1f s", judged, acts, reads, time.Since(began).Seconds())
	detail := r.Judged
	if sand > 0 {
		detail += fmt.Sprintf("; %d cells left out: sand", sand)
	}
	if len(bad) > 0 {
		detail = fmt.Sprintf("for %d cells there is none, such as %v; %s", len(bad), bad[0].h.cell, detail)
	}
	r.check("every cell has a legal order (porcupine)", len(bad) == 0, "%s", detail)
	r.check(checkDecided, undecided == 0, "for %d of %d cells neither an order nor that there is none was found in time", undecided, judged)
	ordered := true
	for _, l := range logs {
		if b := l.violation; b != nil && b.law == 6 {
			ordered = false
			r.check("edits come in the server's order", false, "%s", b.what)
			r.addEvidence(b, cells)
			break
		}
	}
	if ordered {
		r.check("edits come in the server's order", true, "of each section, at each bot")
	}
}

// addEvidence adds the history of a cell with an impossible observation.
func (r *Report) addEvidence(b *orderViolation, cells []*cellHistory) {
	for _, h := range cells {
		if b.hasCell && h.cell == b.cell && len(r.Broken) < brokenMax {
			r.Broken = append(r.Broken, brokenHistory(h, b.what, shrinkFor))
			return
		}
	}
}

// checkOnce looks for actions that were answered twice.
func (r *Report) checkOnce(logs []*opLog) {
	for _, l := range logs {
		if b := l.violation; b != nil && b.law == 9 {
			r.check("no action is judged twice", false, "%s", b.what)
			return
		}
	}
	n := 0
	for _, l := range logs {
		n += len(l.ops)
	}
	r.check("no action is judged twice", true, "of %d", n)
}

// checkSections compares what all bots hold at the end.
func (r *Report) checkSections(bots []*Bot) {
	type holder struct {
		bot  int
		hash uint64
	}
	first := map[world.SectionPos]holder{}
	compared, unlike := 0, ""
	for _, b := range bots {
		for p, h := range b.hashes {
			f, there := first[p]
			switch {
			case !there:
				first[p] = holder{b.number, h}
				continue
			case f.hash != h && unlike == "":
				unlike = fmt.Sprintf("bots %d and %d hold %v differently", f.bot, b.number, p)
			}
			compared++
		}
	}
	if unlike != "" {
		r.check("all bots hold the same", false, "%s", unlike)
	} else {
		r.check("all bots hold the same", true, "%d sections, %d comparisons", len(first), compared)
	}
	r.check("no bot differs from the server's hashes", r.Desyncs == 0, "%d differences%s", r.Desyncs, r.firstDesync)
}

// checkCounts checks the clients' counters.
func (r *Report) checkCounts(bots []*Bot) {
	r.check("no unexplained correction", r.Unexplained == 0, "%d of %d corrections",
		r.Unexplained, r.corrections()+sum(r.OfBlocks)+sum(r.OfInventory))
	open, lost, why := 0, 0, ""
	for _, b := range bots {
		if b.failed != "" {
			lost++
			why = fmt.Sprintf("; bot %d: %s", b.number, b.failed)
		} else if b.dirty {
			open++
		}
	}
	r.check("every action is answered in the end", open == 0, "%d bots wait", open)
	r.check("no session was ended by the server", lost == 0, "%d%s", lost, why)
}

// brokenHistory makes the evidence of a history; it shrinks it for within at most.
func brokenHistory(h *cellHistory, what string, within time.Duration) Broken {
	small := h.ops
	if what == string(porcupine.Illegal) {
		small = shrinkHistory(h.ops, within)
	}
	b := Broken{Cell: h.cell, What: what}
	small = slices.Clone(small)
	slices.SortStableFunc(small, func(x, y porcupine.Operation) int { return cmp.Compare(x.Call, y.Call) })
	if len(small) > shownMax { // porcupine's page of more operations is unreadable
		small = small[:shownMax]
	}
	for _, o := range small {
		end := "never"
		if o.Return < endAt {
			end = time.Duration(o.Return).String()
		}
		if o.Call < endAt {
			b.Lines = append(b.Lines, fmt.Sprintf("%v to %s: %s", time.Duration(o.Call), end, o.Input.(*modelInput).text))
		}
	}
	_, info := porcupine.CheckOperationsVerbose(model(false), small, doubtFor)
	var page bytes.Buffer
	if err := porcupine.Visualize(model(false), info, &page); err == nil {
		b.HTML = page.Bytes()
	}
	return b
}

// shownMax bounds the operations that are drawn.
const shownMax = 2000
