package main

import (
	"strings"

	"voxtide/server"
	"voxtide/settings"
)

// onReload returns the function that reads the settings again for the command reload, with the flags over them as at the
// start. running are the settings that count now.
func (c *runCmd) onReload(running settings.Server) func() (server.RuntimeConfig, []string, error) {
	return func() (server.RuntimeConfig, []string, error) {
		s, _, err := c.settings()
		if err != nil {
			return server.RuntimeConfig{}, nil, err
		}
		now, later := running.Diff(s)
		lines := []string{"the settings are as they were"}
		if len(now) > 0 {
			lines = []string{"counts now: " + strings.Join(now, ", ")}
		}
		if len(later) > 0 {
			lines = append(lines, "counts from the next start: "+strings.Join(later, ", "))
		}
		running = running.WithReloaded(s) // settings that wait for a restart are named again at each reload
		return runtimeSettings(&s), lines, nil
	}
}
