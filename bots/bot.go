package bots

import (
	"fmt"
	"math/rand/v2"
	"time"

	"voxtide/client"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/world"
)

// Bot is a client with a state machine before it. The goroutine of its crew alone touches it, until it has ended.
type Bot struct {
	n      int
	cfg    *Config
	shared *shared
	work   work
	task   task
	rnd    *rand.Rand
	log    *ledger
	frame  *protocol.Frame // what frames are read into, that of its crew
	begins time.Duration   // not before
	enters bool            // it has one of the places of those who are not in yet

	c      *client.Client
	conn   *cuttable
	dials  int
	call   time.Duration // when the present picture began
	total  client.Stats  // of the sessions before
	failed string        // why it does not play any more

	v      view
	home   world.Pos
	inside bool // it has been in the world
	sent   bool // to its place
	keys   world.Keys
	yaw    uint16
	turn   int
	until  timestream.Time // when it thinks of something else
	next   time.Duration   // of the next block action
	dig    action
	hurry  bool // it acts without looking for acks, its socket is about to be lost
	placed bool
	idle   int
	held   bool // it holds what it builds with
	asked  bool

	loseAt, goneAt  time.Duration // of the socket
	leaveAt, backAt time.Duration // of the session
	leaves          int
	hashes          map[world.SectionPos]uint64 // at the end, of what was received
	dirty           bool                        // un-acked actions were left at the end
}

func newBot(n int, cfg *Config, sh *shared) *Bot {
	w := workOf(cfg.Workload)
	b := &Bot{n: n, cfg: cfg, shared: sh, work: w, task: w.task(n), rnd: rand.New(rand.NewPCG(cfg.Seed, uint64(n)+1))}
	b.log = newLedger(n, sh.clock, cfg.Check && b.task != walking)
	return b
}

// name is that of the player.
func (b *Bot) name() string { return fmt.Sprintf("%s%03d", b.cfg.Name, b.n) }

// open begins a session.
func (b *Bot) open() {
	b.log.begin(0)
	b.held, b.asked, b.placed = false, false, false
	b.dig.Kind = 0
	strategy := ""
	if b.cfg.Light {
		strategy = "dumb"
	}
	b.c = client.New(client.Config{
		Blind: true, Frame: b.frame, Strategy: strategy, Name: b.name(), View: b.cfg.View, Dial: b.dial, Observe: b.log,
		Tap: func(f *protocol.Frame) {
			if s := b.c.Stream(); b.log.stream != s { // its first frame
				b.log.begin(s)
			}
			b.log.tap(f)
		},
	})
	b.c.OnAction(func(a *action) {
		b.log.sent(a, b.call, b.v.holding(), b.v.has(world.Creative))
	})
}

// holding is what the bot would place.
func (v *view) holding() world.Block {
	if v.bag == nil {
		return world.Air
	}
	return v.bag.Held().Block
}

// dial opens a connection that can be made to vanish.
func (b *Bot) dial() transport.Conn {
	c, cut := b.cfg.Dial(b.n, b.dials)
	b.dials++
	if c == nil {
		return nil
	}
	b.conn = &cuttable{Conn: c, cut: cut}
	b.log.dialled()
	return b.conn
}

// cuttable is a connection whose network can vanish without a word.
type cuttable struct {
	transport.Conn
	cut  Cutter
	gone bool
}

// Closed implements transport.Conn.
func (c *cuttable) Closed() (string, bool) {
	if c.gone {
		return transport.Killed, true
	}
	return c.Conn.Closed()
}

// vanish takes the network away; what the connection still says reaches nobody.
func (c *cuttable) vanish() {
	if c.cut != nil {
		c.cut.Gone()
	}
	c.gone = true
	c.Conn.Close("its network is gone")
}

// picture makes the next picture and does what is to be done in it.
func (b *Bot) picture(now time.Duration, ph phase) {
	b.call = now
	if b.c == nil {
		if b.failed == "" && now >= b.backAt && ph < still {
			b.open()
		}
		return
	}
	if b.goneAt != 0 && (now >= b.goneAt || ph >= still) {
		b.conn.vanish()
		b.goneAt, b.hurry = 0, false
	}
	var out want
	playing := b.c.State() == client.Playing && b.v.look(b.c)
	if playing && ph == play {
		b.troubles(now)
		if b.c == nil { // it has left
			return
		}
		b.act(&out)
	} else if ph >= still {
		b.keys = 0
	} else if playing && !b.inside {
		b.goes(&out)
	}
	shown := b.c.Picture(now, client.Input{Keys: out.keys, Yaw: out.yaw, Do: out.do})
	if b.log.watch {
		b.log.times.declare(timestream.Time(shown.Time), now)
		b.log.settle(b.c.Received)
	}
	switch {
	case b.c == nil:
	case b.c.State() == client.Ended && b.c.Reason() == protocol.ReasonTaken && now < b.shared.patience:
		b.forget()
		b.backAt = now + 2*time.Second // the session of a bot of that name lingers
	case b.c.State() == client.Ended:
		b.failed = b.c.Reason()
		b.forget()
	case !b.inside && b.c.Playable() && b.v.look(b.c):
		b.shared.found(&b.v)
		if b.arrived() {
			b.inside, b.home = true, b.v.feet()
			b.log.delays = b.log.delays[:0] // its way there was no play
		}
	}
}

