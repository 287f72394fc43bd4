package machines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Config says which servers form a cluster.
type Config struct {
	Server string // the program; the engine's lies beside it
	Dir    string // an empty folder for all
	Seed   uint64 // of the world
	Log    io.Writer
}

// Cluster is three machines on this one: two with the world w, and a witness.
type Cluster struct {
	Machines []*Machine
	cfg      Config
	members  string
}

// Witness is the machine without a world.
const Witness = 2

// Machine is one of them.
type Machine struct {
	Name   string
	Dir    string // the folder of its world, lists and engine
	of     *Cluster
	node   int
	listen string
	proc   *Process // nil before the first start
	asleep bool
}

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

// NewCluster chooses ports and folders. Nothing is started.
func NewCluster(cfg Config) (*Cluster, error) {
	ports, err := FreePorts(5)
	if err != nil {
		return nil, err
	}
	c := &Cluster{cfg: cfg, members: strings.Join(ports[:3], ",")}
	for i, name := range []string{"one", "two", "witness"} {
		m := &Machine{Name: name, Dir: filepath.Join(cfg.Dir, name), of: c, node: i + 1}
		if i != Witness {
			m.listen = ports[3+i]
		}
		if err := m.furnish(); err != nil {
			return nil, err
		}
		c.Machines = append(c.Machines, m)
	}
	return c, nil
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

// Owner returns the machine that has the world and listens, nil if none says so now.
func (c *Cluster) Owner() *Machine {
	for _, m := range c.Machines {
		if !m.asleep && strings.HasPrefix(m.Role(), "listening") {
			return m
		}
	}
	return nil
}

// Other returns the other machine with the world.
func (c *Cluster) Other(than *Machine) *Machine {
	if than == c.Machines[0] {
		return c.Machines[1]
	}
	return c.Machines[0]
}

// Close ends all machines.
func (c *Cluster) Close() {
	for _, m := range c.Machines {
		if m.proc != nil {
			m.Resume()
			m.proc.Kill()
			m.proc = nil
		}
	}
}

// furnish makes its folder.
func (m *Machine) furnish() error {
	if err := os.MkdirAll(m.Dir, 0o700); err != nil {
		return err
	}
	// no item expires, so that lost items differ from expired ones
	return os.WriteFile(filepath.Join(m.Dir, "server.toml"), []byte("items_last_seconds = 0\n"), 0o600)
}

// Start starts its server.
func (m *Machine) Start() (err error) {
	c := m.of
	args := []string{"--cluster", c.members, "--node", strconv.Itoa(m.node), "--cluster-key", c.key(), "--data", m.Dir}
	if m.listen == "" {
		args = append(args, "--witness")
	} else {
		args = append(append(args, "--listen", m.listen, "--world", filepath.Join(m.Dir, "w")), ofWorld(c.cfg.Seed)...)
	}
	m.proc, err = Begin(c.cfg.Server, args, c.cfg.Log)
	return err
}

// Role returns the last line that says what it is, "" if it has not said or does not run.
func (m *Machine) Role() string {
	if m.proc == nil || m.proc.Ended() {
		return ""
	}
	return m.proc.last("listening", "standby", "owner", "fenced", "witness")
}

// Follows reports whether it stands by: it has the world, and follows what changes it. A witness needs only to be there.
func (m *Machine) Follows() bool {
	return strings.HasPrefix(m.Role(), "standby") || strings.HasPrefix(m.Role(), "witness")
}

// Address returns where players reach it.
func (m *Machine) Address() string { return m.listen }

// Kill ends its server and its engine at once, as a power cut does.
func (m *Machine) Kill() {
	if m.proc != nil {
		m.proc.Kill()
		m.proc = nil
	}
}

// Wipe deletes its world or, with all, everything that it has; it is killed.
func (m *Machine) Wipe(all bool) error {
	dir := filepath.Join(m.Dir, "w")
	if all {
		dir = m.Dir
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return m.furnish()
}

// Halt makes server and engine stand still until Resume.
func (m *Machine) Halt() { m.asleep = true; signalGroup(m.proc.cmd, halt) }

// Resume lets them go on.
func (m *Machine) Resume() {
	if m.asleep {
		m.asleep = false
		signalGroup(m.proc.cmd, cont)
	}
}

// KillEngine kills its engine alone, and reports whether there was one: its server starts another one.
func (m *Machine) KillEngine() bool {
	p := childOf(m.proc.cmd.Process.Pid)
	if p == nil {
		return false
	}
	return p.Kill() == nil
}

// Backup copies the world as it is now into a new folder.
func (m *Machine) Backup(to string) error {
	_, err := m.proc.Ask("backup "+to, to, startFor)
	return err
}

// childOf returns the one child of a process, nil without one or where the system does not tell.
func childOf(pid int) *os.Process {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		b, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		// the name, in brackets, may hold anything; state and parent follow it
		_, rest, _ := strings.Cut(string(b[strings.LastIndexByte(string(b), ')')+1:]), " ")
		words := strings.Fields(rest)
		if len(words) < 2 || words[1] != strconv.Itoa(pid) {
			continue
		}
		if n, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			p, _ := os.FindProcess(n)
			return p
		}
	}
	return nil
}
