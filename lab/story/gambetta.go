package story

import (
	"fmt"
	"io"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/world"
)

// The story of Gambetta's part II, played by the real server and a real client: a lag of 250 ms, and two presses 100 ms apart, of
// which each moves the character one square to the right. The character stands at x = 10. A press is one action that moves the body by
// a block at once; the server works when a request has come, as in his figure, and answers at once.

const (
	gambettaLag   = 250 * time.Millisecond // there and back
	gambettaPress = 100 * time.Millisecond // between the two
	gambettaFrom  = 10                     // x at the begin
)

// gambettaMethods are those of the pages, in their order, and ours.
var gambettaMethods = []struct{ text, about string }{
	{"dumb", "part I: the client shows what the server sends"},
	{"naive,state=snap", "part II: prediction; each state is taken as it comes"},
	{"gambetta", "part II: prediction with reconciliation: un-acked requests are done again on each state"},
	{"timestream", "ours"},
}

// gambettaTimes are those at which x is printed, in ms after the first press.
var gambettaTimes = []int{0, 50, 99, 100, 200, 249, 250, 300, 349, 350, 400}

func storyGambetta(out io.Writer) error {
	fmt.Fprintf(out, "A lag of %d ms; the right key at 0 and at %d ms, one square each; x is %d. What is drawn, as x:\n\n%-18s",
		gambettaLag/time.Millisecond, gambettaPress/time.Millisecond, gambettaFrom, "at, in ms")
	for _, t := range gambettaTimes {
		fmt.Fprintf(out, "%5d", t)
	}
	fmt.Fprintln(out)
	for _, m := range gambettaMethods {
		drawn, err := gambettaPlay(m.text)
		if err != nil {
			return fmt.Errorf("%s: %w", m.text, err)
		}
		fmt.Fprintf(out, "%-18s", m.text)
		for _, t := range gambettaTimes {
			fmt.Fprintf(out, "%5d", drawn[t])
		}
		fmt.Fprintf(out, "   %s\n", m.about)
	}
	fmt.Fprint(out, "\nWithout reconciliation the answer to the first press, which knows nothing of the second, puts the character back from 12 to 11\n"+
		"until the answer to the second one comes. With it the second press is done again on that answer, and nothing jumps.\n")
	return nil
}

// gambettaPlay plays the story under one method and returns x for each ms after the first press.
func gambettaPlay(method string) (drawn []int, err error) {
	s, err := newSolo(method, gambettaLag/2)
	if err != nil {
		return nil, err
	}
	for range 2000 { // all that joining left is answered
		s.step(client.Input{}, true)
	}
	for range 2 * gambettaLag / storyTick { // and has arrived; from here on the server works when a request comes
		s.step(client.Input{}, false)
	}
	began := s.now + storyTick
	home := s.shown().Pos.Block()
	for s.now < began+400*storyTick {
		var in client.Input
		at := s.now + storyTick - began
		if at == 0 || at == gambettaPress {
			square := home
			square.X += int32(1 + at/gambettaPress)
			in.Actions = []actions.Action{{Kind: actions.Teleport, Pos: square, Aim: actions.Aim{8, 0, 8}}}
		}
		asked := at == gambettaLag/2 || at == gambettaPress+gambettaLag/2
		s.step(in, asked)
		drawn = append(drawn, gambettaFrom+int(s.shown().Pos[world.AxisX]/world.Unit)-int(home.X))
	}
	return drawn, nil
}
