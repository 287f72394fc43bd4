// Package travel is players who go from one world of a server to another, build there, lose their connections, and find their server
// killed: in virtual time, with the real server and the real client.
//
// Owner: the goroutine that calls Step. Invariants, which Err tells of: a player is in at most one world; what a player did and saw before
// leaving a world is there when they come back, whatever happened meanwhile; nobody is corrected without a cause.
package travel

import (
	"fmt"
	"math/rand/v2"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/physics"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/server/worlds"
	"voxtide/store"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// plotCells is the number of cells in which a player builds, in each world.
const plotCells = 8

// dayOfTest is the wall clock at the begin, in ms since 1970.
const dayOfTest = 1_800_000_000_000

// World is a world of the process.
type World struct {
	Name string
	Srv  *server.Server
	mem  *store.Memory
}

// Lab is a process with worlds, and its players.
type Lab struct {
	Worlds  []*World
	Players []*Player
	Group   *worlds.Group
	Tally   Tally
	Err     error // the first broken law

	rnd     *rand.Rand
	net     *memnet.Network
	link    memnet.Link
	entries []worlds.Entry
	lists   *access.Lists // of people, as files would keep them
	now     time.Duration
}

// Tally counts what was done and compared.
type Tally struct {
	Journeys int // from one world to another
	Kills    int // of the process
	Cuts     int // of connections
	Compared int // cells, of a player who came back
	Built    int // actions on blocks
}

// Player is a player who builds and travels.
type Player struct {
	Name   string
	Client *client.Client
	Key    transport.Identity
	in     client.Input
	conn   *memnet.Conn
	sent   uint64 // number of the last own action in this session
	acked  uint64
	wants  string // the world to which the player has asked to go; "": none
	asked  time.Duration
	where  string                               // the world in which the plot was last looked at
	left   map[string]map[world.Pos]world.Block // by world, what the plot held when the player left
	plots  map[string][]world.Pos
}

// New returns a lab over links of a kind. entries are the worlds, the first is where players begin.
func New(seed uint64, link memnet.Link, entries []worlds.Entry, lists *access.Lists, players int) (*Lab, error) {
	l := &Lab{rnd: rand.New(rand.NewPCG(seed, 1)), net: memnet.New(seed), link: link, entries: entries, lists: lists}
	for _, e := range entries {
		l.Worlds = append(l.Worlds, &World{Name: e.Name, mem: store.NewMemory(func() time.Duration { return time.Duration(l.rnd.IntN(80)) * time.Millisecond })})
	}
	if err := l.start(); err != nil {
		return nil, err
	}
	for i := range players {
		l.Add(fmt.Sprintf("player%d", i), transport.Identity{byte(i + 1)}, "")
	}
	return l, nil
}

// Add adds a player with a key, who asks for a world.
func (l *Lab) Add(name string, key transport.Identity, begin string) *Player {
	p := &Player{Name: name, Key: key, left: map[string]map[world.Pos]world.Block{}, plots: map[string][]world.Pos{}}
	p.Client = client.New(client.Config{Name: name, World: begin, CheckRevert: true, OnUpdate: p.noteAck, Dial: func() transport.Conn {
		near, far := l.net.Pair(l.link, l.link)
		p.conn = near
		l.Worlds[0].Srv.Accept(transport.WithIdentity(far, key))
		return near
	}})
	p.Client.OnAction(func(a *actions.Action) { p.sent = a.Number })
	l.Players = append(l.Players, p)
	return p
}

// noteAck notes how far own actions are acknowledged.
func (p *Player) noteAck(u *protocol.Update) {
	for i := range u.Entries {
		if e := &u.Entries[i]; e.Kind == protocol.EntryAck && e.Stream == p.Client.Stream() {
			p.acked = e.Number
		}
	}
}

// start starts the servers of all worlds on what their stores hold.
func (l *Lab) start() error {
	l.Group = worlds.New(l.entries)
	for _, w := range l.Worlds {
		var err error
		if w.Srv, err = server.New(server.Config{
			Generate: flat, View: 1, ViewY: 1, Creative: true, Store: w.mem, Worlds: l.Group, WorldName: w.Name, AccessList: l.lists.Clone(), WallClock: func() int64 { return dayOfTest + l.now.Milliseconds() },
			Spawn:             func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(6 * i), Z: 4}) },
			StartingInventory: []world.Stack{world.StackOf(world.Dirt, 64)},
		}); err != nil {
			return err
		}
	}
	return nil
}

func flat(p world.SectionPos) *world.Section {
	if p.Y < 0 {
		return world.NewSection(world.Stone)
	}
	return world.NewSection(world.Air)
}

// Kill ends the process as kill -9 and a power cut do, and starts it again: what was not durable is lost.
func (l *Lab) Kill() error {
	l.Tally.Kills++
	l.lists = l.Worlds[0].Srv.AccessList() // as files would have it
	for _, w := range l.Worlds {
		w.mem = w.mem.Crash(l.now)
	}
	for _, p := range l.Players {
		if p.conn != nil {
			p.conn.Kill()
		}
	}
	return l.start()
}

