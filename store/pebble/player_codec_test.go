package pebble

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/internal/testrand"
	"voxtide/store"
	"voxtide/store/record"
	"voxtide/store/storetest"
	"voxtide/timestream"
	"voxtide/world"
)

// TestRowsOfParts is the law of rows that are kept in parts: after any changes of them, removals and returns
// of players, and a cut of the power behind any batch, each row reads as the last batch that is there gave it as a whole.
func TestRowsOfParts(t *testing.T) {
	seed := testrand.Seed(t)
	cuts, removals := 0, 0
	for round := range testrand.Rounds(fewer(12)) {
		rnd := rand.New(rand.NewPCG(seed, uint64(round)))
		disk, twin := vfs.NewCrashableMem(), store.NewMemory(nil)
		m := storetest.NewRowMaker(rnd, 1+rnd.IntN(14))
		for link := range 4 {
			bad := func(what string, err error) {
				if err != nil {
					t.Fatalf("-seed %d, round %d, link %d, %s: %v", seed, round, link, what, err)
				}
			}
			s, err := openWith("world", options(disk), small)
			bad("open", err)
			bad("opened", equalStates(s, twin))
			for n := range 30 {
				b := m.Batch()
				removals += len(b.RemovedPlayers)
				twin.Commit(0, b)
				s.wait(s.Commit(0, b))
				if n%3 > 0 && testing.Short() {
					continue
				}
				after, err := openWith("world", options(disk.CrashClone(vfs.CrashCloneCfg{})), small)
				bad("open after a cut", err)
				bad(fmt.Sprint("cut at commit ", n), equalStates(after, twin))
				bad("close", after.Close())
				cuts++
			}
			if rnd.IntN(2) == 0 {
				disk = disk.CrashClone(vfs.CrashCloneCfg{})
			}
			bad("close", s.Close())
		}
	}
	t.Logf("%d cuts, %d removals", cuts, removals)
	if removals == 0 {
		t.Error("nobody was removed")
	}
}

// TestWhatAnActionWrites: an action writes the part that it changes, and the first after opening the whole row.
func TestWhatAnActionWrites(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	row := storetest.WalkingRow()
	row.Online = true
	for _, c := range []struct {
		name   string
		change func()
		want   string
	}{
		{"comes in", func() {}, "aip"},
		{"nothing", func() {}, ""},
		{"turns", func() { row.Avatar.Motion.Yaw++; row.Player.LastAction++ }, "a"},
		{"time passes", func() { row.LastSeen++; row.PlayTime++; row.Avatar.At++ }, "a"},
		{"selects", func() { row.Player.Selected, row.Avatar.Stack = 3, row.Player.Slots[3] }, "a"},
		{"drops", func() { row.EntityCounter++; row.Player.Slots[3].Count-- }, "ai"},
		{"empties a slot", func() { row.Player.Slots[3] = world.Stack{} }, "i"},
		{"lies down", func() { row.Bed, row.Home = world.Pos{X: 7}, world.Vec{1} }, "p"},
		{"resumes", func() { row.Token[5]++ }, "p"},
		{"proves a key", func() { row.Key[5]++ }, "p"},
		{"leaves", func() { row.Online = false }, "a"},
		{"comes back", func() { row.Online = true }, "aip"},
		{"is another", func() { row.Stream++ }, "aip"},
	} {
		c.change()
		kinds := []byte{}
		for key := range written(s, &store.Batch{Players: []store.PlayerRow{row}}) {
			kinds = append(kinds, key[0])
		}
		slices.Sort(kinds)
		if string(kinds) != c.want {
			t.Errorf("%s: writes %q, want %q", c.name, kinds, c.want)
		}
	}
	if got := written(s, &store.Batch{RemovedPlayers: []string{row.Name}}); len(got) != 3 {
		t.Errorf("removing writes %d records", len(got))
	}
	if got := written(s, &store.Batch{Players: []store.PlayerRow{row}}); len(got) != 3 {
		t.Errorf("who was removed comes with %d records", len(got))
	}
}

