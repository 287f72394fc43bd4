package compare

import (
	"errors"
	"fmt"
	"math"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/splitmix"
	"voxtide/lab/perception"
	"voxtide/lab/tape"
	"voxtide/world"
)

// play is what all jobs of one seed share.
type play struct {
	seed  uint64
	tape  *tape.Tape
	truth *truth
}

// truth is what a tape does at zero delay: where each player's body is in each frame, and which block each action leaves.
type truth struct {
	frames int
	bodies [][][3]float64 // by player and frame
	blocks []blockEvent   // in order of time
	starts []startEvent
}

// blockEvent is an action of the tape that changes a block.
type blockEvent struct {
	player, frame int
	cell          world.Pos
	before, after world.Block
	until         int // frame of the next own action on the cell
}

// startEvent is a key that sets a body which is at rest in motion.
type startEvent struct {
	player, frame int
	rest          [3]float64 // where it stands
	speed         float64    // which it reaches, in blocks a frame
}

// errOtherPlay means that the tape does not give its own maker's run.
var errOtherPlay = errors.New("compare: the tape plays another play than the one that made it")

// makePlays makes the tape and the truth of each seed.
func makePlays(cfg *Config) (plays []*play, err error) {
	for seed := uint64(1); seed <= uint64(cfg.Seeds); seed++ {
		t, hash, err := makeTape(cfg, seed)
		if err != nil {
			return nil, err
		}
		p := &play{seed: seed, tape: t}
		again, err := p.makeTruth()
		if err != nil {
			return nil, err
		}
		if again != hash {
			return nil, fmt.Errorf("%w: seed %d ends with %x, not %x", errOtherPlay, seed, again, hash)
		}
		plays = append(plays, p)
	}
	return plays, nil
}

// makeTape lets simulated players play at zero delay, and records them. It returns the digest of the run, too.
func makeTape(cfg *Config, seed uint64) (*tape.Tape, uint64, error) {
	t := &tape.Tape{Seed: seed, FrameTime: frameTime, Length: cfg.Duration + quietTime}
	home := land().Spawn
	var players []*player
	for i := range cfg.Players {
		name := cfg.Roles[i%len(cfg.Roles)]
		s := splitmix.Source(seed)
		p := &player{rng: s.Split(uint64(i)), home: home(i), length: cfg.Duration}
		for _, r := range roles {
			if r.name == name {
				p.play = r.play
			}
		}
		if p.play == nil {
			return nil, 0, fmt.Errorf("compare: there is no role %q; there are %v", name, RoleNames())
		}
		players = append(players, p)
		t.Tracks = append(t.Tracks, tape.Track{Name: fmt.Sprintf("player%d", i), Role: name})
	}
	var th *theatre
	var view perception.View
	input := func(i int, now time.Duration, in *client.Input) {
		if c := th.seats[i].client; view.Update(c.World(), c.Stream()) {
			players[i].frame(now, &view, in)
		}
		t.Tracks[i].Record(now.Truncate(time.Microsecond), in.Keys, in.Yaw, players[i].pitch, in.Actions)
	}
	th, err := newTheatre(theatreConfig{players: cfg.Players, seed: seed, method: Ours, input: input})
	if err != nil {
		return nil, 0, err
	}
	th.stage.Step(t.Length)
	return t, th.stage.Hash(), nil
}

// newPlayers returns players of all tracks of a tape, as a stage asks for their input.
func newPlayers(t *tape.Tape) func(i int, now time.Duration, in *client.Input) {
	var players []*tape.Player
	for i := range t.Tracks {
		players = append(players, tape.NewPlayer(t, i))
	}
	return func(i int, now time.Duration, in *client.Input) {
		held, done := players[i].Frame(now, in.Actions)
		in.Keys, in.Yaw, in.Pitch, in.Actions = held.Keys, held.Yaw, held.Pitch, done
	}
}

// makeTruth plays the tape at zero delay. It returns the digest of the run.
func (p *play) makeTruth() (uint64, error) {
	tr := &truth{bodies: make([][][3]float64, len(p.tape.Tracks))}
	p.truth = tr
	var th *theatre
	var open []blockEvent
	given := newPlayers(p.tape)
	input := func(i int, now time.Duration, in *client.Input) {
		given(i, now, in)
		for k := range in.Actions {
			if a := &in.Actions[k]; a.Kind == actions.Place || a.Kind == actions.FinishBreak {
				open = append(open, blockEvent{player: i, frame: tr.frames, cell: a.Pos, before: th.screens[i].Block(a.Pos)})
			}
		}
	}
	th, err := newTheatre(theatreConfig{players: len(p.tape.Tracks), seed: p.seed, method: Ours, input: input})
	if err != nil {
		return 0, err
	}
	th.onFrame = func(time.Duration) {
		for i, s := range th.screens {
			at, _ := s.Body(i)
			tr.bodies[i] = append(tr.bodies[i], at)
		}
		for _, e := range open {
			if e.after = th.screens[e.player].Block(e.cell); e.after != e.before {
				tr.blocks = append(tr.blocks, e)
			}
		}
		open = open[:0]
		tr.frames++
	}
	th.stage.Step(p.tape.Length)
	tr.closeBlocks()
	tr.findStarts(p.tape)
	return th.stage.Hash(), nil
}

// closeBlocks notes how long each block stays as an action left it.
func (tr *truth) closeBlocks() {
	for i := range tr.blocks {
		e := &tr.blocks[i]
		e.until = tr.frames
		for _, later := range tr.blocks[i+1:] {
			if later.cell == e.cell {
				e.until = later.frame
				break
			}
		}
	}
}

// Frames for which a body must have been at rest before a start, and held in motion after it.
const (
	restFrames = 60
	heldFrames = 20
)

// visibleMove is how far a body has visibly moved, in blocks.
const visibleMove = 0.001

// findStarts finds the keys that set a resting body in motion.
func (tr *truth) findStarts(t *tape.Tape) {
	for i := range t.Tracks {
		events := t.Tracks[i].Events
		b := tr.bodies[i]
		for k := range events {
			f := frameOf(events[k].At)
			if k == 0 || events[k-1].Keys != 0 || events[k].Keys == 0 || f < restFrames || f+heldFrames >= tr.frames {
				continue
			}
			if length(sub(b[f-1], b[f-restFrames])) > 0 || flat(sub(b[f], b[f-1])) <= visibleMove || flat(sub(b[f+heldFrames], b[f-1])) < 0.2 {
				continue // not at rest before, or something stands in the way
			}
			e := startEvent{player: i, frame: f, rest: b[f-1]}
			for n := f; n < f+heldFrames; n++ {
				e.speed = max(e.speed, flat(sub(b[n], b[n-1])))
			}
			tr.starts = append(tr.starts, e)
		}
	}
}

// frameOf returns the number of the frame that takes an event of a tape.
func frameOf(at time.Duration) int {
	return int((at - framePhase + frameTime - time.Microsecond) / frameTime)
}

// framePhase is the stage time of the first frame.
const framePhase = frameTime / 3

func sub(a, b [3]float64) [3]float64 { return [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func length(a [3]float64) float64 { return math.Sqrt(a[0]*a[0] + a[1]*a[1] + a[2]*a[2]) }

// flat is the length without height.
func flat(a [3]float64) float64 { return math.Sqrt(a[0]*a[0] + a[2]*a[2]) }
