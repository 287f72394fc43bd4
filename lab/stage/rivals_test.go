package stage

import (
	"strings"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// walk plays one tape of keys and turns to a method over a link, for 20 s after 10 s in which estimates settle, and returns how
// often an update moved the own body and how many ticks were computed again at most, both in those 20 s.
func walk(t *testing.T, method string, up, down memnet.Link, step time.Duration) (corrections int, most int, path []world.Vec) {
	t.Helper()
	s, err := New(Config{Players: 1, Seed: 3, Methods: []string{method}, Links: []Links{{up, down}}, ServerStep: step, NoScene: true, Hooks: Hooks{
		Input: func(_ int, now time.Duration, in *client.Input) {
			k := uint64(now/(370*time.Millisecond)) * 0x9e3779b97f4a7c15
			in.Keys, in.Yaw = world.Keys(k>>60)&^(world.KeyForward|world.KeyBack)|world.KeyForward<<(k>>59&1), uint16(k>>32)&^15
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	c := s.Client(0)
	count := func() (n int) {
		st := c.Stats()
		for _, k := range st.Corrections {
			n += k
		}
		return n
	}
	s.Step(10 * time.Second)
	before := count()
	for now := 10 * time.Second; now <= 30*time.Second; now += time.Second {
		s.Step(now)
		own, _ := c.Avatar()
		path = append(path, own.Motion.Pos)
	}
	st, _ := c.StrategyStats()
	most = st.ResimulatedLast
	return count() - before, most, path
}

// TestRivalsOverTheRealServer plays one tape to every method, over the real server and transport: without jitter and with it. A
// method whose server performs actions at their own time is never corrected, and neither are ticks whose inputs come in
// time; one clock with an estimated round trip is, as soon as the delay changes (Kahlo 2.7). The five orders differ.
func TestRivalsOverTheRealServer(t *testing.T) {
	const ms = time.Millisecond
	even := memnet.Link{Delay: 10 * ms, Copies: true}
	shaky := memnet.Link{Delay: 10 * ms, Jitter: 25 * ms, Copies: true}
	far := memnet.Link{Delay: 100 * ms, Copies: true}
	exact := map[string]bool{"timestream": true, "gambetta": true, "source": true, "dumb": true, "commit": true, "naive,state=ignore": true}
	seen := map[int]string{}
	for _, m := range []string{"timestream", "dumb", "commit", "naive", "naive,state=ignore", "onestream,order=1", "onestream,order=2",
		"onestream,order=3", "onestream,order=4", "onestream,order=5", "gambetta", "jimenez", "jimenez,spread=2", "kazap", "source"} {
		calm, _, _ := walk(t, m, even, even, ms)
		jitter, _, _ := walk(t, m, shaky, shaky, ms)
		at200, most, _ := walk(t, m, far, far, 0)
		t.Logf("%-20s corrections in 20 s: %3d at 10 ms each way, %4d with 25 ms of jitter, %4d at 100 ms each way; the last one computed %d ticks again", m, calm, jitter, at200, most)
		if exact[m] && calm+jitter+at200 > 0 {
			t.Errorf("%s was corrected: %d, %d, %d", m, calm, jitter, at200)
		}
		if m == "onestream,order=5" && jitter == 0 {
			t.Errorf("%s with jitter was never corrected", m)
		}
		if strings.HasPrefix(m, "jimenez") && calm+at200 > 0 {
			t.Errorf("%s was corrected without jitter: %d, %d", m, calm, at200)
		}
		if strings.HasPrefix(m, "onestream") {
			key := jitter<<20 | calm<<10 | at200
			if seen[key] != "" {
				t.Errorf("%s and %s are corrected alike", m, seen[key])
			}
			seen[key] = m
		}
	}
}
