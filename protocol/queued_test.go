package protocol

import (
	"testing"

	"voxtide/internal/wire"
)

// FuzzQueued: any bytes are a place in a queue that is written as it was read, or none.
func FuzzQueued(f *testing.F) {
	for _, q := range []Queued{{1, 1}, {3, 5}, {QueuedMax, QueuedMax}} {
		f.Add(AppendQueued(nil, q)[1:])
	}
	f.Add([]byte{2, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(b)
		q, err := ReadQueued(&r)
		if err != nil {
			return
		}
		if q.Place < 1 || q.Place > q.Of || q.Of > QueuedMax {
			t.Fatalf("%+v", q)
		}
		again := wire.NewReader(AppendQueued(nil, q)[1:])
		if back, err := ReadQueued(&again); err != nil || back != q {
			t.Fatalf("%+v is read as %+v, %v", q, back, err)
		}
	})
}
