package main

import (
	"voxtide/commands"
	"voxtide/world"
)

// completeCommand returns the completions of the last word of a command in the chat, and the byte at which that word
// begins. Only the server knows which commands the player may give, so all are completed but those of the console alone.
// The world is nil where there is none.
func completeCommand(line string, w *world.World) (from int, words []string) {
	return commands.Complete(line, commands.Operator, onlinePlayers{w})
}

// onlinePlayers are the players that the client knows.
type onlinePlayers struct{ w *world.World }

// Online implements commands.Names.
func (c onlinePlayers) Online() (out []string) {
	for i := 0; c.w != nil && i < c.w.StreamCount(); i++ {
		if n := c.w.StreamAt(i).Name; n != "" {
			out = append(out, n)
		}
	}
	return out
}

// Known implements commands.Names.
func (c onlinePlayers) Known(string) []string { return c.Online() }
