package enginetest_test

import (
	"testing"

	"voxtide/engine"
	"voxtide/engine/enginetest"
)

// TestMemory: the database in memory passes its own suite.
func TestMemory(t *testing.T) {
	m := enginetest.NewMemory()
	enginetest.Run(t, enginetest.Database{
		Open: func(testing.TB) engine.Engine { return m.Open() },
		Mute: func(testing.TB) func() { m.SetDeaf(true); return func() { m.SetDeaf(false) } },
	})
	if n := m.Handles(); n != 0 {
		t.Errorf("%d handles are left open", n)
	}
}
