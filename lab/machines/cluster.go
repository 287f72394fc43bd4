package machines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Config says which servers form a cluster.
type Config struct {
	Server string // the program; the engine's lies beside it
	Dir    string // an empty folder for all
	Seed   uint64 // of the world
	Log    io.Writer

	Namespaces bool // each machine is in a network namespace of its own, so that Cut works; ErrForbidden where that may not be
	Disks      bool // each machine has a disk of its own, so that CutPower works; ErrForbidden likewise
}

// Cluster is three machines on this one: two with the world w, and a witness.
type Cluster struct {
	Machines []*Machine
	cfg      Config
	members  string
	lan      *lan // nil without namespaces
}

// Witness is the machine without a world.
const Witness = 2

// FreePorts returns addresses of this machine that nobody uses now, over TCP and over UDP.
func FreePorts(n int) (all []string, err error) {
	for range n * 20 {
		if len(all) == n {
			return all, nil
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close() // all are held until the last is found
		u, err := net.ListenPacket("udp", l.Addr().String())
		if err != nil {
			continue
		}
		u.Close()
		all = append(all, l.Addr().String())
	}
	return nil, errors.New("no free ports")
}

// Ports within a namespace.
const (
	enginePort = "7410"
	gamePort   = "7400"
)

// NewCluster chooses ports and folders, and makes namespaces and disks. Nothing is started.
func NewCluster(cfg Config) (*Cluster, error) {
	c := &Cluster{cfg: cfg}
	if err := c.furnish(); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// furnish does what NewCluster says. What it has made stays when it fails.
func (c *Cluster) furnish() (err error) {
	cfg := &c.cfg
	var ports []string // of the engines and, of the first two machines, for players
	if cfg.Namespaces {
		if c.lan, err = newLAN(Witness + 1); err != nil {
			return err
		}
		for i := range Witness + 1 {
			ports = append(ports, net.JoinHostPort(c.lan.address(i), enginePort))
		}
		for i := range Witness {
			ports = append(ports, net.JoinHostPort(c.lan.address(i), gamePort))
		}
	} else if ports, err = FreePorts(5); err != nil {
		return err
	}
	c.members = strings.Join(ports[:Witness+1], ",")
	for i, name := range []string{"one", "two", "witness"} {
		m := &Machine{Name: name, Dir: filepath.Join(cfg.Dir, name), of: c, node: i + 1}
		if i != Witness {
			m.listen = ports[3+i]
		}
		if err := os.MkdirAll(m.Dir, 0o700); err != nil {
			return err
		}
		if cfg.Disks {
			if m.disk, err = newDisk(m.Dir+".disk", m.Dir); err != nil {
				return err
			}
		}
		c.Machines = append(c.Machines, m)
		if err := m.furnish(); err != nil {
			return err
		}
	}
	return nil
}

// key is where the shared secret lies.
func (c *Cluster) key() string { return filepath.Join(c.cfg.Dir, "cluster.key") }

// Start starts all machines, and waits until one has the world and the other stands by.
func (c *Cluster) Start(ctx context.Context) error {
	for i, m := range c.Machines {
		if err := m.Start(); err != nil {
			return err
		}
		for end := time.Now().Add(startFor); i == 0; time.Sleep(lookEach) { // the first makes the secret
			if b, err := os.ReadFile(c.key()); err == nil && len(b) > 0 {
				break
			}
			if time.Now().After(end) || m.proc.Ended() {
				return fmt.Errorf("machine %s makes no secret", m.Name)
			}
		}
	}
	for end := time.Now().Add(startFor); ; time.Sleep(lookEach) {
		if o := c.Owner(); o != nil && c.Other(o).Follows() {
			return nil
		}
		if err := c.Sound(); err != nil {
			return err
		}
		if ctx.Err() != nil || time.Now().After(end) {
			return errors.Join(ctx.Err(), errors.New("no machine has the world while another stands by"))
		}
	}
}

// Sound returns an error if a machine ended by itself.
func (c *Cluster) Sound() error {
	for _, m := range c.Machines {
		if m.proc != nil && m.proc.Ended() {
			return fmt.Errorf("the server of machine %s ended by itself", m.Name)
		}
	}
	return nil
}

// Owner returns the machine that has the world and listens, nil if none says so now. Of two that say so it is the one that said it last: the other
// one is cut off, and does not know yet.
func (c *Cluster) Owner() (owner *Machine) {
	var since time.Time
	for _, m := range c.Machines {
		if role, at := m.role(); !m.asleep && strings.HasPrefix(role, "listening") && at.After(since) {
			owner, since = m, at
		}
	}
	return owner
}

// Other returns the other machine with the world.
func (c *Cluster) Other(than *Machine) *Machine {
	if than == c.Machines[0] {
		return c.Machines[1]
	}
	return c.Machines[0]
}

// Close ends all machines, and removes namespaces and disks.
func (c *Cluster) Close() {
	for _, m := range c.Machines {
		if m.proc != nil {
			m.Resume()
			m.proc.Kill()
			m.proc = nil
		}
		if m.disk != nil {
			m.disk.unmount()
			os.Remove(m.disk.file)
		}
	}
	if c.lan != nil {
		c.lan.close()
	}
}

// Cut drops all packets between a machine and some others, in both directions; it is for a cluster with namespaces.
func (c *Cluster) Cut(m *Machine, others ...*Machine) error {
	for _, o := range others {
		if err := errors.Join(c.Deafen(m, o), c.Deafen(o, m)); err != nil {
			return err
		}
	}
	return nil
}

// Deafen drops all packets that a machine gets from another one, nil for players.
func (c *Cluster) Deafen(m, from *Machine) error {
	if from == nil {
		return c.lan.drop(m.node-1, c.lan.players())
	}
	return c.lan.drop(m.node-1, c.lan.address(from.node-1))
}

// Heal ends what Cut and Deafen have begun.
func (c *Cluster) Heal() error { return c.lan.heal() }

// CutPower ends all machines at one moment, with disks that have what they had then; it is for a cluster with disks.
func (c *Cluster) CutPower() (err error) {
	for _, m := range c.Machines {
		m.Halt()
	}
	for _, m := range c.Machines {
		err = errors.Join(err, m.disk.copy())
	}
	for _, m := range c.Machines {
		m.asleep = false
		m.Kill()
		err = errors.Join(err, m.disk.replace())
	}
	return err
}
