package story

import (
	"fmt"
	"io"
	"time"

	"voxtide/client"
	"voxtide/lab/stage"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// The jetpack of section 2.5 once more, by the real client and the real server. A player hangs in the air, flying, and asks to rise:
// between two ticks the velocity of a flying body is what the keys say, so that for these milliseconds it is the essay's jetpack,
// pos += dt * vel. Server and client run each millisecond.

// jetReal are the methods that play it: the essay's five orders on one stream, and ours. With a server time step of 1 ms the orders'
// server tells its state each millisecond, as the essay's does; without, it tells one that does nothing less often.
func jetReal() (methods []string) {
	for order := range len(jetOrders) {
		methods = append(methods, fmt.Sprintf("onestream,order=%d,step=1", order+1))
	}
	return append(methods, "timestream")
}

// jetPlay plays the jetpack under a method and returns for how many ms it seems to have burnt, in thousandths, for each ms after
// the press.
func jetPlay(method string) (burnt []int64, err error) {
	s, err := newSolo(method, jetpackOneWay*time.Millisecond)
	if err != nil {
		return nil, err
	}
	rise := client.Input{Keys: world.KeyFly | world.KeyJump}
	hang := client.Input{Keys: world.KeyFly}
	for range 500 {
		s.step(rise, true)
	}
	for range 300 {
		s.step(hang, true)
	}
	for worldTime(s.now)%50_000 != 14_000 { // the next tick is beyond what is looked at
		s.step(hang, true)
	}
	from := s.shown()
	var speed int64 // that the action gives, in units per µs
	for range 20 {
		s.step(rise, true)
		burnt = append(burnt, s.shown().Pos[world.AxisY]-from.Pos[world.AxisY])
		w := s.server.World()
		speed = max(speed, w.Entity(w.Find(world.AvatarID(s.client.Stream()))).Motion.Vel[world.AxisY])
	}
	for i := range burnt {
		if speed != 0 {
			burnt[i] /= speed
		}
	}
	return burnt, nil
}

// storyJetpackReal writes the table again, as the real client draws it, and what jitter makes of the orders.
func storyJetpackReal(out io.Writer) error {
	fmt.Fprintf(out, "\nThe same by the real client, which rises while it flies, %d ms each way, a frame each millisecond:\n\n%-40s", jetpackOneWay, "at")
	for _, t := range jetTimes {
		fmt.Fprintf(out, "%4d ms", t)
	}
	fmt.Fprintln(out)
	for _, m := range jetReal() {
		burnt, err := jetPlay(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
		fmt.Fprintf(out, "%-40s", m)
		for _, t := range jetTimes {
			fmt.Fprintf(out, "%7.1f", float64(burnt[t-1])/1000)
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "\nThe real client over %d ms each way and up to %d ms of jitter: one player runs, turns and jumps for %d s, alone.\n\n%-40s%12s%14s\n",
		jetpackOneWay, jetJitter/time.Millisecond, jetJitterSpan/time.Second, "", "corrections", "greatest, cm")
	for _, m := range []string{"onestream,order=4", "onestream,order=5", "timestream"} {
		n, cm, err := jetJitterPlay(m)
		if err != nil {
			return fmt.Errorf("%s: %w", m, err)
		}
		fmt.Fprintf(out, "%-40s%12d%14.1f\n", m, n, cm)
	}
	return nil
}

const (
	jetJitter     = 25 * time.Millisecond
	jetJitterSpan = 10 * time.Second
)

// jetJitterPlay lets a player run about over a link with jitter and returns the corrections of the own body, and the greatest.
func jetJitterPlay(method string) (n int, cm float64, err error) {
	link := memnet.Link{Delay: jetpackOneWay * time.Millisecond, Jitter: jetJitter}
	s, err := stage.New(stage.Config{Players: 1, Seed: 5, Methods: []string{method}, Links: []stage.Links{{Up: link, Down: link}}, NoScene: true,
		Hooks: stage.Hooks{Input: func(_ int, now time.Duration, in *client.Input) {
			k := int(now / (400 * time.Millisecond))
			in.Yaw = uint16(k * 12_000)
			in.Keys = []world.Keys{world.KeyForward, world.KeyForward | world.KeyJump, 0}[k%3]
		}}})
	if err != nil {
		return 0, 0, err
	}
	before := s.Client(0).Stats()
	s.Step(jetJitterSpan)
	st := s.Client(0).Stats()
	for cause, c := range st.Corrections {
		n += c - before.Corrections[cause]
	}
	return n, float64(st.LargestUnits) / float64(world.Unit) * 100, nil
}
