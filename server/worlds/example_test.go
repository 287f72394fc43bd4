package worlds_test

import (
	"fmt"

	"voxtide/server/access"
	"voxtide/server/worlds"
)

// Two worlds, of which one is for builders. The loop of each holds the lock while it steps.
func Example() {
	g := worlds.New([]worlds.Entry{{Name: "home"}, {Name: "vault", Only: []string{"builder"}}})
	l := &access.Lists{}
	ann := access.Principal{Name: "ann"}
	g.Lock()
	defer g.Unlock()
	fmt.Println(g.May("home", l, ann, 0), g.May("vault", l, ann, 0))
	l.Operators = append(l.Operators, ann)
	fmt.Println(g.May("vault", l, ann, 0), g.Find("vault") == nil)
	// Output:
	// true false
	// true true
}
