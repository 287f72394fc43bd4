package main

import (
	"strings"
	"sync/atomic"

	"voxtide/server"
	"voxtide/server/backups"
	"voxtide/server/webhook"
	"voxtide/settings"
)

// onReload returns the function that reads the settings again for the command reload, with the flags over them as at the
// start. running are the settings that count now.
func (c *runCmd) onReload(running settings.Server) func() (server.RuntimeConfig, []string, error) {
	c.backupTo = running.Backup.To
	c.reloaded = new(atomic.Pointer[lastRead])
	c.reloaded.Store(&lastRead{running, c.words})
	return func() (server.RuntimeConfig, []string, error) {
		words := c.words
		s, home, err := c.settings()
		if err == nil {
			c.words, err = settings.ReadWords(home, s.ChatWords)
		}
		if err != nil {
			c.words = words
			return server.RuntimeConfig{}, nil, err
		}
		now, later := running.Diff(s)
		if running.ChatWords == s.ChatWords && !c.words.Equal(words) {
			now = append(now, "chat_words (its file)")
		}
		if s.Backup.To != c.backupTo {
			later = append(later, "backup (its folder)")
		}
		lines := []string{"the settings are as they were"}
		if len(now) > 0 {
			lines = []string{"counts now: " + strings.Join(now, ", ")}
		}
		if len(later) > 0 {
			lines = append(lines, "counts from the next start: "+strings.Join(later, ", "))
		}
		c.reloaded.Store(&lastRead{s, c.words})
		running = running.WithReloaded(s) // settings that wait for a restart are named again at each reload
		return c.runtimeSettings(&s), lines, nil
	}
}

// readBackups returns how copies are made, by the settings as onReload's function has read them.
func (c *runCmd) readBackups() (backups.Config, error) {
	return c.reloaded.Load().Backup.Config(c.reloaded.Load().KeptBackups)
}

// readWebhooks returns where events are posted, by the settings as onReload's function has read them.
func (c *runCmd) readWebhooks() []webhook.Config { return c.reloaded.Load().Hooks() }
