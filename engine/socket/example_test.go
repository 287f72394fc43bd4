package socket_test

import (
	"fmt"
	"os"
	"path/filepath"

	"voxtide/engine"
	"voxtide/engine/enginetest"
	"voxtide/engine/socket"
)

// One program serves an engine; another one uses it.
func Example() {
	dir, err := os.MkdirTemp("", "vx")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "engine.sock")
	l, err := socket.Listen(path)
	if err != nil {
		panic(err)
	}
	s := socket.NewServer(l, "an example", enginetest.NewMemory().Open)
	defer s.Close()

	e := socket.Dial(path)
	defer e.Close()
	await := func(r engine.Request) engine.Answer {
		for {
			<-e.Ready()
			for _, a := range e.Poll(0, nil) {
				if a.Request == r {
					return a
				}
			}
		}
	}
	claim := await(e.Claim("world", 0, "server one"))
	fmt.Println("claim", claim.Claim)
	await(e.Append("world", claim.Claim, 1, []byte("a batch")))
	for _, entry := range await(e.Read("world", 1)).Entries {
		fmt.Printf("%d: %s\n", entry.N, entry.Data)
	}
	// Output:
	// claim 1
	// 1: a batch
}
