package tape_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/testrand"
	"voxtide/lab/tape"
	"voxtide/world"
)

func Example() {
	var k tape.Track
	k.Record(0, world.KeyForward, 0, 0, nil)
	k.Record(16*time.Millisecond, world.KeyForward, 0, 0, nil) // nothing new
	k.Record(500*time.Millisecond, 0, 0, 0, []actions.Action{{Kind: actions.SelectSlot, Slot: 2}})
	t := &tape.Tape{Tracks: []tape.Track{k}}
	p := tape.NewPlayer(t, 0)
	for _, at := range []time.Duration{10, 400, 510} {
		held, done := p.Frame(at*time.Millisecond, nil)
		fmt.Println(len(k.Events), held.Keys == world.KeyForward, len(done))
	}
	// Output:
	// 2 true 0
	// 2 true 0
	// 2 false 1
}

// random returns a random tape.
func random(r *rand.Rand) *tape.Tape {
	t := &tape.Tape{Seed: r.Uint64(), FrameTime: time.Second / 60 / time.Microsecond * time.Microsecond, Length: time.Minute}
	for i := range 1 + r.IntN(4) {
		k := tape.Track{Name: fmt.Sprint("player", i), Role: "walker"}
		at := time.Duration(0)
		for range r.IntN(200) {
			at += time.Duration(r.IntN(500_000)) * time.Microsecond
			var done []actions.Action
			if r.IntN(3) == 0 {
				done = append(done, actions.Action{Kind: actions.Place, Pos: world.Pos{X: int32(r.IntN(99)), Y: -3, Z: 4}, Face: world.Up, Aim: actions.Aim{8, 16, 8}},
					actions.Action{Kind: actions.SelectSlot, Slot: uint8(r.IntN(9))})
			}
			k.Record(at, world.Keys(r.IntN(64)), uint16(r.IntN(65536)), int16(r.IntN(18000)-9000), done)
		}
		t.Tracks = append(t.Tracks, k)
	}
	return t
}

// TestFile checks that a tape survives its file, that its digest names it, and that broken files end in an error.
func TestFile(t *testing.T) {
	r := testrand.New(t)
	events := 0
	for range 50 {
		a := random(r)
		file := a.Encode(nil)
		b, err := tape.Decode(file)
		if err != nil || !bytes.Equal(b.Encode(nil), file) || a.Hash() != b.Hash() {
			t.Fatalf("another tape after reading: %v", err)
		}
		events += len(a.Tracks[0].Events)
		if _, err := tape.Decode(file[:r.IntN(len(file))]); err == nil {
			t.Fatal("half a tape is read")
		}
		broken := bytes.Clone(file)
		broken[r.IntN(len(broken))] ^= byte(1 + r.IntN(255))
		if c, err := tape.Decode(broken); err == nil && c.Hash() == a.Hash() {
			t.Fatal("a broken tape has the digest of the whole one")
		}
		broken[7] = 9
		if _, err := tape.Decode(append([]byte("voxtape\x09"), file[8:]...)); !errors.Is(err, tape.ErrVersion) {
			t.Fatalf("another version: %v", err)
		}
	}
	t.Logf("50 tapes, %d events in their first tracks", events)
}

// TestShared checks that every method is given the same bytes.
func TestShared(t *testing.T) {
	a := random(testrand.New(t))
	for i := range 14 {
		if got := tape.Shared(a, i).Hash(); got != a.Hash() {
			t.Fatalf("method %d is given tape %x, not %x", i, got, a.Hash())
		}
	}
}
