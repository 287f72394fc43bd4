package gate

import (
	"slices"
	"testing"
	"time"
)

// TestCookie: it counts for the same address, version and nonce, for 2 minutes at least and
// 4 at most, and not at a server that began anew.
func TestCookie(t *testing.T) {
	var j, other jar
	at, n := ap("192.0.2.7:99"), []byte("12345678")
	first := slices.Clone(j.bake(0, at, 3, n))
	for _, now := range []time.Duration{0, cookieFor - 1, cookieFor, 2*cookieFor - 1} {
		if !j.ours(now, first, at, 3, n) {
			t.Fatalf("not known after %v", now)
		}
	}
	late := slices.Clone(j.bake(2*cookieFor-1, at, 3, n)) // of the second secret, at its last moment
	if j.ours(2*cookieFor, first, at, 3, n) || !j.ours(3*cookieFor-2, late, at, 3, n) {
		t.Fatal("an old cookie counts, or one of 2 minutes does not")
	}
	now := 2*cookieFor + time.Second
	good := slices.Clone(j.bake(now, at, 3, n))
	if j.ours(now, good, ap("192.0.2.8:99"), 3, n) || j.ours(now, good, ap("192.0.2.7:98"), 3, n) ||
		j.ours(now, good, at, 4, n) || j.ours(now, good, at, 3, []byte("12345679")) {
		t.Fatal("it counts for somebody else")
	}
	if other.ours(now, good, at, 3, n) {
		t.Fatal("it counts at another server")
	}
	if idle := slices.Clone(j.bake(now, at, 3, n)); j.ours(now+10*cookieFor, idle, at, 3, n) {
		t.Fatal("it counts after 20 minutes in which nobody asked")
	}
}
