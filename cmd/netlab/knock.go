package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"time"

	"voxtide/cmd/internal/cli"
	"voxtide/cmd/internal/netflags"
)

// knockOptions are the flags of netlab knock.
type knockOptions struct {
	serve      bool
	name, peer string
	duration   time.Duration
	address    string
}

const (
	knockEvery = 25 * time.Millisecond
	knockFor   = 3 * time.Second
	knockMax   = 60 // bytes of a name
)

func parseKnock(args []string) (o knockOptions, err error) {
	flags := flag.NewFlagSet("knock", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&o.serve, "serve", false, "")
	flags.StringVar(&o.name, "name", "", "")
	flags.StringVar(&o.peer, "peer", "", "")
	flags.DurationVar(&o.duration, "duration", knockFor, "")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	named := func(s string) bool { return s != "" && len(s) <= knockMax && !strings.ContainsAny(s, " \n") }
	o.address = flags.Arg(0)
	switch {
	case flags.NArg() != 1 || !netflags.IsHostPort(o.address):
		return o, fmt.Errorf("%w: knock takes one HOST:PORT", errUsage)
	case !o.serve && (!named(o.name) || !named(o.peer)):
		return o, fmt.Errorf("%w: knock takes --name A --peer B, without spaces", errUsage)
	case o.duration <= 0 || o.duration > time.Hour:
		return o, fmt.Errorf("%w: --duration is at most 1h", errUsage)
	}
	return o, nil
}

// knockCommand runs netlab knock.
func knockCommand(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parseKnock(args)
	if err != nil {
		return misused(err, stdout, stderr)
	}
	ctx, stop := context.WithTimeout(ctx, o.duration)
	defer stop()
	if o.serve {
		err = serveKnocks(ctx, o.address)
	} else {
		err = knock(ctx, &o, stdout)
	}
	switch {
	case err == nil:
		return cli.OK
	case errors.Is(context.Cause(ctx), context.Canceled):
		fmt.Fprintln(stderr, "netlab: stopped")
		return cli.CtrlC
	}
	return cli.Fail(stderr, "netlab", err)
}

// readUntil calls f with each packet of a socket until f returns true or ctx ends, which is no error.
func readUntil(ctx context.Context, pc *net.UDPConn, f func(text string, from netip.AddrPort) bool) error {
	defer context.AfterFunc(ctx, func() { pc.SetReadDeadline(time.Now()) })()
	var buf [1500]byte
	for ctx.Err() == nil {
		n, from, err := pc.ReadFromUDPAddrPort(buf[:])
		if err == nil && f(string(buf[:n]), netip.AddrPortFrom(from.Addr().Unmap(), from.Port())) {
			return nil
		}
		var late net.Error
		if errors.As(err, &late) && late.Timeout() {
			break
		}
		// Anything else is what ICMP says of an earlier packet: knocking goes on.
	}
	return ctx.Err()
}

// serveKnocks tells each of two names where the other was seen, until ctx ends.
func serveKnocks(ctx context.Context, address string) error {
	at, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return err
	}
	pc, err := net.ListenUDP("udp", at)
	if err != nil {
		return err
	}
	defer pc.Close()
	seen := map[string]netip.AddrPort{}
	err = readUntil(ctx, pc, func(text string, from netip.AddrPort) bool {
		var name, peer string
		if _, err := fmt.Sscanf(text, "meet %s %s", &name, &peer); err != nil {
			return false
		}
		if len(seen) < 1000 {
			seen[name] = from
		}
		if other, both := seen[peer]; both {
			pc.WriteToUDPAddrPort(fmt.Appendf(nil, "there %s %s", other, from), from)
			pc.WriteToUDPAddrPort(fmt.Appendf(nil, "there %s %s", from, other), other)
		}
		return false
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// knock asks the server where a peer is, sends to that address and to wherever packets of the peer come from, and prints whether
// both have heard each other.
func knock(ctx context.Context, o *knockOptions, stdout io.Writer) error {
	server, err := net.ResolveUDPAddr("udp", o.address)
	if err != nil {
		return err
	}
	pc, err := net.ListenUDP("udp", nil)
	if err != nil {
		return err
	}
	defer pc.Close()
	var news = make(chan netip.AddrPort, 16)
	go knockOn(ctx, pc, o, server.AddrPort(), news)
	var own netip.AddrPort
	heard, answered := netip.AddrPort{}, false
	err = readUntil(ctx, pc, func(text string, from netip.AddrPort) bool {
		var to, at string
		if _, err := fmt.Sscanf(text, "there %s %s", &to, &at); err == nil && from.Port() == server.AddrPort().Port() {
			peer, err1 := netip.ParseAddrPort(to)
			mine, err2 := netip.ParseAddrPort(at)
			if err1 == nil && err2 == nil && !own.IsValid() {
				own = mine
				offer(news, peer)
			}
			return false
		}
		switch {
		case text == "knock "+o.peer:
			if !heard.IsValid() {
				offer(news, from)
			}
			heard = from
			pc.WriteToUDPAddrPort([]byte("heard "+o.name), from)
		case text == "heard "+o.peer:
			answered = true
		}
		// A while longer: the peer's knocks may still be unanswered.
		return false
	})
	if ctx.Err() == nil {
		return err
	}
	if heard.IsValid() && answered {
		fmt.Fprintf(stdout, "yes seen at %s heard from %s\n", own, heard)
		return nil
	}
	fmt.Fprintf(stdout, "no seen at %s heard %v answered %v\n", own, heard.IsValid(), answered)
	return nil
}

// offer gives an address to knockOn, or drops it if there are too many.
func offer(news chan<- netip.AddrPort, at netip.AddrPort) {
	select {
	case news <- at:
	default:
	}
}

// knockOn sends until ctx ends: to the server until it has told an address, then to all addresses.
func knockOn(ctx context.Context, pc *net.UDPConn, o *knockOptions, server netip.AddrPort, news <-chan netip.AddrPort) {
	tick := time.NewTicker(knockEvery)
	defer tick.Stop()
	var to []netip.AddrPort
	for {
		if len(to) == 0 {
			pc.WriteToUDPAddrPort(fmt.Appendf(nil, "meet %s %s", o.name, o.peer), server)
		}
		for _, at := range to {
			pc.WriteToUDPAddrPort([]byte("knock "+o.name), at)
		}
		select {
		case <-ctx.Done():
			return
		case at := <-news:
			to = append(to, at)
		case <-tick.C:
		}
	}
}
