package story

import (
	"fmt"
	"io"
)

// The story of section 2.5 of the essay: a jetpack in outer space with nothing but position and velocity, 10 ms each
// way, and one action "accelerate" at 0 ms. It compares five orders of predicting action and update, and the time
// streams that solve the problem. Each is simulated; the table shows the drawn positions. Positions are in
// thousandths of the distance that the action's velocity covers in a second, so that the ideal value is the time
// since the action.

const (
	jetpackOneWay = 10 // ms
	jetpackDV     = 1  // per ms
)

// jetState is the whole state: the update adds velocity, the action changes it.
type jetState struct{ pos, vel int }

func (j *jetState) update(ms int) {
	if ms < 0 {
		panic("netlab: a negative update")
	}
	j.pos += ms * j.vel
}

func (j *jetState) accelerate() { j.vel += jetpackDV }

// jetServer is the server's state at a time, in ms: the action arrives one way after 0 ms.
func jetServer(at int) (j jetState) {
	if at >= jetpackOneWay {
		j.accelerate()
		j.update(at - jetpackOneWay)
	}
	return j
}

// jetOrders are the orders: each returns what is drawn at a time while the action is not acked, given the received
// state, which was sent one way before.
var jetOrders = []struct {
	name  string
	drawn func(at int, received jetState) jetState
}{
	{"(1) action, then update", func(at int, j jetState) jetState {
		j.accelerate()
		j.update(jetpackOneWay)
		return j
	}},
	{"(2) update, then action", func(at int, j jetState) jetState {
		j.update(jetpackOneWay)
		j.accelerate()
		return j
	}},
	{"(3) action at the time of the press", func(at int, j jetState) jetState {
		sent := at - jetpackOneWay
		before := max(0, -sent) // from the received state to the press; it cannot be negative
		j.update(before)
		j.accelerate()
		j.update(jetpackOneWay - before)
		return j
	}},
	{"(4) action half a round trip later", func(at int, j jetState) jetState {
		if at <= jetpackOneWay {
			j.update(jetpackOneWay)
			return j
		}
		j.update(2*jetpackOneWay - at)
		j.accelerate()
		j.update(at - jetpackOneWay)
		return j
	}},
	{"(5) the same, seen 10 ms in the future", func(at int, j jetState) jetState {
		j.update(2*jetpackOneWay - at)
		j.accelerate()
		j.update(at)
		return j
	}},
}

// jetStreams returns what time streams draw: the server has advanced the client's stream to the stamp that the client
// declared one way before, so the received state is that of the client's own time two ways back; the action lies at
// its time.
func jetStreams(at int) jetState {
	stamp := at - 2*jetpackOneWay // of the client's stream in the received state
	var j jetState
	if stamp >= 0 { // acked: the server has performed the action at its time in the stream
		j.accelerate()
		j.update(stamp)
		j.update(at - stamp)
		return j
	}
	j.update(-stamp)
	j.accelerate()
	j.update(at)
	return j
}

var jetTimes = []int{1, 2, 3, 9, 13, 17, 19}

func storyJetpack(out io.Writer) error {
	fmt.Fprintf(out, "A jetpack in outer space: pos += dt * vel, and at 0 ms the action vel += 1. %d ms each way.\n", jetpackOneWay)
	fmt.Fprintf(out, "What is drawn, as the milliseconds for which the jetpack seems to have burnt:\n\n%-40s", "at")
	for _, t := range jetTimes {
		fmt.Fprintf(out, "%4d ms", t)
	}
	fmt.Fprintln(out)
	row := func(name string, drawn func(at int) jetState) {
		fmt.Fprintf(out, "%-40s", name)
		for _, t := range jetTimes {
			fmt.Fprintf(out, "%7d", drawn(t).pos)
		}
		fmt.Fprintln(out)
	}
	for _, o := range jetOrders {
		row(o.name, func(at int) jetState { return o.drawn(at, jetServer(at-jetpackOneWay)) })
	}
	row("time streams, no round trip estimated", jetStreams)
	fmt.Fprint(out, "\n(1) jumps at once, (2) shows nothing until the ack, (3) stands still from 10 ms on, (4) begins too late;\n"+
		"(5) is right as long as the delay is constant. Time streams draw the same without knowing it.\n")
	return storyJetpackReal(out)
}
