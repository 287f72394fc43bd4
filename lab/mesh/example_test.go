package mesh_test

import (
	"fmt"
	"time"

	"voxtide/lab/mesh"
	"voxtide/transport/memnet"
)

func ExamplePlay() {
	link := memnet.Link{Delay: 40 * time.Millisecond, Copies: true}
	for _, method := range []string{"rollback", "host"} {
		r, err := mesh.Play(mesh.Arena(method, 3, 1, link), 2*time.Second)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(method, "agrees:", r.Equal())
	}
	// Output:
	// rollback agrees: true
	// host agrees: true
}
