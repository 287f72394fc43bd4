// Package script plays the lines of a script on a client instead of a person, for reproducible checks and for the tour.
//
// Owner: the goroutine that makes the client's frames. Invariants: a script is parsed whole before any line is played; lines
// are played in order, each in the first frame at or after its time; place and break come a frame after the actions before
// them, so that they see the outcome; a line acts through the client's input alone, as a key or a click does, and links
// as the option of that name.
//
// A line is TIME VERB ARGS. TIME is in seconds since the world became playable, or +SECONDS after the previous line. "#"
// begins a comment.
//
//	down|up|tap KEY   forward back left right jump sneak run fly
//	look YAW PITCH    degrees: 0 is north, 90 east; positive pitch is up
//	at X Y Z          be there (in creative mode)
//	select N          take slot 1 to 9 of the hotbar
//	place             put the held block where the look meets a block
//	break             break the block that the look meets
//	hit               strike the player whom the look meets
//	build X Y Z BLOCK look so that a click makes the cell this block, oak_stairs[facing=east] for example, and click
//	dig X Y Z         look at the block and break it; the next line waits for it
//	use X Y Z         look at the block and work it: a door, for example
//	put X Y Z N ITEM  put a number of an item into the box there, an oven for example
//	take X Y Z N ITEM take a number of an item out of it
//	sign X Y Z TEXT   write on the sign there, with / between the lines
//	walk X Z          walk there with the keys; the next line waits for it
//	go X Y Z          go there on foot, digging and building pillars; the next line waits for it
//	clear X Y Z       dig what is in the cell, if there is something
//	keep X Y Z        from now on go and gather dig nothing within 8 blocks of there, as far down and up as 6
//	pillar            jump, and put a block of dirt or stone under the feet
//	gather ITEM N     dig what gives an item until there are N of it in the bag
//	craft ITEM N      make an item until there are N of it, where one stands
//	eat               eat until one is not hungry, or there is no food
//	drop [all]        throw one of what is in the hand
//	until TIME        wait for dawn, morning, noon, afternoon, dusk or night of the world
//	say TEXT          say a line to all
//	emote NAME        make a gesture: wave, point, nod, no, cheer, clap, bow
//	shot FILE         write a screenshot
//	sky TIME          draw the sky of dawn, morning, noon, afternoon, dusk or night; world for the world's own, which no script changes
//	view VIEW         see from the own eye, from behind or one's front: first, behind or front
//	links MODE        let these link directly from now on: off, house, all
//	wait-acked        go on when all actions are acked, and the session is not lost
//	wait-land         go on when all sections in view are loaded and drawn, or after a minute
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
)

// ErrLine says that a line cannot be parsed. The text names its number.
var ErrLine = errors.New("script")

// Limits of a script.
const (
	linesMax   = 1 << 20
	lineMax    = 1 << 10        // bytes
	secondsMax = 30 * 24 * 3600 // of a time
)

// Script is a parsed script.
type Script struct{ lines []line }

// line is a parsed line.
type line struct {
	number int
	at     time.Duration
	after  bool // at counts from the previous line
	verb   *verb
	args
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
	if l.verb = findVerb(name); l.verb == nil {
		return l, fmt.Errorf("%q is no verb; there are %s", name, verbNames())
	}
	rest, _, _ = cutComment(rest, l.verb.takes)
	return l, l.verb.read(&l.args, strings.TrimSpace(rest))
}

// cutComment removes a comment, except from the text of a chat line.
func cutComment(rest string, wants argKind) (before, after string, found bool) {
	if wants == argText {
		return rest, "", false
	}
	return strings.Cut(rest, "#")
}

// FirstScreenshot returns the number of the first line that takes a screenshot, and whether there is one.
func (s *Script) FirstScreenshot() (line int, any bool) {
	for i := range s.lines {
		if s.lines[i].verb.name == "shot" {
			return s.lines[i].number, true
		}
	}
	return 0, false
}

// Empty reports whether there is no line.
func (s *Script) Empty() bool { return len(s.lines) == 0 }
