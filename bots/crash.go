package bots

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/disk"
	"voxtide/transport"
	"voxtide/world"
	"voxtide/worldgen"
)

// CrashConfig says how a server is killed. A zero field has the value that its comment names.
type CrashConfig struct {
	Server  string        // the program; required
	Dir     string        // an empty folder for its world; required
	Rounds  int           // 20
	Players int           // 20, at most 32: as many have a place of their own to begin
	Seed    uint64        //
	Build   time.Duration // longest time of building between two kills: 1.2 s
	Log     io.Writer     // of the server; nil: nowhere
	Round   func(n int, t CrashTally)
}

// CrashTally is what rounds of kills came to. Acked counts actions that change a block and that a bot saw performed; Lost
// those of them that the disk, the next server or a bot does not have; Torn players whose inventory and blocks do not
// belong together; Twice actions that took effect or were judged twice.
type CrashTally struct {
	Rounds, Acked, Lost, Torn, Twice int
	Unknown                          int // sent, and not known to be performed, when the server was killed
	Kept                             int // of these, those that the disk had judged
	Items, Falling                   int // items and falling blocks that were born, and compared with the disk
	Notes                            []string
}

// notesMax bounds what is told in words.
const notesMax = 20

func (t *CrashTally) note(format string, args ...any) {
	if len(t.Notes) < notesMax {
		t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
	}
}

// OK tells whether nothing was lost, torn or done twice.
func (t *CrashTally) OK() bool { return t.Lost+t.Torn+t.Twice == 0 }

// String is the last line of the crash test.
func (t *CrashTally) String() string {
	return fmt.Sprintf("acked %d lost %d torn %d twice %d items %d falling %d", t.Acked, t.Lost, t.Torn, t.Twice, t.Items, t.Falling)
}

// crasher runs the crash test, in one goroutine: the pictures of all builders, and between two rounds the looks at the disk.
type crasher struct {
	cfg      CrashConfig
	rnd      *rand.Rand
	began    time.Time
	builders []*builder
	tally    CrashTally
	counted  []int // ops of each builder that are in Acked
}

// Crash lets bots build on a server in a process of its own, kills it at a random moment, compares what was acked with the
// disk and with what the bots hold, starts it again on the same world, and so on.
func Crash(ctx context.Context, cfg CrashConfig) (*CrashTally, error) {
	or(&cfg.Rounds, 20)
	or(&cfg.Players, 20)
	or(&cfg.Build, 1200*time.Millisecond)
	if cfg.Players > 32 || cfg.Players < 1 || cfg.Rounds < 1 || cfg.Server == "" || cfg.Dir == "" {
		return nil, fmt.Errorf("%w: a server, a folder, at least one round, 1 to 32 players", ErrConfig)
	}
	if cfg.Log == nil {
		cfg.Log = io.Discard
	}
	if cfg.Round == nil {
		cfg.Round = func(int, CrashTally) {}
	}
	c := &crasher{cfg: cfg, rnd: rand.New(rand.NewPCG(cfg.Seed, 0)), began: time.Now(), counted: make([]int, cfg.Players)}
	return &c.tally, c.run(ctx)
}

func (c *crasher) clock() time.Duration { return time.Since(c.began) }

