// Package cluster runs a world on several machines, of which one has it at a time: its owner. Another one that stands by goes on with it when
// the owner is gone.
//
// Data flow: each machine runs a node of an engine (a program of its own, engine_program.go) in which the world's log is kept (store/logged). A
// machine follows the log onto its own disk (Standby). When nothing comes from the owner it claims the log; once it has all of it, a server is
// opened on the disk, whose batches go through the log (host.Claimed). A machine without the world fetches a copy from the owner first (copy.go).
// What is not in the log, lists of people and the server's key, is in the engine's directory (directory.go).
//
// Owner: Run has one goroutine for a machine's role; a directory has its own. Invariants: whether a machine has the world is decided by the log
// alone: silence says when to claim, and is never proof; a folder of a world is never deleted, only moved aside.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/engine"
	"voxtide/engine/secret"
	"voxtide/engine/socket"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/host"
	"voxtide/store/logged"
	"voxtide/store/pebble"
)

// Config says which machine of a cluster this is.
type Config struct {
	Members []string      // the addresses of all machines' engines, HOST:PORT, the same list everywhere
	Node    int           // which of them this is, from 1
	Witness bool          // this machine has a voice in the engine and no world
	Secret  secret.Secret // what all of them share
	KeyFile string        // where it is
	Program string        // the engine's program
	Data    string        // folder for the engine's data
	Public  string        // the address at which players reach a server on this machine, HOST:PORT; others fetch copies of the world there, over TCP
	Copies  string        // where to listen for those; "": at Public
	Host    host.Config   // of the world; Dir is its folder
	Silence time.Duration // after which an owner counts as gone; 600 ms
	Log     *slog.Logger
}

// ErrConfig says what is wrong with the flags.
var ErrConfig = errors.New("cluster")

// CheckMembers returns the addresses of a list, and which of them a machine has; node is 0 where the list shall tell.
func CheckMembers(list string, node int) (members []string, n int, err error) {
	for m := range strings.SplitSeq(list, ",") {
		if m = strings.TrimSpace(m); !strings.Contains(m, ":") {
			return nil, 0, fmt.Errorf("%w: %q is no HOST:PORT", ErrConfig, m)
		}
		members = append(members, m)
	}
	if len(members)%2 == 0 || len(members) > 7 {
		return nil, 0, fmt.Errorf("%w: %d machines: it takes 3, 5 or 7, so that a majority is there when one is lost (1 to try it)", ErrConfig, len(members))
	}
	if node == 0 {
		node = ownMember(members)
	}
	if node < 1 || node > len(members) {
		return nil, 0, fmt.Errorf("%w: say which of the machines in the list this one is, with --node 1 to %d", ErrConfig, len(members))
	}
	return members, node, nil
}

// name returns the name of a machine in the engine and in the directory.
func name(node int) string { return "n" + strconv.Itoa(node) }

// Name returns the name of this machine.
func (c *Config) Name() string { return name(c.Node) }

// world names the log.
func (c *Config) world() string { return filepath.Base(c.Host.Dir) }

// engineMembers returns the list as the engine's program takes it.
func (c *Config) engineMembers() string {
	var all []string
	for i, m := range c.Members {
		all = append(all, name(i+1)+"="+m)
	}
	return strings.Join(all, ",")
}

func (c *Config) fill() {
	if c.Silence == 0 {
		c.Silence = 600 * time.Millisecond
	}
	if c.Copies == "" {
		c.Copies = c.Public
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}

// Node is this machine in its cluster.
type Node struct {
	cfg     Config
	program *program
	dial    func() engine.Engine // opens a connection to the engine, for one owner
	dir     *directory           // nil on a witness

	restUntil time.Duration // host.Monotonic: this machine gave the world away, and does not claim it again before
	wellSince time.Duration // since when the engine has answered each question while the owner is silent; 0: it has not
	drained   atomic.Bool
	running   atomic.Pointer[running]
	disk      atomic.Pointer[pebble.Store] // of a machine that stands by
	appends   appendTimes
}

// appendTimes holds how long the last appends to the log took.
type appendTimes struct {
	mu   sync.Mutex
	last []time.Duration // a ring
	next int
}

const appendTimesMax = 512

func (t *appendTimes) note(took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.last) < appendTimesMax {
		t.last = append(t.last, took)
		return
	}
	t.last[t.next%appendTimesMax] = took
	t.next++
}

