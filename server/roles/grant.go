package roles

import (
	"fmt"

	"voxtide/commands"
	"voxtide/server/access"
)

// Roles that a machine may have beside those of the lists.
const (
	OperatorRole = "operator"
	ConsoleRole  = "console"
)

// Grant is what somebody may who is no player: a machine with a token.
type Grant struct {
	Name string   // of the token
	Role string   // of the lists, OperatorRole or ConsoleRole; "" for none: then the entries are all
	May  []string // entries as a role has them, before those of the role
}

// Rank returns the rank that a grant gives by its role.
func (g *Grant) Rank() commands.Rank {
	switch g.Role {
	case OperatorRole:
		return commands.Operator
	case ConsoleRole:
		return commands.Console
	}
	return commands.Player
}

// Check returns why the entries of a grant cannot be understood, nil if they can.
func (g *Grant) Check() error {
	for _, text := range g.May {
		if _, err := parse(text); err != nil {
			return err
		}
	}
	return nil
}

// Grant judges a command of a machine, as Command does for players. Its own entries are the nearest.
func (j *Judge) Grant(g *Grant, c *commands.Command, call *commands.Call) Verdict {
	own := make([]entry, 0, len(g.May))
	for _, text := range g.May {
		if e, err := parse(text); err == nil {
			own = append(own, e)
		}
	}
	v, outside := judge(fmt.Sprintf("the token %s", g.Name), own, g.Name, c, call)
	switch {
	case v != nil:
		return *v
	case g.Rank() >= commands.Operator:
		return j.Command(g.Rank(), access.Principal{}, c, call, 0)
	case g.Role != "":
		if j.lists.Role(g.Role) == nil {
			return Verdict{Why: fmt.Sprintf("not allowed: there is no role %s, which the token %s has", g.Role, g.Name)}
		}
		return j.by(j.lists.RolesOf(g.Role), g.Name, c, call, outside)
	case outside != "":
		return Verdict{Why: outside}
	}
	return Verdict{Why: fmt.Sprintf("not allowed: the token %s has no entry %q", g.Name, c.Name)}
}
