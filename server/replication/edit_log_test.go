package replication

import (
	"testing"

	"voxtide/edits"
)

// TestHistoryIsCompleteSince: of more edits than it holds the history has the last ones, and says from where on.
func TestHistoryIsCompleteSince(t *testing.T) {
	var h History
	h.Begin(10)
	const last = 10 + HistoryMax + 2500
	for seq := uint64(11); seq <= last; seq++ {
		h.Add(seq, &edits.Edit{Kind: edits.SetBlock})
	}
	if want := uint64(last - HistoryMax); h.Since() != want {
		t.Fatalf("complete since %d, want %d", h.Since(), want)
	}
	if h.After(h.Since()-1, func(*Entry) { t.Fatal("an edit of a gap") }) {
		t.Error("a gap is not reported")
	}
	for _, from := range []uint64{h.Since(), last - 1500, last} {
		next := from
		if !h.After(from, func(e *Entry) {
			if next++; e.Seq != next {
				t.Fatalf("edit %d after %d", e.Seq, next-1)
			}
		}) || next != last {
			t.Errorf("from %d: up to %d of %d", from, next, uint64(last))
		}
	}
}

// TestLogTrim: the log keeps what a client has still to be told, but at most LogMax edits.
func TestLogTrim(t *testing.T) {
	var l Log
	for seq := range uint64(LogMax) {
		l.Add(seq, &edits.Edit{})
	}
	l.Seal(7)
	l.Trim(100)
	if got, all := l.From(100); !all || len(got) != LogMax-100 || got[0].Seq != 100 || got[0].CommitSeq != 7 {
		t.Fatalf("%d edits from 100 on, all %v", len(got), all)
	}
	if _, all := l.From(99); all {
		t.Error("edit 99 is not reported as gone")
	}
	for seq := range uint64(200) {
		l.Add(LogMax+seq, &edits.Edit{})
	}
	l.Trim(100)
	if _, all := l.From(100); all || l.Len() != LogMax/2 || l.End() != LogMax+200 {
		t.Errorf("%d edits up to %d", l.Len(), l.End())
	}
}
