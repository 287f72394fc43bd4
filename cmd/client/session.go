package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"voxtide/client"
	"voxtide/client/netstats"
	"voxtide/client/recording"
	"voxtide/cmd/internal/journal"
	"voxtide/cmd/internal/ownworld"
	"voxtide/server/host"
	"voxtide/settings"
	"voxtide/transport"
	"voxtide/transport/netem"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
	"voxtide/world"
)

// session is a client's session with its world: one of the player's own in this process, or that of a server.
type session struct {
	host       *host.Host // nil on a server
	player     secure.Secret
	client     *client.Client
	conn       *reliable.Conn // the last connection; nil within the process
	frameTimes []float64      // in ms
	began      time.Duration
	playable   time.Duration // when the world became playable, since the start of the program
	entered    bool          // the world was playable once
	trafficMeter
	net          *netstats.Recorder // nil without a window
	record       *sessionRecording  // nil without --record
	final        *finalState        // nil before freezeStats
	links        linkHistory
	book         *journal.Book
	playersShown int  // number of the list of players that the screens have
	looked       bool // the camera has been turned to where the player's body looks
	paused       bool // the game menu is open
}

// open opens the world of the flags, or resolves the server's address, and makes a client with the values of cfg. Nothing
// is sent yet.
func (c *playCmd) open(log *slog.Logger, cfg client.Config) (*session, error) {
	g := &session{began: host.Monotonic()}
	if err := c.dial(g, &cfg, log); err != nil {
		return nil, err
	}
	cfg.Name, cfg.JoinTimeout = c.Name, c.Patience
	if c.Connect == "" {
		cfg.Links = nil // nobody is closer to a world of one's own than its server
	}
	if cfg.Links != nil {
		cfg.Links.Secret, cfg.Links.Socket = g.player, c.Net.linkSocket
	}
	g.net = cfg.NetStats
	var err error
	if g.record, err = c.record(&cfg, log); err != nil {
		g.close()
		return nil, err
	}
	g.client = client.New(cfg)
	return g, nil
}

// beginWorld begins to open the world of the flags.
func (c *playCmd) beginWorld(home string, player secure.Secret, log *slog.Logger) {
	c.opening = ownworld.Begin(ownworld.Config{Home: home, World: c.World, Generator: c.Generator, Seed: c.Seed, Survival: c.Survival,
		Owner: transport.Identity(player.Public()), NeedsKey: c.Lan != "", Log: log})
}

// dial sets how a client reaches its server.
func (c *playCmd) dial(g *session, to *client.Config, log *slog.Logger) error {
	home, err := settings.Home(c.Data)
	if err != nil {
		return err
	}
	player, err := playerKey(home)
	if err != nil {
		return err
	}
	g.player = player
	if c.Connect != "" {
		t, err := newHostKeys(home, c.Connect, c.AcceptKey, log)
		if err != nil {
			return err
		}
		d, err := c.Net.dialer(c.Connect, player, t, g.connected)
		if err != nil {
			return err
		}
		to.Dial, to.DialOther = d.dial, d.dialOther
		return nil
	}
	if c.opening == nil {
		c.beginWorld(home, player, log)
	}
	opening := c.opening
	c.opening = nil // what is entered next is another one
	if g.host, err = opening.Take(); err != nil {
		return err
	}
	if c.Lan != "" {
		at, err := g.host.Listen(c.Lan)
		if err != nil {
			g.close()
			return err
		}
		log.Info("open to others", "at", at.String(), "world", filepath.Base(g.host.Dir()), "fingerprint", g.host.Key().String())
	}
	if c.Net.wrapped = nil; c.Net.conditioned {
		if to.Dial, err = c.socketDialer(g, player); err != nil {
			g.close()
		}
		return err
	}
	var overSocket func() transport.Conn
	to.Dial = func() transport.Conn {
		if !c.Net.conditioned {
			return g.host.Dial()
		}
		if overSocket == nil { // the player has made the network worse: from now on there must be one
			if overSocket, err = c.socketDialer(g, player); err != nil {
				log.Warn("the network cannot be made worse", "why", err)
				c.Net.conditioned = false
				return g.host.Dial()
			}
		}
		return overSocket()
	}
	return nil
}

