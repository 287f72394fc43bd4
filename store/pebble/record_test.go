package pebble

import (
	"bytes"
	"reflect"
	"testing"

	"voxtide/store"
	"voxtide/store/record"
	"voxtide/store/storetest"
	"voxtide/world"
)

// TestNoFieldIsForgotten fails when a field is added to what is kept and its codec does not carry it.
func TestNoFieldIsForgotten(t *testing.T) {
	row := storetest.Filled[store.PlayerRow](0)
	row4 := row
	row4.Online = false // what format 4 did not keep
	m := &row.Avatar.Motion
	m.HitFullAt, m.KickAt, m.Kick, m.KickHarm, m.Needs.Eating, m.Needs.EatingSince = 71, 72, world.Vec{73, -74, 75}, 6, world.FirstThing, 77
	got := store.PlayerRow{Name: row.Name} // it is in the key
	for _, p := range record.PlayerParts {
		if err := p.Read(p.Append(nil, &row), &got); err != nil {
			t.Errorf("part %c: %v", p.Kind, err)
		}
	}
	if got != row {
		t.Errorf("player\n%+v\nwant\n%+v", got, row)
	}
	whole, err := readPlayer4(appendPlayer4(nil, &row4))
	whole.Name = row4.Name
	if err != nil || whole != row4 {
		t.Errorf("player of format 4: %v\n%+v\nwant\n%+v", err, whole, row4)
	}
	if !record.ValidEntity(&row.Avatar) || !record.ValidPlayer(&row.Player) {
		t.Error("what the test fills in is not valid")
	}
	e := storetest.Filled[world.Entity](0)
	if got, err := record.ReadEntityRecord(record.AppendEntityRecord(nil, &e)); err != nil || got != e {
		t.Errorf("entity: %v\n%+v\nwant\n%+v", err, got, e)
	}
	checks := storetest.Filled[[]store.Check](0)
	if got, err := record.ReadChecks(record.AppendChecks(nil, checks)); err != nil || !reflect.DeepEqual(got, checks) {
		t.Errorf("checks: %v, %+v, want %+v", err, got, checks)
	}
	said := storetest.Filled[store.ChatLine](0)
	if got, err := record.ReadChatLine(record.AppendChatLine(nil, said)); err != nil || got != said {
		t.Errorf("said: %v, %+v, want %+v", err, got, said)
	}
}

// TestNoNumberIsForgotten fails when a field is added to Batch or State and the store does not give it back.
func TestNoNumberIsForgotten(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	b := storetest.Filled[store.Batch](0)
	b.Ceiling = 77
	b.RemovedEntities = nil // they would be born again
	s.wait(s.Commit(0, &b))
	st, err := s.Load()
	if err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(*st)
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if want := reflect.ValueOf(b).FieldByName(name); !reflect.DeepEqual(v.Field(i).Interface(), want.Interface()) {
			t.Errorf("%s is %+v, want %+v", name, v.Field(i), want)
		}
	}
	if err := equalStores(s, func() store.Store { m := store.NewMemory(nil); m.Commit(0, &b); return m }()); err != nil {
		t.Error(err)
	}
}

// round reads a record and, if it is one, writes it again: the bytes must be the same.
func round[T any](read func([]byte) (T, error), write func([]byte, T) []byte) func([]byte) ([]byte, bool) {
	return func(b []byte) ([]byte, bool) {
		v, err := read(b)
		if err != nil {
			return nil, false
		}
		return write(nil, v), true
	}
}

func lend[T any](write func([]byte, *T) []byte) func([]byte, T) []byte {
	return func(b []byte, v T) []byte { return write(b, &v) }
}

// part is round for a part of a player's row.
func part(i int) func([]byte) ([]byte, bool) {
	return round(func(b []byte) (row store.PlayerRow, err error) {
		err = record.PlayerParts[i].Read(b, &row)
		return row, err
	}, lend(record.PlayerParts[i].Append))
}

func appendPart(i int, row store.PlayerRow) []byte { return record.PlayerParts[i].Append(nil, &row) }

