package replication

import (
	"testing"
	"time"

	"voxtide/edits"
)

// TestHistoryIsCompleteSince: of more edits than it holds the history has the last ones, and says from where on.
func TestHistoryIsCompleteSince(t *testing.T) {
	var h History
	h.Begin(10)
	const last = 10 + HistoryMax + 2500
	for seq := uint64(11); seq <= last; seq++ {
		h.Add(&Entry{Seq: seq, Edit: edits.Edit{Kind: edits.SetBlock}})
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

// TestLogTrim: the log keeps what a client has still to be told: LogKept edits, and more if they are younger than LogTime, but at most
// LogMax.
func TestLogTrim(t *testing.T) {
	var l Log
	add := func(n uint64) {
		for range n {
			l.Add(&Entry{Seq: l.End()})
		}
	}
	add(1000)
	l.Seal(7)
	l.Trim(100, 0)
	if got, all := l.From(100); !all || len(got) != 900 || got[0].Seq != 100 || got[0].CommitSeq != 7 {
		t.Fatalf("%d edits from 100 on, all %v", len(got), all)
	}
	if _, all := l.From(99); all {
		t.Error("edit 99 is not reported as gone")
	}
	const step = LogKept / 8
	for i := range time.Duration(10) { // the younger ones stay
		add(step)
		l.Trim(100, (i+1)*LogTime/20)
	}
	if got, all := l.From(100); !all || len(got) != 900+10*step {
		t.Errorf("%d edits of the last %v, all %v", len(got), LogTime/2, all)
	}
	l.Trim(100, LogTime+LogTime/20) // one of the steps is old now
	if got, all := l.From(1000 + step); !all || len(got) != 9*step {
		t.Errorf("%d edits that are not old, all %v", len(got), all)
	}
	if _, all := l.From(1000 + step - 1); all {
		t.Error("an old edit is not reported as gone")
	}
	l.Trim(100, time.Hour)
	if l.Len() != LogKept {
		t.Errorf("%d edits of whatever age", l.Len())
	}
	add(LogMax + 200)
	end := l.End()
	l.Trim(100, time.Hour)
	if l.Len() != LogMax || l.End() != end {
		t.Errorf("%d edits up to %d", l.Len(), l.End())
	}
}
