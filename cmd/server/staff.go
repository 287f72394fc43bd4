package main

import (
	"strings"
	"time"

	"voxtide/host"
	"voxtide/server"
	"voxtide/settings"
	"voxtide/world"
)

// rules returns what of the settings can be changed while the server runs.
func rules(s *settings.Server) server.Rules {
	last := time.Duration(s.ItemsLast) * time.Second
	if last == 0 {
		last = -1 // for ever
	}
	return server.Rules{
		ItemsLast: last,
		MOTD:      s.MOTD, Players: s.Players, View: (s.View + world.SectionSize - 1) / world.SectionSize, Frames: s.Frames,
		Creative: s.Mode == "creative", Guarded: s.Whitelist, SpawnGuard: s.SpawnGuard,
		Linger: time.Duration(s.Linger) * time.Second, SaveEvery: time.Duration(s.Snapshots) * time.Second,
	}
}

// staff returns whom commands may ask: to stop, which is told to a channel, and to read the settings anew, flags over them
// as at the start.
func (c *runCmd) staff(running settings.Server, stopped chan<- string) host.Staff {
	return host.Staff{
		Stop: func(reason string) {
			select {
			case stopped <- reason:
			default: // it stops already
			}
		},
		Reload: func() (server.Rules, []string, error) {
			s, _, err := c.settings()
			if err != nil {
				return server.Rules{}, nil, err
			}
			now, later := running.Changed(s)
			lines := []string{"the settings are as they were"}
			if len(now) > 0 {
				lines = []string{"counts now: " + strings.Join(now, ", ")}
			}
			if len(later) > 0 {
				lines = append(lines, "counts from the next start: "+strings.Join(later, ", "))
			}
			running = running.Adopt(s) // what waits is told again with each reload
			return rules(&s), lines, nil
		},
	}
}
