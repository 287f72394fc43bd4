package roster

import (
	"net/netip"
	"testing"
)

// TestSourcesAreBounded: however many addresses add names, few are remembered, and the sources that have added the most stay.
func TestSourcesAreBounded(t *testing.T) {
	q := NameQuota{}
	bad := netip.MustParseAddr("192.0.2.1")
	for range NameBurst {
		q.Take(bad, 0)
	}
	for i := range 3 * SourcesMax {
		if _, ok := q.Take(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 0); !ok {
			t.Fatal("a new source is refused")
		}
	}
	if _, ok := q.Take(bad, 0); ok || len(q) != SourcesMax {
		t.Errorf("%d sources; the source that has used up its burst may add one: %v", len(q), ok)
	}
}
