package bots

import (
	"fmt"
	"math/rand/v2"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/punch"
	"voxtide/world"
)

// Bot is a client played by a small state machine. Only the goroutine of its worker touches it, until that has ended.
type Bot struct {
	number   int
	cfg      *Config
	shared   *runState
	workload workload
	task     botTask
	rng      *rand.Rand
	log      *opLog
	update   *protocol.Update // buffer into which updates are decoded, shared by the worker's bots
	joining  bool             // it holds one of the slots for joining

	client  *client.Client
	conn    *cutConn
	links   linkCounts
	dials   int
	frameAt time.Duration // when the present frame began
	total   client.Stats  // of the sessions before
	failed  string        // why it no longer plays

	view   botView
	home   world.Pos
	inside bool // it has been in the world

	leaves int
	hashes map[world.SectionPos]uint64 // of the received sections, at the end
	items  tradeCount
	dirty  bool // un-acked actions were left at the end
	timers botTimers
	play   playState
}

func newBot(n int, cfg *Config, sh *runState) *Bot {
	w := workloadOf(cfg.Workload)
	b := &Bot{number: n, cfg: cfg, shared: sh, workload: w, task: w.taskOf(n), rng: rand.New(rand.NewPCG(cfg.Seed, uint64(n)+1))}
	b.log = newOpLog(n, sh.clock, cfg.Check && b.task != walking)
	b.view.wanted.view, b.timers.beginAt = cfg.View, cfg.beginAt(n)
	return b
}

// name returns the player's name.
func (b *Bot) name() string { return fmt.Sprintf("%s%03d", b.cfg.Name, b.number) }

// open begins a session, which sees view sections far.
func (b *Bot) open(view int) {
	b.log.beginSession(0)
	b.play.holdsBlock, b.play.selectSent, b.play.perched = false, false, false
	b.play.breaking.Kind = 0
	b.view.wanted.forget()
	strategy := ""
	if b.cfg.Light {
		strategy = "dumb"
	}
	var other func(string) transport.Conn
	if b.cfg.DialOther != nil {
		other = b.dialOther
	}
	b.client = client.New(client.Config{
		NoScene: true, UpdateBuffer: b.update, Strategy: strategy, Name: b.name(), ViewDistance: view, Dial: b.dial, DialOther: other, Observer: b.log,
		Links: b.linksConfig(),
		OnUpdate: func(f *protocol.Update) {
			if s := b.client.Stream(); b.log.stream != s { // the session's first update
				b.log.beginSession(s)
			}
			b.log.observeUpdate(f)
		},
	})
	b.client.OnAction(func(a *action) {
		b.log.sent(a, b.frameAt, b.view.held, b.view.Has(world.Creative))
	})
}

// linksConfig returns what a bot's links are made with, nil without any.
func (b *Bot) linksConfig() *links.Config {
	if b.cfg.Links == links.Off {
		return nil
	}
	return &links.Config{Secret: secretOf(b.number), Mode: b.cfg.Links, AllowLoopback: true, Socket: func() punch.Socket { return b.links.socket }}
}

// dial opens a connection that can be cut off.
func (b *Bot) dial() transport.Conn {
	c := b.cuttable(b.cfg.Dial(b.number, b.dials))
	if c == nil {
		return nil
	}
	b.use(c)
	return c
}

// dialOther opens one to another server. It is the present one once something comes over it.
func (b *Bot) dialOther(address string) transport.Conn {
	if c := b.cuttable(b.cfg.DialOther(b.number, b.dials, address)); c != nil {
		return c
	}
	return nil
}

func (b *Bot) cuttable(c transport.Conn, cut NetworkCutter) *cutConn {
	b.dials++
	if c == nil {
		return nil
	}
	return &cutConn{Conn: c, cut: cut, heard: func(c *cutConn) {
		if b.conn != c {
			b.use(c)
		}
	}}
}

// use makes a connection the present one.
func (b *Bot) use(c *cutConn) {
	b.conn = c
	b.links.socket = nil
	if s, ok := c.cut.(interface{ LinkSocket() punch.Socket }); ok {
		b.links.socket = s.LinkSocket()
	}
	b.log.dialled()
}

// cutConn is a connection whose network can vanish silently.
type cutConn struct {
	transport.Conn
	cut   NetworkCutter
	gone  bool
	heard func(*cutConn) // called with each message
}