// TestBytesOfAnAction says what an action of a walker who turns and of a builder who places costs in records of players, with their keys,
// before the rows were kept in parts and since.
func TestBytesOfAnAction(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	for _, c := range []struct {
		name   string
		change func(row *store.PlayerRow)
		most   int // bytes
	}{
		{"walker who turns", func(*store.PlayerRow) {}, 90},
		{"the same, hungry and hurt", func(row *store.PlayerRow) {
			at := row.Avatar.At
			row.Avatar.Motion.Needs = world.Needs{Damage: 3, Hunger: 5, HungryAt: at + 9e6, MendsAt: at + 3e6}
		}, 110},
		{"builder who places, creative", func(row *store.PlayerRow) {
			row.Avatar.Motion.Flags |= world.Creative
			row.Avatar.Motion.PlaceFullAt = row.Avatar.At + 200_000
		}, 95},
		{"builder who places, from his stacks", func(row *store.PlayerRow) {
			row.Player.Slots[0].Count--
			row.Avatar.Stack = row.Player.Slots[0]
			row.Avatar.Motion.PlaceFullAt = row.Avatar.At + 200_000
		}, 150},
	} {
		row := storetest.WalkingRow()
		row.Online = true
		written(s, &store.Batch{Players: []store.PlayerRow{row}})
		const actions = 20
		before, after := 0, 0
		for range actions {
			row.Player.LastAction++
			row.Avatar.Motion.Yaw += 700
			row.Avatar.At += 50_000
			row.LastSeen, row.Avatar.Motion.ActFullAt = row.Avatar.At+70_123, row.Avatar.At+31_000
			row.PlayTime += 50_000
			c.change(&row)
			before += 1 + len(row.Name) + len(appendPlayer4(nil, &row))
			for key, value := range written(s, &store.Batch{Players: []store.PlayerRow{row}}) {
				after += len(key) + len(value)
			}
		}
		t.Logf("%s: %d bytes an action, %d before", c.name, after/actions, before/actions)
		if after/actions > c.most {
			t.Errorf("%s: %d bytes an action, want at most %d", c.name, after/actions, c.most)
		}
	}
}

// TestWrittenRowsAreBounded: more players than are remembered are written whole again, and nothing of them is lost.
func TestWrittenRowsAreBounded(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	twin := store.NewMemory(nil)
	for n := range 3 {
		b := &store.Batch{Edits: uint64(n + 1)}
		for i := range writtenRowsMax + 100 {
			row := store.PlayerRow{Name: fmt.Sprint("player", i), Stream: timestream.Stream(i + 1), Online: true}
			row.Player.LastAction, row.Player.Slots[0] = uint64(n), world.StackOf(world.Stone, uint8(i%2+n/2+1))
			b.Players = append(b.Players, row)
		}
		twin.Commit(0, b)
		s.wait(s.Commit(0, b))
		if len(s.encode.rows) > writtenRowsMax {
			t.Fatalf("%d rows are remembered", len(s.encode.rows))
		}
	}
	t.Logf("%d rows are remembered", len(s.encode.rows))
	leave := &store.Batch{Edits: 4}
	for i := range writtenRowsMax + 100 {
		row := store.PlayerRow{Name: fmt.Sprint("player", i), Stream: timestream.Stream(i + 1)}
		leave.Players = append(leave.Players, row)
	}
	twin.Commit(0, leave)
	if s.wait(s.Commit(0, leave)); len(s.encode.rows) > 0 {
		t.Errorf("%d rows are remembered of players who have left", len(s.encode.rows))
	}
	if err := equalStates(s, twin); err != nil {
		t.Error(err)
	}
}

// TestActionAllocatesNothing: the parts of a row are compared and written without garbage.
func TestActionAllocatesNothing(t *testing.T) {
	s := mustOpen(t, nil)
	defer s.Close()
	to := s.db.NewBatchWithSize(1 << 20)
	w := batchWriter{to: to}
	row := storetest.WalkingRow()
	row.Online = true
	s.encode.setPlayer(&w, &row)
	if allocs := testing.AllocsPerRun(200, func() {
		row.Player.LastAction++
		row.Player.Slots[0].Count ^= 1
		s.encode.setPlayer(&w, &row)
	}); allocs != 0 || w.err != nil {
		t.Errorf("%v allocations, %v", allocs, w.err)
	}
}

