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

	links   *punch.Mux    // the socket of the last connection, below the emulated network; nil for none
	began   time.Time     // when the address was resolved
	wrapped *netem.Conn   // of the last connection; nil for none
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

// dialer returns a function that opens connections to a server for a player. The address is resolved once, so that a
// mistake in it is found at the start. The function opened is called with each connection.
func (n *netFlags) dialer(address string, player secure.Secret, t *hostKeys, opened func(*reliable.Conn)) (func() transport.Conn, error) {
	route, err := reliable.Resolve(address)
	if err != nil {
		return nil, fmt.Errorf("--connect %s: %w; look at the address", address, err)
	}
	n.began, n.wrapped = time.Now(), nil
	return n.dialRoute(route, address, player, t, opened), nil
}

// otherDialer returns a function that opens connections to other servers of the same world. They have to show the key of the first one. An
// address that cannot be resolved opens none.
func (n *netFlags) otherDialer(player secure.Secret, t *hostKeys, opened func(*reliable.Conn)) func(address string) transport.Conn {
	return func(address string) transport.Conn {
		route, err := reliable.Resolve(address)
		if err != nil || t.known() == nil {
			return nil
		}
		return n.dialRoute(route, address, player, t, opened)()
	}
}

// dialRoute returns a function that opens connections to a resolved address.
func (n *netFlags) dialRoute(route reliable.Route, address string, player secure.Secret, t *hostKeys, opened func(*reliable.Conn)) func() transport.Conn {
	dials := uint64(0)
	return func() transport.Conn {
		socket, err := route.Socket()
		if n.links = nil; err != nil {
			return nil // the client tries again, with growing pauses
		}
		n.links = punch.NewMux(socket)
		var pc net.PacketConn = n.links
		if n.conditioned || n.changeable {
			n.since = time.Since(n.began)
			up, down := n.conditions(n.since)
			n.wrapped = netem.Wrap(pc, up, down, n.Seed+dials)
			pc = n.wrapped
		}
		dials++
		conn := reliable.Dial(pc, route.To, reliable.Config{NoCopies: !n.Copies, Secure: secure.Config{
			Secret: player, Version: protocol.Version, Known: t.known(), Trust: t.trustFirst,
		}})
		opened(conn)
		return explainedConn{conn, address}
	}
}
