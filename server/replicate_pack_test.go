package server

import (
	"bytes"
	"crypto/sha256"
	"testing"

	"voxtide/protocol"
	"voxtide/server/handout"
)

// TestPack: a server tells of its pack once for each connection, sends its parts to those alone who ask, at a bounded rate, and to
// nobody what is not its pack; a question that is malformed ends its sender's session.
func TestPack(t *testing.T) {
	packed := bytes.Repeat([]byte("0123456789abcdef"), 5000)
	pack := &handout.Pack{PackOffer: protocol.PackOffer{ID: sha256.Sum256(packed), Size: len(packed), Name: "Winter"}, Bytes: packed}
	r := newHarness(t, func(c *Config) { c.Pack = pack })
	ann, bob := r.join("ann"), r.join("bob")
	r.play(10)
	if len(ann.offers) != 1 || ann.offers[0] != pack.PackOffer {
		t.Fatalf("ann is told %v", ann.offers)
	}
	ask := func(h *testClient, offset int) { h.conn.say(protocol.AppendAskPack(nil, pack.ID, offset)) }
	parts := 0
	for len(ann.packed) < len(packed) && parts < 10 {
		had := len(ann.packed)
		ask(ann, had)
		ask(ann, had) // twice the same is one part
		for range 20 {
			r.play(1)
		}
		if got := len(ann.packed) - had; got == 0 || got > protocol.PackPartMax {
			t.Fatalf("%d bytes came", got)
		}
		parts++
	}
	if !bytes.Equal(ann.packed, packed) || len(bob.packed) > 0 {
		t.Errorf("ann has %d bytes of %d, bob %d", len(ann.packed), len(packed), len(bob.packed))
	}
	ann.packed = nil
	for range 2 { // as fast as it can
		ask(ann, len(ann.packed))
		r.play(1)
	}
	if len(ann.packed) > protocol.PackPartMax {
		t.Errorf("%d bytes came in two steps", len(ann.packed))
	}
	t.Logf("%d bytes in %d parts", len(packed), parts)
	bob.conn.say(protocol.AppendAskPack(nil, [protocol.PackIDSize]byte{1}, 0))
	ask(bob, len(packed))
	r.play(30)
	if len(bob.packed) > 0 {
		t.Errorf("bob got %d bytes of another pack", len(bob.packed))
	}
	ann.resume(r)
	r.play(10)
	if len(ann.offers) != 2 {
		t.Errorf("ann is told %d times, over two connections", len(ann.offers))
	}
	bob.conn.say([]byte{protocol.MsgAskPack, 1, 2})
	r.play(2)
	if !bob.conn.closed {
		t.Error("a malformed question is taken")
	}
}
