package main

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"voxtide/badnet"
	"voxtide/protocol"
	"voxtide/transport"
	"voxtide/transport/gate"
	"voxtide/transport/lanes"
)

// netFlags make a client's own network worse than it is, for people who want to feel it and for tests.
type netFlags struct {
	Delay  time.Duration `placeholder:"D" help:"Added to each packet, each way."`
	Jitter time.Duration `placeholder:"D" help:"Added at most beside that, by chance."`
	Loss   string        `placeholder:"P" help:"Share of packets lost each way: 5% or 0.05."`
	Preset string        `placeholder:"NAME" help:"A whole network: lan, dsl, 4g, wifi-bad, intercontinental, satellite."`
	Cut    string        `placeholder:"AT,LENGTH" help:"No network at all from AT seconds on, for LENGTH seconds."`
	Seed   uint64        `placeholder:"N" help:"Of the network's chance."`
	Copies bool          `default:"true" negatable:"" help:"Send messages early, beside the reliable stream (--no-net-copies to compare)."`

	network badnet.Network
	cut     badnet.Cut
	bad     bool
}

// check reads the flags.
func (n *netFlags) check() error {
	if n.Preset != "" {
		p, ok := badnet.Preset(n.Preset)
		if !ok {
			return fmt.Errorf("--net-preset: there is no %q", n.Preset)
		}
		n.network, n.bad = p, true
	}
	if n.Delay < 0 || n.Delay > 10*time.Second || n.Jitter < 0 || n.Jitter > 10*time.Second {
		return errors.New("--net-delay and --net-jitter are 0 to 10s")
	}
	loss, err := share(n.Loss)
	if err != nil {
		return err
	}
	for _, way := range []*badnet.Conditions{&n.network.Up, &n.network.Down} {
		way.Delay += n.Delay
		way.Jitter += n.Jitter
		way.Loss = max(way.Loss, loss)
	}
	n.bad = n.bad || n.Delay > 0 || n.Jitter > 0 || loss > 0
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

// share reads 5% or 0.05.
func share(text string) (float64, error) {
	if text == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v >= 0 && v < 1) {
		return 0, errors.New("--net-loss is a share from 0 to below 1, such as 5% or 0.05")
	}
	return v, nil
}

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

// hostPort tells whether an address is HOST:PORT.
func hostPort(address string) bool {
	host, port, err := net.SplitHostPort(address)
	if err != nil || host == "" {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// dialer returns how connections to a server are opened, by a player with a key. The address is looked up once, so that a
// mistake is found at the start; opened is told each connection.
func (n *netFlags) dialer(address string, player gate.Secret, t *trust, opened func(*lanes.Conn)) (func() transport.Conn, error) {
	to, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, fmt.Errorf("--connect %s: %w; look at the address", address, err)
	}
	network := "udp6"
	if to.IP.To4() != nil {
		network = "udp4"
	}
	began, dials := time.Now(), uint64(0)
	return func() transport.Conn {
		pc, err := net.ListenPacket(network, ":0")
		if err != nil {
			return nil // tried again, with growing pauses
		}
		if n.bad {
			up, down := n.conditions(time.Since(began))
			pc = badnet.Wrap(pc, up, down, n.Seed+dials)
		}
		dials++
		conn := lanes.Dial(pc, to, lanes.Config{NoCopies: !n.Copies, Gate: gate.Config{
			Secret: player, Version: protocol.Version, Known: t.known(), Trust: t.first,
		}})
		opened(conn)
		return dialled{conn, address}
	}, nil
}
