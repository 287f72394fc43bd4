// Package attack sets a lying player on real clients, over real sockets and the real server.
//
// Job: Run plays five players on loopback: the liar (package liar); ann and bob, who link with everybody; carl and dora, who link with nobody.
// First they play in peace; then the liar lies, and if asked for a stranger sends ann forged packets of links. Report says how long a lie
// showed, whether the liar was unlinked, and what it cost everybody else. Owner: the caller of Run, which blocks; one goroutine
// makes the frames of all players, one more is the stranger. Invariants: what is reported was seen by the clients themselves; no
// bound on the machine's speed is part of a verdict.
package attack

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/internal/stats"
	"voxtide/lab/liar"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/transport/flood"
	"voxtide/transport/punch"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
	"voxtide/world"
)

// Config is how an attack goes.
type Config struct {
	Server   string        // HOST:PORT
	Trick    liar.Trick    //
	Duration time.Duration // in peace, and again under attack
	Knocks   int           // forged packets a second at ann's socket during the attack; 0: none
	Seed     uint64
}

// Report is what came of it.
type Report struct {
	Trick       string        `json:"trick"`
	Liar        liar.Report   `json:"-"`
	Messages    int           `json:"messages"`     // of the liar's
	Lies        int           `json:"lies"`         // in them
	Linked      int           `json:"linked"`       // links that the liar had
	Unlinked    int           `json:"unlinked"`     // that were closed by its peers
	Why         string        `json:"why"`          //
	UnlinkedIn  time.Duration `json:"unlinked_in"`  // from the first lie to the end of the last link
	LongestLie  time.Duration `json:"longest_lie"`  // that ann or bob showed
	HonestLinks int           `json:"honest_links"` // between ann and bob at the end, from both ends: 2
	Unexplained int           `json:"unexplained"`  // corrections of all honest players
	Knocks      uint64        `json:"knocks"`       // sent
	Peace       Cost          `json:"peace"`        //
	Attack      Cost          `json:"attack"`       //
	Broken      []string      `json:"broken"`       // what must not be
}

// Cost is what the players' own frames and acks took.
type Cost struct {
	Ann  Side `json:"ann"`  // who is linked with the liar
	Carl Side `json:"carl"` // who is linked with nobody
}

// Side is one player's.
type Side struct {
	FrameP50    float64 `json:"frame_p50_ms"` // processor and waiting, of making one frame
	FrameP99    float64 `json:"frame_p99_ms"`
	AckP50      float64 `json:"ack_p50_ms"` // from an action to its ack
	AckP99      float64 `json:"ack_p99_ms"`
	Corrections int     `json:"corrections"`
}

// player is one client with its socket.
type player struct {
	name   string
	client *client.Client
	mux    *punch.Mux
	liar   *liar.Liar
	secret secure.Secret
	port   uint16

	frames, acks []float64 // ms
	sentAt       map[uint64]time.Duration
	acked        uint64
	corrections  int
	unexplained  int
	longest      time.Duration
}

// Correction implements client.Observer.
func (p *player) Correction(c predict.Correction) {
	p.corrections++
	if c.Cause == protocol.Unexplained {
		p.unexplained++
	}
}

// SectionEdit implements client.Observer.
func (p *player) SectionEdit(world.SectionPos, uint32, uint64, bool, world.Block, world.Pos) {}

// Update implements client.Observer.
func (p *player) Update(uint64, uint64) {}

const (
	frameEvery = time.Second / 60
	keysEvery  = 300 * time.Millisecond
	patience   = 30 * time.Second // until all have joined and linked
)

// ErrNotLinked means that the players did not come to be linked in time.
var ErrNotLinked = errors.New("attack: the players were not linked")

