package admin

import (
	"voxtide/server/access"
)

// A lost key is not the end of a player: their name, with all that belongs to it, goes to another key.

// nameCommand frees a name, or gives it to a key. Its player must not be here: the session would go on under a key that has lost the name.
func nameCommand(o *invocation) {
	w := o.principal("NAME")
	if o.game.Online(w.Name) != nil {
		o.fail("name: %s is here: kick them first, if it is not them", w.Name)
		return
	}
	var key access.Identity
	if o.arg("WHAT").Text == "move" {
		var ok bool
		if key, ok = o.keyArgument(); !ok {
			return
		}
	}
	if !o.game.RebindName(w.Name, key) {
		o.fail("name: nobody called %s was here", w.Name)
		return
	}
	wasOperator := o.Access.Lists.IsOperator(w)
	o.Access.Lists.Rebind(w, key)
	o.noteRecord(access.Principal{Name: w.Name, Key: key}, "name", o.arg("WHAT").Text)
	switch {
	case key != (access.Identity{}):
		o.print("%s belongs to the key %x... now, with things, place and land", w.Name, key[:4])
	case wasOperator:
		o.print("%s belongs to the next player who comes under it, with things, place and land; that player is no operator", w.Name)
	default:
		o.print("%s belongs to the next player who comes under it, with things, place and land", w.Name)
	}
}
