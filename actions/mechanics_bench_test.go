package actions

import (
	"testing"

	"voxtide/edits"
	"voxtide/timestream"
	"voxtide/world"
)

// mechanicsRoom returns the stage with doors, devices and a wall in it, and the player's hand full of what the case needs.
func mechanicsRoom(held world.Stack) *edits.Recorder {
	r := stage(false)
	for p, name := range map[world.Pos]string{
		{X: 3, Z: 9}: "oak_gate", {X: 9, Z: 8}: "oak_gate", {X: 8, Z: 8}: "lever", {X: 3, Z: 6}: "oak_gate", {X: 4, Z: 6}: "oak_button", {X: 3, Z: 7}: "oak_fence", {X: 5, Z: 7}: "oak_fence",
	} {
		b, known := world.BlockNamed(name)
		if !known {
			panic(name)
		}
		r.W.SetBlock(p, b)
	}
	p := r.W.Player(1)
	p.Slots[0] = held
	r.SyncHeldItem(1)
	r.Commit()
	r.Log = nil
	return r
}

// BenchmarkMechanics is what each mechanic costs who performs it: the action, all that follows within it, and undoing it, as each
// re-prediction does. It tells the edits and their bytes on the wire.
func BenchmarkMechanics(b *testing.B) {
	floor := Aim{8, 0, 8}
	water, _ := world.ItemNamed("water_bucket")
	fence, _ := world.ItemNamed("oak_fence")
	stairs, _ := world.ItemNamed("plank_stairs")
	for _, k := range []struct {
		name string
		held world.Stack
		a    Action
	}{
		{"place-dirt", world.StackOf(world.Dirt, 5), Action{Kind: Place, Pos: world.Pos{X: 6, Z: 8}, Face: world.Down, Aim: floor}},
		{"place-stairs", world.Stack{Item: stairs, Count: 5}, Action{Kind: Place, Pos: world.Pos{X: 6, Z: 8}, Face: world.Down, Aim: floor}},
		{"place-fence-that-joins-two", world.Stack{Item: fence, Count: 5}, Action{Kind: Place, Pos: world.Pos{X: 4, Z: 7}, Face: world.Down, Aim: floor}},
		{"open-gate", world.Stack{}, Action{Kind: Use, Pos: world.Pos{X: 3, Z: 9}, Aim: Aim{8, 8, 8}, Want: true}},
		{"lever-with-gate", world.Stack{}, Action{Kind: Use, Pos: world.Pos{X: 8, Z: 8}, Aim: Aim{8, 4, 8}, Want: true}},
		{"button-with-gate", world.Stack{}, Action{Kind: Use, Pos: world.Pos{X: 4, Z: 6}, Aim: Aim{8, 1, 8}, Want: true}},
		{"chest-move", world.StackOf(world.Dirt, 5), Action{Kind: BoxMove, Pos: chest, Slot: 3, Count: 2, Want: true}},
		{"craft", world.StackOf(world.Dirt, 5), Action{Kind: Craft, Recipe: madeOfStage, Count: 1}},
		{"throw", world.StackOf(world.Dirt, 5), Action{Kind: Drop, Count: 1}},
		{"pour-on-a-plain", world.Stack{Item: water, Count: 1}, Action{Kind: Place, Pos: world.Pos{X: 6, Z: 8}, Face: world.Down, Aim: floor}},
	} {
		b.Run(k.name, func(b *testing.B) {
			r := mechanicsRoom(k.held)
			work := func() {
				if why := Do(r, 1, timestream.Time(10*sec), &k.a); why != Done {
					b.Fatal(why)
				}
			}
			k.a.At = timestream.Time(10 * sec)
			work()
			n, bytes := 0, 0
			for i := range r.Log {
				if e := &r.Log[i].Edit; e.Kind != edits.SetLastAction {
					n, bytes = n+1, bytes+len(edits.Append(nil, e))
				}
			}
			r.Revert()
			r.Log, r.KeepLog = nil, false
			for b.Loop() {
				work()
				r.Revert()
			}
			b.ReportMetric(float64(n), "edits")
			b.ReportMetric(float64(bytes), "bytes")
		})
	}
}
