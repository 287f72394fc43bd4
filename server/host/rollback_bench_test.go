package host

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/server/rollback"
	"voxtide/world"
)

var rollbackOf = flag.Int("rollback", 20_000, "blocks that TestRollbackOfMany takes back")

// TestRollbackOfMany measures the time of a rollback and its longest step, with nobody near and with one player who watches:
// the blocks of one player, in a solid cuboid of sections that are not in memory when it begins.
func TestRollbackOfMany(t *testing.T) {
	defer checkLeaks(t)
	blocks := *rollbackOf
	if testing.Short() { // under the race detector
		blocks = min(blocks, 2000)
	}
	for _, near := range []bool{false, true} {
		t.Run(fmt.Sprintf("near=%v", near), func(t *testing.T) {
			dir := t.TempDir()
			w := openPlayersFixture(t, dir)
			eve := w.join("eve")
			var cells []rollback.Restore
			wide := int32(32)
			for int(wide*wide*world.SectionSize*4) < blocks {
				wide += 32
			}
			for i := int32(0); len(cells) < blocks; i++ {
				p := world.Pos{X: i%wide - wide/2 + 1000, Y: 180 + i/(wide*wide), Z: i/wide%wide - wide/2}
				cells = append(cells, rollback.Restore{Pos: p, Expected: world.Air, Target: world.Planks})
			}
			began := Monotonic()
			w.setBlocks(eve.Stream(), cells)
			t.Logf("%d blocks were set in %v", len(cells), (Monotonic() - began))
			w.close()
			w = openPlayersFixture(t, dir)
			w.timeout = 5 * time.Minute
			at := "0 200 0"
			if near {
				at = "1000 179 0"
			}
			ann := w.join("ann")
			w.consoleCommand("tp ann " + at)
			ann.in.Keys = world.KeyFly // stays there
			w.play(3 * time.Second)
			w.h.metrics.mu.Lock()
			w.h.metrics.steps.longest = 0
			w.h.metrics.mu.Unlock()
			down := ann.Stats().BytesDown
			began = Monotonic()
			got := w.consoleCommand("rollback preview eve 1d")
			t.Logf("%s, in %s", got, (Monotonic() - began))
			got = w.consoleCommand("rollback apply eve 1d")
			t.Logf("%s; %d kB to the player", got, (ann.Stats().BytesDown-down)/1000)
			if !strings.Contains(got, fmt.Sprintf("set back %d blocks", len(cells))) {
				t.Error(got)
			}
			w.h.metrics.mu.Lock()
			t.Logf("the longest step took %v; %d of %d steps took longer than 16 ms", w.h.metrics.steps.longest, w.h.metrics.steps.late, w.h.metrics.steps.total)
			w.h.metrics.mu.Unlock()
			w.play(time.Second)
			ann.honest(t, 0)
			w.close()
		})
	}
}
