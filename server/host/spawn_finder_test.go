package host

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/world"
	"voxtide/world/worldgen"
)

// countedGenerator counts how often it is told to rest.
type countedGenerator struct {
	worldgen.Generator
	rests int
}

func (g *countedGenerator) Rest() { g.rests++; g.Generator.Rest() }

// TestSpawnFinder: newcomers of all orders begin where the generator says and look where it says; the land around is remembered while they come, and forgotten when
// nobody has come for spawnRestAfter, after which they begin at the same places.
func TestSpawnFinder(t *testing.T) {
	land := worldgen.Land{Seed: 7, Generator: worldgen.NewWorlds}
	type start struct {
		at  world.Vec
		yaw uint16
	}
	want := make([]start, 12)
	fresh := worldgen.New(land)
	for i := range want {
		want[i] = start{fresh.Spawn(i), fresh.SpawnYaw(i, i%3-1)}
	}
	synctest.Test(t, func(t *testing.T) {
		g := &countedGenerator{Generator: worldgen.New(land)}
		f := spawnFinder{gen: g}
		asked, rests := 0, 0
		for range 3 {
			var all sync.WaitGroup
			for i := range want {
				all.Go(func() {
					time.Sleep(time.Duration(i) * spawnRestAfter * 9 / 10)
					if got := (start{f.point(i), f.yaw(i, i%3-1)}); got != want[i] {
						t.Errorf("player %d begins at %v, %v instead", i, got, want[i])
					}
				})
				asked++
			}
			all.Wait()
			synctest.Wait()
			if g.rests != rests {
				t.Errorf("the land was forgotten %d times while newcomers came", g.rests-rests)
			}
			time.Sleep(spawnRestAfter + time.Millisecond)
			synctest.Wait()
			if rests++; g.rests != rests {
				t.Fatalf("the land was forgotten %d times, in %d quiet times", g.rests, rests)
			}
		}
		f.point(0)
		f.close()
		time.Sleep(2 * spawnRestAfter)
		synctest.Wait()
		if g.rests != rests {
			t.Error("the land was forgotten after the end")
		}
		t.Logf("%d newcomers, %d quiet times", asked, rests)
	})
}
