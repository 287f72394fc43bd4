package host

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"voxtide/protocol"
	"voxtide/server"
)

// TestReloadFilesApart: a mistake in the settings does not keep the lists from being read, nor one in a list the settings from
// counting, and commands on a list that was edited are saved after that reload.
func TestReloadFilesApart(t *testing.T) {
	defer checkLeaks(t)
	dir, wrong := t.TempDir(), errors.New("server.toml:41: no such setting")
	rules := server.RuntimeConfig{MaxPlayers: 7, View: 4, UpdateRate: 30}
	h, _ := openHost(t, dir, func(c *Config) {
		c.ReadSettings = func() (server.RuntimeConfig, []string, error) { return rules, nil, wrong }
	})
	path := filepath.Join(dir, peopleFileName)
	os.WriteFile(path, []byte("[[operator]]\nname = \"dora\"\n"), 0o600)
	if got := order(t, h, "reload"); !strings.Contains(got, wrong.Error()+"; the settings stay as they were") {
		t.Errorf("%q", got)
	}
	if got := order(t, h, "ops"); got != "operators (1): dora" {
		t.Errorf("%q", got)
	}
	if got := order(t, h, "op emil cd00000000000000000000000000000000000000000000000000000000000000"); got != "emil is an operator" {
		t.Errorf("%q", got)
	}
	wrong = nil
	os.WriteFile(path, []byte("[[operater]]\nname = \"dora\"\n"), 0o600)
	rules.MOTD = "hello"
	if got := order(t, h, "reload"); !strings.Contains(got, "the lists stay as they were") {
		t.Errorf("%q", got)
	}
	if got := order(t, h, "ops"); got != "operators (2): dora, emil" {
		t.Errorf("%q", got)
	}
	os.Remove(path)
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
}