// Receive implements transport.Conn.
func (c *cutConn) Receive() (transport.Message, bool) {
	m, ok := c.Conn.Receive()
	if ok {
		c.heard(c)
	}
	return m, ok
}

// Closed implements transport.Conn.
func (c *cutConn) Closed() (string, bool) {
	if c.gone {
		return transport.Killed, true
	}
	return c.Conn.Closed()
}

// cutOff takes the network away; nothing that the connection still sends reaches anybody.
func (c *cutConn) cutOff() {
	if c.cut != nil {
		c.cut.DropAll()
	}
	c.gone = true
	c.Conn.Close("its network is gone")
}

// frame makes the next frame and does what is due in it.
func (b *Bot) frame(now time.Duration, ph runPhase) {
	b.frameAt = now
	if b.client == nil {
		if b.failed == "" && now >= b.timers.backAt && ph < phaseQuiet {
			b.open(b.viewDistance(ph))
		}
		return
	}
	if b.timers.socketGoneAt != 0 && (now >= b.timers.socketGoneAt || ph >= phaseQuiet) {
		b.conn.cutOff()
		b.timers.socketGoneAt, b.play.hurried = 0, false
	}
	var out intent
	playing := b.client.State() == client.Playing && b.view.update(b.client)
	if playing && b.acts(ph) {
		if ph == phasePlay {
			b.applyTroubles(now)
		}
		if b.client == nil { // it has left
			return
		}
		b.act(&out)
	} else if ph >= phaseQuiet {
		b.play.keys = 0
	} else if playing && ph == phaseVisit && b.play.arrived {
		b.leaveTrace(&out)
	} else if playing && !b.inside {
		b.goToPlace(&out)
	}
	if playing && b.inside {
		b.view.wanted.moveTo(b.view.Feet().Section())
		b.view.wanted.look(now, b.client)
		b.cfg.onFrame(b.number, now, b.view.Self.Motion.Pos, b.shared)
	}
	shown := b.client.Frame(now, client.Input{Keys: out.keys, Yaw: out.yaw, Actions: out.actions})
	b.links.observe(now, b.client.DirectLinks())
	if b.log.observes {
		b.log.updateTimes.declare(timestream.Time(shown.Time), now)
		b.log.readStale(b.client.InspectReceived)
	}
	switch {
	case b.client == nil:
	case b.client.State() == client.Ended && b.client.Reason() == protocol.ReasonNameTaken.String() && now < b.shared.patience:
		b.endSession()
		b.timers.backAt = now + 2*time.Second // an earlier session of the bot's name lingers
	case b.client.State() == client.Ended:
		b.failed = b.client.Reason()
		b.endSession()
	case !b.inside && b.client.Playable() && b.view.update(b.client):
		b.shared.setCenter(&b.view)
		switch {
		case !b.atPlace():
		case ph == phaseVisit:
			b.arrive()
		default:
			b.inside, b.home = true, b.view.Feet()
			b.countBegin()
		}
	}
}

// acts reports whether the bot plays: a player does not wait until the last one has come in, and what is checked begins when all are there.
func (b *Bot) acts(ph runPhase) bool {
	return ph == phasePlay || ph == phaseJoin && b.inside && !b.cfg.Check
}

// act plays the bot's part.
func (b *Bot) act(out *intent) {
	if builds := b.task == building || b.task == contending || b.task == crowding; builds && !b.play.holdsBlock {
		if slot, ok := b.view.plainSlot(b.number); !ok {
			b.failed = "there is nothing to build with in the hotbar"
			return
		} else if b.view.Player.Selected == slot && b.client.UnackedCount() == 0 {
			b.play.holdsBlock = true
		} else if !b.play.selectSent {
			b.play.selectSent = true
			out.actions = append(out.actions, selectSlot(slot))
		}
		return
	}
	taskActions[b.task](b, out)
}

