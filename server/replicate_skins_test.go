package server

import (
	"image"
	"image/color"
	"testing"

	"voxtide/internal/skin"
	"voxtide/protocol"
)

func testSkin(n uint8) []byte {
	p := image.NewNRGBA(image.Rect(0, 0, skin.Side, skin.Side))
	for i := range skin.Side * skin.Side {
		p.SetNRGBA(i%skin.Side, i/skin.Side, color.NRGBA{n, uint8(i % 3), 7, 255})
	}
	return skin.Pack(p)
}

// TestSkins: who chooses a skin is seen in it by those who are here, who come and who come back; its picture comes to who asks, at a bounded
// rate; what is no skin ends its sender's session alone; a server without skins tells nothing.
func TestSkins(t *testing.T) {
	r := newHarness(t, nil)
	ann, bob := r.join("ann"), r.join("bob")
	r.play(10)
	own := testSkin(9)
	bob.conn.say(protocol.AppendSetSkin(nil, own))
	r.play(5)
	want := protocol.SkinRow{Stream: bob.stream(), Skin: skin.IDOf(own)}
	eve := r.join("eve")
	r.play(10)
	ann.resume(r)
	r.play(10)
	for _, h := range []*testClient{ann, eve} {
		if len(h.skins) == 0 || h.skins[len(h.skins)-1] != want {
			t.Fatalf("%s is told %v", h.name, h.skins)
		}
	}
	if len(ann.skins) != 2 {
		t.Errorf("ann is told %d times, over two connections", len(ann.skins))
	}
	for range 180 {
		ann.conn.say(protocol.AppendAskSkin(nil, want.Skin))
		ann.conn.say(protocol.AppendAskSkin(nil, want.Skin))
		r.play(1)
	}
	if n := len(ann.pictures); n < 5 || n > 8 || string(ann.pictures[0]) != string(own) {
		t.Errorf("%d pictures in 3 s", n)
	}
	eve.conn.say(protocol.AppendAskSkin(nil, [protocol.SkinIDSize]byte{1}))
	eve.conn.say(protocol.AppendSetSkin(nil, own[:100]))
	r.play(5)
	if !eve.conn.closed || bob.conn.closed || ann.conn.closed || len(eve.pictures) > 0 {
		t.Error("a malformed skin, or one of nobody")
	}
	bob.conn.say(protocol.AppendSetSkin(nil, nil))
	r.play(5)
	told := len(ann.skins)
	r.play(int(6e9 / int64(stepAt)))
	bob.conn.say(protocol.AppendSetSkin(nil, nil))
	r.play(5)
	if len(ann.skins) != told+1 || ann.skins[told].Skin != (skin.ID{}) {
		t.Errorf("taken off: %v", ann.skins[told:])
	}

	r = newHarness(t, func(c *Config) { c.NoSkins = true })
	ann, bob = r.join("ann"), r.join("bob")
	r.play(10)
	bob.conn.say(protocol.AppendSetSkin(nil, own))
	r.play(10)
	if len(ann.skins) > 0 || bob.conn.closed {
		t.Error("told where there are none")
	}
}