// Cut kills the connection of a player.
func (l *Lab) Cut(p *Player) {
	if p.conn != nil {
		l.Tally.Cuts++
		p.conn.Kill()
	}
}

// Go has a player ask for a world with the next frame.
func (l *Lab) Go(p *Player, to string) {
	p.in.Actions = append(p.in.Actions, actions.Action{Kind: actions.Chat, Text: "/world " + to})
	p.wants, p.asked = to, l.now
}

// Step lets the time of a frame pass; with busy the players build.
func (l *Lab) Step(busy bool) {
	l.now += time.Second / 60
	l.net.Advance(l.now)
	for _, w := range l.Worlds {
		w.Srv.Step(l.now)
	}
	l.net.Advance(l.now)
	for _, p := range l.Players {
		l.play(p, busy)
	}
	for _, p := range l.Players {
		l.checkOneWorld(p)
	}
}

// Now returns the time.
func (l *Lab) Now() time.Duration { return l.now }

func (l *Lab) fail(format string, args ...any) {
	if l.Err == nil {
		l.Err = fmt.Errorf(format, args...)
	}
}

// play makes a frame of a player.
func (l *Lab) play(p *Player, busy bool) {
	c := p.Client
	if c.State() == client.Ended {
		return
	}
	before := c.WorldName()
	if c.Playable() && c.World() != nil {
		l.look(p)
		if busy && p.wants == "" && l.rnd.IntN(4) == 0 {
			l.build(p)
		}
	}
	plot, sent := p.shown(before), p.sent
	c.Frame(l.now, p.in)
	p.in.Actions = nil
	s := c.Stats()
	if s.BrokenLaw != "" {
		l.fail("%s: %s", p.Name, s.BrokenLaw)
	}
	if n := s.Unexplained(); n > 0 {
		l.fail("%s was corrected %d times without a cause", p.Name, n)
	}
	if before != "" && c.WorldName() != before { // it has left
		l.Tally.Journeys++
		if p.acked < sent {
			l.fail("%s left %s with the actions up to %d, acknowledged are those up to %d", p.Name, before, sent, p.acked)
		}
		p.sent, p.acked = 0, 0
		p.left[before], p.where, p.wants = plot, "", ""
	}
	if p.wants != "" && (c.WorldName() == p.wants || l.now-p.asked > 3*time.Second) {
		p.wants = ""
	}
}

// shown returns what the player is shown in the plot of a world.
func (p *Player) shown(of string) map[world.Pos]world.Block {
	out := map[world.Pos]world.Block{}
	w := p.Client.World()
	if w == nil {
		return out
	}
	for _, at := range p.plots[of] {
		if b, there := w.Block(at); there {
			out[at] = b
		}
	}
	return out
}

// look compares the plot with what it was when the player left, once the player is back.
func (l *Lab) look(p *Player) {
	in := p.Client.WorldName()
	if p.where == in {
		return
	}
	p.where = in
	e, _ := p.Client.Avatar()
	if p.plots[in] == nil {
		at := e.Motion.Pos.Block()
		for i := range plotCells {
			p.plots[in] = append(p.plots[in], world.Pos{X: at.X + 1 + int32(i)%2, Y: at.Y, Z: at.Z - 1 + int32(i)/2})
		}
	}
	got := p.shown(in)
	for at, b := range p.left[in] {
		l.Tally.Compared++
		if got[at] != b {
			l.fail("%s came back to %s: %v holds %v, it held %v when they left", p.Name, in, at, got[at], b)
		}
	}
}

// build places or breaks a block of the plot.
func (l *Lab) build(p *Player) {
	w := p.Client.World()
	cells := p.plots[p.Client.WorldName()]
	at := cells[l.rnd.IntN(len(cells))]
	b, there := w.Block(at)
	e, _ := p.Client.Avatar()
	if !there || !physics.WithinReach(physics.EyePos(&e.Motion), at, 5*1024) {
		return
	}
	if b == world.Air {
		p.in.Actions = append(p.in.Actions, actions.Action{Kind: actions.Place, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}})
	} else {
		p.in.Actions = append(p.in.Actions, actions.Action{Kind: actions.FinishBreak, Pos: at, Aim: actions.Aim{8, 16, 8}})
	}
	l.Tally.Built++
}

// checkOneWorld checks that a player is in at most one world.
func (l *Lab) checkOneWorld(p *Player) {
	in := []string{}
	for _, e := range l.entries {
		if w := l.Group.Find(e.Name); w != nil && w.Here(p.Name) {
			in = append(in, e.Name)
		}
	}
	if len(in) > 1 {
		l.fail("%s is in %v at once", p.Name, in)
	}
}
