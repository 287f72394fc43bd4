package roles_test

import (
	"fmt"

	"voxtide/commands"
	"voxtide/server/access"
	"voxtide/server/roles"
)

// nobody is online.
type nobody struct{}

func (nobody) Online() []string      { return nil }
func (nobody) Known(string) []string { return nil }

func Example() {
	ann := access.Principal{Name: "ann", Key: access.Identity{1}}
	lists := &access.Lists{RoleBook: access.RoleBook{Holders: []access.Holder{{Principal: ann, Role: "moderator"}}}}
	judge := roles.New(lists)
	for _, line := range []string{"ban eve 1h", "ban eve 3d", "op eve"} {
		call, _ := commands.Parse(line, nobody{})
		v := judge.Command(commands.Player, ann, call.Command, &call, 0)
		fmt.Printf("%s: %v, %s\n", line, v.Allowed, v.Why)
	}
	// Output:
	// ban eve 1h: true, the role moderator has "ban:2h"
	// ban eve 3d: false, moderators at most 2h (the role has "ban:2h")
	// op eve: false, not allowed: it is for the server's console
}
