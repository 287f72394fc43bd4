package punch

import "testing"

// TestLinked: two introduced players are linked within a few round trips, and payloads pass both ways.
func TestLinked(t *testing.T) {
	p := newPlayers(t, 20*ms)
	p.introduce(77)
	p.linked()
	t.Logf("linked after %v: %+v", p.w.now, p.links[0].Status(1))
	for i := range 2 {
		if !p.pass(i, "here I am") {
			t.Errorf("nothing came from %d", i)
		}
		if len(p.events[i]) != 1 || p.events[i][0].Kind != Linked || p.events[i][0].How != SeenByServer {
			t.Errorf("%+v", p.events[i])
		}
	}
}
