// Package wardrobe keeps how players look: pictures that their clients have sent, checked, for as long as they play.
//
// Job: Set and Remove for a player; News, what a client has yet to be told; Packed, a picture by its name. Owner: package server. Data
// flow: packed pictures in, rows of names and pictures out.
//
// Invariants: nothing unpacked is kept and nothing that internal/skin refuses; a player changes skins at most once in SetEvery; each
// change has a number, and a client that was told up to a number lacks exactly the changes after it.
package wardrobe

import (
	"slices"
	"time"

	"voxtide/internal/faults"
	"voxtide/internal/skin"
	"voxtide/protocol"
	"voxtide/timestream"
)

// SetEvery is the least time between two skins of a player, AskEvery between two pictures that are sent to one client.
const (
	SetEvery = 5 * time.Second
	AskEvery = 500 * time.Millisecond
)

// Wardrobe is the skins of all players. The zero value is empty.
type Wardrobe struct {
	worn    []worn // by stream
	changes uint64 // so far
}

// worn is the skin of a player.
type worn struct {
	stream timestream.Stream
	id     skin.ID // zero: none, and others were told of one before
	packed []byte
	change uint64 // number of its last change
	setAt  time.Duration
	set    bool // setAt counts
}

func (w *Wardrobe) find(of timestream.Stream) (int, bool) {
	return slices.BinarySearchFunc(w.worn, of, func(a worn, s timestream.Stream) int { return int(int64(a.stream) - int64(s)) })
}

// Set gives a player a packed skin, or none. What comes too soon after another one is ignored. Errors: skin.ErrSkin.
func (w *Wardrobe) Set(of timestream.Stream, packed []byte, now time.Duration) error {
	if len(packed) > 0 && !faults.Active(faults.SkinsUnchecked) {
		if _, err := skin.Unpack(packed); err != nil {
			return err
		}
	}
	i, known := w.find(of)
	if !known {
		if len(packed) == 0 {
			return nil
		}
		w.worn = slices.Insert(w.worn, i, worn{stream: of})
	}
	p := &w.worn[i]
	id := skin.IDOf(packed)
	if id == p.id || p.set && now-p.setAt < SetEvery {
		return nil
	}
	w.changes++
	p.id, p.packed, p.change, p.setAt, p.set = id, slices.Clone(packed), w.changes, now, true
	return nil
}

// Remove forgets the skin of a player who has left. Clients need not be told: the player is gone, and who has
// that stream next says how it looks.
func (w *Wardrobe) Remove(of timestream.Stream) {
	if i, known := w.find(of); known && w.worn[i].id != (skin.ID{}) {
		w.changes++
		w.worn[i] = worn{stream: of, change: w.changes}
	}
}

// News appends the rows that a client lacks who was told up to a number, at most protocol.SkinRowsMax, and returns up to which number they
// tell.
func (w *Wardrobe) News(dst []protocol.SkinRow, told uint64) ([]protocol.SkinRow, uint64) {
	if told == w.changes {
		return dst, told
	}
	var lacking []int
	for i := range w.worn {
		if p := &w.worn[i]; p.change > told && (told > 0 || p.id != skin.ID{}) {
			lacking = append(lacking, i)
		}
	}
	slices.SortFunc(lacking, func(a, b int) int { return int(int64(w.worn[a].change) - int64(w.worn[b].change)) })
	for n, i := range lacking {
		if n == protocol.SkinRowsMax {
			return dst, w.worn[lacking[n-1]].change
		}
		dst = append(dst, protocol.SkinRow{Stream: w.worn[i].stream, Skin: w.worn[i].id})
	}
	return dst, w.changes
}

// Packed returns a skin that somebody wears, nil if nobody does.
func (w *Wardrobe) Packed(id skin.ID) []byte {
	for i := range w.worn {
		if w.worn[i].id == id && id != (skin.ID{}) {
			return w.worn[i].packed
		}
	}
	return nil
}
