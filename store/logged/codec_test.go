package logged

import (
	"bytes"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/store/storetest"
	"voxtide/world"
)

var update = flag.Bool("update", false, "write testdata/golden.txt again")

var ownTable = NewTable(world.BlockNames())

func blockTable() *Table { return ownTable }

// plain returns a copy of a batch in which nothing and empty are the same.
func plain(b *store.Batch) store.Batch {
	c := *b
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && f.Len() == 0 {
			f.SetZero()
		}
	}
	c.Snapshots = append([]store.Snapshot(nil), c.Snapshots...)
	for i := range c.Snapshots {
		if len(c.Snapshots[i].Packed) == 0 {
			c.Snapshots[i].Packed = nil
		}
	}
	return c
}

// filledBatch returns a batch of which every field is set, all kinds of changes included.
func filledBatch() store.Batch {
	b := storetest.Filled[store.Batch](0)
	b.Log = store.LogPosition{} // that is the entry's
	for i := range b.Changes {
		c := &b.Changes[i]
		switch c.Turns = c.Turns.Add(1); i {
		case 0:
			part := storetest.Filled[world.BoxPart](7)
			part.Part, part.Text, part.Since, part.Heat, part.Offer = 3, "", 0, 0, world.Offer{}
			c.Before = c.Block
			c.Box = &store.BoxChange{Now: part, Before: world.BoxPart{Part: 3}}
		case 1:
			c.Before = c.Block
			c.Box = &store.BoxChange{Now: world.BoxPart{Part: world.PartText, Text: "Ann's"}, Before: world.BoxPart{Part: world.PartText, Text: "Bob's"}}
		default:
			c.Before = c.Block
			c.Box = &store.BoxChange{Now: world.BoxPart{Part: world.PartFire, Since: 5, Heat: 7}, Before: world.BoxPart{Part: world.PartFire, Heat: 1}}
		}
	}
	return b
}

// TestEachFieldCounts fails when a field is added to a batch, or to what is in one, and the log does not carry it: for each field, a batch that
// differs in it alone has other bytes, and reads as it was.
func TestEachFieldCounts(t *testing.T) {
	base := filledBatch()
	want := NewEncoder(blockTable()).Append(nil, &base)
	got, err := NewDecoder(blockTable(), nil).Read(want)
	if err != nil || !reflect.DeepEqual(plain(got), plain(&base)) {
		t.Fatalf("%v\n%+v\nwant\n%+v", err, got, base)
	}
	fields := 0
	var each func(name string, v reflect.Value)
	each = func(name string, v reflect.Value) {
		if !v.IsValid() || name == ".Log" {
			return
		}
		switch v.Kind() {
		case reflect.Struct:
			if _, whole := v.Interface().(world.Stack); !whole {
				for i := range v.NumField() {
					each(name+"."+v.Type().Field(i).Name, v.Field(i))
				}
				return
			}
		case reflect.Pointer:
			each(name, v.Elem())
			return
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				each(fmt.Sprintf("%s[%d]", name, i), v.Index(i))
			}
			if v.Kind() == reflect.Array {
				return
			}
		}
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		v.SetZero()
		if reflect.DeepEqual(old.Interface(), v.Interface()) {
			return // it has no other value here: of a part that is another one, or that is not kept on purpose
		}
		if b := NewEncoder(blockTable()).Append(nil, &base); bytes.Equal(b, want) {
			t.Errorf("%s is not in the log", name)
		}
		fields++
		v.Set(old)
	}
	each("", reflect.ValueOf(&base).Elem())
	t.Logf("%d fields", fields)
	if fields < 300 {
		t.Error("the fields were not found")
	}
}

// TestPartsAreTheRow fails when a field is added to the row of a player and no part copies it.
func TestPartsAreTheRow(t *testing.T) {
	row, sum := storetest.Filled[store.PlayerRow](3), store.PlayerRow{}
	sum.Name = row.Name
	for _, p := range record.PlayerParts {
		p.Copy(&sum, &row)
	}
	if sum != row {
		t.Errorf("the sum of the parts is\n%+v\nwant\n%+v", sum, row)
	}
}

