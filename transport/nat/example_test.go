package nat_test

import (
	"fmt"
	"time"

	"voxtide/transport/nat"
)

// A host behind a port-restricted NAT is reached only by whom it has sent to.
func Example() {
	n := nat.New(1)
	n.SetPath(nat.Path{Delay: 20 * time.Millisecond})
	home := n.NewNAT(nat.Config{Filter: nat.AddressAndPortDependent})
	inside, outside := home.NewHost().Listen(5000), n.NewHost().Listen(6000)
	seen := inside.MappedTo(outside.Addresses()[0])

	buf := make([]byte, 64)
	outside.Send([]byte("too early"), seen)
	n.Advance(20 * time.Millisecond)
	_, _, ok := outside.Receive(buf)
	fmt.Println(inside.Addresses()[0], "is seen as", seen, ok)

	stranger := n.NewHost().Listen(6000)
	stranger.Send([]byte("let me in"), seen)
	outside.Send([]byte("hello"), seen)
	n.Advance(40 * time.Millisecond)
	for size, from, ok := inside.Receive(buf); ok; size, from, ok = inside.Receive(buf) {
		fmt.Printf("%s from %v\n", buf[:size], from)
	}
	// Output:
	// 192.168.0.1:5000 is seen as 20.1.0.1:5000 false
	// too early from 20.1.0.2:6000
	// hello from 20.1.0.2:6000
}
