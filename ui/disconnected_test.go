package ui

import (
	"errors"
	"syscall"
	"testing"

	"voxtide/protocol"
	"voxtide/store/pebble"
)

// TestDisconnectTexts: every reason that the game gives has words of its own, others are shown as they are.
func TestDisconnectTexts(t *testing.T) {
	for _, reason := range []string{
		"another version of the protocol", "another version of the transport", "name taken", protocol.ReasonFull.String(), protocol.ReasonStopping.String(), protocol.ReasonNameOwned.String(), protocol.ReasonVersion.String(), protocol.ReasonElsewhere.String(), "timeout",
		"kicked by an operator", "banned for another 2h: noise", protocol.ReasonNotWhitelisted.String(),
		"no answer: timeout", "the server is silent", "the own state differs", "clock is ahead", "too much to send", "resumed over another connection",
		"too many connections from your address", "the server is busy, try again", protocol.ReasonUnsaved.String(), "the socket is closed",
		"the server's words do not fit: protocol: value out of bounds", "dial udp: lookup nowhere: no such host",
	} {
		if e := disconnectTextOf(reason); e == unknownDisconnect || e.title == "" || e.explanation == "" || e.advice == "" {
			t.Errorf("%q: %+v", reason, e)
		}
	}
	for r := protocol.ReasonOther + 1; r < protocol.DisconnectReasons; r++ {
		if _, ok := disconnectTexts[r]; !ok {
			t.Errorf("%q has no text", r)
		}
	}
	for _, err := range []error{pebble.ErrLocked, pebble.ErrNewer, pebble.ErrOlder, pebble.ErrNotAWorld, pebble.ErrUnreadable, pebble.ErrSeed, pebble.ErrGenerator,
		errors.New("the world has another generator"), pebble.ErrFollowsLog,
		syscall.ENOSPC, syscall.EACCES, syscall.EROFS} {
		if e := worldErrorTextOf("open db: " + err.Error()); e == unknownWorldError || e.title == "" || e.explanation == "" || e.advice == "" {
			t.Errorf("%q: %+v", err, e)
		}
	}
	r := newHarness(t)
	r.s.DisconnectReason = "be nice: go home"
	r.u.ShowBase(Disconnected)
	r.draw()
	r.expectText("Reason: be nice: go home", unknownWorldError.title)
	r.s.Server = "host:7400"
	r.draw()
	r.expectText("Reason: be nice: go home", unknownDisconnect.title)
}