// Run plays an attack on a server that runs. It fails with the system's errors, and with ErrNotLinked.
func Run(ctx context.Context, cfg Config) (*Report, error) {
	route, err := reliable.Resolve(cfg.Server)
	if err != nil {
		return nil, err
	}
	g := &game{cfg: cfg, route: route, began: time.Now()}
	for i, name := range [...]string{"liar", "ann", "bob", "carl"} {
		g.players = append(g.players, g.join(i, name))
	}
	defer g.leave()
	ann := g.players[1]
	if err := g.play(ctx, patience, func() bool { return g.lying().Links() == 2 && ann.linkedTo(g.players[2]) }); err != nil {
		return nil, err
	}
	if g.lying().Links() < 2 || !ann.linkedTo(g.players[2]) {
		return nil, fmt.Errorf("%w: the liar to %d of 2, %v", ErrNotLinked, g.lying().Links(), ann.client.DirectLinks())
	}
	r := &Report{Trick: cfg.Trick.String()}
	if err := g.play(ctx, cfg.Duration, nil); err != nil {
		return nil, err
	}
	r.Peace = g.cost()
	flooding, stop := context.WithCancel(ctx)
	defer stop()
	flooded := make(chan error, 1)
	go func() (err error) {
		defer func() { flooded <- err }()
		if cfg.Knocks > 0 {
			k := flood.Knocks{To: netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), ann.port), Pairs: slices.Clone(g.lying().Pairs()), Rate: cfg.Knocks, Seed: cfg.Seed}
			r.Knocks, err = k.Run(flooding)
		}
		return err
	}()
	g.lies = true
	g.lying().Start()
	err = g.play(ctx, cfg.Duration, nil)
	if err == nil && cfg.Trick.Unlinks() { // how fast this machine is says nothing about the law
		err = g.play(ctx, patience, func() bool { return g.lying().Links() == 0 })
	}
	g.lying().Stop()
	stop()
	if err = errors.Join(err, <-flooded); err != nil {
		return nil, err
	}
	r.Attack = g.cost()
	g.report(r)
	return r, nil
}

// game is all players, in one goroutine.
type game struct {
	cfg     Config
	route   reliable.Route
	began   time.Time
	players []*player
	lies    bool
	ended   time.Duration // when the liar had no link any more, 0 before
}

func (g *game) lying() *liar.Liar { return g.players[0].liar }

// join makes a player; who it links with depends on its place.
func (g *game) join(i int, name string) *player {
	seed := make([]byte, ed25519.SeedSize)
	copy(seed, fmt.Sprintf("attack %d %s", g.cfg.Seed, name))
	p := &player{name: name, secret: secure.NewSecret(ed25519.NewKeyFromSeed(seed)), sentAt: map[uint64]time.Duration{}}
	socket := func() punch.Socket {
		if p.mux == nil {
			return nil
		}
		return p.mux
	}
	cfg := client.Config{Name: name, NoScene: true, Observer: p, CheckRevert: true}
	switch i {
	case 0:
		p.liar = liar.New(liar.Config{Secret: p.secret, Socket: socket, AllowLoopback: true, Trick: g.cfg.Trick, Seed: g.cfg.Seed})
		p.liar.Stop()
		cfg.Dial = func() transport.Conn { return p.liar.Dialed(g.dial(p)) }
	case 1, 2:
		cfg.Links = &links.Config{Secret: p.secret, Mode: links.All, Socket: socket, AllowLoopback: true}
	}
	if cfg.Dial == nil {
		cfg.Dial = func() transport.Conn { return g.dial(p) }
	}
	p.client = client.New(cfg)
	return p
}

// dial opens a connection of a player, over a socket that links share.
func (g *game) dial(p *player) transport.Conn {
	pc, err := g.route.Socket()
	if err != nil {
		return nil
	}
	p.mux = punch.NewMux(pc)
	p.port = uint16(pc.LocalAddr().(*net.UDPAddr).Port)
	return reliable.Dial(p.mux, g.route.To, reliable.Config{Secure: secure.Config{
		Secret: p.secret, Version: protocol.Version, Trust: func(secure.Key) error { return nil },
	}})
}

func (g *game) leave() {
	for _, p := range g.players {
		p.client.Leave()
	}
}

// play makes frames for a while, or until something is so.
func (g *game) play(ctx context.Context, long time.Duration, until func() bool) error {
	ticks := time.NewTicker(frameEvery)
	defer ticks.Stop()
	for end := time.Since(g.began) + long; time.Since(g.began) < end && (until == nil || !until()); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticks.C:
		}
		for i, p := range g.players {
			if err := g.frame(i, p); err != nil {
				return err
			}
		}
		if g.lies && g.ended == 0 && g.lying().Links() == 0 {
			g.ended = time.Since(g.began)
		}
	}
	return nil
}

