package host

import (
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/server"
	"voxtide/world"
)

var rollbackOf = flag.Int("rollback", 20_000, "blocks that TestRollbackOfMany takes back")

// TestRollbackOfMany measures how long a rollback takes and its longest step, with nobody near and with one player who
// watches: blocks that one player set, in a solid cuboid of sections that are not in memory when it begins.
func TestRollbackOfMany(t *testing.T) {
	defer leaks(t)
	for _, near := range []bool{false, true} {
		t.Run(fmt.Sprintf("near=%v", near), func(t *testing.T) {
			dir := t.TempDir()
			w := openTown(t, dir)
			eve := w.join("eve")
			var cells []server.Back
			wide := int32(32)
			for int(wide*wide*world.SectionSize*4) < *rollbackOf {
				wide += 32
			}
			for i := int32(0); len(cells) < *rollbackOf; i++ {
				p := world.Pos{X: i%wide - wide/2 + 1000, Y: 180 + i/(wide*wide), Z: i/wide%wide - wide/2}
				cells = append(cells, server.Back{Pos: p, Now: world.Air, Then: world.Planks})
			}
			began := Since()
			w.set(eve.Stream(), cells)
			t.Logf("%d blocks were set in %v", len(cells), took(Since()-began))
			w.close()
			w = openTown(t, dir)
			w.patience = 5 * time.Minute
			at := "0 200 0"
			if near {
				at = "1000 179 0"
			}
			ann := w.join("ann")
			w.gives("tp ann " + at)
			ann.in.Keys = world.KeyFly // stays there
			w.play(3 * time.Second)
			w.h.gauges.mu.Lock()
			w.h.gauges.steps.most = 0
			w.h.gauges.mu.Unlock()
			down := ann.Stats().Down
			began = Since()
			got := w.gives("rollback preview eve 1d")
			t.Logf("%s, in %s", got, took(Since()-began))
			got = w.gives("rollback apply eve 1d")
			t.Logf("%s; %d kB to the player", got, (ann.Stats().Down-down)/1000)
			if !strings.Contains(got, fmt.Sprintf("set back %d blocks", len(cells))) {
				t.Error(got)
			}
			w.h.gauges.mu.Lock()
			t.Logf("the longest step took %v; %d of %d steps took longer than 16 ms", w.h.gauges.steps.most, w.h.gauges.steps.late, w.h.gauges.steps.all)
			w.h.gauges.mu.Unlock()
			w.play(time.Second)
			ann.honest(t, 0)
			w.close()
		})
	}
}
