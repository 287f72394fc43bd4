package main

import (
	"fmt"
	"strings"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/commands"
	"voxtide/edits"
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

// doing says what a player does who makes an emote.
var doing = [edits.EmoteCount]string{"", "wave", "point", "nod", "shake your head", "cheer", "clap", "bow"}

// emoteOf returns the emote that a line of the chat asks for, /emote wave or /wave; EmoteNone if it asks for none.
func emoteOf(line string) edits.Emote {
	name, is := strings.CutPrefix(strings.TrimSpace(line), "/")
	if !is {
		return edits.EmoteNone
	}
	if rest, long := strings.CutPrefix(name, "emote "); long {
		name = strings.TrimSpace(rest)
	}
	return edits.EmoteNamed(strings.ToLower(name))
}

// targetReach is the reach of a command's target, in blocks: further than the player can build.
const targetReach = 64

// fillTarget appends the position of the target block to a command that needs a block and names none. Without a target
// block the line stays as it is, and so does one about a box where the target is none.
func fillTarget(c *client.Client, in *client.Input) {
	for i := range in.Actions {
		a := &in.Actions[i]
		if a.Kind == actions.Chat && commands.NeedsBox(a.Text) {
			hit, ok := c.TargetWithin(in.Yaw, in.Pitch, targetReach)
			if b, _ := c.World().Block(hit.Pos); ok && b.CanBeShop() {
				a.Text = withTarget(a.Text, hit)
			}
			continue
		}
		if a.Kind != actions.Chat || !commands.NeedsTarget(a.Text) {
			continue
		}
		if hit, ok := c.TargetWithin(in.Yaw, in.Pitch, targetReach); ok {
			a.Text = withTarget(a.Text, hit)
		}
	}
}

func withTarget(line string, hit client.Hit) string {
	return fmt.Sprintf("%s %d %d %d", line, hit.Pos.X, hit.Pos.Y, hit.Pos.Z)
}
