package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"voxtide/badnet"
	"voxtide/cmd/internal/network"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/transport/gate"
	"voxtide/transport/lanes"
)

// netFlags make a client's own network worse than it is.
type netFlags struct {
	network.Flags
	Cut    string `placeholder:"AT,LENGTH" help:"No network at all from AT seconds on, for LENGTH seconds."`
	Seed   uint64 `placeholder:"N" help:"Of the network's chance."`
	Copies bool   `default:"true" negatable:"" help:"Send messages early, beside the reliable stream (--no-net-copies to compare)."`

	network badnet.Network
	cut     badnet.Cut
	bad     bool
}

// check reads the flags.
func (n *netFlags) check() (err error) {
	if n.network, n.bad, err = n.Conditions(); err != nil {
		return err
	}
	if n.Cut != "" {
		at, length, ok := strings.Cut(n.Cut, ",")
		from, err1 := strconv.ParseFloat(at, 64)
		long, err2 := strconv.ParseFloat(length, 64)
		if !ok || err1 != nil || err2 != nil || !(from >= 0 && from < 1e6) || !(long > 0 && long < 1e6) {
			return errors.New("--net-cut is AT,LENGTH in seconds, such as 5,30")
		}
		n.cut = badnet.Cut{From: seconds(from), For: seconds(long)}
		n.bad = true
	}
	return nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// conditions returns the network's ways for a connection that is opened so long after the start.
func (n *netFlags) conditions(since time.Duration) (up, down badnet.Conditions) {
	up, down = n.network.Up, n.network.Down
	if n.cut.For > 0 {
		cut := n.cut
		if cut.From -= since; cut.From < 0 {
			cut.For += cut.From
			cut.From = 0
		}
		if cut.For > 0 {
			up.Cuts, down.Cuts = []badnet.Cut{cut}, []badnet.Cut{cut}
		}
	}
	return up, down
}

// dialer returns how connections to a server are opened, by a player with a key. The address is looked up once, so that a
// mistake is found at the start; opened is told each connection.
func (n *netFlags) dialer(address string, player gate.Secret, t *trust, opened func(*lanes.Conn)) (func() transport.Conn, error) {
	route, err := lanes.Look(address)
	if err != nil {
		return nil, fmt.Errorf("--connect %s: %w; look at the address", address, err)
	}
	began, dials := time.Now(), uint64(0)
	return func() transport.Conn {
		pc, err := route.Socket()
		if err != nil {
			return nil // tried again, with growing pauses
		}
		if n.bad {
			up, down := n.conditions(time.Since(began))
			pc = badnet.Wrap(pc, up, down, n.Seed+dials)
		}
		dials++
		conn := lanes.Dial(pc, route.To, lanes.Config{NoCopies: !n.Copies, Gate: gate.Config{
			Secret: player, Version: protocol.Version, Known: t.known(), Trust: t.first,
		}})
		opened(conn)
		return dialled{conn, address}
	}, nil
}
