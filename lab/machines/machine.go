package machines

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Machine is a machine of a cluster: a server in a process of its own, with its engine.
type Machine struct {
	Name   string
	Dir    string // the folder of its world, lists and engine
	of     *Cluster
	node   int
	listen string
	proc   *Process // nil before the first start
	disk   *disk    // nil: it shares that of this machine
	asleep bool
}

// furnish writes its settings.
func (m *Machine) furnish() error {
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
	program := c.cfg.Server
	if c.lan != nil {
		program, args = c.lan.within(m.node-1, program, args)
	}
	m.proc, err = Begin(program, args, c.cfg.Log)
	return err
}

// Role returns the last line that says what it is, "" if it has not said or does not run.
func (m *Machine) Role() string {
	role, _ := m.role()
	return role
}

// role returns the same, and when it was said.
func (m *Machine) role() (line string, at time.Time) {
	if m.proc == nil || m.proc.Ended() {
		return "", at
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
	if !all {
		return os.RemoveAll(filepath.Join(m.Dir, "w"))
	}
	entries, err := os.ReadDir(m.Dir)
	for _, e := range entries {
		err = errors.Join(err, os.RemoveAll(filepath.Join(m.Dir, e.Name())))
	}
	return errors.Join(err, m.furnish())
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
