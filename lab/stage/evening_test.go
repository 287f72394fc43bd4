package stage

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/script"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/world"
)

var evenings = flag.Int("evenings", 2, "networks on which TestEvening plays its evening")

// eveningSeed is the seed of the world for which testdata/evening.txt was written.
const eveningSeed = 32

// evening is one run of TestEvening.
type evening struct {
	counts map[actions.Kind]int
	slept  int // times that the player lay down,
	woken  int // and that the server's end of the night got him up
	hurt   int // frames in which his health was not whole
	hungry uint8
}

// TestEvening lets a player live through two nights at a round trip of 300 ms with 5% of the packets lost: from empty hands, with wood,
// flint and fibre, to a furnished house, a bed, copper, and tools of iron. Each action shows in its own frame; body, bag, health and blocks
// are never corrected, but for the server's end of each night, and nothing is refused; in the end both sides have the same.
func TestEvening(t *testing.T) {
	b, err := os.ReadFile("testdata/evening.txt")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(*evenings) {
		r := playEvening(t, string(b), seed)
		t.Logf("network %d: %v, lay down %d times, woken %d times, hurt in %d frames, hunger at most %d", seed, r.counts, r.slept, r.woken, r.hurt, r.hungry)
		if r.slept != 2 || r.woken != 2 || r.counts[actions.Place] < 150 || r.counts[actions.FinishBreak] < 200 || r.counts[actions.Craft] < 20 || r.counts[actions.BoxMove] < 6 || r.counts[actions.FinishEat] == 0 {
			t.Error("too little happened")
		}
	}
}

func playEvening(t *testing.T, lines string, seed uint64) *evening {
	text, err := script.Read(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	r := &evening{counts: map[actions.Kind]int{}}
	link := memnet.Link{Delay: 150 * ms, Loss: 0.05}
	var player *script.Player
	var s *Stage
	var sent []actions.Action
	lay := false
	cfg := Config{Players: 1, Seed: seed, Land: Wild(eveningSeed), View: 6, NoScene: true, Inventory: []world.Stack{}, Links: []Links{{Up: link, Down: link}},
		Rules: world.Rules{Difficulty: world.Normal, Falls: true, Hunger: true}}
	cfg.Hooks.Correction = func(_ int, c predict.Correction) {
		if c.Kind == predict.KindBody && c.Cause == protocol.CauseServerMoved && c.Was.Flags&world.Lying != 0 {
			r.woken++ // the server ends a night, and says so
			return
		}
		t.Errorf("at %v: %+v", s.Now(), c)
	}
	cfg.Hooks.Input = func(_ int, now time.Duration, in *client.Input) {
		if player != nil {
			*in = player.Play(now).Input
			sent = append(sent[:0], in.Actions...)
		}
	}
	cfg.Hooks.Frame = func(int, time.Duration, *scene.Scene) {
		w := s.Client(0).World()
		for i := range sent {
			a := &sent[i]
			r.counts[a.Kind]++
			if b, _ := w.Block(a.Pos); a.Kind == actions.Place && b.Info().Replaceable || a.Kind == actions.FinishBreak && b.Outline() != nil {
				t.Errorf("at %v a %v at %v is not in its frame: %v", s.Now(), a.Kind, a.Pos, b)
			}
		}
		sent = sent[:0]
		e, _ := s.Client(0).Avatar()
		if lies := e.Motion.Flags&world.Lying != 0; lies != lay {
			if lay = lies; lies {
				r.slept++
			}
		}
		if e.Motion.Needs.Damage > 0 {
			r.hurt++
		}
		r.hungry = max(r.hungry, e.Motion.Needs.Hunger)
	}
	if s, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	s.OnAction(func(_ timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
		if why != actions.Done {
			t.Errorf("at %v the server refuses a %v at %v: %v", s.Now(), a.Kind, a.Pos, why)
		}
	})
	player = script.NewPlayer(s.Client(0), text, func(note string) { t.Error(note) })
	for now := time.Duration(0); now < time.Hour && !player.Done(); now += 100 * ms {
		s.Step(now)
	}
	s.Step(s.Now() + 3*time.Second)
	compareEvening(t, s)
	return r
}

// compareEvening checks what the evening has come to, on both sides.
func compareEvening(t *testing.T, s *Stage) {
	t.Helper()
	mine, its := s.Client(0).World(), s.ServerWorld()
	stream := s.Client(0).Stream()
	bag := map[string]int{}
	for i, st := range mine.Player(stream).Slots {
		if st != its.Player(stream).Slots[i] {
			t.Errorf("slot %d holds %v, on the server %v", i, st, its.Player(stream).Slots[i])
		}
		bag[st.Item.String()] += int(st.Count)
	}
	for _, tool := range []string{"iron_pick", "iron_axe", "iron_shovel", "iron_knife", "copper_pick"} {
		if bag[tool] != 1 {
			t.Errorf("there are %d of %s", bag[tool], tool)
		}
	}
	kinds, differ := map[string]int{}, 0
	const half = 6
	for i := range int32(13 * 13 * 6) {
		p := world.Pos{X: -7 + i%13 - half, Y: 35 + i/169, Z: 5 + i/13%13 - half}
		a, _ := mine.Block(p)
		b, _ := its.Block(p)
		if kinds[a.Kind().String()]++; a != b {
			differ++
		}
	}
	if differ > 0 || kinds["oak_door"] != 2 || kinds["bed"] != 2 || kinds["furnace"] != 1 || kinds["chest"] != 1 || kinds["glass"] != 6 || kinds["plank_stairs"] != 28 || kinds["torch"] != 4 {
		t.Errorf("%d cells of the house differ; it has %v", differ, kinds)
	}
}
