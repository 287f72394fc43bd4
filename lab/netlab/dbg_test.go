package netlab

import (
	"fmt"
	"testing"
	"time"
)

func TestDbg(t *testing.T) {
	c := Config{Seed: *oneSeed, Duration: 15 * time.Second, Scenario: "engine-bad", RTT: 60 * ms}
	Find(c.Scenario).Set(&c)
	l := newRun(t, c)
	last := ""
	l.progress = func(now time.Duration) bool {
		x := ""
		for _, m := range l.machines.all {
			k := m.beside
			q, out := k.quiet()
			x += fmt.Sprintf("[%s server %v store %v replica %v down %v paused %v quiet %v %v] ", m.name(), k.server != nil, k.store != nil, k.replica != nil, k.down, now < k.pausedTo, q > 250*ms, out)
		}
		for _, s := range l.clients {
			if s.client != nil {
				x += fmt.Sprintf("%d:%v ", s.index, s.client.State())
			} else {
				x += "- "
			}
		}
		if x != last {
			fmt.Println(now.Round(ms), x, l.machines.pair.tally.Troubles)
			last = x
		}
		return now < 40*time.Second
	}
	err := l.run()
	if l.violation != nil {
		fmt.Println(l.violation, l.violation.Detail)
	}
	t.Log(err)
}
