package livemap

import (
	"net/url"
	"testing"
)

// FuzzQuery: whatever stands behind at.json? and live.json? is refused, or is a place and a time within bounds.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"x=3&z=-4", "x=3&z=-4&t=1790000000000", "since=5", "x=1e9&z=0", "x=%00&z=;&t=-1", "x=16777216&z=0", "x=+1&z=01&t=9999999999999999999999", "since=-1", "t=0&x=0&z=-0"} {
		f.Add(s)
	}
	m := New(Config{Land: testLand, Source: newLand(1)})
	f.Cleanup(m.Close)
	f.Fuzz(func(t *testing.T, s string) {
		q, _ := url.ParseQuery(s) // as the server does
		if x, z, at, ok := m.parsePlace(q); ok && (x < -coordMax || x >= coordMax || z < -coordMax || z >= coordMax || at < 0 || at > m.cfg.Now().UnixMilli()) {
			t.Fatalf("%q is %d, %d at %d", s, x, z, at)
		}
		if since, ok := parseSince(q); !ok && since > 0 && q.Get("since") == "" {
			t.Fatalf("%q is since %d", s, since)
		}
	})
}
