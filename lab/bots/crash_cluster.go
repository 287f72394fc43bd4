package bots

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"voxtide/store/pebble"
	"voxtide/transport"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// clusterTest is the crash test of a world on three machines of one: two with the world and a witness. In each round the one that has the world
// is killed and its folder deleted, or stands still, or the engine of one of them is killed; the bots find the other one by themselves. What was
// acked is compared with what the next one has.
type clusterTest struct {
	*crashTest
	members string
	key     string
	nodes   [3]*clusterNode
}

// clusterNode is the process of a machine.
type clusterNode struct {
	number int
	dir    string
	listen string
	cmd    *exec.Cmd
	in     io.WriteCloser
	lines  chan string
	ended  chan struct{}

	mu    sync.Mutex
	role  string // the first word of its last line about that
	roles int    // how many such lines there were
}

const (
	// takeoverPatience bounds how long a world may be without a machine.
	takeoverPatience = 30 * time.Second
	// standsStill is how long a stopped process stands still.
	standsStill = 5 * time.Second
)

func (c *clusterTest) run(ctx context.Context) error {
	c.key = filepath.Join(c.cfg.Dir, "cluster.key")
	var engines []string
	for range 3 {
		at, err := freePort("tcp")
		if err != nil {
			return err
		}
		engines = append(engines, at)
	}
	c.members = strings.Join(engines, ",")
	defer c.end()
	for i := range c.nodes {
		at, err := freePort("udp")
		if err != nil {
			return err
		}
		c.nodes[i] = &clusterNode{number: i + 1, dir: filepath.Join(c.cfg.Dir, "n"+strconv.Itoa(i+1)), listen: at}
		if err := c.start(c.nodes[i]); err != nil {
			return err
		}
		for end := time.Now().Add(startFor); i == 0; time.Sleep(10 * time.Millisecond) { // it makes the key
			if _, err := os.Stat(c.key); err == nil {
				break
			} else if time.Now().After(end) {
				return errors.New("the first machine made no key")
			}
		}
	}
	owner, err := c.waitForOwner(nil)
	if err != nil {
		return err
	}
	if err := c.waitForRole(c.other(owner), "standby"); err != nil {
		return err
	}
	network := &Network{Seed: c.cfg.Seed}
	if err := network.Resolve(owner.listen); err != nil {
		return err
	}
	taken, shared := map[world.Pos]bool{}, &sharedBoxes{}
	for n := range c.cfg.Players {
		b := newCrashBot(n, c.cfg.Seed, c.clock, taken, shared, func(dial int) (transport.Conn, NetworkCutter) { return network.Dial(n, dial) })
		b.other = func(address string) (transport.Conn, NetworkCutter) { return network.DialOther(n, address) }
		c.builders = append(c.builders, b)
	}
	defer c.leave()
	for round := range c.cfg.Rounds {
		if err := c.waitForAll(ctx); err != nil {
			return err
		}
		if owner, err = c.round(round, owner); err != nil {
			return fmt.Errorf("round %d: %w", round+1, err)
		}
		c.tally.Rounds = round + 1
		c.cfg.OnRound(round+1, c.tally)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err := c.waitForAll(ctx); err != nil {
		return err
	}
	c.play(time.Second, false)
	c.atRest()
	return c.compareWith(owner)
}

// round is one loss; it returns the machine that has the world afterwards.
func (c *clusterTest) round(round int, owner *clusterNode) (*clusterNode, error) {
	in := c.cfg.BuildTime/8 + time.Duration(c.rng.Int64N(int64(c.cfg.BuildTime)))
	struck := make(chan time.Duration, 1)
	strike := func(f func()) { time.AfterFunc(in, func() { f(); struck <- c.clock() }) }
	switch round % 5 {
	case 2:
		strike(func() { owner.cmd.Process.Signal(syscall.SIGSTOP) })
		c.play(in+20*time.Millisecond, true)
		next, err := c.measure(<-struck, owner)
		if err != nil {
			return nil, err
		}
		c.play(standsStill, true)
		owner.cmd.Process.Signal(syscall.SIGCONT)
		if err := c.waitForRole(owner, "standby"); err != nil {
			return nil, err
		}
		return next, nil
	case 4:
		node := c.nodes[round/5%3]
		strike(func() { node.killEngine() })
		c.play(in+20*time.Millisecond, true)
		<-struck
		c.play(4*time.Second, true) // its engine is started again; the world may have changed machines
		return c.waitForOwner(nil)
	}
	strike(owner.kill)
	c.play(in+20*time.Millisecond, true)
	at := <-struck
	if err := os.RemoveAll(owner.dir); err != nil {
		return nil, err
	}
	var next *clusterNode
	var err error
	if round%5 == 1 { // the bots rest until all is compared
		c.play(40*time.Millisecond, false) // read what has arrived
		if next, err = c.waitForOwner(owner); err == nil {
			err = c.compareWith(next)
		}
	} else {
		next, err = c.measure(at, owner)
	}
	if err != nil {
		return nil, err
	}
	if err := c.start(owner); err != nil {
		return nil, err
	}
	for end := c.clock() + takeoverPatience; owner.present() != "standby"; {
		if c.clock() > end {
			return nil, fmt.Errorf("machine %d does not stand by again", owner.number)
		}
		c.play(100*time.Millisecond, true)
	}
	return next, nil
}

// measure plays on until a bot has an ack of the machine that goes on, and notes how long after the loss that was.
func (c *clusterTest) measure(lost time.Duration, owner *clusterNode) (*clusterNode, error) {
	c.play(max(0, lost+100*time.Millisecond-c.clock()), true) // what was on its way has come
	var acked []uint64
	for _, b := range c.builders {
		acked = append(acked, b.log.acked)
	}
	for c.clock() < lost+takeoverPatience {
		c.play(5*time.Millisecond, true)
		for i, b := range c.builders {
			if b.log.acked > acked[i] {
				c.tally.Takeovers = append(c.tally.Takeovers, c.clock()-lost)
				return c.waitForOwner(owner)
			}
		}
	}
	return nil, errors.New("no machine goes on with the world")
}

// compareWith compares what the bots were told with the world as a machine has it.
func (c *clusterTest) compareWith(n *clusterNode) error {
	to := filepath.Join(c.cfg.Dir, "look")
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	n.drainLines()
	fmt.Fprintf(n.in, "backup %s\n", to)
	for end := time.After(takeoverPatience); ; {
		select {
		case line := <-n.lines:
			if strings.HasPrefix(line, "no backup") {
				return errors.New(line)
			}
			if !strings.Contains(line, to) {
				continue
			}
		case <-end:
			return errors.New("no backup came")
		}
		break
	}
	w, err := pebble.Open(to, pebble.Options{Generator: worldgen.Version, Blocks: world.BlockNames()})
	if err != nil {
		return err
	}
	defer w.Close()
	return c.compareStore(w, worldgen.New(w.Info().Seed).Section)
}

// other returns the other machine with a world.
func (c *clusterTest) other(n *clusterNode) *clusterNode { return c.nodes[2-n.number] }

// waitForOwner waits until a machine has the world, which is not the one that was lost, and returns it.
func (c *clusterTest) waitForOwner(lost *clusterNode) (*clusterNode, error) {
	for end := time.Now().Add(max(startFor, takeoverPatience)); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		for _, n := range c.nodes[:2] {
			if n != nil && n != lost && n.present() == "listening" {
				return n, nil
			}
		}
	}
	return nil, errors.New("no machine has the world")
}

