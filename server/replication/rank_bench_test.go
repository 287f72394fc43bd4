package replication

import (
	"fmt"
	"testing"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// walkersRanked returns a relay of a world with n walkers, within 32 by 32 blocks or spread over 1,000 by 1,000, and the
// clients of all.
func walkersRanked(n int, spread bool) (*relay, []*Client) {
	w := world.New()
	w.AddStream(timestream.Server, 0, 1)
	var clients []*Client
	for s := timestream.Stream(1); int(s) <= n; s++ {
		w.AddStream(s, 0, 1)
		e := world.Entity{ID: world.AvatarID(s), Kind: world.KindAvatar, Stream: s}
		p := world.Pos{X: int32(s * 7919 % 32), Z: int32(s * 104729 % 32)}
		if spread {
			p = world.Pos{X: int32(s * 7919 % 1000), Z: int32(s * 104729 % 1000)}
		}
		e.Motion.Pos = world.BottomCentre(p)
		w.AddEntity(e)
		w.AddPlayer(s, world.Player{})
		clients = append(clients, NewClient(s, protocol.Token{}, false))
	}
	r := &relay{Replicator: &Replicator{World: w}}
	for _, c := range clients {
		r.clients = append(r.clients, Recipient{Client: c})
	}
	r.Trajectories.Update(w, nil)
	return r, clients
}

// BenchmarkRank is one ranking, of each client in turn, with the bookkeeping of a new step of the server every 100 rankings.
func BenchmarkRank(b *testing.B) {
	for _, n := range []int{8, 100, 500, 1000} {
		for _, spread := range []bool{true, false} {
			b.Run(fmt.Sprintf("%d/spread=%t", n, spread), func(b *testing.B) {
				r, clients := walkersRanked(n, spread)
				for _, c := range clients {
					r.writer.Begin(r.update[:0], 1, 0)
					r.Rank(c)
				}
				i := 0
				b.ReportAllocs()
				for b.Loop() {
					if i++; i%100 == 0 {
						r.Trajectories.Update(r.World, nil)
					}
					r.Rank(clients[i%n])
				}
			})
		}
	}
}