// quantiles returns how many there are, their median, and what 99 of 100 are below.
func (t *appendTimes) quantiles() (n int, p50, p99 time.Duration) {
	t.mu.Lock()
	all := slices.Sorted(slices.Values(t.last))
	t.mu.Unlock()
	if n = len(all); n > 0 {
		p50, p99 = all[n/2], all[n*99/100]
	}
	return n, p50, p99
}

// running is the world that this machine has.
type running struct {
	host  *host.Host
	store *logged.Store // the loop's
}

// Start starts the engine on this machine. It waits until the engine answers, which takes a majority of the machines, or the context ends.
func Start(ctx context.Context, cfg Config) (*Node, error) {
	cfg.fill()
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, err
	}
	p, err := startProgram(ctx, &cfg)
	if err != nil {
		return nil, err
	}
	return newNode(cfg, p, func() engine.Engine { return socket.Dial(p.socket) }), nil
}

func newNode(cfg Config, p *program, dial func() engine.Engine) *Node {
	n := &Node{cfg: cfg, program: p, dial: dial}
	if !cfg.Witness {
		n.dir = openDirectory(&n.cfg, dial())
	}
	return n
}

// Done is closed when the engine on this machine cannot go on; Err then says why.
func (n *Node) Done() <-chan struct{} { return n.program.done }

// Err returns why the engine ended.
func (n *Node) Err() error { return n.program.err }

// Others returns the addresses at which players may find the world when this machine is gone.
func (n *Node) Others() []string { return n.dir.others() }

// Drain gives the world to another machine that stands by: everything is saved, and this one stands by. It reports whether there is another.
func (n *Node) Drain() bool {
	r := n.running.Load()
	if r == nil || len(n.Others()) == 0 {
		return false
	}
	n.drained.Store(true)
	go r.host.Close(protocol.ReasonReopening.String())
	return true
}

// Drained reports whether the world was given away since the last call.
func (n *Node) Drained() bool { return n.drained.Swap(false) }

// Numbers returns what metrics say. Any goroutine may call it.
func (n *Node) Numbers() (k host.ClusterNumbers) {
	_, k.AppendP50, k.AppendP99 = n.appends.quantiles()
	standbys, place := n.dir.standbys()
	k.Standbys = standbys
	n.dir.mu.Lock()
	if own := n.dir.at[n.cfg.Name()].place; own > place && standbys > 0 {
		k.Behind = own - place
	}
	n.dir.mu.Unlock()
	return k
}

// Lines describes the cluster for people.
func (n *Node) Lines() (lines []string) {
	if n.dir == nil {
		return []string{"this machine is the witness"}
	}
	r, last := n.running.Load(), uint64(0)
	if r == nil {
		lines = append(lines, "this machine stands by")
	} else if r.host.Do(func(*server.Server) {
		t := r.store.Stats()
		last = t.Durable.N
		lines = append(lines, fmt.Sprintf("this machine has the world, by claim %d; the log is at entry %d and begins behind %d; %d entries wait", r.store.Claim(), t.Durable.N, t.Trimmed, t.Waiting))
		if len(t.LeftBehind) > 0 {
			lines = append(lines, "were silent for so long that they need a new copy: "+strings.Join(t.LeftBehind, ", "))
		}
	}) != nil {
		lines = append(lines, "the world is about to end here")
	}
	if k, p50, p99 := n.appends.quantiles(); k > 0 && r != nil {
		lines = append(lines, fmt.Sprintf("the last %d appends took %.1f ms at the median, %.1f ms at p99", k, p50.Seconds()*1000, p99.Seconds()*1000))
	}
	at, ok := n.dir.list(keyAt)
	places, _ := n.dir.list(logged.Places)
	if !ok {
		return append(lines, "the engine does not answer: a majority of the machines is not there")
	}
	for _, who := range slices.Sorted(maps.Keys(at)) {
		address, _, _ := strings.Cut(string(at[who]), " ")
		line := fmt.Sprintf("%s, players at %s", who, address)
		if p, err := logged.ReadPlace(places[who]); err == nil {
			if line += fmt.Sprintf(", has the log up to entry %d", p.N); last > p.N {
				line += fmt.Sprintf(", %d behind", last-p.N)
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// Close ends the engine's node on this machine.
func (n *Node) Close() {
	if n.dir != nil {
		n.dir.close()
	}
	n.program.stop()
}