// waitForRole waits until a machine says that it has a role; the bots play meanwhile.
func (c *clusterTest) waitForRole(n *clusterNode, role string) error {
	for end := c.clock() + startFor; c.clock() < end; c.play(20*time.Millisecond, true) {
		if n.present() == role {
			return nil
		}
	}
	return fmt.Errorf("machine %d does not say %s", n.number, role)
}

// end ends all processes.
func (c *clusterTest) end() {
	for _, n := range c.nodes {
		if n != nil && n.cmd != nil {
			n.cmd.Process.Signal(syscall.SIGCONT)
			n.kill()
		}
	}
}

// start starts the process of a machine.
func (c *clusterTest) start(n *clusterNode) error {
	if err := os.MkdirAll(n.dir, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(n.dir, "server.toml"), []byte("items_last_seconds = 0\n"), 0o600); err != nil { // see crashTest.run
		return err
	}
	args := []string{"--cluster", c.members, "--node", strconv.Itoa(n.number), "--cluster-key", c.key, "--listen", n.listen, "--world", filepath.Join(n.dir, "w"), "--data", n.dir,
		"--seed", itoa(c.cfg.Seed >> 1), "--mode", "survival", "--players", "64", "--view-distance", "32", "--starting-items", startingItems}
	if n.number == len(c.nodes) {
		args = append(args, "--witness")
	}
	n.cmd, n.ended, n.lines = exec.Command(c.cfg.Server, args...), make(chan struct{}), make(chan string, 256)
	n.cmd.Stderr = c.cfg.Log
	in, err := n.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := n.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	n.in = in
	n.say("", 0)
	if err := n.cmd.Start(); err != nil {
		return fmt.Errorf("the server does not start: %w", err)
	}
	cmd, ended, lines := n.cmd, n.ended, n.lines
	go func() {
		for said := bufio.NewScanner(out); said.Scan(); {
			switch word, _, _ := strings.Cut(said.Text(), " "); word {
			case "standby", "owner", "listening", "fenced", "witness":
				n.say(word, 1)
			}
			if strings.HasPrefix(said.Text(), "fenced") {
				c.noteFenced()
			}
			select {
			case lines <- said.Text():
			default:
			}
		}
		cmd.Wait()
		n.say("", 0)
		close(ended)
	}()
	return nil
}

