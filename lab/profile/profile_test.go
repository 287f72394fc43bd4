package profile_test

import (
	"fmt"
	"testing"

	"voxtide/lab/profile"
)

func Example() {
	p, err := profile.Parse("200ms:40ms:2%:burst")
	fmt.Println(p.RTT(), p.Up.Jitter, p.Up.Loss, p.Up.Burst, err)
	// Output: 200ms 40ms 0.02 true <nil>
}

func TestParse(t *testing.T) {
	for _, name := range profile.Names() {
		p, err := profile.Parse(name)
		if err != nil || p.Name != name || p.RTT() <= 0 || p.Up.Delay != p.Down.Delay {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		t.Logf("%s: %v round trip, jitter %v, loss %v, rate %d", name, p.RTT(), p.Down.Jitter, p.Down.Loss, p.Down.Rate)
	}
	for _, wrong := range []string{"", "isdn", "1:2:3", "10ms:5ms", "10ms:5ms:1", "10ms:5ms:-1%", "10ms:5ms:1%:storm", "-1ms:0s:0", "20s:0s:0"} {
		if p, err := profile.Parse(wrong); err == nil {
			t.Errorf("%q is %+v", wrong, p)
		}
	}
}
