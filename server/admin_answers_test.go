package server

import (
	"strings"
	"testing"

	"voxtide/server/access"
)

// TestAnswers: the console is told the outcome of say; a ban that was written into the file by hand names nobody as its giver.
func TestAnswers(t *testing.T) {
	r := newHarness(t, nil)
	if got := r.consoleCommand("say tea at five"); !strings.Contains(got, "said: tea at five") {
		t.Errorf("%q", got)
	}
	r.s.ReplaceAccess(&access.Lists{Bans: []access.Ban{{Principal: access.Principal{Name: "mallory"}}, {Principal: access.Principal{Name: "oscar"}, Reason: "digs", By: "ann"}}})
	got := r.consoleCommand("bans")
	if !strings.Contains(got, "mallory for ever") || strings.Contains(got, "mallory for ever, by") || !strings.Contains(got, "oscar for ever, by ann: digs") {
		t.Errorf("%q", got)
	}
}

// TestBansGoByTheDate: a clock that is years ahead, and not believed, ends no ban, nor drops one when another is given.
func TestBansGoByTheDate(t *testing.T) {
	wall, date := int64(1_800_000_000_000), int64(1_800_000_000_000)
	r := newHarness(t, func(c *Config) {
		c.WallClock, c.BanClock = func() int64 { return wall }, func() int64 { return date }
	})
	r.consoleCommand("ban mallory 2h")
	wall += 5 * 365 * 24 * 3600 * 1000
	r.consoleCommand("ban oscar")
	if got := r.consoleCommand("bans"); !strings.Contains(got, "mallory until 2027-01-15") || !strings.Contains(got, "oscar") {
		t.Errorf("years ahead: %q", got)
	}
	date += 3 * 3600 * 1000
	r.consoleCommand("ban peggy")
	if got := r.consoleCommand("bans"); strings.Contains(got, "mallory") || len(r.s.AccessList().Bans) != 2 {
		t.Errorf("three hours later: %q", got)
	}
}
