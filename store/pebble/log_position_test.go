package pebble

import (
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
)

// TestLogPosition: where a world stands in a log is durable with its batch, outlives restarts, and ends with a batch that is in no log, whether
// this program writes it or one that does not know of logs.
func TestLogPosition(t *testing.T) {
	fs := vfs.NewMem()
	at := func(want store.LogPosition) {
		t.Helper()
		s := mustOpen(t, fs)
		st, err := s.Load()
		if err != nil || st.Log != want {
			t.Fatalf("%v, the world stands at %+v, want %+v", err, st.Log, want)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	commit := func(batches ...*store.Batch) {
		t.Helper()
		s, twin := mustOpen(t, fs), store.NewMemory(nil)
		for _, b := range batches {
			s.wait(s.Commit(0, b))
			twin.Commit(0, b)
		}
		st, err := s.Load()
		want, _ := twin.Load()
		if err != nil || st.Log != want.Log {
			t.Fatalf("%v, %+v on the disk, %+v in memory", err, st.Log, want.Log)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	first, second := store.LogPosition{N: 3, Claim: 2, Hash: [32]byte{1}}, store.LogPosition{N: 4, Claim: 2, Hash: [32]byte{2}}
	commit(&store.Batch{Edits: 1})
	at(store.LogPosition{})
	commit(&store.Batch{Edits: 2, Log: first})
	at(first)
	commit(&store.Batch{Edits: 3, Log: second}, &store.Batch{Edits: 4})
	at(store.LogPosition{})
	commit(&store.Batch{Edits: 5}, &store.Batch{Edits: 6, Log: second})
	at(second)

	s := mustOpen(t, fs) // a program of before writes a batch: it counts it, and leaves the record
	s.state.batch++
	if err := s.db.Set(metaKey(metaState), appendState(nil, &s.state), pebble.Sync); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	at(store.LogPosition{})
}
