package stage

import (
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/render/scene"
	"voxtide/transport/memnet"
	"voxtide/world"
)

const ms = time.Millisecond

// bad is a network with everything.
var bad = Links{
	Up:   memnet.Link{Delay: 40 * ms, Jitter: 30 * ms, Loss: 0.05, Burst: true, Duplicate: 0.01, Reorder: 0.02, ReorderBy: 15 * ms, Rate: 200_000},
	Down: memnet.Link{Delay: 40 * ms, Jitter: 30 * ms, Loss: 0.05, Duplicate: 0.01, Rate: 500_000},
}

// circle makes each client walk in circles and place a block now and then.
func circle(i int, now time.Duration, in *client.Input) {
	in.Keys = world.KeyForward
	in.Yaw = uint16(now/(8*ms))*64 + uint16(i)<<12
	if frame := int(now / (time.Second / 60)); frame%50 == 10*i {
		in.Actions = append(in.Actions, actions.Action{Kind: actions.SelectSlot, Slot: uint8(frame / 50 % 3)})
	}
}

// play plays five seconds and returns the stage and how far client 0 was drawn from home at most.
func play(t testing.TB, cfg Config) (*Stage, float64) {
	t.Helper()
	var first [3]float64
	far, frames := 0.0, 0
	cfg.Hooks.Input = circle
	cfg.Hooks.Frame = func(i int, _ time.Duration, sc *scene.Scene) {
		if i != 0 {
			return
		}
		if frames++; frames == 1 {
			first = sc.OwnEntity.Drawn
		}
		dx, dz := sc.OwnEntity.Drawn[0]-first[0], sc.OwnEntity.Drawn[2]-first[2]
		far = max(far, dx*dx+dz*dz)
	}
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.Step(5 * time.Second)
	return s, far
}

// TestEqualRunsAreEqual checks that a run is a function of its Config, on both lands, and that the seed counts.
func TestEqualRunsAreEqual(t *testing.T) {
	for name, land := range map[string]Land{"flat": Flat(24), "hilly": Hilly(3, 24)} {
		cfg := Config{Players: 3, Land: land, Seed: 7, Links: []Links{bad}}
		a, far := play(t, cfg)
		b, _ := play(t, cfg)
		if a.Hash() != b.Hash() {
			t.Errorf("%s: two equal runs end with %x and %x", name, a.Hash(), b.Hash())
		}
		if cfg.Seed = 8; far < 1 {
			t.Errorf("%s: player 0 came only %.2f m far", name, far)
		}
		if c, _ := play(t, cfg); c.Hash() == a.Hash() {
			t.Errorf("%s: another seed is the same run", name)
		}
		t.Logf("%s: hash %x, player 0 came %.1f m² far", name, a.Hash(), far)
	}
}

// TestStampsDoNotDependOnTheNetwork checks that the same inputs give bit-equal actions at the server over every network.
func TestStampsDoNotDependOnTheNetwork(t *testing.T) {
	told := map[string][]actions.Action{}
	for name, l := range map[string][]Links{"perfect": nil, "bad": {bad}} {
		s, err := New(Config{Players: 2, Seed: 7, Links: l, Hooks: Hooks{Input: circle}})
		if err != nil {
			t.Fatal(err)
		}
		own := s.Client(0)
		own.OnAction(func(a *actions.Action) {
			one := *a
			one.LastUpdate, one.Sections, one.Number = 0, nil, 0 // what was seen, not what was done
			if one.Kind != actions.ConfirmSections {
				told[name] = append(told[name], one)
			}
		})
		s.Step(5 * time.Second)
	}
	a, b := told["perfect"], told["bad"]
	if len(a) < 50 || len(a) != len(b) {
		t.Fatalf("%d and %d actions", len(a), len(b))
	}
	for i := range a {
		if a[i].At != b[i].At || a[i].Kind != b[i].Kind || a[i].Yaw != b[i].Yaw || a[i].Keys != b[i].Keys {
			t.Fatalf("action %d: %+v over the perfect network, %+v over the bad one", i, a[i], b[i])
		}
	}
	t.Logf("%d actions are equal", len(a))
}

// TestPacketHook checks that each packet is told when it leaves, with an arrival that the link allows.
func TestPacketHook(t *testing.T) {
	sent, lost := [2]uint64{}, [2]uint64{}
	cfg := Config{Seed: 3, Links: []Links{bad}}
	var s *Stage
	cfg.Hooks.Packet = func(p Packet) {
		way := 0
		if p.Up {
			way = 1
		}
		if !p.Duplicate && p.Client == 0 {
			sent[way]++
		}
		if p.Lost && p.Client == 0 {
			lost[way]++
		}
		if trip := p.Arrives - p.Sent; !p.Lost && trip < 40*ms {
			t.Errorf("a packet took %v", trip)
		}
	}
	cfg.Hooks.Input = circle
	s, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	s.Step(10 * time.Second)
	up, down := s.Stats(0)
	if up.Packets != sent[1] || down.Packets != sent[0] || up.Lost != lost[1] || down.Lost != lost[0] || up.Lost == 0 || down.Lost == 0 {
		t.Errorf("told of %v packets and %v lost ones (down, up); the ends count %+v and %+v", sent, lost, down, up)
	}
	t.Logf("%v packets, %v lost (down, up)", sent, lost)
}
