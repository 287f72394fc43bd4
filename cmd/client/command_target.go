package main

import (
	"fmt"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/commands"
)

// targetReach is the reach of a command's target, in blocks: further than the player can build.
const targetReach = 64

// fillTarget appends the position of the target block to a command that needs a block and names none. Without a target
// block the line stays as it is.
func fillTarget(c *client.Client, in *client.Input) {
	for i := range in.Actions {
		a := &in.Actions[i]
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