// TestBatchesReadAsTheyWere: random batches, and batches of rows that change a little, removals and returns of players included, read as they were
// written, claim after claim, whether one reads from the beginning of a claim or from within.
func TestBatchesReadAsTheyWere(t *testing.T) {
	seed := testrand.Seed(t)
	players, restarts := 0, 0
	for round := range testrand.Rounds(60) {
		r := rand.New(rand.NewPCG(seed, uint64(round)))
		next := (&storetest.Maker{Rand: r}).Batch
		if round%2 == 0 {
			next = storetest.NewRowMaker(r, 1+r.IntN(14)).Batch
		}
		d := NewDecoder(blockTable(), nil)
		rows := map[string]store.PlayerRow{}
		for claim := range 3 {
			e := NewEncoder(blockTable())
			d.Begin()
			for n := range 60 {
				if r.IntN(10) == 0 { // another reader goes on with what its disk has
					d = NewDecoder(blockTable(), nil)
					var known []store.PlayerRow
					for _, row := range rows {
						known = append(known, row)
					}
					d.Know(known)
					restarts++
				}
				b := next()
				encoded := e.Append(nil, b)
				got, err := d.Read(encoded)
				if err != nil || !reflect.DeepEqual(plain(got), plain(b)) {
					t.Fatalf("-seed %d, round %d, claim %d, batch %d: %v\n%+v\nwant\n%+v", seed, round, claim, n, err, got, b)
				}
				for _, name := range b.RemovedPlayers {
					delete(rows, name)
				}
				for _, row := range b.Players {
					rows[row.Name] = row
				}
				players += len(b.Players)
			}
		}
	}
	t.Logf("%d rows, %d readers that began within a claim", players, restarts)
	if players == 0 || restarts == 0 {
		t.Error("something never happened")
	}
}

// TestWhatAnActionCosts says how many bytes a batch has for a walker who turns and a builder who places, alone in it.
func TestWhatAnActionCosts(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(n int, row *store.PlayerRow, b *store.Batch)
		most int
	}{
		{"nobody does anything", func(_ int, _ *store.PlayerRow, b *store.Batch) { b.Players = nil }, 60},
		{"walker who turns", func(int, *store.PlayerRow, *store.Batch) {}, 130},
		{"builder who places, from his stacks", func(n int, row *store.PlayerRow, b *store.Batch) {
			row.Player.Slots[0].Count--
			row.Avatar.Stack = row.Player.Slots[0]
			row.Avatar.Motion.PlaceFullAt = row.Avatar.At + 200_000
			b.Changes = append(b.Changes, store.BlockChange{Pos: world.Pos{X: -317 + int32(n), Y: 71, Z: 1204}, Block: world.Planks, Seq: b.Edits, Author: row.Stream})
		}, 200},
	} {
		e := NewEncoder(blockTable())
		row := storetest.WalkingRow()
		const actions = 20
		bytes := 0
		for n := range actions + 1 {
			row.Player.LastAction++
			row.Avatar.Motion.Yaw += 700
			row.Avatar.At += 50_000
			row.LastSeen, row.Avatar.Motion.ActFullAt = row.Avatar.At+70_123, row.Avatar.At+31_000
			row.PlayTime += 50_000
			b := &store.Batch{Edits: 5_000_000 + uint64(n), Time: 1_790_000_000_000, LastStream: 400, Hash: 0x1234567890abcdef, EntityCounter: 90_000}
			b.Players = []store.PlayerRow{row}
			c.make(n, &row, b)
			for i := range b.Players {
				b.Players[i] = row
			}
			if out := e.Append(nil, b); n > 0 {
				bytes += len(out)
			}
		}
		t.Logf("%s: %d bytes a batch", c.name, bytes/actions)
		if bytes/actions > c.most {
			t.Errorf("%s: %d bytes a batch, want at most %d", c.name, bytes/actions, c.most)
		}
	}
}

