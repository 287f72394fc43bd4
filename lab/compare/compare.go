// Package compare plays one tape to every method over every network and measures what each player saw, with one meter for all.
//
// Job: Run, which makes a figures.Report. Data flow: simulated players make a tape in a run at zero delay (players.go); the same tape
// in another run at zero delay is the truth (truth.go); each method plays it over each network, and after each frame the meter looks
// at every Screen (meter.go, blocks.go), and at the server's world where there is one; columns.go turns what it noted into figures.
//
// Owner: the caller of Run. Jobs run in goroutines of their own and share the tape and the truth, which nobody changes. Invariants: a
// report is a function of its Config, but for the columns of the machine; every method is measured by the same code, ours and those
// without a server too; players never look at the screens of the method that is measured.
package compare

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/lab/figures"
	"voxtide/lab/profile"
	"voxtide/lab/tape"
)

// ErrStopped means that Config.Stop said so.
var ErrStopped = errors.New("compare: stopped")

// Validate reports what is wrong with a Config.
func Validate(cfg *Config) error {
	for _, text := range cfg.Methods {
		if _, err := parseMethod(text); err != nil {
			return err
		}
	}
	for _, text := range cfg.Profiles {
		if _, err := profile.Parse(text); err != nil {
			return err
		}
	}
	return nil
}

// Run compares.
func Run(cfg Config) (*figures.Report, error) {
	cfg.setDefaults()
	r := &figures.Report{
		Version: figures.Version, Command: cfg.command(), Players: cfg.Players, DurationMS: int(cfg.Duration / time.Millisecond),
		FrameUS: int(frameTime / time.Microsecond), Columns: columnsOf(),
	}
	for i := range cfg.Players {
		r.Roles = append(r.Roles, cfg.Roles[i%len(cfg.Roles)])
	}
	var methods []method
	for _, text := range cfg.Methods {
		m, err := parseMethod(text)
		if err != nil {
			return nil, err
		}
		methods = append(methods, m)
		r.Methods = append(r.Methods, m.info())
	}
	var networks []profile.Profile
	for _, text := range cfg.Profiles {
		p, err := profile.Parse(text)
		if err != nil {
			return nil, err
		}
		networks = append(networks, p)
		r.Profiles = append(r.Profiles, figures.Profile{Name: p.Name, About: p.About, RTTMS: p.RTT().Seconds() * 1000,
			JitterMS: p.Down.Jitter.Seconds() * 1000, Loss: p.Down.Loss, Burst: p.Down.Burst})
	}
	plays, err := makePlays(&cfg)
	if err != nil {
		return nil, err
	}
	for _, p := range plays {
		r.Seeds = append(r.Seeds, p.seed)
		r.Tapes = append(r.Tapes, fmt.Sprintf("%016x", p.tape.Hash()))
	}
	jobs := listJobs(&cfg, methods, networks, plays)
	if !runJobs(jobs, cfg.Jobs, cfg.Stop) {
		return nil, ErrStopped
	}
	for i := 0; i < len(jobs); i += len(plays) {
		all := &sample{}
		for _, j := range jobs[i : i+len(plays)] {
			if j.err != nil {
				return nil, fmt.Errorf("compare: %s over %s, seed %d: %w", j.method.text, j.network.Name, j.play.seed, j.err)
			}
			all.add(j.out)
			if j.out.series != nil {
				one := *j.out.series
				one.Method, one.Profile = j.method.text, j.network.Name
				r.Series = append(r.Series, one)
			}
		}
		first := &jobs[i]
		r.Rows = append(r.Rows, figures.Row{Method: first.method.text, Profile: first.network.Name, Values: values(all, &first.network)})
	}
	return r, nil
}

// listJobs returns all jobs, by method, network and seed.
func listJobs(cfg *Config, methods []method, networks []profile.Profile, plays []*play) (jobs []job) {
	for i, m := range methods {
		for _, n := range networks {
			for s, p := range plays {
				jobs = append(jobs, job{method: m, index: i, network: n, play: p, peerRTT: cfg.PeerRTT, series: cfg.Series && s == 0, blows: cfg.Blows})
			}
		}
	}
	return jobs
}

// runJobs runs jobs, at most n at once. It reports whether all were run.
func runJobs(jobs []job, n int, stop func() bool) bool {
	order := make(chan *job, len(jobs))
	for i := range jobs {
		order <- &jobs[i]
	}
	close(order)
	var running sync.WaitGroup
	var stopped atomic.Bool
	for range n {
		running.Add(1)
		go func() {
			defer running.Done()
			runtime.LockOSThread() // the cost of a frame is the time of this thread
			defer runtime.UnlockOSThread()
			for j := range order {
				if stop != nil && stop() {
					stopped.Store(true)
					return
				}
				j.out, j.err = j.run()
			}
		}()
	}
	running.Wait()
	return !stopped.Load()
}

// run plays the job's tape and measures.
func (j *job) run() (*sample, error) {
	p := *j.play
	p.tape = tape.Shared(p.tape, j.index)
	m := newMeter(&p)
	if j.series {
		m.series = newSeries(&p)
	}
	var err error
	if j.method.mesh {
		err = runMesh(j, &p, m)
	} else {
		err = runStage(j, &p, m)
	}
	if err != nil {
		return nil, err
	}
	out := m.finish()
	if j.blows != nil && !j.method.mesh {
		if out.blows, err = j.blows(j.method.text, j.network.RTT(), p.seed); err != nil {
			return nil, err
		}
		out.hasBlows = true
	}
	return out, nil
}
