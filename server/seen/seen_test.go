package seen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"voxtide/internal/testrand"
	"voxtide/server/seen"
	"voxtide/store"
)

func Example() {
	dir, _ := os.MkdirTemp("", "seen")
	defer os.RemoveAll(dir)
	today := seen.Day(20_000)
	m, _ := seen.Open(filepath.Join(dir, "seen"), func() seen.Day { return today })
	today += 100
	m.Mark(store.Column{X: 3, Z: -4})
	m.Write() // the server ends, and starts again

	today += 100
	m, _ = seen.Open(filepath.Join(dir, "seen"), func() seen.Day { return today })
	fmt.Println(today-m.Day(store.Column{X: 3, Z: -4}), "days,", today-m.Day(store.Column{}), "days")
	// Output: 100 days, 200 days
}

// TestSeen compares a record with a model through restarts, with files that are torn, and clocks that go back.
func TestSeen(t *testing.T) {
	r := testrand.New(t)
	file := filepath.Join(t.TempDir(), "seen")
	today, began := seen.Day(19_000), seen.Day(19_000)
	open := func() *seen.Map {
		m, err := seen.Open(file, func() seen.Day { return today })
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m, want, torn := open(), map[store.Column]seen.Day{}, 0
	for range 3000 {
		c := store.Column{X: int32(r.IntN(40) - 20), Z: int32(r.IntN(40) - 20)}
		if r.IntN(50) == 0 {
			c = store.Column{X: 1<<27 - 1, Z: -1 << 27}
		}
		switch r.IntN(12) {
		case 0:
			m.Forget(c)
			delete(want, c)
		case 1:
			today += seen.Day(r.IntN(4))
		case 2:
			if err := m.Write(); err != nil {
				t.Fatal(err)
			}
			m = open()
		case 3:
			if r.IntN(20) > 0 {
				continue
			}
			m.Write()
			data, _ := os.ReadFile(file)
			data[r.IntN(len(data))] ^= 1 << r.IntN(8)
			if err := os.WriteFile(file, data[:len(data)-r.IntN(2)*r.IntN(len(data))], 0o600); err != nil {
				t.Fatal(err)
			}
			var err error
			if m, err = seen.Open(file, func() seen.Day { return today }); err == nil {
				t.Fatal("a damaged file was taken")
			}
			torn++
			began = today
			clear(want)
		default:
			m.Mark(c)
			want[c] = max(want[c], today)
		}
		if got, day := m.Day(c), max(want[c], began); got != day || m.Began() != began {
			t.Fatalf("%v was seen on day %d, want %d", c, got, day)
		}
	}
	for c, day := range want {
		if m.Day(c) != day {
			t.Errorf("%v: %d, want %d", c, m.Day(c), day)
		}
	}
	t.Logf("%d columns, %d damaged files", len(want), torn)
}
