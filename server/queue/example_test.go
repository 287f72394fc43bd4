package queue_test

import (
	"fmt"

	"voxtide/server/access"
	"voxtide/server/queue"
)

func Example() {
	var q queue.Queue
	ann, bob := access.Principal{Name: "ann"}, access.Principal{Name: "bob"}
	first := q.Take(ann, 20)
	fmt.Println(q.Place(q.Take(bob, 20)))
	fmt.Println("bob's turn:", q.First(bob))
	q.Leave(first)
	fmt.Println("bob's turn:", q.First(bob))
	// Output:
	// full, you are 2nd of 2
	// bob's turn: false
	// bob's turn: true
}
