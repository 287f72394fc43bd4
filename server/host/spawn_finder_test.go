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
		rested := func() int {
			f.mu.Lock()
			defer f.mu.Unlock()
			return g.rests
		}
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
			if n := rested(); n != rests {
				t.Errorf("the land was forgotten %d times while newcomers came", n-rests)
			}
			for range 10 { // to ask for a place alone, as each change near it does, keeps nothing in memory
				time.Sleep(spawnRestAfter/10 + time.Millisecond)
				if f.point(0) != want[0].at {
					t.Error("the first place has moved")
				}
			}
			synctest.Wait()
			rests++
			if n := rested(); n != rests {
				t.Fatalf("the land was forgotten %d times, in %d quiet times", n, rests)
			}
		}
		f.yaw(0, 0)
		f.close()
		time.Sleep(2 * spawnRestAfter)
		synctest.Wait()
		if rested() != rests {
			t.Error("the land was forgotten after the end")
		}
		t.Logf("%d newcomers, %d quiet times", asked, rests)
	})
}
