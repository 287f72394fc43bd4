// Package script plays the lines of a script on a client, in place of a person: for checks that need the same play each
// time, and for the tour.
//
// Owner: the goroutine that makes the client's pictures. Invariants: a script is understood whole before anything of it is
// played; lines are played in order, each in the first picture at or after its time; place and break come a picture after
// what was done before them, so that they look at its outcome; what a line does goes through the client's input alone, as
// a key or a click would.
//
// A line is TIME VERB ARGS. TIME is in seconds since the world is playable, or +SECONDS after the line before. "#" begins
// a comment.
//
//	down|up|tap KEY   forward back left right jump sneak run fly
//	look YAW PITCH    degrees: 0 is north, 90 east; positive pitch is up
//	at X Y Z          be there (in creative mode)
//	select N          take slot 1 to 9 of the hotbar
//	place             put the held block where the look meets a block
//	break             break the block that the look meets
//	say TEXT          say a line to all
//	shot FILE         write a picture
//	sky TIME          draw the sky of dawn, noon, dusk or night; world for that of the world, which no script changes
//	wait-acked        go on when all that was done is acknowledged
//	wait-land         go on when all land in view is here and drawn, or has not come within a minute
//	quit              leave
package script

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"voxtide/world"
)

// ErrLine says that a line cannot be understood; the text names its number.
var ErrLine = errors.New("script")

// Limits of a script.
const (
	linesMax   = 1 << 20
	lineMax    = 1 << 10        // bytes
	secondsMax = 30 * 24 * 3600 // of a time
)

// Script is a script that was understood.
type Script struct{ lines []line }

// line is one line: when, and what.
type line struct {
	number int
	at     time.Duration
	after  bool // at counts from the line before
	verb   *verb
	args
}

// args is what stands after a verb; which parts count depends on it.
type args struct {
	key  world.Keys
	n    [3]float64
	slot uint8
	text string
	sky  *float64
}

// Read reads a script. Errors: ErrLine, and those of r.
func Read(r io.Reader) (Script, error) {
	var s Script
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, lineMax), lineMax)
	for n := 1; in.Scan(); n++ {
		text := strings.TrimSpace(in.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		if len(s.lines) == linesMax {
			return s, fmt.Errorf("%w line %d: more than %d lines", ErrLine, n, linesMax)
		}
		l, err := readLine(text)
		if err != nil {
			return s, fmt.Errorf("%w line %d: %s", ErrLine, n, err)
		}
		l.number = n
		s.lines = append(s.lines, l)
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return s, fmt.Errorf("%w: a line is longer than %d bytes", ErrLine, lineMax)
	}
	return s, in.Err()
}

func readLine(text string) (l line, err error) {
	at, rest, _ := strings.Cut(text, " ")
	name, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if at[0] == '+' {
		l.after, at = true, at[1:]
	}
	seconds, err := strconv.ParseFloat(at, 64)
	if err != nil || !(seconds >= 0 && seconds <= secondsMax) {
		return l, fmt.Errorf("%q is no time in seconds", at)
	}
	l.at = time.Duration(math.Round(seconds * float64(time.Second)))
	if l.verb = find(name); l.verb == nil {
		return l, fmt.Errorf("%q is no verb; there are %s", name, names())
	}
	rest, _, _ = cutComment(rest, l.verb.wants)
	return l, l.verb.read(&l.args, strings.TrimSpace(rest))
}

// cutComment takes a comment off, but of what is said.
func cutComment(rest string, wants want) (before, after string, found bool) {
	if wants == wantText {
		return rest, "", false
	}
	return strings.Cut(rest, "#")
}

// Shots tells whether the script wants pictures, and the number of the first line that does.
func (s *Script) Shots() (line int, any bool) {
	for i := range s.lines {
		if s.lines[i].verb.name == "shot" {
			return s.lines[i].number, true
		}
	}
	return 0, false
}

// Empty tells whether there is no line.
func (s *Script) Empty() bool { return len(s.lines) == 0 }