// applyTroubles makes the bot lose its socket or leave when that is due.
func (b *Bot) applyTroubles(now time.Duration) {
	every := b.cfg.DropSocketEvery
	if every == 0 && b.workload.loses {
		every = dropSocketEvery
	}
	switch {
	case every <= 0 || b.conn == nil:
	case b.timers.dropSocketAt == 0:
		b.timers.dropSocketAt = now + b.jittered(every)
	case b.timers.socketGoneAt == 0 && now >= b.timers.dropSocketAt:
		if b.conn.cut != nil {
			b.conn.cut.DropIncoming() // what it still sends arrives, and it never hears the outcome
		}
		b.play.hurried = true
		b.timers.socketGoneAt, b.timers.dropSocketAt = now+deafTime, now+deafTime+b.jittered(every)
	}
	switch {
	case !b.workload.leaves || b.number%2 == 1 && b.cfg.Workload == "mixed":
	case b.timers.leaveAt == 0:
		b.timers.leaveAt = now + b.jittered(b.cfg.LeaveEvery)
	case now >= b.timers.leaveAt:
		b.leave()
		b.leaves++
		b.timers.leaveAt, b.timers.backAt = 0, now+time.Second+b.jittered(time.Second)
	}
}

const (
	dropSocketEvery = 6 * time.Second
	deafTime        = 250 * time.Millisecond
)

// jittered returns a random time between d/2 and 3d/2.
func (b *Bot) jittered(d time.Duration) time.Duration {
	return d/2 + time.Duration(b.rng.Int64N(int64(d)+1))
}

// leave ends the session for good.
func (b *Bot) leave() {
	if b.client == nil {
		return
	}
	b.client.Leave()
	b.client.Frame(b.frameAt, client.Input{})
	b.endSession()
}

// endSession drops a session and keeps its counts.
func (b *Bot) endSession() {
	s := b.client.Stats()
	t := &b.total
	t.Frames += s.Frames
	t.Updates += s.Updates
	for i, n := range s.Corrections {
		t.Corrections[i] += n
		t.BlockCorrections[i] += s.BlockCorrections[i]
		t.InventoryCorrections[i] += s.InventoryCorrections[i]
	}
	t.LargestUnits = max(t.LargestUnits, s.LargestUnits)
	t.Actions += s.Actions
	t.BytesUp, t.BytesDown = t.BytesUp+s.BytesUp, t.BytesDown+s.BytesDown
	t.Desyncs += s.Desyncs
	t.Resumes += s.Resumes
	if t.FirstDesync == "" {
		t.FirstDesync = s.FirstDesync
	}
	b.log.end()
	b.client = nil
}

// decides reports whether it is time to do something else, and draws the time of the next decision from lo to hi
// milliseconds.
func (b *Bot) decides(lo, hi int) bool {
	if b.view.Self.At < b.timers.thinkAt {
		return false
	}
	b.timers.thinkAt = b.view.Self.At.Add(timestream.Duration(lo+b.rng.IntN(hi-lo)) * timestream.Millisecond)
	return true
}

// actionDue reports whether the next block action is due, and draws the time of the one after it.
func (b *Bot) actionDue() bool {
	if b.cfg.Rate == 0 || b.frameAt < b.timers.actAt {
		return false
	}
	gap := time.Duration(float64(time.Second) / b.cfg.Rate)
	if b.play.hurried {
		gap = min(gap, 80*time.Millisecond)
	}
	b.timers.actAt = max(b.timers.actAt, b.frameAt-gap) + b.jittered(gap)
	return true
}

// finish keeps hashes of the received state, for comparison, and leaves.
func (b *Bot) finish() {
	if b.client == nil {
		return
	}
	b.dirty = b.client.UnackedCount() > 0
	b.hashes = map[world.SectionPos]uint64{}
	b.client.InspectReceived(func(w *world.World) {
		for _, p := range w.AppendSections(nil) {
			b.hashes[p] = w.Section(p).Hash()
		}
		b.countEnd(w)
	})
	b.leave()
}

// botTimers says when a bot does something next.
type botTimers struct {
	beginAt                    time.Duration   // it does not join before, from when its crowd may come; -1 once it has begun
	thinkAt                    timestream.Time // it decides on something else
	actAt                      time.Duration   // the next block action
	dropSocketAt, socketGoneAt time.Duration   // it loses its socket
	leaveAt, backAt            time.Duration   // it leaves, and comes back
}

// playState is what a bot is doing.
type playState struct {
	arrived    bool          // at its place, on a visit
	trace      bool          // it has left one there
	teleports  int           // how often it was sent to its place
	sentAt     time.Duration // when it was last, or its land had not come
	keys       world.Keys
	yaw        uint16
	turn       int
	breaking   action
	hurried    bool // it acts without waiting for acks, as its socket is about to be lost
	perched    bool
	idle       int
	holdsBlock bool // it has selected a block to build with
	selectSent bool
	commute    commuteState
	flight     flightState
}
