package compare

import (
	"time"

	"voxtide/client"
	"voxtide/lab/stage"
	"voxtide/predict"
	"voxtide/render/scene"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// Screen is what one player sees after a frame. It is all that the meter knows of a method, whether it has a server or not.
type Screen interface {
	// Body returns where a player's body is drawn, in blocks; false if it is not there.
	Body(player int) (at [3]float64, ok bool)
	// Block returns the block that is shown in a cell.
	Block(p world.Pos) world.Block
	// Unacked returns the number of own actions that nobody has confirmed.
	Unacked() int
}

// frameTime is the time between two frames of every player.
const frameTime = time.Second / 60

// warmUp is how long all stand still under the network's conditions before the tape begins: methods that estimate the round trip or keep
// a buffer of inputs begin with it filled.
const warmUp = 10 * time.Second

// homesApart is the distance between two homes in blocks: nobody comes into another's way.
const homesApart = 24

// land is where every method plays.
func land() stage.Land { return stage.Flat(homesApart) }

// bag is what players hold.
var bag = []world.Stack{world.StackOf(world.Stone, 64)}

// stageScreen is the screen of a client on a stage.
type stageScreen struct {
	client *client.Client
	bodies [][3]float64 // drawn, by player
	there  []bool
	own    [3]float64 // the simulated own body
}

// Body implements Screen.
func (s *stageScreen) Body(player int) ([3]float64, bool) { return s.bodies[player], s.there[player] }

// Block implements Screen.
func (s *stageScreen) Block(p world.Pos) world.Block {
	b, _ := s.client.World().Block(p)
	return b
}

// Unacked implements Screen.
func (s *stageScreen) Unacked() int { return s.client.UnackedCount() }

// fill takes what a scene shows of the players' bodies.
func (s *stageScreen) fill(self int, sc *scene.Scene, ids []world.EntityID) {
	clear(s.there)
	s.bodies[self], s.own, s.there[self] = sc.OwnEntity.Drawn, sc.OwnEntity.Simulated, sc.OwnEntity.ID == uint64(ids[self])
	for i := range sc.Entities {
		for p, id := range ids {
			if sc.Entities[i].ID == uint64(id) {
				s.bodies[p], s.there[p] = sc.Entities[i].Drawn, true
			}
		}
	}
}

// theatre is a stage with its screens.
type theatre struct {
	stage   *stage.Stage
	screens []Screen
	seats   []*stageScreen
	ids     []world.EntityID
	onFrame func(now time.Duration) // after the frames of all players
}

// theatreConfig is how a theatre is made.
type theatreConfig struct {
	players    int
	seed       uint64
	method     string
	links      stage.Links
	direct     stage.Direct
	input      func(i int, now time.Duration, in *client.Input) // gives each player's input
	measure    func(i int, after bool)
	correction func(i int, c predict.Correction)
}

// newTheatre makes a stage with its screens.
func newTheatre(c theatreConfig) (*theatre, error) {
	t := &theatre{}
	cfg := stage.Config{
		Players: c.players, Land: land(), Seed: c.seed, Creative: true, Inventory: bag, FrameTime: frameTime,
		Methods: []string{c.method}, Links: []stage.Links{c.links}, Direct: c.direct, WarmUp: warmUp,
	}
	cfg.Hooks = stage.Hooks{Input: c.input, Measure: c.measure, Correction: c.correction, Frame: func(i int, now time.Duration, sc *scene.Scene) {
		t.seats[i].fill(i, sc, t.ids)
		if i == c.players-1 && t.onFrame != nil {
			t.onFrame(now)
		}
	}}
	var err error
	if t.stage, err = stage.New(cfg); err != nil {
		return nil, err
	}
	for i := range c.players {
		s := &stageScreen{client: t.stage.Client(i), bodies: make([][3]float64, c.players), there: make([]bool, c.players)}
		t.seats, t.screens = append(t.seats, s), append(t.screens, s)
		t.ids = append(t.ids, world.AvatarID(s.client.Stream()))
	}
	return t, nil
}

// serverBody returns where the server has a player's body, in blocks.
func (t *theatre) serverBody(player int) (at [3]float64, ok bool) {
	w := t.stage.ServerWorld()
	slot := w.Find(t.ids[player])
	if slot == world.NoEntity {
		return at, false
	}
	return inBlocks(w.Entity(slot).Motion.Pos), true
}

// receivedBody returns the own body of a player as its client has received it.
func (t *theatre) receivedBody(player int) (at [3]float64, ok bool) {
	t.seats[player].client.InspectReceived(func(w *world.World) {
		if slot := w.Find(t.ids[player]); slot != world.NoEntity {
			at, ok = inBlocks(w.Entity(slot).Motion.Pos), true
		}
	})
	return at, ok
}

// inBlocks returns a position in blocks.
func inBlocks(v world.Vec) (at [3]float64) {
	for i := range at {
		at[i] = float64(v[i]) / float64(world.Unit)
	}
	return at
}

// traffic returns the bytes of all clients, up and down, those of direct links among them.
func (t *theatre) traffic() (up, down uint64) {
	up, down = t.stage.PeerBytes()
	for i := range t.seats {
		var u, d memnet.Stats
		u, d = t.stage.Stats(i)
		up, down = up+u.Bytes, down+d.Bytes
	}
	return up, down
}
