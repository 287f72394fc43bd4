package host

import (
	"fmt"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/server"
)

// TestIdle: a world without players steps seldom, and who comes does not wait for the next of these steps.
func TestIdle(t *testing.T) {
	defer leaks(t)
	h, at := open(t, t.TempDir(), nil)
	var before, after server.Metrics
	time.Sleep(2 * idleEvery)
	begin := time.Now()
	h.Do(func(s *server.Server) { before = s.Metrics() })
	time.Sleep(4 * idleEvery)
	h.Do(func(s *server.Server) { after = s.Metrics() })
	if n := after.Steps - before.Steps; n > int(time.Since(begin)/idleEvery)+2 || after.LateSteps != 0 {
		t.Errorf("%d steps, %d of them late", n, after.LateSteps)
	}
	least := time.Hour
	for i := 0; i < 20 && least > idleEvery/2; i++ { // a busy machine makes some of them slow
		begin := time.Now()
		r := dialRaw(t, fmt.Sprint("guest", i), at)
		least = min(least, time.Since(begin))
		r.Conn.Close(server.LeaveReason)
		for idle := false; !idle; time.Sleep(5 * time.Millisecond) {
			h.Do(func(s *server.Server) { idle = s.Idle() })
		}
	}
	if least > idleEvery/2 {
		t.Errorf("the quickest join took %v", least)
	}
	if err := h.Close(protocol.ReasonStopping); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}
