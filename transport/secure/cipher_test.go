package secure

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"voxtide/internal/testrand"
)

func pair(shift int) (*sealer, *opener) {
	key := [32]byte{1, 2, 3}
	return newSealer(77, key, shift), newOpener(77, key, shift)
}

// TestRekey: 300 epochs of 32 packets, out of order within 30, some lost, all twice: each
// that was not lost comes out once, and no key is used for two epochs.
func TestRekey(t *testing.T) {
	luck := testrand.New(t)
	out, in := pair(5)
	links := map[[32]byte]uint64{}
	var flight [][]byte
	came, sent := 0, 0
	arrive := func() {
		i := luck.IntN(min(len(flight), 8))
		if came%3 == 0 {
			i = 0 // nobody waits for longer than 24 others
		}
		packet := flight[i]
		flight = slices.Delete(flight, i, i+1)
		again := bytes.Clone(packet)
		payload, _, v := in.open(packet)
		if v != authentic || len(payload) != 4 {
			t.Fatalf("a packet is dropped: %d, epoch %d of %d", v, in.epoch, out.epoch)
		}
		came++
		if _, _, v := in.open(again); v != replayed {
			t.Fatalf("a copy is not a replay: %d", v)
		}
	}
	for i := range 300 * 32 {
		packet, err := out.seal(nil, typePayload, binary.LittleEndian.AppendUint32(nil, uint32(i)))
		if err != nil {
			t.Fatal(err)
		}
		if epoch, ok := links[out.key.key]; ok && epoch != out.epoch {
			t.Fatalf("one key for the epochs %d and %d", epoch, out.epoch)
		}
		links[out.key.key] = out.epoch
		if luck.IntN(10) > 0 {
			flight = append(flight, packet)
			sent++
		}
		for len(flight) > 7 {
			arrive()
		}
	}
	for len(flight) > 0 {
		arrive()
	}
	if came != sent || len(links) != 300 {
		t.Fatalf("%d of %d, %d keys", came, sent, len(links))
	}
	if in.previous == nil || in.previous.key == in.current.key || in.epoch != 299 {
		t.Fatal("no key but that of the first epoch was used")
	}
}

// TestEpochs checks that packets one key epoch back or ahead are opened and two are not, and that a packet that only
// claims the next epoch does not start it.
func TestEpochs(t *testing.T) {
	out, in := pair(4)
	var packets [][]byte
	for range 6 * 16 {
		p, _ := out.seal(nil, typePayload, []byte("x"))
		packets = append(packets, p)
	}
	open := func(i int) verdict { _, _, v := in.open(bytes.Clone(packets[i])); return v }
	lie := bytes.Clone(packets[17])
	lie[len(lie)-1] ^= 1
	if _, _, v := in.open(lie); v != forged || in.epoch != 0 {
		t.Fatalf("%d, epoch %d", v, in.epoch)
	}
	for _, c := range []struct {
		packet int
		want   verdict
	}{{0, authentic}, {40, forged}, {17, authentic}, {1, authentic}, {33, authentic}, {18, authentic}, {2, replayed}, {33, replayed}} {
		if v := open(c.packet); v != c.want {
			t.Fatalf("packet %d: %d, not %d", c.packet, v, c.want)
		}
	}
}

// TestFlippedBits checks that a packet with any one bit flipped is refused and changes no state.
func TestFlippedBits(t *testing.T) {
	out, in := pair(epochBits)
	packet, _ := out.seal(nil, typePayload, []byte("sixteen or more bytes"))
	for bit := range len(packet) * 8 {
		lie := bytes.Clone(packet)
		lie[bit/8] ^= 1 << (bit % 8)
		if _, _, v := in.open(lie); v == authentic {
			t.Fatalf("bit %d flipped, and nobody minds", bit)
		}
	}
	if payload, newest, v := in.open(packet); v != authentic || !newest || string(payload) != "sixteen or more bytes" {
		t.Fatal("the true one is dropped")
	}
}

// TestCounterRunsOut checks that no counter is ever used again.
func TestCounterRunsOut(t *testing.T) {
	out, _ := pair(62)
	out.next = 1<<62 - 1
	if _, err := out.seal(nil, typePayload, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := out.seal(nil, typePayload, nil); err == nil {
		t.Fatal("sealed beyond the last counter")
	}
}

// TestOverhead is the budget's: an idle client's 20 packets a second in 1.5 kB/s.
func TestOverhead(t *testing.T) {
	out, _ := pair(epochBits)
	packet, _ := out.seal(nil, typePayload, make([]byte, 100))
	if len(packet) != 100+Overhead || Overhead > 25 {
		t.Fatalf("%d bytes", len(packet)-100)
	}
}
