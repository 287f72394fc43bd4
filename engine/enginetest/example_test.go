package enginetest_test

import (
	"fmt"

	"voxtide/engine/enginetest"
)

// Two handles to one database in memory: what one writes, the other follows.
func ExampleMemory() {
	m := enginetest.NewMemory()
	writer, reader := m.Open(), m.Open()
	defer writer.Close()
	defer reader.Close()
	reader.Follow("world", 1)
	writer.Claim("world", 0, "me")
	claim := writer.Poll(0, nil)[0].Claim
	writer.Append("world", claim, 1, []byte("a batch"))
	for _, e := range reader.Poll(0, nil)[0].Entries {
		fmt.Printf("%d: %s\n", e.N, e.Data)
	}
	// Output: 1: a batch
}
