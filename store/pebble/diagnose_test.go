package pebble

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/cockroachdb/pebble/v2/vfs"

	"voxtide/store"
	"voxtide/world"
)

// TestDamagedLog: where the log of a world that was killed is damaged in its middle, the world is refused: what follows was
// acked, and is not left out without a word.
func TestDamagedLog(t *testing.T) {
	fs := vfs.NewCrashableMem()
	s, err := Open("world", options(fs))
	if err != nil {
		t.Fatal(err)
	}
	for n := uint64(1); n <= 400; n++ {
		b := store.Batch{Edits: n}
		for i := range uint64(20) {
			b.Changes = append(b.Changes, store.BlockChange{Pos: world.Pos{X: int32(n * i)}, Block: world.Stone, Seq: n})
		}
		s.wait(s.Commit(0, &b))
	}
	for _, part := range []int64{1, 2, 3} { // quarters of the log
		after := fs.CrashClone(vfs.CrashCloneCfg{})
		names, _ := after.List("world/db")
		log, size := "", int64(0)
		for _, n := range names {
			if f, err := after.Stat("world/db/" + n); err == nil && strings.HasSuffix(n, ".log") && f.Size() > size {
				log, size = "world/db/"+n, f.Size()
			}
		}
		f, err := after.OpenReadWrite(log, vfs.WriteCategoryUnspecified)
		if err != nil {
			t.Fatal(err)
		}
		one := []byte{0}
		if _, err := f.ReadAt(one, size*part/4); err != nil && err != io.EOF {
			t.Fatal(err)
		}
		one[0] ^= 4
		f.WriteAt(one, size*part/4)
		f.Close()
		again, err := Open("world", options(after))
		if err == nil {
			st, _ := again.Load()
			t.Errorf("%s of %d bytes, damaged at %d/4: opened, at edit %d of 400", log, size, part, st.Edits)
			again.Close()
		} else if !errors.Is(err, ErrUnreadable) || !strings.Contains(err.Error(), log[len("world/"):]) {
			t.Errorf("it does not name %s: %v", log, err)
		}
	}
	s.Close()
}
