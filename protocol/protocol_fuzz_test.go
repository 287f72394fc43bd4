package protocol

import (
	"bytes"
	"reflect"
	"testing"

	"voxtide/actions"
	"voxtide/internal/wire"
	"voxtide/world"
)

// In each fuzz target a decoder refuses the bytes, or decodes them to a value within its bounds that encodes and decodes to
// itself.

func FuzzPreview(f *testing.F) {
	f.Add(AppendPreview(nil, &Preview{Clear: true, Cells: []PreviewCell{{world.Pos{X: -5, Y: 7, Z: 1 << 24}, world.Stone}, {world.Pos{X: 3}, world.Air}}})[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		g, err := ReadPreview(&r)
		if err != nil {
			return
		}
		if len(g.Cells) > PreviewMax {
			t.Fatalf("%d cells", len(g.Cells))
		}
		again := wire.NewReader(AppendPreview(nil, &g)[1:])
		if h, err := ReadPreview(&again); err != nil || !reflect.DeepEqual(g, h) {
			t.Fatalf("%+v became %+v: %v", g, h, err)
		}
	})
}

func FuzzPlayers(f *testing.F) {
	f.Add(AppendPlayers(nil, &Players{Total: 300, Rows: []PlayerRow{{Stream: 1, Name: "ann", RoundTrip: 31, Creative: true}, {Stream: 900, Name: "Zoë", RoundTrip: 65535, Away: true}}})[1:])
	f.Add(AppendPlayers(nil, &Players{})[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		var p, q Players
		if p.Read(&r) != nil {
			return
		}
		if len(p.Rows) > PlayersMax || uint64(len(p.Rows)) > p.Total {
			t.Fatalf("%d rows of %d", len(p.Rows), p.Total)
		}
		again := wire.NewReader(AppendPlayers(nil, &p)[1:])
		if err := q.Read(&again); err != nil || !reflect.DeepEqual(p, q) {
			t.Fatalf("%+v became %+v: %v", p, q, err)
		}
	})
}

func FuzzSkins(f *testing.F) {
	f.Add(AppendSkins(nil, []SkinRow{{Stream: 3, Skin: [SkinIDSize]byte{1, 2}}, {Stream: 1 << 20}})[1:])
	f.Add(AppendAskSkin(nil, [SkinIDSize]byte{7})[1:])
	f.Add(AppendBulkSkin(nil, make([]byte, 600)))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		if rows, err := ReadSkins(nil, &r); err == nil {
			if len(rows) > SkinRowsMax || !bytes.Equal(AppendSkins(nil, rows)[1:], b) {
				t.Fatalf("%d rows of %x", len(rows), b)
			}
		}
		r = wire.NewReader(b)
		if id, err := ReadAskSkin(&r); err == nil && !bytes.Equal(AppendAskSkin(nil, id)[1:], b) {
			t.Fatalf("%x became %x", b, id)
		}
		if packed, is, err := ReadBulkSkin(b); is && err == nil && (len(packed) > SkinMax || !bytes.Equal(AppendBulkSkin(nil, packed), b)) {
			t.Fatalf("%d bytes", len(packed))
		}
	})
}

func FuzzPacks(f *testing.F) {
	f.Add(AppendPack(nil, &PackOffer{ID: [PackIDSize]byte{1, 2}, Size: 1 << 20, Name: "Winter"})[1:])
	f.Add(AppendAskPack(nil, [PackIDSize]byte{7}, 1<<16)[1:])
	f.Add(AppendBulkPack(nil, 1<<16, make([]byte, 600)))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		if o, err := ReadPack(&r); err == nil && (o.Size > PackMax || !bytes.Equal(AppendPack(nil, &o)[1:], b)) {
			t.Fatalf("%x became %+v", b, o)
		}
		r = wire.NewReader(b)
		if id, at, err := ReadAskPack(&r); err == nil && (at >= PackMax || !bytes.Equal(AppendAskPack(nil, id, at)[1:], b)) {
			t.Fatalf("%x became %d of %x", b, at, id)
		}
		if at, part, is, err := ReadBulkPack(b); is && err == nil && (len(part) > PackPartMax || !bytes.Equal(AppendBulkPack(nil, at, part), b)) {
			t.Fatalf("%d bytes at %d", len(part), at)
		}
	})
}

