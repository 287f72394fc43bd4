package pebble

import (
	"github.com/cockroachdb/pebble/v2"

	"voxtide/store"
)

// written returns the records of players that a batch writes and removes, by their keys; a removed one is nil. What was encoded counts as
// written from then on.
func written(s *Store, b *store.Batch) map[string][]byte {
	to := s.db.NewBatch()
	if err := s.encodeBatch(to, b); err != nil {
		panic(err)
	}
	out := map[string][]byte{}
	for r := to.Reader(); ; {
		kind, key, value, ok, err := r.Next()
		if err != nil {
			panic(err)
		}
		if !ok {
			return out
		}
		switch {
		case key[0] != kindPlayer && key[0] != kindInventory && key[0] != kindAvatar:
		case kind == pebble.InternalKeyKindDelete:
			out[string(key)] = nil
		default:
			out[string(key)] = append([]byte{}, value...)
		}
	}
}
