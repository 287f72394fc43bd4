package mesh

import (
	"fmt"
	"io"
	"time"

	"voxtide/actions"
	"voxtide/internal/splitmix"
	"voxtide/lab/perception"
	"voxtide/timestream"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Result is what a play ended with.
type Result struct {
	Settled bool         // every message arrived
	Apart   []Difference // of each node's world from node 0's, from node 1 on
	Figures []Figures    // by node
	Bytes   uint64       // that all nodes have sent
}

// Equal reports whether all nodes ended with the same world.
func (r *Result) Equal() bool {
	for _, d := range r.Apart {
		if !d.Zero() {
			return false
		}
	}
	return r.Settled
}

// Late returns the inputs that came too late for the log.
func (r *Result) Late() (n int) {
	for _, f := range r.Figures {
		n += f.Late
	}
	return n
}

// Worst returns the greatest difference by cells, then bodies.
func (r *Result) Worst() (worst Difference) {
	for i, d := range r.Apart {
		if i == 0 || d.Cells > worst.Cells || d.Cells == worst.Cells && d.Bodies > worst.Bodies {
			worst = d
		}
	}
	return worst
}

// frameTime is the time between two frames of a node.
const frameTime = time.Second / 60

// Play lets careless players build in each other's way for a time, and waits until every message has arrived. It is a function of
// cfg and the time.
func Play(cfg Config, span time.Duration) (*Result, error) {
	m, err := New(cfg)
	if err != nil {
		return nil, err
	}
	players := make([]*builder, cfg.Nodes)
	for i := range players {
		seed := splitmix.Source(cfg.Seed)
		players[i] = &builder{rng: seed.Split(uint64(i))}
	}
	var now time.Duration
	for frame := time.Duration(1); now < span; frame++ {
		for i, p := range players {
			now = frame*frameTime + time.Duration(i)*frameTime/time.Duration(cfg.Nodes)
			m.Frame(i, now, p.play(m.Node(i)))
		}
	}
	r := &Result{Settled: m.Settle(now + frameTime)}
	for i := range m.Nodes() {
		r.Figures = append(r.Figures, m.Node(i).Figures())
		r.Bytes += m.BytesUp(i)
		if i > 0 {
			r.Apart = append(r.Apart, Compare(m.Node(0).World(), m.Node(i).World()))
		}
	}
	return r, nil
}

// builder is a player who walks about, places what the hotbar holds and breaks what is near.
type builder struct {
	rng     splitmix.Source
	view    perception.View
	thinkAt timestream.Time
	buildAt timestream.Time
	in      Input
}

func (b *builder) below(n int) int { return int(b.rng.Uint64() >> 33 % uint64(n)) }

// play returns the input of the next frame.
func (b *builder) play(n *Node) Input {
	b.in.Actions = b.in.Actions[:0]
	if !b.view.Update(n.World(), n.Stream()) {
		return b.in
	}
	now := n.Time()
	if now >= b.thinkAt {
		b.thinkAt = now.Add(timestream.Duration(100+b.below(700)) * timestream.Millisecond)
		b.in.Keys = []world.Keys{0, world.KeyForward, world.KeyForward | world.KeySprint, world.KeyForward | world.KeyJump, world.KeyLeft}[b.below(5)]
		b.in.Yaw = uint16(b.rng.Uint64())
		if b.view.Far(world.Vec{}, 6) {
			b.in.Yaw = b.view.Towards(world.Vec{})
		}
	}
	if now >= b.buildAt {
		b.buildAt = now.Add(timestream.Duration(60+b.below(300)) * timestream.Millisecond)
		b.build()
	}
	return b.in
}

// build places or breaks a block near the feet, or takes another slot into the hand.
func (b *builder) build() {
	if b.below(6) == 0 {
		b.in.Actions = append(b.in.Actions, actions.Action{Kind: actions.SelectSlot, Slot: uint8(b.below(4))})
		return
	}
	for range 12 { // until something can be done
		at := b.view.Feet()
		at.X, at.Y, at.Z = at.X+int32(b.below(5)-2), at.Y+int32(b.below(4)-1), at.Z+int32(b.below(5)-2)
		from := b.below(world.FaceCount)
		aim, seen := b.view.Aim(at, from)
		face, held := b.view.Support(at, from)
		switch what := b.view.Block(at); {
		case !seen:
		case what == world.Air && held && !b.view.Blocked(at):
			b.in.Actions = append(b.in.Actions, actions.Action{Kind: actions.Place, Pos: at, Face: face, Aim: aim})
			return
		case what != world.Air && what != world.Water && at.Y >= 0:
			b.in.Actions = append(b.in.Actions, actions.Action{Kind: actions.FinishBreak, Pos: at, Aim: aim})
			return
		}
	}
}

// Arena returns a small flat arena of sand on stone, in which players meet in the middle.
func Arena(method string, nodes int, seed uint64, link memnet.Link) Config {
	cfg := Config{Method: method, Nodes: nodes, Seed: seed, Link: link, Creative: true,
		Bag: []world.Stack{world.StackOf(world.Stone, 64), world.StackOf(world.Sand, 64), world.StackOf(world.Dirt, 64), world.StackOf(world.Water, 64)}}
	for x := int32(-2); x < 2; x++ {
		for z := int32(-2); z < 2; z++ {
			for y := int32(-1); y < 2; y++ {
				cfg.Sections = append(cfg.Sections, world.SectionPos{X: x, Y: y, Z: z})
			}
		}
	}
	cfg.Land = func(p world.SectionPos) *world.Section {
		if p.Y < 0 {
			return world.NewSection(world.Stone)
		}
		var cells [world.SectionCells]world.Block
		if p.Y == 0 {
			for i := range 512 { // two layers
				cells[i] = world.Sand
			}
		}
		return world.SectionOf(&cells)
	}
	cfg.Spawn = func(i int) world.Vec {
		return world.BottomCentre(world.Pos{X: int32(2 * i % 6), Y: 2, Z: int32(2 * (i / 3))})
	}
	return cfg
}

// Tell plays every method on one network and writes what came of it as a table.
func Tell(out io.Writer) error {
	link := memnet.Link{Delay: 50 * time.Millisecond, Jitter: 20 * time.Millisecond, Loss: 0.02, Copies: true}
	fmt.Fprintf(out, "Four players build in each other's way for 20 s, linked in pairs: 50 to 70 ms one way, 2%% of packets lost. No server.\n")
	fmt.Fprintf(out, "Then nobody does anything until every message has arrived.\n\n")
	for _, name := range []string{"commute", "rollback", "rollback,by=copies", "host"} {
		r, err := Play(Arena(name, 4, 7, link), 20*time.Second)
		if err != nil {
			return err
		}
		inputs, late, redone, rollbacks, memory := 0, 0, timestream.Duration(0), 0, 0
		for _, f := range r.Figures {
			inputs, late, redone, rollbacks = inputs+f.Inputs, late+f.Late, redone+f.Redone, rollbacks+f.Rollback
			memory = max(memory, f.LogBytes)
		}
		fmt.Fprintf(out, "%-20s %d inputs, then two worlds %v\n", name, inputs, r.Worst())
		if rollbacks > 0 {
			fmt.Fprintf(out, "%-20s went back %d times, did %d ms again for each, at most %d kB of log, %d inputs late\n", "",
				rollbacks, redone/timestream.Duration(rollbacks)/timestream.Millisecond, memory>>10, late)
		}
	}
	fmt.Fprint(out, "\ncommute waits for nothing and never agrees again; rollback waits for nothing and agrees, and pays by simulating again;\n"+
		"host agrees and simulates once, and everybody but the host waits for a round trip.\n")
	return nil
}
