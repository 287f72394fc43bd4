package main

import (
	"voxtide/client"
	"voxtide/settings"
)

// particles is how many there are at once, by how much is drawn of what slow machines leave out.
var particles = map[string]int{"plain": 0, "auto": 600, "rich": 1200}

// feelOf returns what pictures add for the look of it, by the settings.
func feelOf(c *settings.Client) client.Feel {
	return client.Feel{Particles: particles[c.Detail], Bob: c.Bob, Widen: c.Widen}
}
