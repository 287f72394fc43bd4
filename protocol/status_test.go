package protocol

import (
	"strings"
	"testing"
)

// TestStatus: what a server says of itself is read as it was written, within its bounds, and without what a line cannot show.
func TestStatus(t *testing.T) {
	for _, s := range []Status{
		{}, {Protocol: 15, Players: 3, Most: 100, Waiting: 2, Whitelist: true, Frozen: true, World: "home", MOTD: "Welcome", Program: "v1.2.3"}, {Creative: true, Players: 10_000, Most: 10_000, World: "ünï"},
	} {
		b := AppendStatus(nil, &s)
		if got, err := ReadStatus(b); err != nil || got != s {
			t.Errorf("%+v, not %+v: %v", got, s, err)
		}
		if got, err := ReadStatus(append(b, "of a later version"...)); err != nil || got != s {
			t.Errorf("with more behind: %+v %v", got, err)
		}
	}
	long := Status{Players: 1 << 20, Most: 1 << 20, Waiting: 1 << 20, World: strings.Repeat("€", 99), MOTD: strings.Repeat("ä\n\x1b[31m\u202e", 99), Program: strings.Repeat("x", 99)}
	b := AppendStatus(nil, &long)
	got, err := ReadStatus(b)
	if err != nil || len(b) > StatusMax || len(got.World) != StatusWorldMax || strings.ContainsAny(got.MOTD, "\n\x1b\u202e") {
		t.Errorf("%d bytes, %+v: %v", len(b), got, err)
	}
}

// FuzzStatus: no bytes panic, and what is read is written and read the same.
func FuzzStatus(f *testing.F) {
	f.Add(AppendStatus(nil, &Status{Protocol: 15, Players: 3, Most: 100, World: "home", MOTD: "Welcome"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ReadStatus(b)
		if err != nil {
			return
		}
		if again, err := ReadStatus(AppendStatus(nil, &s)); err != nil || again != s {
			t.Fatalf("%+v, then %+v: %v", s, again, err)
		}
	})
}
