package linktest

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"voxtide/internal/testrand"
	"voxtide/transport/netem"
)

// TestLink: all contestants bring all messages, in real time, as they run in netlab; each row is said as it is there.
func TestLink(t *testing.T) {
	c := LinkConfig{
		Conditions: netem.Conditions{Delay: 20 * ms, Loss: 0.05}, Rate: 100, Size: 32, Duration: 700 * ms, Seed: testrand.Seed(t),
	}
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
}

// TestCopiesAreNoLater: in virtual time, over many networks, messages come no later with copies than as segments alone in any of
// them, much earlier where some are lost, and cost no more than two and a half times the bytes.
func TestCopiesAreNoLater(t *testing.T) {
	networks := 12
	if testing.Short() { // under the race detector; too few for the mean
		networks = 2
	}
	luck := testrand.New(t)
	for _, c := range []struct {
		name string
		bad  netem.Conditions
		gain time.Duration // of the slowest hundredth, in the mean, at least
	}{
		{"nothing lost", netem.Conditions{Delay: 20 * ms}, -5 * ms},
		{"5% lost", netem.Conditions{Delay: 20 * ms, Loss: 0.05}, 20 * ms},
		{"5% lost, jitter", netem.Conditions{Delay: 20 * ms, Loss: 0.05, Jitter: 8 * ms}, 20 * ms},
	} {
		t.Run(c.name, func(t *testing.T) {
			var gain time.Duration
			messages := 0
			for range networks {
				seed := luck.Uint64()
				synctest.Test(t, func(t *testing.T) {
					rows := map[string]Row{}
					for _, who := range contestants()[2:] {
						r, err := who.run(context.Background(), LinkConfig{Conditions: c.bad, Rate: 100, Size: 32, Duration: 5 * time.Second, Seed: seed})
						if err != nil {
							t.Fatal(err)
						}
						if r.Got != r.Sent || r.Sent < 450 {
							t.Errorf("seed %d: %d of %d came: %+v", seed, r.Got, r.Sent, r)
						}
						rows[r.Name] = r
						messages += r.Got
					}
					alone, copies := rows["lanes"], rows["lanes copies"]
					if copies.P90 > alone.P90+Millis(5*ms) || copies.Up > alone.Up*5/2 {
						t.Errorf("seed %d: copies %+v\nalone %+v", seed, copies, alone)
					}
					gain += time.Duration(alone.P99 - copies.P99)
				})
			}
			t.Logf("%d networks, %d messages: the slowest hundredth comes %v earlier", networks, messages, gain/time.Duration(networks))
			if mean := gain / time.Duration(networks); mean < c.gain && !testing.Short() || messages == 0 {
				t.Errorf("gain %v, %d messages", mean, messages)
			}
		})
	}
}

// TestLinkStops checks that cancelling the context ends the run.
func TestLinkStops(t *testing.T) {
	ctx, stop := context.WithTimeout(context.Background(), 100*ms)
	defer stop()
	start := time.Now()
	if _, err := Link(ctx, LinkConfig{Rate: 60, Size: 8, Duration: time.Hour}, func(Row) {}); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	if took := time.Since(start); took > time.Minute { // of the hour
		t.Fatalf("took %v to stop", took)
	}
}