func (c *clusterTest) noteFenced() {
	fencedMu.Lock()
	defer fencedMu.Unlock()
	c.tally.Fenced++
}

var fencedMu sync.Mutex // over CrashTally.Fenced

func (n *clusterNode) say(role string, more int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.role, n.roles = role, n.roles+more
}

// present returns what the machine is now, "" for nothing yet.
func (n *clusterNode) present() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.role
}

func (n *clusterNode) drainLines() {
	for {
		select {
		case <-n.lines:
		default:
			return
		}
	}
}

// kill ends the process as a power cut does, and its engine with it, and waits.
func (n *clusterNode) kill() {
	n.killEngine()
	n.cmd.Process.Kill()
	<-n.ended
	n.in.Close()
}

// killEngine ends the engine's program of the machine as a power cut does.
func (n *clusterNode) killEngine() {
	for _, pid := range childrenOf(n.cmd.Process.Pid) {
		if p, err := os.FindProcess(pid); err == nil {
			p.Kill()
		}
	}
}

// childrenOf returns the processes that a process has started.
func childrenOf(parent int) (all []int) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		_, after, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(after)
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
				all = append(all, pid)
			}
		}
	}
	return all
}

// freePort returns an address of this machine at which nobody listens.
func freePort(network string) (string, error) {
	if network == "udp" {
		pc, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			return "", err
		}
		defer pc.Close()
		return pc.LocalAddr().String(), nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// TakeoverLine describes how long take-overs took, "" if there were none.
func (t *CrashTally) TakeoverLine() string {
	all := slices.Sorted(slices.Values(t.Takeovers))
	if len(all) == 0 {
		return ""
	}
	ms := func(d time.Duration) int64 { return d.Milliseconds() }
	return fmt.Sprintf("%d take-overs: from the loss to the first new ack %d ms p50, %d p99, %d at most; %d fenced", len(all), ms(all[len(all)/2]), ms(all[min(len(all)-1, len(all)*99/100)]), ms(all[len(all)-1]), t.Fenced)
}
