package linktest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"voxtide/badnet"
	"voxtide/chance"
)

// TestLink: all contestants bring all messages; ours with copies is no later than KCP alone, and
// sends no more than two and a half times its bytes (in so short a time a few losses look like
// many; what it costs in the long run is TestDelays of lanes). The best of some tries counts.
func TestLink(t *testing.T) {
	c := LinkConfig{
		Conditions: badnet.Conditions{Delay: 20 * ms, Loss: 0.05}, Rate: 100, Size: 32, Duration: 700 * ms, Seed: chance.Seed(t),
	}
	better := false
	for try := 0; try < 3 && !better; try++ {
		var said []Row
		rows, err := Link(context.Background(), c, func(r Row) { said = append(said, r) })
		if err != nil || !slices.Equal(rows, said) {
			t.Fatalf("%v; %d rows, %d said", err, len(rows), len(said))
		}
		for i, r := range rows {
			t.Logf("%+v", r)
			if r.Name != Contestants()[i] || r.Sent < 30 || r.Got != r.Sent || r.P50 < Millis(20*ms) || r.P99 < r.P50 || r.Max < r.P99 || r.Up < 1000 {
				t.Fatalf("%+v", r)
			}
		}
		kcp, ours := rows[0], rows[len(rows)-1]
		better = ours.P90 <= kcp.P90+Millis(5*ms) && ours.Up <= kcp.Up*5/2
		c.Seed++
	}
	if !better {
		t.Error("ours is later than KCP alone, or sends too much")
	}
}

// TestLinkStops: an ended context ends it.
func TestLinkStops(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 100*ms)
	defer stop()
	start := time.Now()
	if _, err := Link(ctx, LinkConfig{Rate: 60, Size: 8, Duration: time.Hour}, func(Row) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Fatalf("took %v to stop", took)
	}
}