func FuzzSnapshot(f *testing.F) {
	var pack Packer
	mixed := world.NewSection(world.Stone)
	for i := range world.SectionCells {
		mixed.Set(i, world.Block(i*7%world.BlockCount))
	}
	for _, sec := range []*world.Section{world.NewSection(world.Air), mixed} {
		s := Snapshot{Section: world.SectionPos{X: -9, Y: 1, Z: 4}, Epoch: 77, AtEdit: 1 << 40, Changed: true, Packed: pack.Pack(nil, sec)}
		for i := range s.Biomes {
			s.Biomes[i] = s.Biomes[0]
		}
		f.Add(AppendSnapshot(nil, &s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := ReadSnapshot(b)
		if err != nil {
			return
		}
		if again, err := ReadSnapshot(AppendSnapshot(nil, &s)); err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%+v became %+v: %v", s, again, err)
		}
		sec, err := pack.Unpack(s.Packed)
		if err != nil {
			return
		}
		back, err := pack.Unpack(pack.Pack(nil, sec))
		if err != nil || back.Hash() != sec.Hash() {
			t.Fatalf("a section is another one when it is packed again: %v", err)
		}
	})
}

func FuzzClock(f *testing.F) {
	f.Add(AppendDeclare(nil, Declare{Stamp: 1 << 50, LastAction: 1 << 60, Pitch: -PitchMax}))
	f.Add(AppendPing(nil, Ping{ID: 3, LastUpdate: 1 << 40}))
	f.Add(AppendPong(nil, Pong{ID: 1 << 63, Now: 5}))
	f.Fuzz(func(t *testing.T, b []byte) {
		if d, err := ReadDeclare(b); err == nil {
			if e, err := ReadDeclare(AppendDeclare(nil, d)); err != nil || d != e || d.Stamp < 0 || d.Pitch < -PitchMax || d.Pitch > PitchMax {
				t.Fatalf("%+v became %+v: %v", d, e, err)
			}
		}
		if p, err := ReadPing(b); err == nil {
			if q, err := ReadPing(AppendPing(nil, p)); err != nil || p != q {
				t.Fatalf("%+v became %+v: %v", p, q, err)
			}
		}
		if p, err := ReadPong(b); err == nil {
			if q, err := ReadPong(AppendPong(nil, p)); err != nil || p != q || p.Now < 0 {
				t.Fatalf("%+v became %+v: %v", p, q, err)
			}
		}
	})
}

func FuzzResend(f *testing.F) {
	f.Add(AppendResend(nil, actions.SectionEpoch{Section: world.SectionPos{X: -1 << 20, Y: 3, Z: 9}, Epoch: 1<<32 - 1})[1:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		h, err := ReadResend(&r)
		if err != nil {
			return
		}
		again := wire.NewReader(AppendResend(nil, h)[1:])
		if g, err := ReadResend(&again); err != nil || g != h {
			t.Fatalf("%+v became %+v: %v", h, g, err)
		}
	})
}

// FuzzWatch: any bytes say whom a client watches, as they are written again, or nothing.
func FuzzWatch(f *testing.F) {
	f.Add(AppendWatch(nil, Watch{Stream: 7})[1:])
	f.Add(AppendWatch(nil, Watch{})[1:])
	f.Fuzz(func(t *testing.T, data []byte) {
		r := wire.NewReader(data)
		w, err := ReadWatch(&r)
		if err != nil {
			return
		}
		again := wire.NewReader(AppendWatch(nil, w)[1:])
		if back, err := ReadWatch(&again); err != nil || back != w {
			t.Fatalf("%+v is read again as %+v, %v", w, back, err)
		}
	})
}
