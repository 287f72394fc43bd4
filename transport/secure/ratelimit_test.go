package secure

import (
	"testing"
	"time"
)

// TestPayloadsBeyondTheRate: one session that sends all it can has a bounded number of payloads taken a second, and one for each packet it was sent; it
// goes on afterwards, and the one beside it loses none.
func TestPayloadsBeyondTheRate(t *testing.T) {
	bubble(t, func(t *testing.T, e *fakeNetwork) {
		s := e.listen(t, Config{})
		fast, _ := e.dial(t, clientAt, 2, Config{})
		slow, _ := e.dial(t, "198.51.100.2:1", 3, Config{})
		pass(time.Second)
		slows, downs := 0, 0
		const seconds = 3
		for i := range 100 * seconds {
			for range 100 { // 10,000 a second
				say(t, fast, fast.g.Peer(), "f")
			}
			if i%2 == 0 {
				say(t, slow, slow.g.Peer(), "s")
				slows++
				for _, p := range s.peers() {
					say(t, s, p, "d")
				}
				downs++
			}
			pass(10 * ms)
		}
		came := map[string]int{}
		for _, m := range s.messages() {
			came[m.data]++
		}
		n := s.g.Stats()
		t.Logf("%d of %d fast ones came, %d of %d slow; %+v", came["f"], 10_000*seconds, came["s"], slows, n)
		most := payloadBurst + payloadRate*seconds + downs + 200 // and the gate's own packets
		if came["f"] > most || came["f"] < payloadRate*seconds+downs || n.OverRate != uint64(10_000*seconds-came["f"]) {
			t.Errorf("%d came, %d at most, %d dropped", came["f"], most, n.OverRate)
		}
		if came["s"] != slows {
			t.Errorf("%d of %d of the other's", came["s"], slows)
		}
		pass(2 * time.Second)
		before := len(s.messages())
		for range 100 {
			say(t, fast, fast.g.Peer(), "f")
		}
		pass(ms)
		if got := len(s.messages()) - before; got != 100 {
			t.Errorf("%d of 100 afterwards", got)
		}
	})
}
