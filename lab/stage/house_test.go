package stage

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/script"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// house is a script that builds a house around the home of player 0 of Flat, and the states that its cells have in the end.
type house struct {
	text strings.Builder
	want map[world.Pos]string
}

func (h *house) line(format string, a ...any) {
	fmt.Fprintf(&h.text, "+0.12 "+format+"\n", a...)
}

// build adds a line that places a block.
func (h *house) build(x, y, z int, state string) {
	h.want[world.Pos{X: int32(x), Y: int32(y), Z: int32(z)}] = state
	h.line("build %d %d %d %s", x, y, z, state)
}

// wallRadius is how far the walls of the house are from its middle.
const wallRadius = 3

// ring calls f with the columns of the walls, each beside the one before.
func ring(f func(x, z int)) {
	const r = wallRadius
	for i := -r; i < r; i++ {
		f(i, -r)
	}
	for i := -r; i < r; i++ {
		f(r, i)
	}
	for i := r; i > -r; i-- {
		f(i, r)
	}
	for i := r; i > -r; i-- {
		f(-r, i)
	}
}

func newHouse() *house {
	h := &house{want: map[world.Pos]string{}}
	h.line("wait-land")
	window := func(x, z int) bool { return (x == 0) != (z == 0) && z != wallRadius }
	door := func(x, z int) bool { return x == 0 && z == wallRadius }
	for y := 1; y <= 2; y++ {
		ring(func(x, z int) {
			if !door(x, z) && !(y == 2 && window(x, z)) {
				h.build(x, y, z, "planks")
			}
		})
	}
	for y := 1; y <= 2; y++ { // up on a pillar
		h.line("look 0 -90")
		h.line("tap jump")
		fmt.Fprintf(&h.text, "+0.3 build 0 %d 0 dirt\n", y)
		h.line("wait-acked")
	}
	for y := 3; y <= 4; y++ {
		ring(func(x, z int) {
			if y == 4 || !door(x, z) && !window(x, z) {
				h.build(x, y, z, "planks")
			}
		})
	}
	for r := wallRadius - 1; r > 0; r-- { // the ceiling
		for _, corner := range [2]bool{true, false} { // the others would hide them
			for x := -r; x <= r; x++ {
				for z := -r; z <= r; z++ {
					if atX, atZ := max(x, -x) == r, max(z, -z) == r; corner && atX && atZ || !corner && atX != atZ {
						h.build(x, 4, z, "birch_planks")
					}
				}
			}
		}
	}
	h.line("dig 0 2 0")
	h.line("dig 0 1 0")
	h.build(0, 4, 0, "birch_planks")
	for _, w := range [][2]int{{0, -wallRadius}, {wallRadius, 0}, {-wallRadius, 0}} {
		h.build(w[0], 2, w[1], "glass")
		h.build(w[0], 3, w[1], "glass")
	}
	h.build(0, 3, wallRadius, "planks")
	h.build(0, 1, wallRadius, "oak_door[facing=south]")
	h.build(-2, 1, -2, "chest[facing=south]")
	h.build(2, 1, -2, "furnace[facing=south]")
	h.build(-2, 1, 2, "workbench")
	h.build(1, 3, -2, "torch[facing=south,wall=yes]")
	h.build(-2, 3, 1, "torch[facing=east,wall=yes]")
	h.build(2, 2, 1, "oak_sign[facing=west,wall=yes]")
	h.furnish()
	h.hatches()
	h.eaves()
	h.well()
	return h
}

// furnish puts things into the chest, makes glass in the furnace and writes on the sign.
func (h *house) furnish() {
	h.line("put -2 1 -2 32 dirt")
	h.line("put -2 1 -2 5 torch")
	h.line("take -2 1 -2 2 torch")
	h.line("put 2 1 -2 5 sand")
	h.line("put 2 1 -2 1 coal")
	h.line("sign 2 2 1 Ann's/own house")
	fmt.Fprintf(&h.text, "+30.5 take 2 1 -2 3 glass\n")
	h.line("put -2 1 -2 3 glass")
}

// hatches builds a gate beside a button and one beside a plate, presses both, and waits until the gates have shut again.
func (h *house) hatches() {
	h.build(2, 2, -1, "oak_button[facing=west,wall=yes]")
	h.build(2, 1, -1, "oak_gate[facing=east]")
	h.line("use 2 2 -1")
	h.build(-2, 1, 0, "oak_plate")
	h.build(-2, 1, -1, "oak_gate[facing=west]")
	h.line("walk -2 0")
	fmt.Fprintf(&h.text, "+0.6 walk 0 0\n")
	fmt.Fprintf(&h.text, "+2.5 use 2 2 -1\n")
}

// well digs a well before the door and fills it.
func (h *house) well() {
	h.line("walk 2 6")
	h.line("dig 2 0 8")
	h.build(2, 0, 8, "water")
	for _, p := range [][2]int{{3, 9}, {2, 9}, {1, 9}, {3, 8}, {1, 8}, {3, 7}, {2, 7}, {1, 7}} {
		h.build(p[0], 1, p[1], "cobblestone")
	}
}

