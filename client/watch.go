package client

import (
	"slices"

	"voxtide/actions"
	"voxtide/world"
)

// Who watches another player is told the land and the bodies around that one, and sees through its eyes as far as the client knows them; the own body
// stays where it is and takes no keys.

// endWatching is what the client says to see through its own eyes again.
const endWatching = "/spectate"

// Watching returns the name of the player through whose eyes the world is shown, "" if that is the own player, and whether the body is there yet.
func (c *Client) Watching() (name string, there bool) {
	if c.watch == 0 || c.watch == c.stream || c.strategy == nil {
		return "", false
	}
	w := c.strategy.World()
	if st := w.Stream(c.watch); st != nil {
		name = st.Name
	}
	if name == "" {
		name = "somebody"
	}
	return name, w.Find(world.AvatarID(c.watch)) != world.NoEntity
}

// Frozen reports whether the server lets the own body do nothing.
func (c *Client) Frozen() bool { return c.watch != 0 && c.watch == c.stream }

// Unseen reports whether others are not told of the own body.
func (c *Client) Unseen() bool {
	e := c.avatar()
	return e != nil && e.Motion.Flags&world.Unseen != 0
}

// watchInput returns what counts of the input while the player watches another one: what he says. Sneak ends it. Who flew goes on holding that key, or his
// own body would fall out of the sky.
func (c *Client) watchInput(in Input) Input {
	held := in.Keys&world.KeySneak != 0
	done := slices.DeleteFunc(slices.Clone(in.Actions), func(a actions.Action) bool { return a.Kind != actions.Chat })
	if held && !c.own.sneakHeld && !c.Frozen() {
		done = append(done, actions.Action{Kind: actions.Chat, Text: endWatching})
	}
	c.own.sneakHeld = held
	return Input{Yaw: c.own.yaw, Keys: c.own.keys & world.KeyFly, Actions: done}
}