// frame makes a player's next frame: it walks about, turns, and changes its keys a few times a second.
func (g *game) frame(i int, p *player) error {
	now := time.Since(g.began)
	in := client.Input{Yaw: uint16(now.Milliseconds() * 20), Keys: world.KeyForward}
	if (now/keysEvery+time.Duration(i))%2 == 0 {
		in.Keys = world.KeyBack
	}
	before := p.client.Stats().Actions
	p.client.Frame(now, in)
	took := time.Since(g.began) - now
	if p.client.State() == client.Ended {
		return fmt.Errorf("attack: %s: %s", p.name, p.client.Reason())
	}
	if p.liar != nil {
		p.liar.Update(now, p.client)
		return nil
	}
	p.frames = append(p.frames, took.Seconds()*1e3)
	st := p.client.Stats()
	if st.Actions > before {
		p.sentAt[uint64(st.Actions)] = now
	}
	for ; p.acked < st.Acked; p.acked++ {
		if at, ok := p.sentAt[p.acked+1]; ok {
			p.acks = append(p.acks, (now-at).Seconds()*1e3)
			delete(p.sentAt, p.acked+1)
		}
	}
	if body, ok := p.client.Avatar(); ok && g.lies {
		if at := p.client.OldestPeerAction(g.players[0].client.Stream()); at > 0 {
			p.longest = max(p.longest, time.Duration(body.At.Sub(at))*time.Microsecond)
		}
	}
	return nil
}

// linkedTo reports whether a player is linked to another.
func (p *player) linkedTo(to *player) bool {
	for _, k := range p.client.DirectLinks() {
		if k.Stream == to.client.Stream() && k.State == links.Linked {
			return true
		}
	}
	return false
}

// cost returns what was measured since the last call.
func (g *game) cost() Cost { return Cost{Ann: g.players[1].side(), Carl: g.players[3].side()} }

func (p *player) side() Side {
	slices.Sort(p.frames)
	slices.Sort(p.acks)
	s := Side{FrameP50: stats.Percentile(p.frames, 50), FrameP99: stats.Percentile(p.frames, 99),
		AckP50: stats.Percentile(p.acks, 50), AckP99: stats.Percentile(p.acks, 99), Corrections: p.corrections}
	p.frames, p.acks, p.corrections = p.frames[:0], p.acks[:0], 0
	return s
}

// report fills in what the attack did, and what is broken.
func (g *game) report(r *Report) {
	r.Liar = g.lying().Report()
	r.Messages, r.Lies, r.Linked, r.Unlinked, r.Why = r.Liar.Messages, r.Liar.Actions, r.Liar.Linked, r.Liar.Closed, r.Liar.Why
	if g.ended > 0 {
		r.UnlinkedIn = g.ended - r.Liar.First
	}
	ann, bob := g.players[1], g.players[2]
	for _, p := range g.players[1:] {
		r.LongestLie = max(r.LongestLie, p.longest)
		r.Unexplained += p.unexplained
		if law := p.client.Stats().BrokenLaw; law != "" {
			r.Broken = append(r.Broken, p.name+": "+law)
		}
	}
	for _, k := range [...]bool{ann.linkedTo(bob), bob.linkedTo(ann)} {
		if k {
			r.HonestLinks++
		}
	}
	say := func(broken bool, format string, args ...any) {
		if broken {
			r.Broken = append(r.Broken, fmt.Sprintf(format, args...))
		}
	}
	say(g.cfg.Trick.Unlinks() && g.lying().Links() > 0, "the liar is still linked to %d players", g.lying().Links())
	say(r.HonestLinks < 2, "ann and bob are no longer linked")
	say(r.Unexplained > 0, "%d corrections are unexplained", r.Unexplained)
	say(r.Messages == 0 && g.cfg.Trick != liar.Nothing, "the liar has said nothing")
}
