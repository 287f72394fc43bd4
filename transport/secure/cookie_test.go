package secure

import (
	"slices"
	"testing"
	"time"
)

// TestCookie checks that a cookie is valid for its own address, version and nonce only, for 2 to 4 minutes, and not at a
// restarted server.
func TestCookie(t *testing.T) {
	var j, other cookieSigner
	at, n := ap("192.0.2.7:99"), []byte("12345678")
	first := slices.Clone(j.sign(0, at, 3, n))
	for _, now := range []time.Duration{0, cookieFor - 1, cookieFor, 2*cookieFor - 1} {
		if !j.verify(now, first, at, 3, n) {
			t.Fatalf("not known after %v", now)
		}
	}
	late := slices.Clone(j.sign(2*cookieFor-1, at, 3, n)) // of the second secret, at its last moment
	if j.verify(2*cookieFor, first, at, 3, n) || !j.verify(3*cookieFor-2, late, at, 3, n) {
		t.Fatal("an old cookie counts, or one of 2 minutes does not")
	}
	now := 2*cookieFor + time.Second
	good := slices.Clone(j.sign(now, at, 3, n))
	if j.verify(now, good, ap("192.0.2.8:99"), 3, n) || j.verify(now, good, ap("192.0.2.7:98"), 3, n) ||
		j.verify(now, good, at, 4, n) || j.verify(now, good, at, 3, []byte("12345679")) {
		t.Fatal("it counts for somebody else")
	}
	if other.verify(now, good, at, 3, n) {
		t.Fatal("it counts at another server")
	}
	if idle := slices.Clone(j.sign(now, at, 3, n)); j.verify(now+10*cookieFor, idle, at, 3, n) {
		t.Fatal("it counts after 20 minutes in which nobody asked")
	}
}
