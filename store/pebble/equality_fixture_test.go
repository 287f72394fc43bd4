package pebble

import (
	"voxtide/store"
	"voxtide/store/storetest"
)

// equalStores compares all that a store gives with what its twin gives, the cells of the sample worlds included.
func equalStores(got, want store.Store) error { return storetest.Equal(got, want, sampleCells...) }

// equalStates is the same without the past.
func equalStates(got, want store.Store) error {
	return storetest.EqualStates(got, want, sampleCells...)
}
