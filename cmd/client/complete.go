package main

import (
	"voxtide/commands"
	"voxtide/world"
)

// complete returns what the last word of a command in the chat may become. Which commands the player may give only the
// server knows; all are offered that are not the console's alone.
func (s *shell) complete(line string) (from int, words []string) {
	var w *world.World
	if s.game != nil {
		w = s.game.client.World()
	}
	return commands.Complete(line, commands.Operator, crowd{w})
}

// crowd is whom the client has heard of.
type crowd struct{ w *world.World }

// Here implements commands.Names.
func (c crowd) Here() (out []string) {
	for i := 0; c.w != nil && i < c.w.StreamCount(); i++ {
		if n := c.w.StreamAt(i).Name; n != "" {
			out = append(out, n)
		}
	}
	return out
}

// Known implements commands.Names.
func (c crowd) Known(string) []string { return c.Here() }
