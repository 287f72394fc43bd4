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

	"voxtide/actions"
	"voxtide/client"
	"voxtide/lab/machines"
	"voxtide/protocol"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// CrashConfig says how a server is killed. A zero field has the value that its comment names.
type CrashConfig struct {
	Server    string        // the program; required
	Dir       string        // an empty folder for its world; required
	Rounds    int           // 20
	Players   int           // 20, at most 32: the number of separate places to start
	Seed      uint64        //
	BuildTime time.Duration // longest time of building between two kills: 1.2 s
	Log       io.Writer     // of the server; nil discards it
	OnRound   func(n int, t CrashTally)
}

// CrashTally is the outcome of rounds of kills. Acked counts actions on blocks and items that a bot saw performed; Lost those of
// them that the disk, the next server or a bot lacks; Torn players whose inventory and blocks do not fit together;
// Twice actions that took effect or were answered twice.
type CrashTally struct {
	Rounds, Acked, Lost, Torn, Twice int
	Unknown                          int // sent, and not known to be performed, when the server was killed
	StoredUnknown                    int // of these, those that the disk had performed or refused
	Boxes                            int // how often what a chest holds was compared
	Moves, Made, Thrown              int // of the acked ones: moves at boxes, times that planks were made, throws
	Glass                            int // that furnaces had made of the sand, at most at one kill
	Items, Falling                   int // items and falling blocks that existed, and were compared with the disk
	Notes                            []string
}

// notesMax bounds the notes in words.
const notesMax = 20

func (t *CrashTally) note(format string, args ...any) {
	if len(t.Notes) < notesMax {
		t.Notes = append(t.Notes, fmt.Sprintf(format, args...))
	}
}

// OK reports whether nothing was lost, torn or done twice.
func (t *CrashTally) OK() bool { return t.Lost+t.Torn+t.Twice == 0 }

// String returns the last line of the crash test.
func (t *CrashTally) String() string {
	return fmt.Sprintf("acked %d lost %d torn %d twice %d items %d falling %d boxes %d", t.Acked, t.Lost, t.Torn, t.Twice, t.Items, t.Falling, t.Boxes)
}

// countDeeds counts the deeds at boxes, of making and of throwing that are known to be performed.
func (t *CrashTally) countDeeds(o *operation) {
	switch o.kind {
	case actions.BoxMove:
		t.Moves++
	case actions.Craft:
		t.Made++
	case actions.Drop:
		t.Thrown++
	}
}

// Deeds returns the line of what was done and compared besides blocks.
func (t *CrashTally) Deeds() string {
	return fmt.Sprintf("%d moves at boxes, %d times made, %d thrown, %d glass of sand", t.Moves, t.Made, t.Thrown, t.Glass)
}

// crashTest runs the crash test in one goroutine: the frames of all bots, and between two rounds the comparison with
// the disk.
type crashTest struct {
	cfg      CrashConfig
	rng      *rand.Rand
	began    time.Time
	builders []*crashBot
	tally    CrashTally
	counted  []int // number of each bot's operations that Acked includes
}

// Crash makes bots build on a server in a process of its own, kills it at a random moment, compares what was acked
// with the disk and with what the bots hold, starts it again on the same world, and repeats that.
func Crash(ctx context.Context, cfg CrashConfig) (*CrashTally, error) {
	or(&cfg.Rounds, 20)
	or(&cfg.Players, 20)
	or(&cfg.BuildTime, 1200*time.Millisecond)
	if cfg.Players > 32 || cfg.Players < 1 || cfg.Rounds < 1 || cfg.Server == "" || cfg.Dir == "" {
		return nil, fmt.Errorf("%w: a server, a folder, at least one round, 1 to 32 players", ErrConfig)
	}
	if cfg.Log == nil {
		cfg.Log = io.Discard
	}
	if cfg.OnRound == nil {
		cfg.OnRound = func(int, CrashTally) {}
	}
	c := &crashTest{cfg: cfg, rng: rand.New(rand.NewPCG(cfg.Seed, 0)), began: time.Now(), counted: make([]int, cfg.Players)}
	return &c.tally, c.run(ctx)
}

func (c *crashTest) clock() time.Duration { return time.Since(c.began) }

