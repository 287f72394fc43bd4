package server

import (
	"strings"
	"testing"

	"voxtide/access"
)

// TestAnswers: the console hears what came of say, and a ban that was written by hand into the file names nobody.
func TestAnswers(t *testing.T) {
	r := newRig(t, nil)
	if got := r.orders("say tea at five"); !strings.Contains(got, "said: tea at five") {
		t.Errorf("%q", got)
	}
	r.s.Consult(&access.Book{Bans: []access.Ban{{Who: access.Who{Name: "mallory"}}, {Who: access.Who{Name: "oscar"}, Reason: "digs", By: "ann"}}})
	got := r.orders("bans")
	if !strings.Contains(got, "mallory for ever") || strings.Contains(got, "mallory for ever, by") || !strings.Contains(got, "oscar for ever, by ann: digs") {
		t.Errorf("%q", got)
	}
}
