package packs

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"testing"
	"time"

	"voxtide/protocol"
)

// TestFetch: nothing is asked for before it is wanted; a pack comes part by part, over a lost answer and another connection, and is
// given once, if it has the hash that was told.
func TestFetch(t *testing.T) {
	packed := bytes.Repeat([]byte("voxtide "), 10_000)
	offer := protocol.PackOffer{ID: sha256.Sum256(packed), Size: len(packed), Name: "Winter"}
	for _, spoilt := range []bool{false, true} {
		var f Fetch
		f.Want()
		f.Told(offer)
		if _, ask := f.Next(0); ask || f.Received(0, packed[:100]) != nil || f.Progress() > 0 {
			t.Fatal("it is asked for before it is wanted")
		}
		f.Want()
		now, asks, last := time.Duration(0), 0, error(nil)
		for f.Take() == nil && last == nil {
			if now += 100 * time.Millisecond; now > time.Minute {
				t.Fatal("it does not come")
			}
			at, ask := f.Next(now)
			if !ask {
				continue
			}
			asks++
			if asks == 2 { // the answer is lost, and the connection too
				f.Told(offer)
				continue
			}
			if asks == 3 { // lost without another connection
				continue
			}
			part := bytes.Clone(packed[at:min(at+protocol.PackPartMax, len(packed))])
			if f.Received(at+1, part); f.Progress() != at {
				t.Fatal("a part from elsewhere is taken")
			}
			if spoilt {
				part[0]++
			}
			last = f.Received(at, part)
		}
		if errors.Is(last, ErrHash) != spoilt || f.Take() != nil {
			t.Errorf("%v: %v", spoilt, last)
		}
		if _, ask := f.Next(now + time.Hour); ask {
			t.Error("it asks for more")
		}
		t.Logf("%d questions, %v", asks, now)
	}
}

func ExampleFetch() {
	packed := []byte("a pack")
	var f Fetch
	f.Told(protocol.PackOffer{ID: sha256.Sum256(packed), Size: len(packed)})
	f.Want()
	f.Received(0, packed)
	fmt.Printf("%s\n", f.Take())
	// Output: a pack
}