// TestAnotherTable: who has other numbers for blocks reads the same blocks, and one whose table lacks a block says that a newer version writes.
func TestAnotherTable(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	names := world.BlockNames()
	other := append([]string{}, names...)
	r.Shuffle(len(other)-1, func(i, j int) { other[i+1], other[j+1] = other[j+1], other[i+1] }) // air stays
	writes := NewTable(other)                                                                   // numbers of the writer
	back, err := world.NewNumbering(names, other)
	if err != nil {
		t.Fatal(err)
	}
	there, err := world.NewNumbering(other, names)
	if err != nil {
		t.Fatal(err)
	}
	repack := func(packed []byte, n *world.Numbering) ([]byte, error) {
		return append([]byte("again "), packed...), nil
	}
	table, err := readTable(writes.packed)
	if err != nil || table.hash != writes.hash {
		t.Fatal(err)
	}
	stack := func(s world.Stack) world.Stack { // as the writer numbers the item
		if s.Count > 0 && s.Item < world.FirstThing {
			s.Item = world.Item(back.Block(world.Block(s.Item)))
		}
		return s
	}
	entity := func(e *world.Entity) {
		e.Block, e.Stack, e.Motion.BreakingBlock = back.Block(e.Block), stack(e.Stack), back.Block(e.Motion.BreakingBlock)
	}
	d := NewDecoder(blockTable(), repack)
	e := NewEncoder(writes)
	m := storetest.Maker{Rand: r}
	blocks, stacks := 0, 0
	for n := range 100 {
		b := m.Batch()
		sent := plain(b)
		sent.Changes = append([]store.BlockChange{}, b.Changes...)
		for i := range sent.Changes {
			c := &sent.Changes[i]
			c.Block, c.Before, c.Until = back.Block(c.Block), back.Block(c.Before), back.Block(c.Until)
			if c.Box != nil {
				box := *c.Box
				for _, v := range [...]*world.BoxPart{&box.Now, &box.Before} {
					v.Stack, v.Offer.Goods, v.Offer.Price = stack(v.Stack), stack(v.Offer.Goods), stack(v.Offer.Price)
				}
				c.Box = &box
			}
		}
		sent.Players = append([]store.PlayerRow{}, b.Players...)
		for i := range sent.Players {
			row := &sent.Players[i]
			entity(&row.Avatar)
			for k := range row.Player.Slots {
				row.Player.Slots[k] = stack(row.Player.Slots[k])
			}
			stacks += len(row.Player.Slots)
		}
		sent.Entities = append([]world.Entity{}, b.Entities...)
		for i := range sent.Entities {
			entity(&sent.Entities[i])
		}
		encoded := e.Append(nil, &sent)
		got, err := d.Read(encoded)
		if n == 0 {
			if unknown := unknownTable(0); !errors.As(err, &unknown) || uint64(unknown) != writes.hash {
				t.Fatalf("a table that nobody named: %v", err)
			}
			if err := d.Learn(table); err != nil {
				t.Fatal(err)
			}
			got, err = d.Read(encoded)
		}
		want := plain(b)
		for i := range want.Snapshots {
			want.Snapshots[i].Packed = append([]byte("again "), want.Snapshots[i].Packed...)
		}
		if err != nil || !reflect.DeepEqual(plain(got), want) {
			t.Fatalf("batch %d: %v\n%+v\nwant\n%+v", n, err, got, want)
		}
		blocks += len(b.Changes)
	}
	if blocks == 0 || stacks == 0 || there.Same() {
		t.Error("no block was translated")
	}
	if err := d.Learn(NewTable(append(names, "antimatter"))); !errors.Is(err, ErrNewer) {
		t.Errorf("a table with a block of the future: %v", err)
	}
}

// golden are batches whose bytes are kept: logs outlive programs.
func golden() []*store.Batch {
	b := filledBatch()
	b.Players = b.Players[:1]
	row := storetest.WalkingRow()
	again := row
	again.Avatar.Motion.Yaw++
	return []*store.Batch{{}, &b, {Edits: 7, Players: []store.PlayerRow{row}}, {Edits: 8, Players: []store.PlayerRow{again}}}
}

