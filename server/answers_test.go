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

// TestBansGoByTheDate: a clock that is years ahead, and not believed, ends no ban, nor drops one when another is given.
func TestBansGoByTheDate(t *testing.T) {
	wall, date := int64(1_800_000_000_000), int64(1_800_000_000_000)
	r := newRig(t, func(c *Config) {
		c.Wall, c.Date = func() int64 { return wall }, func() int64 { return date }
	})
	r.orders("ban mallory 2h")
	wall += 5 * 365 * 24 * 3600 * 1000
	r.orders("ban oscar")
	if got := r.orders("bans"); !strings.Contains(got, "mallory until 2027-01-15") || !strings.Contains(got, "oscar") {
		t.Errorf("years ahead: %q", got)
	}
	date += 3 * 3600 * 1000
	r.orders("ban peggy")
	if got := r.orders("bans"); strings.Contains(got, "mallory") || len(r.s.Book().Bans) != 2 {
		t.Errorf("three hours later: %q", got)
	}
}
