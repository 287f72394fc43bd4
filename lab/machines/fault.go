package machines

import (
	"errors"
	"time"
)

// Fault is what happens to a cluster.
type Fault struct {
	What  string
	Moves bool          // another machine goes on with the world
	Ends  bool          // machines end, and have to be started again
	All   bool          // all of them
	Lasts time.Duration // until Mend is to be called; 0: nothing is to be mended

	wipes int // of the machines that end: 1: their world is deleted, 2: all that they have
	hit   func(c *Cluster, owner *Machine) error
}

// Hit has it happen. It may be called from any goroutine while no other method of the cluster is.
func (f *Fault) Hit(c *Cluster, owner *Machine) error { return f.hit(c, owner) }

// Mend ends what lasts: machines that stand still go on, and all hear each other.
func (f *Fault) Mend(c *Cluster) error {
	for _, m := range c.Machines {
		if m.proc != nil {
			m.Resume()
		}
	}
	if c.lan != nil {
		return c.Heal()
	}
	return nil
}

// Restart starts the machines that ended, with what the fault leaves them.
func (f *Fault) Restart(c *Cluster) error {
	for _, m := range c.Machines {
		if m.proc != nil {
			continue
		}
		if f.wipes > 0 {
			if err := m.Wipe(f.wipes > 1); err != nil {
				return err
			}
		}
		if err := m.Start(); err != nil {
			return err
		}
	}
	return nil
}

func killOwner(_ *Cluster, o *Machine) error   { o.Kill(); return nil }
func killStandby(c *Cluster, o *Machine) error { c.Other(o).Kill(); return nil }
func killWitness(c *Cluster, _ *Machine) error { c.Machines[Witness].Kill(); return nil }

// killEngine kills the engine of a machine alone.
func killEngine(of func(c *Cluster, owner *Machine) *Machine) func(*Cluster, *Machine) error {
	return func(c *Cluster, o *Machine) error {
		if !of(c, o).KillEngine() {
			return errors.New("there is no engine to be killed")
		}
		return nil
	}
}

var (
	losses = []Fault{
		{What: "the owner is killed and loses its world", hit: killOwner, wipes: 1, Ends: true, Moves: true},
		{What: "the owner is killed and loses everything", hit: killOwner, wipes: 2, Ends: true, Moves: true},
	}
	others = []Fault{
		{What: "the owner stands still for 5 s", hit: func(_ *Cluster, o *Machine) error { o.Halt(); return nil }, Lasts: 5 * time.Second, Moves: true},
		{What: "the owner's engine is killed", hit: killEngine(func(_ *Cluster, o *Machine) *Machine { return o })},
		{What: "the standby's engine is killed", hit: killEngine((*Cluster).Other)},
		{What: "the witness's engine is killed", hit: killEngine(func(c *Cluster, _ *Machine) *Machine { return c.Machines[Witness] })},
	}
	cuts = []Fault{
		{What: "the owner and the other machines do not hear each other for 5 s", Lasts: 5 * time.Second, Moves: true,
			hit: func(c *Cluster, o *Machine) error { return c.Cut(o, c.Other(o), c.Machines[Witness]) }},
		{What: "owner and standby do not hear each other for 5 s", Lasts: 5 * time.Second,
			hit: func(c *Cluster, o *Machine) error { return c.Cut(o, c.Other(o)) }},
		{What: "the owner hears no player for 1.5 s", Lasts: 1500 * time.Millisecond,
			hit: func(c *Cluster, o *Machine) error { return c.Deafen(o, nil) }},
		{What: "the standby does not hear the owner, which hears it, for 5 s", Lasts: 5 * time.Second,
			hit: func(c *Cluster, o *Machine) error { return c.Deafen(c.Other(o), o) }},
		{What: "no machine hears another for 5 s", Lasts: 5 * time.Second,
			hit: func(c *Cluster, o *Machine) error {
				return errors.Join(c.Cut(o, c.Other(o), c.Machines[Witness]), c.Cut(c.Other(o), c.Machines[Witness]))
			}},
	}
	powerCut = Fault{What: "the power of all machines is cut", Ends: true, All: true, hit: func(c *Cluster, _ *Machine) error { return c.CutPower() }}

	demo = []Fault{
		{What: "the owner is killed", hit: killOwner, Ends: true, Moves: true},
		{What: "the standby is killed", hit: killStandby, Ends: true},
		{What: "the witness is killed", hit: killWitness, Ends: true},
	}
)

// DemoFault returns the fault of a round, from 0, of those that a cluster takes again and again: its machines are killed by turns.
func (c *Cluster) DemoFault(round int) *Fault { return &demo[round%len(demo)] }

// Fault returns the fault of a round, from 0, of all that the cluster can have: mostly its owner is killed and loses what it has; each fourth round
// is another one, and with namespaces or disks each third is one of those.
func (c *Cluster) Fault(round int) *Fault {
	if rare := c.rare(); len(rare) > 0 && round%3 == 2 {
		return &rare[round/3%len(rare)]
	}
	if round%4 == 3 {
		return &others[round/4%len(others)]
	}
	return &losses[round%2]
}

// rare returns the faults of namespaces and disks.
func (c *Cluster) rare() (all []Fault) {
	if c.lan != nil {
		all = append(all, cuts...)
	}
	if c.cfg.Disks {
		all = append(all, powerCut)
	}
	return all
}