// socketDialer returns a function that opens connections to the player's own world over a socket, because an emulated network
// needs packets to lose.
func (c *playCmd) socketDialer(g *session, player secure.Secret) (func() transport.Conn, error) {
	at, err := g.host.Listen("127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	d, err := c.Net.dialer(at.String(), player, pinnedKey(g.host.Key()), g.connected)
	if err != nil {
		return nil, err
	}
	return d.dial, nil
}

func (g *session) connected(c *reliable.Conn) { g.conn = c }

// leave ends the session for good, and waits until the server was told, or leaveFor is over.
func (g *session) leave() {
	g.freezeStats()
	g.client.Leave()
	if g.conn == nil {
		return
	}
	select {
	case <-g.conn.Done():
	case <-time.After(leaveFor):
	}
}

// leaveFor bounds the time of leaving.
const leaveFor = time.Second

// close saves and closes a world of the player's own.
func (g *session) close() error {
	g.record.close()
	if g.host == nil {
		return nil
	}
	return g.host.Close("the world was closed")
}

// traffic returns the bandwidth of the connection in kB a second, and its round trip in ms; zeros within the process.
func (g *session) traffic(now time.Duration) (up, down, trip float64) {
	if g.conn == nil {
		return 0, 0, 0
	}
	st := g.conn.Stats()
	if span := (now - g.sampleAt).Seconds(); span >= 1 {
		g.up = float64(st.BytesUp-g.sample.BytesUp) / span / 1000
		g.down = float64(st.BytesDown-g.sample.BytesDown) / span / 1000
		g.sample, g.sampleAt = st, now
	}
	return g.up, g.down, float64(st.RoundTrip) / float64(time.Millisecond)
}

// trafficMeter holds the last sample of traffic and the bandwidth computed from it.
type trafficMeter struct {
	sample   reliable.Stats
	sampleAt time.Duration
	up, down float64
}

// shownKey returns the fingerprint of the key that the server showed in place of the known one, "" if the key is the same.
func (g *session) shownKey() string {
	var key *secure.KeyError
	if g.conn != nil && errors.As(g.conn.Err(), &key) {
		return key.Shown.String()
	}
	return ""
}

// finalState is the state of a session for its report, taken before the player leaves.
type finalState struct {
	received, predicted uint64
	sections            int
	stats               client.Stats
	state               string
}

// freezeStats takes the final state, once.
func (g *session) freezeStats() {
	if g.final != nil {
		return
	}
	g.final = &finalState{stats: g.client.Stats(), state: g.client.State().String()}
	g.final.received, g.final.predicted = g.client.Hashes()
	g.client.InspectReceived(func(w *world.World) { g.final.sections = w.SectionCount() })
}

// sessionRecording is the file that a session is recorded in.
type sessionRecording struct {
	*recording.Writer
	file *os.File
	log  *slog.Logger
}

// record begins the recording of --record for a client that is made with a Config, nil without the flag. Each further session of the
// program has a file of its own, with a number behind the name.
func (c *playCmd) record(cfg *client.Config, log *slog.Logger) (*sessionRecording, error) {
	if c.Record == "" {
		return nil, nil
	}
	name := c.Record
	if c.recorded++; c.recorded > 1 {
		name = fmt.Sprintf("%s.%d", name, c.recorded)
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--record: %w", err)
	}
	r := &sessionRecording{file: f, log: log, Writer: recording.NewWriter(f, recording.Config{
		Name: cfg.Name, Method: cfg.Strategy, ViewDistance: cfg.ViewDistance, NoScene: cfg.NoScene, JoinTimeout: cfg.JoinTimeout})}
	if c.Net.conditioned {
		r.Network(networkText(c.Net.Preset, &c.Net.network.Up, &c.Net.network.Down))
	}
	cfg.Recorder = r.Writer
	return r, nil
}

// networkText writes a network as lab/profile reads it: a preset's name, or RTT:JITTER:LOSS[:burst].
func networkText(preset string, up, down *netem.Conditions) string {
	if n, ok := netem.Preset(preset); ok && n.Up.Delay == up.Delay && n.Up.Jitter == up.Jitter && n.Up.Loss == up.Loss {
		return preset
	}
	text := fmt.Sprintf("%v:%v:%g", up.Delay+down.Delay, max(up.Jitter, down.Jitter), max(up.Loss, down.Loss))
	if up.Burst || down.Burst {
		text += ":burst"
	}
	return text
}

// close ends the recording, and says so if it is not whole.
func (r *sessionRecording) close() {
	if r == nil {
		return
	}
	err := r.Writer.Close()
	if e := r.file.Close(); err == nil {
		err = e
	}
	if err != nil {
		r.log.Warn("the recording is not complete", "file", r.file.Name(), "frames", r.Frames(), "err", err)
		return
	}
	r.log.Info("recorded", "file", r.file.Name(), "frames", r.Frames())
}
