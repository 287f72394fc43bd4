package storetest_test

import (
	"fmt"
	"math/rand/v2"

	"voxtide/store"
	"voxtide/store/storetest"
)

// Two stores that were given the same batches are equal; one batch more, and they are not.
func ExampleEqual() {
	m := storetest.Maker{Rand: rand.New(rand.NewPCG(1, 1))}
	a, b := store.NewMemory(nil), store.NewMemory(nil)
	for range 10 {
		batch := m.Batch()
		a.Commit(0, batch)
		b.Commit(0, batch)
	}
	fmt.Println("the same:", storetest.Equal(a, b) == nil)
	a.Commit(0, m.Batch())
	fmt.Println("one more:", storetest.Equal(a, b) == nil)
	// Output:
	// the same: true
	// one more: false
}
