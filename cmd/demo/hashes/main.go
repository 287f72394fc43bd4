// Command hashes plays three fixed runs of the laboratory and prints their hashes: the same on every machine, and the same as
// WebAssembly. `make test` compares both.
package main

import (
	"fmt"
	"os"
	"time"

	"voxtide/lab/live"
	"voxtide/lab/netlab"
	"voxtide/world"
)

func main() {
	if err := play(); err != nil {
		fmt.Fprintln(os.Stderr, "hashes:", err)
		os.Exit(1)
	}
}

// play prints a line for each run.
func play() error {
	crowd := netlab.Config{Players: 6, Duration: 6 * time.Second, RTT: 120 * time.Millisecond, Jitter: 40 * time.Millisecond, Loss: 0.05, Burst: true, Seed: 15}
	killed := netlab.Config{Players: 3, Duration: 8 * time.Second, RTT: 80 * time.Millisecond, Loss: 0.02, Seed: 16}
	killed.Sandy, killed.Kills = true, 2
	for _, run := range []struct {
		name string
		cfg  netlab.Config
	}{{"crowd", crowd}, {"killed", killed}} {
		r, err := netlab.Run(run.cfg, nil)
		if err != nil {
			return err
		}
		fmt.Printf("%s hash %016x edits %d corrections %d unexplained %d\n", run.name, r.Hash, r.Edits, r.Corrections, r.Unexplained)
	}
	return duel()
}

// duel prints the line of a run of the demonstration: two methods, a bad network, walking and building.
func duel() error {
	l, err := live.New(live.Tape{Seed: 17, Events: []live.Event{
		{Kind: live.Network, Link: live.Conditions{Lag: 120, Jitter: 60, Loss: 10}},
		{Kind: live.Network, Player: 1, Link: live.Conditions{Lag: 30, Loss: 20, Burst: true}},
		{Kind: live.Method, Player: 1, Text: "dumb"},
	}})
	if err != nil {
		return err
	}
	for frame := range 10 * live.FramesPerSecond {
		if player := frame % 2; frame%11 == 0 {
			err = l.Do(live.Event{Kind: live.Hold, Player: player, Keys: []world.Keys{world.KeyForward, world.KeyForward | world.KeyJump, 0}[frame%3], Yaw: uint16(frame * 977)})
			if a, ok := l.Target(player, int32(2+frame%17), int32(2+frame%7), frame%3 > 0); ok && err == nil {
				err = l.Do(live.Event{Kind: live.Act, Player: player, Action: a})
			}
		}
		if frame%50 == 49 && err == nil {
			err = l.Do(live.Event{Kind: live.Strike, Player: frame / 50 % 2})
		}
		if err == nil {
			err = l.Step()
		}
		if err != nil {
			return err
		}
	}
	fmt.Printf("duel hash %016x\n", l.Hash())
	return nil
}
