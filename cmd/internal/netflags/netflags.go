// Package netflags is the flags by which programs make their own network worse than it is, for demonstrations and
// tests, and how they parse addresses and shares.
//
// Owner: the main goroutine of a program, at its start. Invariant: an error names the flag.
package netflags

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"voxtide/transport/netem"
)

// Flags is a part of a command line whose flags begin with net-.
type Flags struct {
	Delay  time.Duration `placeholder:"D" help:"Added to each packet, each way."`
	Jitter time.Duration `placeholder:"D" help:"Added at most beside that, by chance."`
	Loss   string        `placeholder:"P" help:"Share of packets lost each way: 5% or 0.05."`
	Preset string        `placeholder:"NAME" help:"A whole network: lan, dsl, 4g, wifi-bad, intercontinental, satellite."`
}

// DelayMax bounds the delay that a flag may add.
const DelayMax = 10 * time.Second

// Conditions returns the network that the flags ask for, and whether it is worse than the real one.
func (f *Flags) Conditions() (n netem.Network, bad bool, err error) {
	if f.Preset != "" {
		if n, bad = netem.Preset(f.Preset); !bad {
			return n, false, fmt.Errorf("--net-preset: there is no %q", f.Preset)
		}
	}
	if f.Delay < 0 || f.Delay > DelayMax || f.Jitter < 0 || f.Jitter > DelayMax {
		return n, false, fmt.Errorf("--net-delay and --net-jitter are 0 to %v", DelayMax)
	}
	loss := 0.0
	if f.Loss != "" {
		if loss, err = ParseShare(f.Loss); err != nil {
			return n, false, fmt.Errorf("--net-loss is %w", err)
		}
	}
	for _, way := range []*netem.Conditions{&n.Up, &n.Down} {
		way.Delay += f.Delay
		way.Jitter += f.Jitter
		way.Loss = max(way.Loss, loss)
	}
	return n, bad || f.Delay > 0 || f.Jitter > 0 || loss > 0, nil
}

// errShare describes a share.
var errShare = errors.New("a share from 0 to below 1, such as 5% or 0.05")

// ParseShare parses 5% or 0.05.
func ParseShare(text string) (float64, error) {
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

// AreHostPorts reports whether a list, separated by commas, has addresses HOST:PORT alone.
func AreHostPorts(list string) bool {
	for address := range strings.SplitSeq(list, ",") {
		if !IsHostPort(strings.TrimSpace(address)) {
			return false
		}
	}
	return true
}

// IsHostPort reports whether an address is HOST:PORT.
func IsHostPort(address string) bool {
	host, port, err := net.SplitHostPort(address)
	if err != nil || host == "" {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}
