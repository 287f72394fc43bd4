package players_test

import (
	"fmt"

	"voxtide/internal/splitmix"
	"voxtide/lab/netlab/players"
	"voxtide/lab/perception"
	"voxtide/world"
)

// A player who idles lets go of all keys, whatever it sees.
func Example() {
	p := players.New(players.Idler, world.Vec{}, world.Pos{}, splitmix.Derive(1, 3))
	out := players.Intent{Keys: world.KeyForward}
	p.Play(&perception.View{}, &out)
	fmt.Println(p.Role, out.Keys, len(out.Actions))
	// Output: idler 0 0
}