// TestTornRows: a world in which a row lacks a part, or a part is somebody else's, is unreadable; it is not read as another row.
func TestTornRows(t *testing.T) {
	bob := store.PlayerRow{Name: "bob", Stream: 2}
	remove := func(key []byte) func(*pebble.DB) {
		return func(db *pebble.DB) {
			if err := db.Delete(key, pebble.Sync); err != nil {
				panic(err)
			}
		}
	}
	for name, change := range map[string]func(*pebble.DB){
		"no identity":     remove(appendNameKey(nil, kindPlayer, "ann")),
		"no inventory":    remove(appendNameKey(nil, kindInventory, "ann")),
		"no avatar":       remove(appendNameKey(nil, kindAvatar, "ann")),
		"avatar of bob":   put(appendNameKey(nil, kindAvatar, "ann"), record.AppendAvatar(nil, &bob)),
		"slots of bob":    put(appendNameKey(nil, kindInventory, "ann"), record.AppendInventory(nil, &bob)),
		"avatar alone":    put(appendNameKey(nil, kindAvatar, "bob"), record.AppendAvatar(nil, &bob)),
		"slots alone":     put(appendNameKey(nil, kindInventory, "aaa"), record.AppendInventory(nil, &bob)),
		"a row of before": put(appendNameKey(nil, kindPlayer, "ann"), appendPlayer4(nil, &bob)),
	} {
		s := mustOpen(t, world7(t, change))
		if _, err := s.Load(); !errors.Is(err, ErrUnreadable) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAvatarHasOneForm: a field that is not in the mask when it is usual must not be in it.
func TestAvatarHasOneForm(t *testing.T) {
	walks, turns := storetest.WalkingRow(), storetest.WalkingRow()
	turns.Avatar.Motion.Keys = world.KeyBack
	b, other := record.AppendAvatar(nil, &walks), record.AppendAvatar(nil, &turns)
	at := 0
	for b[at] == other[at] {
		at++
	}
	var row store.PlayerRow
	if err := record.ReadAvatar(b, &row); err != nil || row.Avatar != walks.Avatar {
		t.Fatalf("%v, %+v", err, row.Avatar)
	}
	b[at] = 0
	if err := record.ReadAvatar(b, &row); !errors.Is(err, record.ErrValue) {
		t.Errorf("keys that are none: %v", err)
	}
}

// TestBedOfFormat4: the rows of a world of format 4, with a bed and without, are brought forward, once, and are read alone only then.
func TestBedOfFormat4(t *testing.T) {
	ann, bob := storetest.WalkingRow(), storetest.Filled[store.PlayerRow](3)
	ann.Name, bob.Name = "ann", "bob"
	ann.Stream, bob.Stream = 1, 2
	ann.Online, bob.Online = false, false // format 4 did not say
	bob.Player.Name = "bob"
	fs := world7(t, func(db *pebble.DB) {
		b := db.NewBatch()
		b.Set(metaKey(metaFormat), appendFormat(nil, 4), nil)
		for _, part := range []byte{kindInventory, kindAvatar} {
			b.Delete(appendNameKey(nil, part, "ann"), nil)
		}
		for _, row := range []*store.PlayerRow{&ann, &bob} {
			b.Set(appendNameKey(nil, kindPlayer, row.Name), appendPlayer4(nil, row), nil)
		}
		if err := db.Apply(b, pebble.Sync); err != nil {
			panic(err)
		}
	})
	o := options(fs)
	o.ReadOnly = true
	if _, err := Open("world", o); !errors.Is(err, ErrOlder) {
		t.Fatal(err)
	}
	for range 2 {
		s := mustOpen(t, fs)
		st, err := s.Load()
		if err != nil || !reflect.DeepEqual(st.Players, []store.PlayerRow{ann, bob}) {
			t.Fatalf("%v\n%+v", err, st)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