func (c *crashTest) run(ctx context.Context) error {
	// no item expires, so that lost items differ from expired ones
	if err := os.WriteFile(filepath.Join(c.cfg.Dir, "server.toml"), []byte("items_last_seconds = 0\n"), 0o600); err != nil {
		return err
	}
	p, err := machines.Start(c.cfg.Server, "127.0.0.1:0", c.cfg.Dir, c.cfg.Seed>>1, c.cfg.Log)
	if err != nil {
		return err
	}
	defer func() { p.Stop() }()
	network := &Network{Seed: c.cfg.Seed}
	if err := network.Resolve(p.Address); err != nil {
		return err
	}
	taken, shared := map[world.Pos]bool{}, &sharedBoxes{}
	for n := range c.cfg.Players {
		c.builders = append(c.builders, newCrashBot(n, c.cfg.Seed, c.clock, taken, shared, network.dialOf(n)))
	}
	defer c.leave()
	for round := range c.cfg.Rounds {
		if err := c.waitForAll(ctx); err != nil {
			return err
		}
		dead := p
		killed := make(chan struct{})
		in := c.cfg.BuildTime/8 + time.Duration(c.rng.Int64N(int64(c.cfg.BuildTime)))
		time.AfterFunc(in, func() { dead.Kill(); close(killed) }) // at any moment of a step
		c.play(in+20*time.Millisecond, true)
		<-killed
		c.play(40*time.Millisecond, false) // read what has arrived
		if err := c.compare(); err != nil {
			return err
		}
		if p, err = machines.Start(c.cfg.Server, dead.Address, c.cfg.Dir, c.cfg.Seed>>1, c.cfg.Log); err != nil {
			return err
		}
		for _, b := range c.builders { // only 10 s of silence would tell a client that its server was killed
			b.conn.cutOff()
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
	return nil
}

const crashFrameTime = time.Second / 60

// play makes frames for some time.
func (c *crashTest) play(d time.Duration, act bool) {
	end := c.clock() + d
	tick := time.NewTicker(crashFrameTime)
	defer tick.Stop()
	for c.clock() < end {
		for _, b := range c.builders {
			b.frame(c.clock(), act)
		}
		<-tick.C
	}
}

// waitForAll waits until all bots play and have confirmed the sections around them.
func (c *crashTest) waitForAll(ctx context.Context) error {
	for end := c.clock() + joinPatience; c.clock() < end; {
		c.play(50*time.Millisecond, false)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		all := true
		for _, b := range c.builders {
			if b.client.State() == client.Ended {
				return fmt.Errorf("bots: the session of %s ended: %s", b.name, b.client.Reason())
			}
			all = all && b.client.Playable() && b.plot != nil
		}
		if all {
			return nil
		}
	}
	return fmt.Errorf("bots: not all builders came back")
}

func (c *crashTest) leave() {
	for _, b := range c.builders {
		b.client.Leave()
	}
	time.Sleep(100 * time.Millisecond)
}

// compare compares what all bots hold and were told with the disk of the killed server.
func (c *crashTest) compare() error {
	w, err := c.copyWorld()
	if err != nil {
		return err
	}
	defer w.Close()
	return c.compareStore(w, landOf(w).Section)
}

// landOf returns the generator of the land of a world.
func landOf(w *pebble.Store) worldgen.Generator {
	i := w.Info()
	return worldgen.New(worldgen.Land{Seed: i.Seed, Generator: i.Generator, Kept: i.Kept})
}

// compareStore compares what all bots hold and were told with a store.
func (c *crashTest) compareStore(w store.Store, generate func(world.SectionPos) *world.Section) error {
	state, err := w.Load()
	if err != nil {
		return err
	}
	if state == nil {
		state = &store.State{} // nothing became durable
	}
	pack := protocol.Packer{}
	loaded := map[world.SectionPos]*world.Section{}
	section := func(p world.SectionPos) (*world.Section, error) {
		if loaded[p] == nil {
			l := sections.Load(w, generate, &pack, p)
			if l.Err != nil {
				return nil, l.Err
			}
			loaded[p] = l.Section
		}
		return loaded[p], nil
	}
	for i, b := range c.builders {
		b.freeze()
		c.tally.Acked += b.performed(&c.counted[i], &c.tally)
		n := slices.IndexFunc(state.Players, func(r store.PlayerRow) bool { return r.Name == b.name })
		if n < 0 {
			c.tally.Lost++
			c.tally.note("round %d: %s is not on the disk", c.tally.Rounds+1, b.name)
			continue
		}
		c.checkReceived(b)
		on := map[world.Pos]world.Block{}
		for _, p := range b.plot {
			sec, err := section(p.Section())
			if err != nil {
				return err
			}
			on[p] = sec.Get(p.Index())
		}
		sec, err := section(b.box.at.Section())
		if err != nil {
			return err
		}
		c.checkStored(b, &state.Players[n], on, slotsOf(sec.BlockEntity(b.box.at.Index())))
	}
	return c.checkSand(state, section, generate)
}

// copyWorld opens a copy of the world as the kill has left it.
func (c *crashTest) copyWorld() (*pebble.Store, error) {
	to := filepath.Join(c.cfg.Dir, "look")
	if err := os.RemoveAll(to); err != nil {
		return nil, err
	}
	if err := os.CopyFS(to, os.DirFS(filepath.Join(c.cfg.Dir, "w"))); err != nil {
		return nil, err
	}
	return pebble.Open(to, pebble.Options{Generators: worldgen.Numbers(), Blocks: world.BlockNames()})
}

// performed counts the actions acked since the last count, without refused ones.
func (b *crashBot) performed(upTo *int, t *CrashTally) (n int) {
	for *upTo < len(b.log.ops) && b.log.ops[*upTo].outcome != unanswered {
		if b.log.ops[*upTo].outcome == done {
			n++
			t.countDeeds(b.log.ops[*upTo])
		}
		*upTo++
	}
	return n
}

// checkReceived checks what a bot had received when its server was killed: it comes from actions up to the last acked
// one, each once.
func (c *crashTest) checkReceived(b *crashBot) {
	for _, p := range b.plot {
		v, there := b.receivedPlot[p]
		if values := b.possibleBlocks(p, b.log.acked); there && !slices.Contains(values, v) {
			c.countWrong(b, p, v, values, "the bot")
		}
	}
	c.checkInventory(b, b.receivedInventory, b.box.received, b.receivedPlot, "held by the bot")
	c.checkBox(b, b.log.acked, b.box.received, "as the bot was told")
	if br := b.log.violation; br != nil {
		c.tally.Twice++
		c.tally.note("%s", br.what)
		b.log.violation = nil
	}
}

// countWrong counts a cell with an impossible block. If an earlier action left that block, and it came back after a
// restart, something was done twice; otherwise an action is lost.
func (c *crashTest) countWrong(b *crashBot, p world.Pos, v world.Block, may []world.Block, where string) {
	if b.wasEarlier(p, v) && where != onDisk {
		c.tally.Twice++
	} else {
		c.tally.Lost++
	}
	c.tally.note("round %d: %s: %s has %v in %v, it may be %v", c.tally.Rounds+1, b.name, where, v, p, may)
}

const onDisk = "the disk"

// checkStored checks what the disk has of a bot: at least what was acked, and at most what was sent.
func (c *crashTest) checkStored(b *crashBot, row *store.PlayerRow, on map[world.Pos]world.Block, box []world.Stack) {
	for _, o := range b.log.ops {
		if o.number > row.Player.LastAction && o.outcome == done {
			c.tally.Lost++
			c.tally.note("round %d: the disk knows the actions of %s up to %d: %v", c.tally.Rounds+1, b.name, row.Player.LastAction, o)
		} else if o.outcome == unanswered {
			c.tally.Unknown++
			if o.number <= row.Player.LastAction {
				c.tally.StoredUnknown++
			}
		}
	}
	for _, p := range b.plot {
		if values := b.possibleBlocks(p, max(row.Player.LastAction, b.log.acked)); !slices.Contains(values, on[p]) {
			c.countWrong(b, p, on[p], values, onDisk)
		}
	}
	c.checkInventory(b, countSound(row.Player.Slots[:]), box, on, "on the disk")
	c.checkBox(b, row.Player.LastAction, box, "on the disk")
}

// checkInventory checks that inventory, chest and blocks together are what the bot began with.
func (c *crashTest) checkInventory(b *crashBot, bag map[world.Block]int, box []world.Stack, cells map[world.Pos]world.Block, where string) {
	if bag == nil || box == nil || len(cells) < len(b.plot) {
		return // not all of it has come yet
	}
	sum := map[world.Block]int{}
	for block, n := range bag {
		sum[block] += n
	}
	for block, n := range countSound(box) {
		sum[block] += n
	}
	for _, block := range cells {
		if block != world.Air {
			sum[block]++
		}
	}
	for block, n := range b.beganWith {
		if sum[block] != n {
			c.tally.Torn++
			c.tally.note("round %d: %s has %d of %v, %s; it began with %d", c.tally.Rounds+1, b.name, sum[block], block, where, n)
			return
		}
	}
}

// checkBox checks what a chest holds when the actions up to number last are decided.
func (c *crashTest) checkBox(b *crashBot, last uint64, holds []world.Stack, where string) {
	want := b.box.shown[last]
	if want == nil || holds == nil || b.refusedAtBox(last) {
		return
	}
	c.tally.Boxes++
	if !slices.Equal(want, holds) {
		c.tally.Torn++
		c.tally.note("round %d: the chest of %s holds %v, %s; after its action %d it held %v", c.tally.Rounds+1, b.name, holds, where, last, want)
	}
}

// atRest checks once more, when everything is acked, what the bots hold.
func (c *crashTest) atRest() {
	for i, b := range c.builders {
		b.freeze()
		c.tally.Acked += b.performed(&c.counted[i], &c.tally)
		c.checkReceived(b)
	}
}
