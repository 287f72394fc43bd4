package chores_test

import (
	"fmt"

	"voxtide/server/chores"
	"voxtide/store"
)

// Example asks whether land is near a claim of 5 by 5 blocks.
func Example() {
	order := chores.Order{Number: 3, Kind: chores.Prune, Unseen: 180 * 86400}
	claim := chores.Area{LowX: 100, LowZ: 100, HighX: 104, HighZ: 104}
	fmt.Println(order.String())
	fmt.Println(claim.Near(store.Column{X: 2, Z: 2}), claim.Near(store.Column{X: 12, Z: 6}))
	// Output:
	// job 3: prune unseen=180d unclaimed
	// true false
}
