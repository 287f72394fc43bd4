package enginetest_test

import (
	"testing"
	"time"

	"voxtide/engine"
	"voxtide/engine/enginetest"
	"voxtide/engine/simulated"
)

func TestSimulated(t *testing.T) {
	c := simulated.NewCluster(1, simulated.Conditions{DelayMin: 100 * time.Microsecond, DelayMax: 300 * time.Microsecond, Timeout: 300 * time.Millisecond})
	n := 0
	enginetest.Run(t, enginetest.Database{
		Open: func(testing.TB) engine.Engine { n++; return c.Connect(string(rune('a' + n))) },
		Mute: func(testing.TB) func() { c.SetMajority(false); return func() { c.SetMajority(true) } },
	})
}
