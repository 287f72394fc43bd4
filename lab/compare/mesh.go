package compare

import (
	"time"

	"voxtide/client"
	"voxtide/lab/mesh"
	"voxtide/timestream"
	"voxtide/world"
)

// The clock of a mesh is that of a stage: stage time 0 is meshZero, and frames come at the same moments between the ticks, so that
// the same tape has the same truth. All stand still for meshBefore before that, as players on a stage do who have joined.
const (
	meshZero   = 3*time.Second + warmUp
	meshBefore = time.Second
	meshFirst  = (meshZero/frameTime)*frameTime + frameTime/3 - meshZero // stage time of the first frame
)

// meshScreen is the screen of a node of a mesh: its world as it is, with nothing drawn beside it.
type meshScreen struct{ node *mesh.Node }

// Body implements Screen.
func (s meshScreen) Body(player int) (at [3]float64, ok bool) {
	w := s.node.World()
	slot := w.Find(world.AvatarID(timestream.Stream(1 + player)))
	if slot == world.NoEntity {
		return at, false
	}
	return inBlocks(w.Entity(slot).Motion.Pos), true
}

// Block implements Screen.
func (s meshScreen) Block(p world.Pos) world.Block {
	b, _ := s.node.World().Block(p)
	return b
}

// Unacked implements Screen.
func (s meshScreen) Unacked() int { return s.node.Unacked() }

// meshSections are the sections of the land on which players are.
func meshSections(players int) (list []world.SectionPos) {
	const around = 2 // sections around a home
	seen := map[world.SectionPos]bool{}
	for i := range players {
		home := land().Spawn(i).Block().Section()
		for x := home.X - around; x <= home.X+around; x++ {
			for z := home.Z - around; z <= home.Z+around; z++ {
				for y := home.Y - 1; y <= home.Y+1; y++ {
					if p := (world.SectionPos{X: x, Y: y, Z: z}); !seen[p] {
						seen[p] = true
						list = append(list, p)
					}
				}
			}
		}
	}
	return list
}

// runMesh plays a tape without a server. A link between two players has the conditions of a client's way up.
func runMesh(j *job, p *play, m *meter) error {
	players := len(p.tape.Tracks)
	g, err := mesh.New(mesh.Config{Method: j.method.text, Nodes: players, Seed: p.seed, Link: j.network.Up, Land: land().Section,
		Sections: meshSections(players), Spawn: land().Spawn, Creative: true, Bag: bag, Start: meshZero - meshBefore})
	if err != nil {
		return err
	}
	var screens []Screen
	for i := range players {
		screens = append(screens, meshScreen{g.Node(i)})
	}
	input := newPlayers(p.tape)
	in := make([]client.Input, players)
	again := make([]timestream.Duration, players)
	for now := meshFirst - meshBefore/frameTime*frameTime; now < meshFirst; now += frameTime {
		for i := range players {
			g.Frame(i, now+meshBefore, mesh.Input{})
		}
	}
	for now := meshFirst; now <= p.tape.Length; now += frameTime {
		for i := range players {
			input(i, now, &in[i])
			m.cost.measure(i, false)
			g.Frame(i, now+meshBefore, mesh.Input{Keys: in[i].Keys, Yaw: in[i].Yaw, Actions: in[i].Actions})
			m.cost.measure(i, true)
			in[i].Actions = in[i].Actions[:0]
		}
		for i := range players {
			f := g.Node(i).Figures()
			if f.LogBytes > 0 { // a rollback
				m.out.hasResim = true
			}
			if n := f.Redone - again[i]; n > 0 {
				m.out.resimulated = append(m.out.resimulated, float64(n)/float64(timestream.Second)*60)
			}
			again[i] = f.Redone
		}
		m.look(screens, nil)
	}
	for i := range players {
		m.out.up += g.BytesUp(i)
	}
	m.out.down = m.out.up
	return nil
}