// act plays the bot's part.
func (b *Bot) act(out *want) {
	if b.task != walking && !b.held {
		if slot, ok := b.v.holdPlain(b.n); !ok {
			b.failed = "there is nothing to build with in the hotbar"
			return
		} else if b.v.bag.Selected == slot && b.c.Unacked() == 0 {
			b.held = true
		} else if !b.asked {
			b.asked = true
			out.do = append(out.do, selectSlot(slot))
		}
		return
	}
	plays[b.task](b, out)
}

// troubles lets the bot lose its socket, and leave, when it is time for that.
func (b *Bot) troubles(now time.Duration) {
	every := b.cfg.Resume
	if every == 0 && b.work.loses {
		every = losesEvery
	}
	switch {
	case every <= 0 || b.conn == nil:
	case b.loseAt == 0:
		b.loseAt = now + b.some(every)
	case b.goneAt == 0 && now >= b.loseAt:
		if b.conn.cut != nil {
			b.conn.cut.Deaf() // what it still sends arrives, and it never hears what came of it
		}
		b.hurry = true
		b.goneAt, b.loseAt = now+deafFor, now+deafFor+b.some(every)
	}
	switch {
	case !b.work.leaves || b.n%2 == 1 && b.cfg.Workload == "mixed":
	case b.leaveAt == 0:
		b.leaveAt = now + b.some(b.cfg.Leave)
	case now >= b.leaveAt:
		b.leave()
		b.leaves++
		b.leaveAt, b.backAt = 0, now+time.Second+b.some(time.Second)
	}
}

const (
	losesEvery = 6 * time.Second
	deafFor    = 250 * time.Millisecond
)

// some returns a time of chance around d.
func (b *Bot) some(d time.Duration) time.Duration {
	return d/2 + time.Duration(b.rnd.Int64N(int64(d)+1))
}

// leave ends the session for good.
func (b *Bot) leave() {
	if b.c == nil {
		return
	}
	b.c.Leave()
	b.c.Picture(b.call, client.Input{})
	b.forget()
}

// forget lets go of a session and keeps its counts.
func (b *Bot) forget() {
	s := b.c.Stats()
	t := &b.total
	t.Pictures += s.Pictures
	t.Frames += s.Frames
	for i, n := range s.Corrections {
		t.Corrections[i] += n
		t.Blocks[i] += s.Blocks[i]
		t.Bag[i] += s.Bag[i]
	}
	t.LargestUnits = max(t.LargestUnits, s.LargestUnits)
	t.Actions += s.Actions
	t.Up, t.Down = t.Up+s.Up, t.Down+s.Down
	t.Desyncs += s.Desyncs
	t.Resumes += s.Resumes
	if t.FirstDesync == "" {
		t.FirstDesync = s.FirstDesync
	}
	b.log.end()
	b.c = nil
}

// think tells whether it is time for something else, and when the time after that comes, in milliseconds.
func (b *Bot) think(lo, hi int) bool {
	if b.v.self.At < b.until {
		return false
	}
	b.until = b.v.self.At.Add(timestream.Duration(lo+b.rnd.IntN(hi-lo)) * timestream.Millisecond)
	return true
}

// due tells whether the next block action is due, and when the one after it is.
func (b *Bot) due() bool {
	if b.cfg.Rate == 0 || b.call < b.next {
		return false
	}
	gap := time.Duration(float64(time.Second) / b.cfg.Rate)
	if b.hurry {
		gap = min(gap, 80*time.Millisecond)
	}
	b.next = max(b.next, b.call-gap) + b.some(gap)
	return true
}

// finish notes what was received, for comparing, and leaves.
func (b *Bot) finish() {
	if b.c == nil {
		return
	}
	b.dirty = b.c.Unacked() > 0
	b.hashes = map[world.SectionPos]uint64{}
	b.c.Received(func(w *world.World) {
		for _, p := range w.SectionList(nil) {
			b.hashes[p] = w.Section(p).Hash()
		}
	})
	b.leave()
}
