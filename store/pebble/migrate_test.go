package pebble

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/store"
	"voxtide/store/storetest"
	"voxtide/timestream"
	"voxtide/world"
)

// newer adds to a batch of sample what formats from 2 on keep.
func newer(n int, b *store.Batch) {
	b.Time = 1790000000000 + 1000*int64(n)
	for i := range b.Changes {
		b.Changes[i].Author, b.Changes[i].Before = b.Players[0].Stream, b.Changes[(i+1)%8].Block
	}
	b.Players[0].Key = [32]byte{9, byte(n), 31: 7}
}

// newest adds what formats from 3 on keep.
func newest(n int, b *store.Batch) {
	p := &b.Players[0]
	p.Persistent, p.HasBuilt, p.PlayTime, p.LastSeen = n%2 == 0, n%3 == 0, timestream.Duration(1e9*n), timestream.Time(7e9*n)
	p.Avatar.Motion.ChatFullAt = timestream.Time(5e5 * n)
	b.Entities[0].Motion.ChatFullAt = timestream.Time(3 * n)
	if n == 8 {
		b.RemovedPlayers = []string{b.Players[0].Name, "player 1"}
	}
}

// restoreOfFormat checks that a backup of an older format, which stays as it is, is restored as a world of the present one.
func restoreOfFormat(t *testing.T, from string, format int, twin *store.Memory) {
	before := filesOf(t, from)
	o := options(nil)
	o.Repack = func(packed []byte, _ *world.Numbering) ([]byte, error) { return packed, nil }
	to := filepath.Join(t.TempDir(), "restored")
	if _, err := Restore(from, to, o); err != nil {
		t.Fatalf("format %d: %v", format, err)
	}
	if after := filesOf(t, from); !maps.Equal(before, after) {
		t.Errorf("format %d: restoring changed the backup", format)
	}
	s, err := Open(to, o)
	if err != nil {
		t.Fatalf("format %d: %v", format, err)
	}
	if err := errors.Join(equalStates(s, twin), s.Close()); err != nil {
		t.Errorf("format %d, restored: %v", format, err)
	}
}

// filesOf returns the contents of the files of a world, but for its lock.
func filesOf(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.EqualFold(d.Name(), "lock") {
			return err
		}
		text, err := os.ReadFile(path)
		all[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMigrate opens a world of each format that was ever released, brings it forward and finds all that was in it. A new
// format gets its folder with MAKE_FORMAT=1 set, and a line in the comment of its migration.
func TestMigrate(t *testing.T) {
	if os.Getenv("MAKE_FORMAT") != "" {
		makeFormat(t)
	}
	for format := 1; format <= Format; format++ {
		dir := filepath.Join(t.TempDir(), "world")
		if err := os.CopyFS(dir, os.DirFS(fmt.Sprint("testdata/format", format))); err != nil {
			t.Fatal(err)
		}
		twin := store.NewMemory(nil)
		for n, b := range sample() {
			if format > 1 {
				newer(n, b)
			}
			if format > 2 {
				newest(n, b)
			} else {
				fillOldRow(&b.Players[0])
			}
			if format > 3 {
				boxes(n, b)
			}
			if format > 5 {
				seats(n, b)
			}
			if format > 6 {
				offers(n, b)
			}
			twin.Commit(0, b)
		}
		old := format < Format
		restoreOfFormat(t, dir, format, twin)
		for range 2 { // the second time it is of this format
			var log strings.Builder
			o := options(nil)
			// The samples' snapshots are no sections (see TestRenumber): a table of blocks that has grown changes none of their bytes.
			o.Repack = func(packed []byte, _ *world.Numbering) ([]byte, error) { return packed, nil }
			o.Log = slog.New(slog.NewTextHandler(&log, nil))
			s, err := Open(dir, o)
			if err != nil {
				t.Fatalf("format %d: %v", format, err)
			}
			if err := equalStates(s, twin); err != nil {
				t.Errorf("format %d: %v", format, err)
			}
			if format > 1 { // 1 knew the past of nothing
				if err := storetest.EqualHistories(s, twin, &store.Query{}, 1000); err != nil {
					t.Errorf("format %d: %v", format, err)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if said := strings.Contains(log.String(), "brought forward"); said != old {
				t.Errorf("format %d: the log says %q", format, log.String())
			}
			old = false
		}
	}
}

// seats adds what formats from 6 on keep: the world's time of a batch, and all of an avatar that goes on from its row.
func seats(n int, b *store.Batch) {
	b.Now = timestream.Time(50_000 * (n + 1))
	p := &b.Players[0]
	p.Online = n%2 == 1
	m := &p.Avatar.Motion
	m.HitFullAt = timestream.Time(6e5 * n)
	if n%3 == 2 {
		m.KickAt, m.Kick, m.KickHarm = timestream.Time(55_000*n), world.Vec{5, -6, 7000}, 3
		m.Needs.Eating, m.Needs.EatingSince = world.FirstThing, timestream.Time(41_000*n)
	}
}

// boxes adds what format 4 keeps beside: changes of what blocks hold.
func boxes(n int, b *store.Batch) {
	parts := []world.BoxPart{{Part: 0, Stack: world.StackOf(world.Stone, 5)}, {Part: world.PartText, Text: "Ann's"}, {Part: world.PartFire, Since: 7e6, Heat: 3e6}}
	now := parts[n%len(parts)]
	b.Changes = append(b.Changes, store.BlockChange{Pos: sampleCells[n%5], Block: world.Planks, Before: world.Planks, Seq: uint64(10*n + 9), Author: 2,
		Box: &store.BoxChange{Now: now, Before: world.BoxPart{Part: now.Part}}})
}

// offers adds what format 7 keeps beside: changes of the offers of shops.
func offers(n int, b *store.Batch) {
	o := world.Offer{Goods: world.StackOf(world.Stone, uint8(n+1)), Price: world.Stack{Item: world.FirstThing, Count: 9}, By: 2}
	b.Changes = append(b.Changes, store.BlockChange{Pos: sampleCells[n%5], Block: world.Planks, Before: world.Planks, Seq: uint64(10*n + 9), Author: 2,
		Box: &store.BoxChange{Now: world.BoxPart{Part: world.PartOffer, Offer: o}, Before: world.BoxPart{Part: world.PartOffer}}})
}

func makeFormat(t *testing.T) {
	s, err := Open(fmt.Sprint("testdata/format", Format), options(nil))
	if err != nil {
		t.Fatal(err)
	}
	for n, b := range sample() {
		newer(n, b)
		newest(n, b)
		boxes(n, b)
		seats(n, b)
		offers(n, b)
		s.wait(s.Commit(0, b))
		if n == 6 {
			if err := s.db.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
