package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"voxtide/host"
	"voxtide/server"
)

// command is a row of the console: what whoever runs the server may type.
type command struct {
	name, args, help string
	// run is called with the server between two steps, and with what stands after the name.
	run func(s *server.Server, rest string, out io.Writer)
}

// commands is the table of the console. "stop" and "help" are known beside it.
var commands = []command{
	{"hash", "", "the hash of all that was changed in the world, and the number of the last edit", hash},
	{"list", "", "who is here and where", list},
	{"say", "TEXT", "say a line to all", say},
	{"kick", "NAME [REASON]", "end a player's session; they may come again", kick},
	{"status", "", "sections in memory, steps, players", status},
}

// console reads commands until the input ends or one of them is "stop", which calls stop. What a command says is written
// once the server goes on: whoever reads it may be slow.
func console(h *host.Host, in io.Reader, out io.Writer, stop func()) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		name, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(lines.Text()), "/"), " ")
		switch name {
		case "":
			continue
		case "stop":
			stop()
			return
		case "help":
			help(out)
			continue
		case "backup": // off the loop, which goes on
			backup(h, strings.TrimSpace(rest), out)
			continue
		}
		var says bytes.Buffer
		if h.Do(func(s *server.Server) { do(s, name, strings.TrimSpace(rest), &says) }) != nil {
			return
		}
		out.Write(says.Bytes())
	}
}

func do(s *server.Server, name, rest string, out io.Writer) {
	for _, c := range commands {
		if c.name == name {
			c.run(s, rest, out)
			return
		}
	}
	fmt.Fprintf(out, "there is no command %q; help lists them\n", name)
}

func help(out io.Writer) {
	for _, c := range commands {
		fmt.Fprintf(out, "%-20s %s\n", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
	fmt.Fprintf(out, "%-20s %s\n", "backup [DIR]", "copy the world as it is now into a new folder; nobody has to wait")
	fmt.Fprintf(out, "%-20s %s\n%-20s %s\n", "help", "this list", "stop", "save all and end")
}

func hash(s *server.Server, _ string, out io.Writer) {
	fmt.Fprintf(out, "hash %016x edits %d\n", s.Hash(), s.Edits())
}

func list(s *server.Server, _ string, out io.Writer) {
	guests := s.Guests(nil)
	fmt.Fprintf(out, "%d players\n", len(guests))
	for _, g := range guests {
		fmt.Fprintf(out, "  %s at %v", g.Name, g.At)
		if g.Lost > 0 {
			fmt.Fprintf(out, ", without a connection for %v", g.Lost.Round(time.Second))
		}
		fmt.Fprintln(out)
	}
}

func say(s *server.Server, rest string, out io.Writer) {
	if rest == "" {
		fmt.Fprintln(out, "say what?")
		return
	}
	s.Say(rest)
}

func kick(s *server.Server, rest string, out io.Writer) {
	name, reason, _ := strings.Cut(rest, " ")
	if reason == "" {
		reason = "kicked by whoever runs the server"
	}
	if !s.Kick(name, reason) {
		fmt.Fprintf(out, "there is no player %q; list names them\n", name)
	}
}

func status(s *server.Server, _ string, out io.Writer) {
	m := s.Metrics()
	fmt.Fprintf(out, "%d players, %d sections in memory, %d steps (%d late), edit %d, %d sections saved\n",
		m.Players, s.Loaded(), m.Steps, m.LateSteps, s.Edits(), m.Saved)
}