func TestGolden(t *testing.T) {
	e := &Encoder{table: 0x1122334455667788, rows: map[string]*writtenRow{}} // the table of blocks may grow
	var out bytes.Buffer
	for _, b := range golden() {
		fmt.Fprintln(&out, hex.EncodeToString(e.Append(nil, b)))
	}
	fmt.Fprintln(&out, hex.EncodeToString(appendOpening(nil, &opening{300, 5, []byte("table")})))
	name := filepath.Join("testdata", "golden.txt")
	if *update {
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(out.Bytes(), want) {
		t.Errorf("%v\n%s\nwant\n%s", err, out.Bytes(), want)
	}
}

// TestRefuses: no part of a batch is a batch, and neither is one with something behind it.
func TestRefuses(t *testing.T) {
	b := filledBatch()
	encoded := NewEncoder(blockTable()).Append(nil, &b)
	for n := range encoded {
		if _, err := NewDecoder(blockTable(), nil).Read(encoded[:n]); err == nil {
			t.Fatalf("%d of %d bytes are taken", n, len(encoded))
		}
	}
	if _, err := NewDecoder(blockTable(), nil).Read(append(encoded, 0)); err == nil {
		t.Error("bytes left over are taken")
	}
	row := storetest.WalkingRow()
	e := NewEncoder(blockTable())
	e.Append(nil, &store.Batch{Players: []store.PlayerRow{row}})
	row.Player.LastAction++
	if _, err := NewDecoder(blockTable(), nil).Read(e.Append(nil, &store.Batch{Players: []store.PlayerRow{row}})); !errors.Is(err, errUnknownRow) {
		t.Errorf("a part of a row that is not known: %v", err)
	}
}

func FuzzBatch(f *testing.F) {
	e := NewEncoder(blockTable())
	for _, b := range golden() {
		f.Add(e.Append(nil, b))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d := NewDecoder(blockTable(), nil)
		d.Know([]store.PlayerRow{storetest.WalkingRow()})
		got, err := d.Read(b)
		if err != nil {
			return
		}
		whole := plain(got)
		again, err := NewDecoder(blockTable(), nil).Read(NewEncoder(blockTable()).Append(nil, &whole))
		if err != nil || !reflect.DeepEqual(plain(again), whole) {
			t.Fatalf("%v\n%+v\nwant\n%+v", err, again, whole)
		}
	})
}

func FuzzOpening(f *testing.F) {
	f.Add(appendOpening(nil, &opening{300, 5, blockTable().packed}))
	f.Fuzz(func(t *testing.T, b []byte) {
		o, err := readOpening(b)
		if err == nil && !bytes.Equal(appendOpening(nil, &o), b) {
			t.Fatalf("%x written again is %x", b, appendOpening(nil, &o))
		}
		readTable(o.table)
	})
}

// BenchmarkBatch is a batch of twenty walkers and ten placed blocks, written and read.
func BenchmarkBatch(b *testing.B) {
	rows := make([]store.PlayerRow, 20)
	batch := &store.Batch{Players: rows}
	for i := range rows {
		rows[i] = storetest.WalkingRow()
		rows[i].Name = fmt.Sprint("walker ", i)
	}
	for i := range 10 {
		batch.Changes = append(batch.Changes, store.BlockChange{Pos: world.Pos{X: int32(i)}, Block: world.Planks, Seq: uint64(i), Author: 7})
	}
	e, d := NewEncoder(blockTable()), NewDecoder(blockTable(), nil)
	var encoded []byte
	step := func() {
		for i := range rows {
			rows[i].Avatar.Motion.Yaw++
			rows[i].Player.LastAction++
		}
		encoded = e.Append(encoded[:0], batch)
	}
	step()
	if _, err := d.Read(encoded); err != nil {
		b.Fatal(err)
	}
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			step()
		}
		b.ReportMetric(float64(len(encoded)), "bytes")
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := d.Read(encoded); err != nil {
				b.Fatal(err)
			}
		}
	})
}
