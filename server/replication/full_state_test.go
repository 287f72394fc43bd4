package replication

import "testing"

// TestHalveRoom: a full update that never fits goes on with nothing after 20 tries.
func TestHalveRoom(t *testing.T) {
	var f fullState
	for n := 0; f.room != 1; n++ {
		if f.halveRoom(); n == 20 {
			t.Fatalf("room for %d bytes after %d tries", f.room, n)
		}
	}
}
