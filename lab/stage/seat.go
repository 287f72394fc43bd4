package stage

import (
	"fmt"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/edits"
	"voxtide/predict"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

func (s *Stage) newSeat(i int) *seat {
	k := &seat{index: i, stage: s}
	perfect := memnet.Link{Copies: !s.cfg.NoCopies}
	k.links = Links{perfect, perfect}
	cfg := client.Config{
		Name: fmt.Sprintf("player%d", i), Dial: k.dial, ViewDistance: s.cfg.View,
		KnownClock: s.worldTime, NoScene: s.cfg.NoScene,
		TrueRoundTrip: func() time.Duration { return k.links.Up.Delay + k.links.Down.Delay },
	}
	direct := false
	if n := len(s.cfg.Methods); n > 0 {
		cfg.Strategy, direct = strings.CutSuffix(s.cfg.Methods[i%n], DirectSuffix)
	}
	k.prepareLinks(&cfg, direct)
	if s.cfg.Hooks.Correction != nil {
		cfg.Observer = seatObserver{k}
	}
	k.client = client.New(cfg)
	return k
}

// dial opens a connection under the present conditions.
func (k *seat) dial() transport.Conn {
	k.before[0], k.before[1] = k.total()
	k.dials++
	// The number of the link depends on the client and the connection alone, not on the order of joining.
	k.clientConn, k.serverConn = k.stage.network.PairNumbered(uint64(k.index)<<32|k.dials, k.links.Up, k.links.Down)
	k.stage.server.Accept(k.located(k.serverConn))
	return k.clientConn
}

// total returns the counts of all connections, up and down.
func (k *seat) total() (up, down memnet.Stats) {
	up, down = k.before[0], k.before[1]
	if k.clientConn != nil {
		up, down = add(up, k.clientConn.Stats()), add(down, k.serverConn.Stats())
	}
	return up, down
}

// add returns the sum of counts, with b's round trip.
func add(a, b memnet.Stats) memnet.Stats {
	return memnet.Stats{
		Packets: a.Packets + b.Packets, Bytes: a.Bytes + b.Bytes, Lost: a.Lost + b.Lost, Duplicated: a.Duplicated + b.Duplicated,
		Segments: a.Segments + b.Segments, Resent: a.Resent + b.Resent, Copies: a.Copies + b.Copies,
		CopiesUsed: a.CopiesUsed + b.CopiesUsed, RoundTrip: b.RoundTrip,
	}
}

// subtract returns the counts of a without those of b, with a's round trip.
func subtract(a, b memnet.Stats) memnet.Stats {
	return memnet.Stats{
		Packets: a.Packets - b.Packets, Bytes: a.Bytes - b.Bytes, Lost: a.Lost - b.Lost, Duplicated: a.Duplicated - b.Duplicated,
		Segments: a.Segments - b.Segments, Resent: a.Resent - b.Resent, Copies: a.Copies - b.Copies,
		CopiesUsed: a.CopiesUsed - b.CopiesUsed, RoundTrip: a.RoundTrip,
	}
}

// frame makes a frame of the client at a time of the network.
func (k *seat) frame(at time.Duration) {
	h := &k.stage.cfg.Hooks
	if h.Input != nil && k.stage.playing {
		h.Input(k.index, at-k.stage.began, &k.input)
	}
	if h.Measure != nil && k.stage.playing {
		h.Measure(k.index, false)
	}
	k.keepMapped()
	sc := k.client.Frame(at, k.input)
	if h.Measure != nil && k.stage.playing {
		h.Measure(k.index, true)
	}
	k.input.Actions = k.input.Actions[:0]
	if h.Frame != nil && k.stage.playing {
		h.Frame(k.index, at-k.stage.began, sc)
	}
}

// packetSent tells the hook of a packet.
func (s *Stage) packetSent(e *memnet.Event) {
	if !s.playing {
		return
	}
	for _, k := range s.seats {
		if up := e.From == k.clientConn.ID(); up || e.From == k.serverConn.ID() {
			s.cfg.Hooks.Packet(Packet{
				Client: k.index, Up: up, Number: e.Number, Sent: e.Sent - s.began, Arrives: e.Arrives - s.began,
				Size: e.Size, Lost: e.Lost, Bulk: e.Bulk, Duplicate: e.Duplicate,
			})
			return
		}
	}
}

// observer is the server's observer: it hands on what a laboratory has asked for.
type observer struct {
	onAction func(of timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal)
	onEdit   func(d *edits.LogEntry)
}

// OnAction sets a function that is called with each action that the server performs or refuses, at its time of its stream.
func (s *Stage) OnAction(f func(of timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal)) {
	s.observer.onAction = f
}

// OnEdit sets a function that is called with each edit of the server.
func (s *Stage) OnEdit(f func(d *edits.LogEntry)) { s.observer.onEdit = f }

// Edit implements server.Observer.
func (o *observer) Edit(_ uint64, d *edits.LogEntry) {
	if o.onEdit != nil {
		o.onEdit(d)
	}
}

// Action implements server.Observer.
func (o *observer) Action(of timestream.Stream, a *actions.Action, at timestream.Time, why actions.Refusal) {
	if o.onAction != nil {
		o.onAction(of, a, at, why)
	}
}

// Advanced implements server.Observer.
func (o *observer) Advanced(timestream.Stream, timestream.Time, timestream.Time, bool) {}

// Transaction implements server.Observer.
func (o *observer) Transaction(string) {}

// Session implements server.Observer.
func (o *observer) Session(timestream.Stream, server.SessionEvent, string) {}

// seatObserver is a client's observer: it hands on corrections.
type seatObserver struct{ seat *seat }

// Correction implements client.Observer.
func (o seatObserver) Correction(c predict.Correction) {
	if s := o.seat.stage; s.playing {
		s.cfg.Hooks.Correction(o.seat.index, c)
	}
}

// SectionEdit implements client.Observer.
func (seatObserver) SectionEdit(world.SectionPos, uint32, uint64, bool, world.Block, world.Pos) {}

// Update implements client.Observer.
func (seatObserver) Update(uint64, uint64) {}
