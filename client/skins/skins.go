// Package skins is how a client knows how players look: the names that the server has told, the pictures that have come, and the few that
// are on the graphics card.
//
// Job: Told and Received take what the server says, SlotOf gives the slot of a player who is drawn, Ask names a picture that is missing.
// Owner: the client. Data flow: names and packed pictures in; slots and pixels to upload out.
//
// Invariants: at most Slots pictures are drawn at once and keptMax kept; who has none, or whose picture has not come, is drawn in the
// colours of the id; nothing here waits, and a frame allocates nothing while nobody new is seen.
package skins

import (
	"time"

	"voxtide/internal/skin"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
)

// Bounds.
const (
	Slots    = scene.SkinSlots
	keptMax  = 96 // pictures
	namesMax = 1 << 14
	askEvery = 600 * time.Millisecond // a little more than the server's wardrobe.AskEvery
)

// Book is what a client knows of skins. Its zero value knows nothing.
type Book struct {
	names   map[timestream.Stream]skin.ID
	kept    map[skin.ID]*picture
	slots   [Slots]slot
	frame   uint64
	missing skin.ID // seen without its picture in this frame; zero: none
	asked   bool
	askedAt time.Duration
	uploads []scene.SkinUpload

	own    timestream.Stream
	ownID  skin.ID
	packed []byte // the own one
	hidden bool   // those of others are not shown
}

type picture struct {
	pixels []byte
	usedAt uint64
}

type slot struct {
	id     skin.ID
	usedAt uint64
}

// SetOwn sets the own skin, in its packed form; empty for none. Errors: skin.ErrSkin.
func (b *Book) SetOwn(packed []byte) error {
	b.packed, b.ownID = nil, skin.ID{}
	if len(packed) == 0 {
		return nil
	}
	pixels, err := skin.Unpack(packed)
	if err != nil {
		return err
	}
	b.packed, b.ownID = packed, skin.IDOf(packed)
	b.keep(b.ownID, pixels)
	return nil
}

// Own returns the own skin in its packed form, empty for none.
func (b *Book) Own() []byte { return b.packed }

// Hide says whether the skins of others are not shown.
func (b *Book) Hide(hidden bool) { b.hidden = hidden }

// Begin begins a session in which the player has a stream: what was told in the one before is forgotten.
func (b *Book) Begin(own timestream.Stream) { b.own, b.names = own, nil }

// Told takes names that the server tells.
func (b *Book) Told(rows []protocol.SkinRow) {
	for i := range rows {
		switch id := skin.ID(rows[i].Skin); {
		case id == skin.ID{}:
			delete(b.names, rows[i].Stream)
		case len(b.names) < namesMax:
			if b.names == nil {
				b.names = map[timestream.Stream]skin.ID{}
			}
			b.names[rows[i].Stream] = id
		}
	}
}

// Received takes a packed picture that the server has sent. Errors: skin.ErrSkin.
func (b *Book) Received(packed []byte) error {
	pixels, err := skin.Unpack(packed)
	if err == nil {
		b.keep(skin.IDOf(packed), pixels)
	}
	return err
}

// keep keeps a picture, in the place of the one that was not drawn for longest if there are too many.
func (b *Book) keep(id skin.ID, pixels []byte) {
	if b.kept == nil {
		b.kept = map[skin.ID]*picture{}
	}
	if _, known := b.kept[id]; !known && len(b.kept) >= keptMax {
		var oldest skin.ID
		for other, p := range b.kept {
			if other != b.ownID && (oldest == skin.ID{} || p.usedAt < b.kept[oldest].usedAt) {
				oldest = other
			}
		}
		delete(b.kept, oldest)
	}
	b.kept[id] = &picture{pixels, b.frame}
}

// BeginFrame begins a frame.
func (b *Book) BeginFrame() {
	b.frame++
	b.missing, b.uploads = skin.ID{}, b.uploads[:0]
}

// SlotOf returns the slot of a player who is drawn in this frame and 1 more; 0 for none.
func (b *Book) SlotOf(of timestream.Stream) uint8 {
	id := b.names[of]
	if of == b.own {
		id = b.ownID
	} else if b.hidden {
		return 0
	}
	if id == (skin.ID{}) {
		return 0
	}
	p := b.kept[id]
	if p == nil {
		b.missing = id
		return 0
	}
	p.usedAt = b.frame
	oldest := 0
	for i := range b.slots {
		if b.slots[i].id == id {
			b.slots[i].usedAt = b.frame
			return uint8(i + 1)
		}
		if b.slots[i].usedAt < b.slots[oldest].usedAt {
			oldest = i
		}
	}
	if b.slots[oldest].usedAt >= b.frame {
		return 0 // all are drawn in this frame
	}
	b.slots[oldest] = slot{id, b.frame}
	b.uploads = append(b.uploads, scene.SkinUpload{Slot: uint8(oldest), Pixels: p.pixels})
	return uint8(oldest + 1)
}

// Lost makes all pictures be uploaded again: the renderer has others in their place.
func (b *Book) Lost() { b.slots = [Slots]slot{} }

// Uploads returns the pictures of this frame's slots that the renderer lacks, valid until the next frame.
func (b *Book) Uploads() []scene.SkinUpload { return b.uploads }

// Ask returns a picture to ask for at a time; false for none, or too soon after the last one.
func (b *Book) Ask(now time.Duration) (id skin.ID, ask bool) {
	if b.missing == (skin.ID{}) || b.asked && now-b.askedAt < askEvery {
		return id, false
	}
	b.asked, b.askedAt = true, now
	return b.missing, true
}

const _ = uint(protocol.SkinMax-skin.PackMax) + uint(skin.PackMax-protocol.SkinMax) // they are the same
