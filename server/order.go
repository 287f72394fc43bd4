package server

import (
	"fmt"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/commands"
	"voxtide/edits"
	"voxtide/timestream"
)

// House is what commands ask of whoever runs the server. Its calls return at once, and done is called by the server's
// owner, between two steps and once; never when the world has ended before.
type House interface {
	// Keep makes a book durable; it is the house's from then on.
	Keep(b *access.Book, done func(error))
	// Owes reports whether a book could not be made durable, and is still to be.
	Owes() bool
	// Ask begins what takes its time: "stop", "backup", "reload", or "status" for what is to be said of the machine. False if there is nobody who could.
	Ask(what, reason string, done func(lines []string)) bool
	// Recall begins what is asked of the past, and has it answered. False if there is nobody who could.
	Recall(r *Recall) bool
}

// Giver is who gives a command.
type Giver struct {
	Rank   commands.Rank
	Stream timestream.Stream // of a player; of the console it is the server's
	Who    access.Who
}

// Console is whoever runs the server.
var Console = Giver{Rank: commands.Console, Stream: timestream.Server}

// order is a command while it is carried out.
type order struct {
	s       *Server
	by      Giver
	call    commands.Call
	lines   []string
	later   bool // somebody else answers
	changed bool // the book
	outcome int  // OrderDone, unless running it says otherwise
	answer  func(lines []string)
}

// runner is what belongs to a row of the table of commands: how it is carried out and, where its permission is Owner,
// why it is not the giver's own, "" if it is.
type runner struct {
	run func(o *order)
	own func(o *order) (why string)
}

// linesMax bounds the lines of an answer.
const linesMax = 40

func (o *order) say(format string, args ...any) {
	switch {
	case len(o.lines) < linesMax:
		o.lines = append(o.lines, fmt.Sprintf(format, args...))
	case len(o.lines) == linesMax:
		o.lines = append(o.lines, "... and more")
	}
}

// no says why what was understood and allowed is not done.
func (o *order) no(format string, args ...any) {
	o.say(format, args...)
	o.outcome = OrderFailed
}

func (o *order) get(name string) commands.Value { return o.call.Get(name) }

// Outcomes of commands, for Metrics.Orders.
const (
	OrderDone    = iota
	OrderWrong   // it could not be understood
	OrderRefused // whoever gave it may not
	OrderMissing // this version cannot do it
	OrderFast    // too many at once, of one player
	OrderFailed  // it was allowed, and could not be done
	Orders
)

// Order carries out a line that somebody gave as a command, with or without its slash. It is the only place where
// permissions of commands are judged. The answer comes once, at once or between later steps; where the world ends before,
// not at all.
func (s *Server) Order(by Giver, line string, answer func(lines []string)) {
	o := &order{s: s, by: by, answer: answer}
	outcome := o.begin(line)
	s.metrics.Orders[outcome]++
	if c, ok := s.cfg.Observe.(Clerk); ok {
		c.Ordered(by, edits.Line(commands.Logged(line), edits.TextMax), outcome == OrderDone)
	}
	s.transaction("command")
	switch {
	case o.later:
	case o.changed:
		s.keep(func(err error) {
			if err != nil {
				o.say("this counts, but could not be kept for after a restart: %v", err)
			}
			answer(o.lines)
		})
	default:
		answer(o.lines)
	}
}

// Clerk is an Observer that wants to know of commands, too.
type Clerk interface {
	Ordered(by Giver, line string, done bool)
}

// begin reads a line, judges whether it may be given, and carries it out.
func (o *order) begin(line string) (outcome int) {
	row, rest, err := commands.Split(line)
	if err != nil {
		o.say("%v", err)
		return OrderWrong
	}
	if !row.Permission.Allows(o.by.Rank) {
		o.say("%s: not allowed: it is for %v", row.Name, row.Permission)
		return OrderRefused
	}
	if o.call, err = row.Parse(rest, people{o.s}); err != nil {
		o.say("%v", err)
		return OrderWrong
	}
	r := runners[row.Name]
	if r.run == nil {
		o.say("%s: not in this version", row.Name)
		return OrderMissing
	}
	if row.Permission == commands.Owner && o.by.Rank < commands.Operator {
		why := "it is for operators"
		if r.own != nil {
			why = r.own(o)
		}
		if why != "" {
			o.say("%s: not allowed: %s", row.Name, why)
			return OrderRefused
		}
	}
	if row.Lasts && o.s.cfg.Frozen != actions.Done {
		o.say("%s: %v", row.Name, o.s.cfg.Frozen)
		return OrderRefused
	}
	r.run(o)
	return o.outcome
}

// asked is a command that a player gave in the chat.
type asked struct {
	stream timestream.Stream
	line   string
}

// carryOut carries out what was given in the chat in this step.
func (s *Server) carryOut() {
	for i := range s.asked {
		a := &s.asked[i]
		of := a.stream
		if c := s.session(of); c != nil {
			if s.mono-c.orderedSince >= time.Second {
				c.orderedSince, c.ordered = s.mono, 0
			}
			if c.ordered++; c.ordered > ordersRate {
				s.metrics.Orders[OrderFast]++
				s.Tell(of, "too many commands at once: wait a moment")
				continue
			}
			s.Order(Giver{c.standing, of, c.who}, a.line, func(lines []string) { s.tellAll(of, lines) })
		}
	}
	clear(s.asked)
	s.asked = s.asked[:0]
}

func (s *Server) tellAll(of timestream.Stream, lines []string) {
	for _, l := range lines {
		s.Tell(of, l)
	}
}

// whispersMax bounds the lines that wait to be told to one player; further ones are dropped.
const whispersMax = 256

// Tell says a line to one player alone, cut at edits.TextMax bytes; nothing happens if that player is not here. Lines that
// rest on a frame that is lost are lost with it, as chat is.
func (s *Server) Tell(of timestream.Stream, text string) {
	if c := s.session(of); c != nil && len(c.whispers) < whispersMax {
		c.whispers = append(c.whispers, edits.Line(text, edits.TextMax))
	}
}

// writeWhispers writes what is said to the client alone.
func (s *Server) writeWhispers(c *session) {
	for _, l := range c.whispers {
		e := &s.scratch.edit
		*e = edits.Edit{Kind: edits.Chat, Stream: timestream.Server, Text: l}
		s.scratch.writer.Edit(s.edits, e)
	}
	clear(c.whispers)
	c.whispers = c.whispers[:0]
}

// people are whom commands may name.
type people struct{ s *Server }

// Here implements commands.Names.
func (p people) Here() (out []string) {
	for _, c := range p.s.sessions {
		out = append(out, c.name)
	}
	return out
}

// Known implements commands.Names.
func (p people) Known(begin string) []string { return p.s.register.begin(begin, commands.KnownMax) }
