package client

import (
	"testing"
	"time"
)

// TestPlayersAreAskedFor: who looks at the list of players gets it within a round trip and again every 2 s, with the round trip that the
// server measures; nobody asks otherwise.
func TestPlayersAreAskedFor(t *testing.T) {
	x := newDrawnClient(t)
	x.settle()
	if _, version := x.cl.Players(); version != 0 {
		t.Fatal("it has asked")
	}
	up := x.cl.Stats().BytesUp
	for range 100 {
		x.frame()
	}
	idle := x.cl.Stats().BytesUp - up
	began := x.now
	for x.now-began < 9*time.Second {
		x.cl.AskPlayers()
		x.frame()
	}
	list, version := x.cl.Players()
	if version < 4 || version > 5 || len(list.Rows) != 1 || list.Total != 1 || list.Rows[0].Stream != x.cl.Stream() {
		t.Errorf("%d answers: %+v", version, list)
	}
	t.Logf("%d answers in 9 s, %+v; %d bytes up in 100 idle frames", version, list.Rows, idle)
}
