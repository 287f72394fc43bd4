package main

import (
	"voxtide/client"
	"voxtide/settings"
)

// particlesMost is how many particles there are at once.
const particlesMost = 600

// feelOf returns what pictures add for the look of it, by the settings.
func feelOf(c *settings.Client) client.Feel {
	return client.Feel{Particles: particlesMost, Bob: c.Bob, Widen: c.Widen}
}
