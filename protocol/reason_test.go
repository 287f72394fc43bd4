package protocol

import "testing"

// TestTransient: what a client comes back after, with or without a word for people behind it.
func TestTransient(t *testing.T) {
	for reason, want := range map[string]bool{
		ReasonStopping: true, ReasonFull: true, ReasonStopping + ": a new version": true, ReasonTaken: false, ReasonVersion: false,
		"banned: " + ReasonStopping: false, "": false, ReasonStopping + " for good": false,
	} {
		if got := Transient(reason); got != want {
			t.Errorf("%q: %v", reason, got)
		}
	}
}
