package farland

import (
	"log/slog"
	"testing"
	"time"

	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// TestRemadeSeldom: a tile in which many build and for which many ask is made again once in remakeAfter, and no more often; all have what was built in the end.
func TestRemadeSeldom(t *testing.T) {
	const players, rounds, each = 20, 600, 50 * time.Millisecond
	var l testLand
	now := time.Unix(0, 0)
	m := &Maker{cfg: Config{Log: slog.New(slog.DiscardHandler)}, now: func() time.Time { return now }, wake: make(chan struct{}, 1), waiting: map[timestream.Stream]int{}, changes: changes{columns: map[column]uint64{}}}
	made, o := newTiles(newLand, &l), newOutdated()
	place := protocol.FarPlace{X: 3, Z: -2}
	x, z := place.Corner()
	at := world.Pos{X: x + 40, Y: worldgen.New(newLand).Top(x+40, z+40) + 60, Z: z + 40}
	sums := map[timestream.Stream]uint32{}
	round := func(asks bool) {
		now = now.Add(each)
		for of := range timestream.Stream(players) {
			if asks {
				m.Ask(of+1, []protocol.FarAsk{{Place: place, Sum: sums[of+1]}})
			}
		}
		for m.answerNext(made, &o) {
		}
		m.Take(func(of timestream.Stream, message []byte) { sums[of] = protocol.FarSum(message) })
	}
	for i := range uint64(rounds) {
		l.set(at, []world.Block{world.Stone, world.Planks}[i%2])
		at.X = x + 40 + int32(i%3)
		m.Changed(at)
		m.Stored(i+1, i+1)
		round(true)
	}
	c := m.Counts()
	most := int(rounds*each/remakeAfter) + 1
	t.Logf("%d changes, %d questions: %d tiles made again, %d may be; %d questions waited", rounds, rounds*players, c.Again, most, c.Held)
	if c.Again > most || c.Again < most-3 || c.Held < 5*players {
		t.Error("that is not right")
	}
	for range 2 * remakeAfter / each {
		round(false)
	}
	last, _, err := made.tile(place)
	if err != nil || last.upTo != rounds || len(m.waiting) > 0 {
		t.Fatalf("%v; the tile shows %d changes of %d, %d wait still", err, last.upTo, rounds, len(m.waiting))
	}
	for of, sum := range sums {
		if sum != last.sum {
			t.Errorf("player %d has another tile", of)
		}
	}
	if len(sums) != players {
		t.Errorf("%d players have one", len(sums))
	}
}