type snapshot struct {
	edits  uint64
	packed []byte
}

// records has a row for each kind of record.
var records = []struct {
	name   string
	again  func([]byte) ([]byte, bool)
	sample []byte
}{
	{"format", round(readFormat, appendFormat), appendFormat(nil, 3)},
	{"world", round(readWorld, lend(appendWorld)), appendWorld(nil, &worldRecord{1, -2, 3, []string{"air", "stone"}})},
	{"state", round(readState, lend(appendState)), appendState(nil, &stateRecord{1, true, 3, 4, 5, 6, 7, 8, 9, 10})},
	{"log", round(readLog, appendLog), appendLog(nil, logRecord{store.LogPosition{N: 300, Claim: 7, Hash: [32]byte{1, 31: 2}}, 5})},
	{"change", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Stone, Before: world.Dirt, Author: 300, Time: 1790000000000, Complete: true})},
	{"change with a turn", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Water, Before: world.Air, Author: 300, Time: 1790000000000, Complete: true, Until: world.Air, Turns: 77})},
	{"change of a slot", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Stone, Before: world.Stone, Author: 300, Time: 1790000000000, Complete: true, Box: &store.BoxChange{
		Now: world.BoxPart{Part: 5, Stack: world.StackOf(world.Dirt, 3)}, Before: world.BoxPart{Part: 5}}})},
	{"change of a text", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Stone, Before: world.Stone, Author: 300, Time: 1790000000000, Complete: true, Box: &store.BoxChange{
		Now: world.BoxPart{Part: world.PartText, Text: "Ann's"}, Before: world.BoxPart{Part: world.PartText, Text: "Bob's"}}})},
	{"change of a fire", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Stone, Before: world.Stone, Author: 300, Time: 1790000000000, Complete: true, Box: &store.BoxChange{
		Now: world.BoxPart{Part: world.PartFire, Since: 5, Heat: 700}, Before: world.BoxPart{Part: world.PartFire}}})},
	{"change of an offer", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Stone, Before: world.Stone, Author: 300, Time: 1790000000000, Complete: true, Box: &store.BoxChange{
		Now: world.BoxPart{Part: world.PartOffer, Offer: world.Offer{Goods: world.StackOf(world.Dirt, 3), Price: world.StackOf(world.Stone, 9), By: 300}}, Before: world.BoxPart{Part: world.PartOffer}}})},
	{"change of format 1", round(record.ReadChange, lend(record.AppendChange)), record.AppendChange(nil, &record.Change{Block: world.Stone})},
	{"snapshot", round(func(b []byte) (s snapshot, err error) {
		s.edits, s.packed, err = record.ReadSnapshot(b)
		return s, err
	}, func(b []byte, s snapshot) []byte { return record.AppendSnapshot(b, s.edits, s.packed) }), record.AppendSnapshot(nil, 300, []byte("cells"))},
	{"player", part(0), appendPart(0, storetest.Filled[store.PlayerRow](0))},
	{"inventory", part(1), appendPart(1, storetest.Filled[store.PlayerRow](0))},
	{"avatar", part(2), appendPart(2, storetest.Filled[store.PlayerRow](0))},
	{"usual avatar", part(2), appendPart(2, storetest.WalkingRow())},
	{"player of format 4", round(readPlayer4, lend(appendPlayer4)), func() []byte { r := storetest.Filled[store.PlayerRow](0); return appendPlayer4(nil, &r) }()},
	{"entity", round(record.ReadEntityRecord, lend(record.AppendEntityRecord)), func() []byte { e := storetest.Filled[world.Entity](0); return record.AppendEntityRecord(nil, &e) }()},
	{"checks", round(record.ReadChecks, record.AppendChecks), record.AppendChecks(nil, storetest.Filled[[]store.Check](0))},
	{"said", round(record.ReadChatLine, record.AppendChatLine), record.AppendChatLine(nil, store.ChatLine{Stream: 1, Text: "hello"})},
}