// eaves leaves through the door, walks around the house and builds stairs along its walls on all four sides, climbing to the roof, then
// shuts the door from outside.
func (h *house) eaves() {
	const out, off = wallRadius + 1, wallRadius + 3
	h.line("walk 0 2")
	h.line("use 0 1 %d", wallRadius)
	h.line("walk 0 %d", off)
	h.line("use 0 1 %d", wallRadius)
	for _, side := range []struct {
		facing string
		at     func(along, away int) (x, z int)
	}{
		{"north", func(along, away int) (int, int) { return -along, away }},
		{"east", func(along, away int) (int, int) { return -away, -along }},
		{"south", func(along, away int) (int, int) { return along, -away }},
		{"west", func(along, away int) (int, int) { return away, along }},
	} {
		for _, half := range [2]int{-2, 2} {
			x, z := side.at(half, off)
			h.line("walk %d %d", x, z)
			for along := half - 1; along <= half+1; along++ {
				x, z := side.at(along, out)
				h.build(x, 4, z, "plank_stairs[facing="+side.facing+"]")
			}
			if half == -2 {
				x, z := side.at(0, out)
				h.build(x, 4, z, "plank_stairs[facing="+side.facing+"]")
			}
		}
		x, z := side.at(off, off)
		h.line("walk %d %d", x, z)
	}
}

// TestHouse lets a player with real keys and looks build a house at a round trip of 300 ms with 5% of the packets lost: each action shows
// in its own frame, nothing is ever corrected or refused, and in the end the server has every block where the player saw it.
func TestHouse(t *testing.T) {
	h := newHouse()
	text, err := script.Read(strings.NewReader(h.text.String()))
	if err != nil {
		t.Fatal(err)
	}
	link := memnet.Link{Delay: 150 * ms, Loss: 0.05}
	var player *script.Player
	var s *Stage
	sent := []actions.Action(nil)
	counts, notes, unseen := map[actions.Kind]int{}, []string{}, 0
	gates := [...]world.Pos{{X: 2, Y: 1, Z: -1}, {X: -2, Y: 1, Z: -1}}
	var open [len(gates)]int // frames in which they are
	cfg := Config{Players: 1, Seed: 7, Land: Flat(64), Links: []Links{{Up: link, Down: link}}, Inventory: houseInventory()}
	cfg.Hooks.Correction = func(_ int, c predict.Correction) { t.Errorf("at %v: %+v", s.Now(), c) }
	cfg.Hooks.Input = func(_ int, now time.Duration, in *client.Input) {
		if player == nil {
			return
		}
		out := player.Play(now)
		*in = out.Input
		sent = append(sent[:0], in.Actions...)
	}
	cfg.Hooks.Frame = func(int, time.Duration, *scene.Scene) {
		for i := range sent {
			a := &sent[i]
			counts[a.Kind]++
			if b, _ := s.Client(0).World().Block(a.Pos); a.Kind == actions.Place && b.Info().Replaceable && b != world.Water || a.Kind == actions.FinishBreak && b != world.Air {
				unseen++
				t.Errorf("at %v a %v at %v is not in its frame: %v", s.Now(), a.Kind, a.Pos, b)
			}
		}
		sent = sent[:0]
		for i, p := range gates {
			b, _ := s.Client(0).World().Block(p)
			open[i] += b.Get(world.PropOpen)
		}
	}
	if s, err = New(cfg); err != nil {
		t.Fatal(err)
	}
	s.OnAction(func(_ timestream.Stream, a *actions.Action, _ timestream.Time, why actions.Refusal) {
		if why != actions.Done {
			t.Errorf("the server refuses a %v at %v: %v", a.Kind, a.Pos, why)
		}
	})
	player = script.NewPlayer(s.Client(0), text, func(note string) { notes = append(notes, note) })
	end := time.Duration(0)
	for now := time.Duration(0); now < 10*time.Minute && end == 0; now += 100 * ms {
		if s.Step(now); player.Done() {
			end = now
		}
	}
	s.Step(s.Now() + 3*time.Second)
	if end == 0 {
		t.Error("the script does not end")
	}
	for i, note := range notes {
		if t.Error(note); i == 9 {
			break
		}
	}
	wrong := 0
	for p, state := range h.want {
		shown, _ := s.Client(0).World().Block(p)
		b, _ := s.ServerWorld().Block(p)
		if want, known := world.BlockNamed(state); b != want || shown != want || !known {
			if wrong++; wrong < 10 {
				t.Errorf("at %v the server has %v and the player sees %v, want %s", p, b, shown, state)
			}
		}
	}
	for _, w := range []*world.World{s.Client(0).World(), s.ServerWorld()} {
		chest, furnace, sign := w.BlockEntityAt(world.Pos{X: -2, Y: 1, Z: -2}), w.BlockEntityAt(world.Pos{X: 2, Y: 1, Z: -2}), w.BlockEntityAt(world.Pos{X: 2, Y: 2, Z: 1})
		glass, _ := world.ItemNamed("glass")
		if chest.Slot(0).Count != 32 || chest.Slot(1).Count != 3 || chest.Slot(2) != (world.Stack{Item: glass, Count: 3}) || furnace.Slot(world.OvenIn).Count != 2 || sign.Part(world.PartText).Text != "Ann's\nown house" {
			t.Errorf("the chest holds %+v, the furnace %+v, the sign %+v", chest, furnace, sign)
		}
	}
	t.Logf("%d blocks in %v: %v, %d not in their frame", len(h.want), end, counts, unseen)
	if counts[actions.Place] < 150 || open[0] < 60 || open[1] < 60 {
		t.Errorf("too little to say something: the gates were open for %v frames", open)
	}
}

// houseInventory is what the builder begins with.
func houseInventory() (out []world.Stack) {
	for _, name := range []string{"oak_gate", "oak_button", "oak_plate", "water", "cobblestone", "sand", "coal", "planks", "planks", "planks", "birch_planks", "dirt", "glass", "oak_door", "chest", "furnace", "workbench", "torch", "oak_sign", "plank_stairs", "plank_stairs"} {
		it, known := world.ItemNamed(name)
		if !known {
			panic(name)
		}
		out = append(out, world.Stack{Item: it, Count: world.StackMax})
	}
	return out
}
