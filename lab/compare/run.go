package compare

import (
	"time"

	"voxtide/lab/profile"
	"voxtide/lab/stage"
)

// job is one method over one network with one seed.
type job struct {
	method  method
	index   int // of the method
	network profile.Profile
	play    *play
	series  bool
	blows   func(method string, roundTrip time.Duration, seed uint64) (Blows, error)
	out     *sample
	err     error
}

// runStage plays a tape on a stage with a server.
func runStage(j *job, p *play, m *meter) error {
	links := stage.Links{Up: j.network.Up, Down: j.network.Down}
	th, err := newTheatre(len(p.tape.Tracks), p.seed, j.method.text, links, newPlayers(p.tape), m.cost.measure, m.corrected)
	if err != nil {
		return err
	}
	again := make([]int, len(th.seats))
	th.onFrame = func(now time.Duration) {
		m.look(th.screens, th.serverBody)
		for i, s := range th.seats {
			stats, ok := s.client.StrategyStats()
			if !ok {
				continue
			}
			m.out.hasResim = true
			if n := stats.Resimulated - again[i]; n > 0 {
				m.out.resimulated = append(m.out.resimulated, float64(n))
			}
			again[i] = stats.Resimulated
		}
		if m.series != nil {
			m.series.look(th)
		}
	}
	th.stage.Step(p.tape.Length)
	m.out.hasCorrections = true
	m.out.up, m.out.down = th.traffic()
	return nil
}
