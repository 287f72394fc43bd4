// Package network is the flags by which programs make their own network worse than it is, for people who want to feel it
// and for tests, and how they read addresses and shares.
//
// Owner: the main goroutine of a program, at its start. Invariant: what is wrong is said with the flag's name.
package network

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"voxtide/badnet"
)

// Flags is a part of a command line, with the prefix net-.
type Flags struct {
	Delay  time.Duration `placeholder:"D" help:"Added to each packet, each way."`
	Jitter time.Duration `placeholder:"D" help:"Added at most beside that, by chance."`
	Loss   string        `placeholder:"P" help:"Share of packets lost each way: 5% or 0.05."`
	Preset string        `placeholder:"NAME" help:"A whole network: lan, dsl, 4g, wifi-bad, intercontinental, satellite."`
}

// DelayMax bounds what a flag may add to a packet's time.
const DelayMax = 10 * time.Second

// Conditions returns the network that the flags ask for, and whether it is worse than what there is.
func (f *Flags) Conditions() (n badnet.Network, bad bool, err error) {
	if f.Preset != "" {
		if n, bad = badnet.Preset(f.Preset); !bad {
			return n, false, fmt.Errorf("--net-preset: there is no %q", f.Preset)
		}
	}
	if f.Delay < 0 || f.Delay > DelayMax || f.Jitter < 0 || f.Jitter > DelayMax {
		return n, false, fmt.Errorf("--net-delay and --net-jitter are 0 to %v", DelayMax)
	}
	loss := 0.0
	if f.Loss != "" {
		if loss, err = Share(f.Loss); err != nil {
			return n, false, fmt.Errorf("--net-loss is %w", err)
		}
	}
	for _, way := range []*badnet.Conditions{&n.Up, &n.Down} {
		way.Delay += f.Delay
		way.Jitter += f.Jitter
		way.Loss = max(way.Loss, loss)
	}
	return n, bad || f.Delay > 0 || f.Jitter > 0 || loss > 0, nil
}

// errShare says what a share is.
var errShare = errors.New("a share from 0 to below 1, such as 5% or 0.05")

// Share reads 5% or 0.05.
func Share(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	v, err := strconv.ParseFloat(number, 64)
	if percent {
		v /= 100
	}
	if err != nil || !(v >= 0 && v < 1) {
		return 0, errShare
	}
	return v, nil
}

// HostPort tells whether an address is HOST:PORT.
func HostPort(address string) bool {
	host, port, err := net.SplitHostPort(address)
	if err != nil || host == "" {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}
