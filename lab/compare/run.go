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
	peerRTT time.Duration
	series  bool
	blows   func(method string, roundTrip time.Duration, seed uint64) (Blows, error)
	out     *sample
	err     error
}

// runStage plays a tape on a stage with a server.
func runStage(j *job, p *play, m *meter) error {
	links := stage.Links{Up: j.network.Up, Down: j.network.Down}
	th, err := newTheatre(theatreConfig{
		players: len(p.tape.Tracks), seed: p.seed, method: j.method.text, links: links, direct: j.direct(), input: newPlayers(p.tape),
		measure: m.cost.measure, correction: m.corrected,
	})
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

// direct returns the paths between clients, which a method uses that links them.
func (j *job) direct() stage.Direct {
	up := &j.network.Up
	return stage.Direct{RoundTrip: min(j.peerRTT, j.network.RTT()), Jitter: up.Jitter, Loss: up.Loss}
}
