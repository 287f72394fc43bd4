package actions

import (
	"fmt"
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// crowdOn adds players to a stage, so that it has n: all within 32 by 32 blocks around it, or spread over 1,000 by 1,000.
func crowdOn(r *edits.Recorder, n int, spread bool) {
	for s := timestream.Stream(3); int(s) <= n; s++ {
		r.W.AddStream(s, 0, 1)
		e := world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s}
		p := world.Pos{X: int32(s*7919%32) - 16, Z: int32(s*104729%32) + 10}
		if spread {
			p = world.Pos{X: int32(s*7919%1000) - 500, Z: int32(s*104729%1000) - 500}
		}
		e.Motion.Pos = world.BottomCentre(p)
		r.W.AddEntity(e)
		r.W.AddPlayer(s, world.Player{Name: "p"})
	}
}

// BenchmarkBodyInTheWay is what it costs to look whether a body is where a block is to be, by how many players there are and where.
func BenchmarkBodyInTheWay(b *testing.B) {
	for _, n := range []int{2, 100, 1000} {
		for _, spread := range []bool{true, false} {
			b.Run(fmt.Sprintf("%d/spread=%t", n, spread), func(b *testing.B) {
				r := stage(true)
				crowdOn(r, n, spread)
				b.ReportAllocs()
				for b.Loop() {
					if BodyInTheWay(r.W, world.Pos{X: 6, Z: 8}, world.Dirt) != Done {
						b.Fatal("nobody stands there")
					}
				}
			})
		}
	}
}

// BenchmarkPlace is a placement with all that it does and with its undoing, among n players.
func BenchmarkPlace(b *testing.B) {
	for _, n := range []int{2, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := mechanicsRoom(world.StackOf(world.Dirt, 5))
			crowdOn(r, n, true)
			r.KeepLog = false
			a := Action{Kind: Place, Pos: world.Pos{X: 6, Z: 8}, Face: world.Down, Aim: Aim{8, 0, 8}, At: timestream.Time(10 * sec)}
			b.ReportAllocs()
			for b.Loop() {
				if why := Do(r, 1, timestream.Time(10*sec), &a); why != Done {
					b.Fatal(why)
				}
				r.Revert()
			}
		})
	}
}

// BenchmarkPlayerOf is a look at a player's inventory, of the last of n players, with a gap in the numbers of streams after him.
func BenchmarkPlayerOf(b *testing.B) {
	for _, n := range []int{2, 100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := stage(true)
			crowdOn(r, n, true)
			r.W.AddStream(5000, 0, 1)
			r.W.AddPlayer(5000, world.Player{Name: "p"})
			for b.Loop() {
				if r.W.Player(timestream.Stream(n)) == nil {
					b.Fatal("no player")
				}
			}
		})
	}
}
