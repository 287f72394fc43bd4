package etcd_test

import (
	"context"
	"fmt"
	"net"
	"os"

	"voxtide/engine"
	"voxtide/engine/etcd"

	"voxtide/engine/secret"
)

// A cluster of one node: a claim, an entry, and what becomes of one who claimed before.
func ExampleOpen() {
	dir, err := os.MkdirTemp("", "vx")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	free.Close()
	members, err := etcd.ParseMembers("a=" + free.Addr().String()) // of three: a=10.0.0.1:7410,b=10.0.0.2:7410,c=10.0.0.3:7410
	if err != nil {
		panic(err)
	}
	n, err := etcd.Open(context.Background(), etcd.Config{Dir: dir, Name: "a", Members: members, Secret: secret.New()})
	if err != nil {
		panic(err)
	}
	defer n.Close()
	e := n.Engine()
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
	one := await(e.Claim("world", 0, "one")).Claim
	fmt.Println("an entry of one:", await(e.Append("world", one, 1, []byte("batch"))).Outcome == engine.OK)
	two := await(e.Claim("world", one, "two")).Claim
	fmt.Println("another of one:", await(e.Append("world", one, 2, []byte("batch"))).Reason)
	fmt.Println("an entry of two:", await(e.Append("world", two, 2, []byte("batch"))).Outcome == engine.OK)
	// Output:
	// an entry of one: true
	// another of one: there is a newer claim
	// an entry of two: true
}
