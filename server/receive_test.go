package server

import (
	"fmt"
	"testing"
	"time"

	"voxtide/protocol"
)

// TestPlayersAreTold: who asks is told who plays, with round trips, modes and lost connections; who does not ask is told nothing; the
// questions between two answers are ignored, and a malformed one ends its own session.
func TestPlayersAreTold(t *testing.T) {
	h := newHarness(t, nil)
	ann, bob := h.join("ann"), h.join("bob")
	h.steps(5)
	bob.conn.trip = 123456 * time.Microsecond
	for range 30 {
		ann.conn.say(protocol.AppendAskPlayers(nil))
		h.steps(1)
	}
	want := protocol.Players{Total: 2, Rows: []protocol.PlayerRow{{Stream: ann.stream(), Name: "ann", Creative: true}, {Stream: bob.stream(), Name: "bob", RoundTrip: 123, Creative: true}}}
	if ann.playersTold != 1 || bob.playersTold != 0 || fmt.Sprint(ann.players) != fmt.Sprint(want) {
		t.Errorf("told %d and %d times: %+v", ann.playersTold, bob.playersTold, ann.players)
	}
	bob.conn.Close("gone")
	h.steps(int(playersEvery/stepAt) + 1)
	ann.conn.say(protocol.AppendAskPlayers(nil))
	h.steps(2)
	if ann.playersTold != 2 || !ann.players.Rows[1].Away || ann.players.Rows[1].RoundTrip != 0 {
		t.Errorf("a lost connection: %+v", ann.players)
	}
	ann.conn.say([]byte{protocol.MsgAskPlayers, 1})
	h.steps(2)
	if !ann.conn.closed {
		t.Error("a malformed question is taken")
	}
}

// TestPlayersAreBounded: of more players than a list holds it tells how many there are, and it is small.
func TestPlayersAreBounded(t *testing.T) {
	h := newHarness(t, func(c *Config) { c.MaxPlayers = 300 })
	for i := range 260 {
		h.join(fmt.Sprintf("player%03d", i))
		h.steps(1)
	}
	ann := h.hands[0]
	ann.conn.keep, ann.conn.bytes = true, nil
	ann.conn.say(protocol.AppendAskPlayers(nil))
	h.steps(1)
	bytes := len(protocol.AppendPlayers(nil, &ann.players))
	if len(ann.players.Rows) != protocol.PlayersMax || ann.players.Total != 260 || bytes > 16*protocol.PlayersMax {
		t.Errorf("%d rows of %d, %d bytes", len(ann.players.Rows), ann.players.Total, bytes)
	}
	t.Logf("%d rows of %d players in %d bytes", len(ann.players.Rows), ann.players.Total, bytes)
}
