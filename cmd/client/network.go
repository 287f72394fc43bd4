package main

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"voxtide/client/netstats"
	"voxtide/cmd/internal/netflags"
	"voxtide/cmd/internal/netmenu"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/transport/netem"
	"voxtide/transport/punch"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// netFlags emulate a worse network for this client.
type netFlags struct {
	netflags.Flags
	Cut    string `placeholder:"AT,LENGTH" help:"Cut the network AT seconds after the start, for LENGTH seconds."`
	Seed   uint64 `placeholder:"N" help:"Random seed of the emulated network."`
	Copies bool   `default:"true" negatable:"" help:"Send redundant copies of messages beside the reliable stream (--no-net-copies to compare)."`

	network     netem.Network
	cut         netem.Cut
	conditioned bool // packets pass through the emulated network
	changeable  bool // so do they on a server's connection that is not conditioned yet: the player may change that

	began time.Time // when the address was resolved
	dials uint64
	way   // of the present connection
}

// way is how packets of one connection travel.
type way struct {
	links   *punch.Mux    // its socket, below the emulated network; nil for none
	wrapped *netem.Conn   // nil for none
	since   time.Duration // from began to its opening
}

// check parses the flags.
func (n *netFlags) check() (err error) {
	if n.network, n.conditioned, err = n.Conditions(); err != nil {
		return err
	}
	if n.Cut != "" {
		at, length, ok := strings.Cut(n.Cut, ",")
		from, err1 := strconv.ParseFloat(at, 64)
		long, err2 := strconv.ParseFloat(length, 64)
		if !ok || err1 != nil || err2 != nil || !(from >= 0 && from < 1e6) || !(long > 0 && long < 1e6) {
			return errors.New("--net-cut is AT,LENGTH in seconds, such as 5,30")
		}
		n.cut = netem.Cut{From: seconds(from), For: seconds(long)}
		n.conditioned = true
	}
	return nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// conditions returns the network conditions of a connection that is opened some time after the start.
func (n *netFlags) conditions(since time.Duration) (up, down netem.Conditions) {
	up, down = n.network.Up, n.network.Down
	if n.cut.For > 0 {
		cut := n.cut
		if cut.From -= since; cut.From < 0 {
			cut.For += cut.From
			cut.From = 0
		}
		if cut.For > 0 {
			up.Cuts, down.Cuts = []netem.Cut{cut}, []netem.Cut{cut}
		}
	}
	return up, down
}

// set makes the network as bad as n from now on, on the present connection, too.
func (n *netFlags) set(network netem.Network) {
	n.network = network
	if n.wrapped != nil {
		up, down := n.conditions(n.since)
		n.wrapped.SetConditions(up, down)
	}
}

// worse says in words how the network is made worse, "" if it is not.
func (n *netFlags) worse() string { return netmenu.Worse(n.network) }

// packets returns how many packets went through the emulated network of the present connection, and how many it lost; false
// without one.
func (n *netFlags) packets() (p netstats.Packets, ok bool) {
	if n.wrapped == nil {
		return p, false
	}
	up, down := n.wrapped.Stats()
	return netstats.Packets{Up: up.Packets, Down: down.Packets, Lost: up.Lost + up.Dropped + down.Lost + down.Dropped}, true
}

// linkSocket returns what direct links go over: the socket of the last connection, nil without one.
func (n *netFlags) linkSocket() punch.Socket {
	if n.links == nil {
		return nil
	}
	return n.links
}

// dialer opens connections of a player to a server, and to others of its world.
type dialer struct {
	*netFlags
	address string
	routes  []reliable.Route // to the servers of the world; the first is the one whose turn it is
	silent  bool             // it was asked, and has not answered
	others  reliable.Routes
	player  secure.Secret
	keys    *hostKeys
	opened  func(*reliable.Conn) // called with each connection that becomes the present one
	present *dialedConn
}

// dialer returns a dialer for a server, or several of one world (reliable.ResolveAll). Addresses are resolved once, so that a mistake in them is found
// at the start.
func (n *netFlags) dialer(address string, player secure.Secret, t *hostKeys, opened func(*reliable.Conn)) (*dialer, error) {
	routes, err := reliable.ResolveAll(address)
	if err != nil {
		return nil, fmt.Errorf("--connect %s: %w; look at the address", address, err)
	}
	n.began, n.wrapped = time.Now(), nil
	return &dialer{netFlags: n, address: address, routes: routes, player: player, keys: t, opened: opened}, nil
}

// dial opens a connection to the server, or to the next one if it did not answer the last time. It is the present one from now on.
func (d *dialer) dial() transport.Conn {
	if d.silent {
		d.routes = append(d.routes[1:], d.routes[0])
	}
	d.silent = true
	c := d.open(d.address, d.routes[0], secure.Config{Known: d.keys.known(), Trust: d.keys.trustFirst})
	if d.way = (way{}); c == nil {
		return nil // the client tries again, with growing pauses
	}
	c.use()
	return c
}

// dialOther opens a connection to another server of the world, which has to show the same key and may be about to open its port. It is the
// present one once something comes over it.
func (d *dialer) dialOther(address string) transport.Conn {
	known := d.keys.known()
	route, ok := d.others.Find(address)
	if known == nil || !ok {
		return nil
	}
	if c := d.open(address, route, secure.Config{Known: known, Awaited: true}); c != nil {
		return c
	}
	return nil
}

// open opens a connection.
func (n *dialer) open(address string, route reliable.Route, cfg secure.Config) *dialedConn {
	socket, err := route.Socket()
	if err != nil {
		return nil
	}
	c := &dialedConn{address: address, way: way{links: punch.NewMux(socket)}, by: n}
	var pc net.PacketConn = c.way.links
	if n.conditioned || n.changeable {
		c.way.since = time.Since(n.began)
		up, down := n.conditions(c.way.since)
		c.way.wrapped = netem.Wrap(pc, up, down, n.Seed+n.dials)
		pc = c.way.wrapped
	}
	n.dials++
	cfg.Secret, cfg.Version = n.player, protocol.Version
	c.Conn = reliable.Dial(pc, route.To, reliable.Config{NoCopies: !n.Copies, Secure: cfg})
	return c
}

// dialedConn is a connection of a dialer. Its reason for closing says what people can do about it.
type dialedConn struct {
	*reliable.Conn
	address string
	way     way
	by      *dialer
}

// use makes it the present connection.
func (c *dialedConn) use() {
	c.by.way, c.by.present = c.way, c
	c.by.opened(c.Conn)
}

// Receive implements transport.Conn.
func (c *dialedConn) Receive() (transport.Message, bool) {
	m, ok := c.Conn.Receive()
	if ok && c.by.present != c {
		c.use()
	}
	if ok {
		c.by.silent = false
	}
	return m, ok
}

// Closed implements transport.Conn.
func (c *dialedConn) Closed() (reason string, closed bool) {
	if reason, closed = c.Conn.Closed(); closed {
		reason = explain(reason, c.address, c.Err())
	}
	return reason, closed
}
