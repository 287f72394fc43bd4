package main

import (
	"fmt"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/commands"
)

// pointReach is how far one points at a block, in blocks: further than one can build.
const pointReach = 64

// point fills in the block that the player looks at where a command is about a block and names none. Where nothing is in
// sight the line stays as it is.
func point(c *client.Client, in *client.Input) {
	for i := range in.Do {
		a := &in.Do[i]
		if a.Kind != actions.Chat || !commands.Points(a.Text) {
			continue
		}
		if hit, ok := c.Sight(in.Yaw, in.Pitch, pointReach); ok {
			a.Text = pointed(a.Text, hit)
		}
	}
}

func pointed(line string, hit client.Hit) string {
	return fmt.Sprintf("%s %d %d %d", line, hit.Pos.X, hit.Pos.Y, hit.Pos.Z)
}
