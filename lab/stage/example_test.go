package stage_test

import (
	"fmt"
	"time"

	"voxtide/client"
	"voxtide/lab/stage"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Two clients, of which the first runs for a second over a link of 100 ms each way: its own screen shows it at once.
func Example() {
	far := memnet.Link{Delay: 100 * time.Millisecond}
	s, err := stage.New(stage.Config{Players: 2, Seed: 7, Links: []stage.Links{{Up: far, Down: far}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	s.Input(0, client.Input{Keys: world.KeyForward})
	s.Step(time.Second)
	own, _ := s.Client(0).Avatar()
	id := world.AvatarID(s.Client(0).Stream())
	on := s.ServerWorld().Entity(s.ServerWorld().Find(id))
	fmt.Printf("on the own screen %.1f blocks further than on the server\n",
		float64(on.Motion.Pos[2]-own.Motion.Pos[2])/float64(world.Unit))
	// Output: on the own screen 0.4 blocks further than on the server
}