func TestRecordsRefuse(t *testing.T) {
	for _, r := range records {
		if got, ok := r.again(r.sample); !ok || !bytes.Equal(got, r.sample) {
			t.Errorf("%s: %x written again is %x", r.name, r.sample, got)
		}
		if _, ok := r.again(append([]byte{r.sample[0] + 2}, r.sample[1:]...)); ok {
			t.Errorf("%s: another version is taken", r.name)
		}
		if _, ok := r.again(append(bytes.Clone(r.sample), 0)); ok && r.name != "snapshot" {
			t.Errorf("%s: bytes left over are taken", r.name)
		}
		for n := range r.sample {
			if _, ok := r.again(r.sample[:n]); ok && (r.name != "snapshot" || n < 3) {
				t.Errorf("%s: %d of %d bytes are taken", r.name, n, len(r.sample))
			}
		}
	}
	if _, _, err := record.ReadSnapshot(record.AppendSnapshot(nil, 1, make([]byte, record.PackedMax+1))); err == nil {
		t.Error("a snapshot over record.PackedMax is taken")
	}
}

// fuzz feeds a reader: no input may make it panic, and a record that it takes has one form only. A record of an older
// version (a state without batch and date) is written again in today's version, which must be a fixed point.
func fuzz(f *testing.F, name string) {
	for _, r := range records {
		if r.name != name {
			continue
		}
		f.Add(r.sample)
		f.Add([]byte{r.sample[0]})
		f.Add(append([]byte{r.sample[0] - 1}, r.sample[1:]...))
		f.Fuzz(func(t *testing.T, b []byte) {
			got, ok := r.again(b)
			if !ok || bytes.Equal(got, b) {
				return
			}
			if b[0] == r.sample[0] {
				t.Fatalf("%x written again is %x", b, got)
			}
			if twice, ok := r.again(got); got[0] != r.sample[0] || !ok || !bytes.Equal(twice, got) {
				t.Fatalf("%x of version %d written again is %x, and again %x", b, b[0], got, twice)
			}
		})
	}
}

func FuzzFormat(f *testing.F)    { fuzz(f, "format") }
func FuzzWorld(f *testing.F)     { fuzz(f, "world") }
func FuzzState(f *testing.F)     { fuzz(f, "state") }
func FuzzLog(f *testing.F)       { fuzz(f, "log") }
func FuzzChange(f *testing.F)    { fuzz(f, "change") }
func FuzzSnapshot(f *testing.F)  { fuzz(f, "snapshot") }
func FuzzPlayer(f *testing.F)    { fuzz(f, "player") }
func FuzzInventory(f *testing.F) { fuzz(f, "inventory") }
func FuzzAvatar(f *testing.F)    { fuzz(f, "avatar") }
func FuzzEntity(f *testing.F)    { fuzz(f, "entity") }
func FuzzChecks(f *testing.F)    { fuzz(f, "checks") }
func FuzzChat(f *testing.F)      { fuzz(f, "said") }

// FuzzProperty feeds what Pebble's tables say of the changes in them.
func FuzzProperty(f *testing.F) {
	one := blockProperty{hasChanges: true, first: 3, last: 9, since: -1, until: 5, authors: 1 << 63}
	f.Add(one.append(nil))
	f.Add(anyProperty.append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := parseProperty(b)
		if err == nil && !bytes.Equal(p.append(nil), b) {
			t.Fatalf("%x written again is %x", b, p.append(nil))
		}
	})
}

func FuzzKey(f *testing.F) {
	f.Add(appendChangeKey(nil, world.SectionPos{X: -1}, 9, 7))
	f.Fuzz(func(t *testing.T, key []byte) {
		if _, cell, ok := readChangeKey(key); ok && cell >= world.SectionCells {
			t.Fatalf("cell %d", cell)
		} else if p, there := readSection(key); ok && (!there || !bytes.HasPrefix(key, appendCell(nil, p, cell))) {
			t.Fatalf("%x is of %s", key, p)
		}
		readNumberKey(key)
	})
}