func (c *crasher) run(ctx context.Context) error {
	// No item goes by itself, so that what has been lost can be told from what has aged.
	if err := os.WriteFile(filepath.Join(c.cfg.Dir, "server.toml"), []byte("items_last_seconds = 0\n"), 0o600); err != nil {
		return err
	}
	p, err := startServer(c.cfg.Server, "127.0.0.1:0", c.cfg.Dir, c.cfg.Seed>>1, c.cfg.Log)
	if err != nil {
		return err
	}
	defer func() { p.stop() }()
	network := &Network{Seed: c.cfg.Seed}
	if err := network.Look(p.address); err != nil {
		return err
	}
	taken := map[world.Pos]bool{}
	for n := range c.cfg.Players {
		c.builders = append(c.builders, newBuilder(n, c.cfg.Seed, c.clock, taken, func(dial int) (transport.Conn, Cutter) { return network.Dial(n, dial) }))
	}
	defer c.leave()
	for round := range c.cfg.Rounds {
		if err := c.come(ctx); err != nil {
			return err
		}
		dead := p
		killed := make(chan struct{})
		in := c.cfg.Build/8 + time.Duration(c.rnd.Int64N(int64(c.cfg.Build)))
		time.AfterFunc(in, func() { dead.kill(); close(killed) }) // at any moment of a step
		c.play(in+20*time.Millisecond, true)
		<-killed
		c.play(40*time.Millisecond, false) // what has come is read
		if err := c.compare(); err != nil {
			return err
		}
		if p, err = startServer(c.cfg.Server, dead.address, c.cfg.Dir, c.cfg.Seed>>1, c.cfg.Log); err != nil {
			return err
		}
		for _, b := range c.builders { // nothing tells a client that its server was killed, but silence for 10 s
			b.conn.vanish()
		}
		c.tally.Rounds = round + 1
		c.cfg.Round(round+1, c.tally)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if err := c.come(ctx); err != nil {
		return err
	}
	c.play(time.Second, false)
	c.atRest()
	return nil
}

const crashPicture = time.Second / 60

// play makes pictures for some time.
func (c *crasher) play(d time.Duration, act bool) {
	end := c.clock() + d
	tick := time.NewTicker(crashPicture)
	defer tick.Stop()
	for c.clock() < end {
		for _, b := range c.builders {
			b.picture(c.clock(), act)
		}
		<-tick.C
	}
}

// come waits until all play, and have told of the sections around them.
func (c *crasher) come(ctx context.Context) error {
	for end := c.clock() + joinPatience; c.clock() < end; {
		c.play(50*time.Millisecond, false)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all := true
		for _, b := range c.builders {
			if b.c.State() == client.Ended {
				return fmt.Errorf("bots: the session of %s ended: %s", b.name, b.c.Reason())
			}
			all = all && b.c.Playable() && b.plot != nil
		}
		if all {
			return nil
		}
	}
	return fmt.Errorf("bots: not all builders came back")
}

func (c *crasher) leave() {
	for _, b := range c.builders {
		b.c.Leave()
	}
	time.Sleep(100 * time.Millisecond)
}

// compare compares what all builders hold, and what they were told, with the disk of the server that was killed.
func (c *crasher) compare() error {
	w, err := c.look()
	if err != nil {
		return err
	}
	defer w.Close()
	return c.against(w, worldgen.New(w.Info().Seed).Section)
}

// against compares what all builders hold, and what they were told, with a store.
func (c *crasher) against(w store.Store, generate func(world.SectionPos) *world.Section) error {
	state, err := w.Load()
	if err != nil {
		return err
	}
	if state == nil {
		state = &store.State{} // nothing became durable
	}
	pack := protocol.Packer{}
	sections := map[world.SectionPos]*world.Section{}
	section := func(p world.SectionPos) (*world.Section, error) {
		if sections[p] == nil {
			l := server.Fetch(w, generate, &pack, p)
			if l.Err != nil {
				return nil, l.Err
			}
			sections[p] = l.Section
		}
		return sections[p], nil
	}
	for i, b := range c.builders {
		b.freeze()
		c.tally.Acked += b.performed(&c.counted[i])
		n := slices.IndexFunc(state.Players, func(r store.PlayerRow) bool { return r.Name == b.name })
		if n < 0 {
			c.tally.Lost++
			c.tally.note("round %d: %s is not on the disk", c.tally.Rounds+1, b.name)
			continue
		}
		c.held(b)
		on := map[world.Pos]world.Block{}
		for _, p := range b.plot {
			sec, err := section(p.Section())
			if err != nil {
				return err
			}
			on[p] = sec.Get(p.Index())
		}
		c.kept(b, &state.Players[n], on)
	}
	return c.matter(state, section, generate)
}

// look opens a copy of the world, as the kill has left it.
func (c *crasher) look() (*disk.Store, error) {
	to := filepath.Join(c.cfg.Dir, "look")
	if err := os.RemoveAll(to); err != nil {
		return nil, err
	}
	if err := os.CopyFS(to, os.DirFS(filepath.Join(c.cfg.Dir, "w"))); err != nil {
		return nil, err
	}
	names := make([]string, world.BlockCount)
	for i := range names {
		names[i] = world.Blocks[i].Name
	}
	return disk.Open(to, disk.Options{Generator: worldgen.Version, Blocks: names})
}

// performed counts the actions that were acked since the last count, and not refused.
func (b *builder) performed(upTo *int) (n int) {
	for *upTo < len(b.log.ops) && b.log.ops[*upTo].out != open {
		if b.log.ops[*upTo].out == done {
			n++
		}
		*upTo++
	}
	return n
}

// held judges what a builder had received when its server was killed: it comes from actions up to the last acked one,
// each once.
func (c *crasher) held(b *builder) {
	for _, p := range b.plot {
		v, there := b.held[p]
		if values := b.may(p, b.log.acked); there && !slices.Contains(values, v) {
			c.wrong(b, p, v, values, "the bot")
		}
	}
	c.belongs(b, b.bag, b.held, "held by the bot")
	if br := b.log.breach; br != nil {
		c.tally.Twice++
		c.tally.note("%s", br.what)
		b.log.breach = nil
	}
}

// wrong counts a cell that does not hold what it may: what an earlier action left, which came back after a restart, was done
// twice; anything else is a lost action.
func (c *crasher) wrong(b *builder, p world.Pos, v world.Block, may []world.Block, where string) {
	if b.earlier(p, v) && where != onDisk {
		c.tally.Twice++
	} else {
		c.tally.Lost++
	}
	c.tally.note("round %d: %s: %s has %v in %v, it may be %v", c.tally.Rounds+1, b.name, where, v, p, may)
}

const onDisk = "the disk"

// kept judges what the disk has of a builder: at least what was acked, and no more than was sent.
func (c *crasher) kept(b *builder, row *store.PlayerRow, on map[world.Pos]world.Block) {
	for _, o := range b.log.ops {
		if o.number > row.Player.Last && o.out == done {
			c.tally.Lost++
			c.tally.note("round %d: the disk knows the actions of %s up to %d: %v", c.tally.Rounds+1, b.name, row.Player.Last, o)
		} else if o.out == open {
			c.tally.Unknown++
			if o.number <= row.Player.Last {
				c.tally.Kept++
			}
		}
	}
	for _, p := range b.plot {
		if values := b.may(p, max(row.Player.Last, b.log.acked)); !slices.Contains(values, on[p]) {
			c.wrong(b, p, on[p], values, onDisk)
		}
	}
	c.belongs(b, count(row.Player.Slots[:]), on, "on the disk")
}

// belongs checks that inventory and blocks together are what the builder began with.
func (c *crasher) belongs(b *builder, bag map[world.Block]int, cells map[world.Pos]world.Block, where string) {
	if bag == nil || len(cells) < len(b.plot) {
		return // not all of it has come yet
	}
	sum := map[world.Block]int{}
	for block, n := range bag {
		sum[block] += n
	}
	for _, block := range cells {
		if block != world.Air {
			sum[block]++
		}
	}
	for block, n := range b.begun {
		if sum[block] != n {
			c.tally.Torn++
			c.tally.note("round %d: %s has %d of %v, %s; it began with %d", c.tally.Rounds+1, b.name, sum[block], block, where, n)
			return
		}
	}
}

// atRest looks at the end, when all is acked, once more at what the builders hold.
func (c *crasher) atRest() {
	for i, b := range c.builders {
		b.freeze()
		c.tally.Acked += b.performed(&c.counted[i])
		c.held(b)
	}
}
