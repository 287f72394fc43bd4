package server

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"voxtide/access"
	"voxtide/commands"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Recall is what somebody asks of the past: who changed a block, what happened in a region, or that something is taken
// back. Whoever runs the server carries it out beside the loop, and answers between two steps, once.
type Recall struct {
	What   string      // "who", "replay", "preview", "apply", "undo", "status" or "cancel"; "claim": whether somebody else has built
	By     Giver       //
	Text   string      // what is asked for, for people
	Of     string      // whose changes are asked for; "": anybody's
	Query  store.Query // sees all that had happened when it was asked, and nothing later
	At     world.Pos   // the block; of the others where the giver stands
	Here   bool        // At counts
	Number int         // of a rollback; 0: none was named

	claim  access.Claim // of "claim": what is to be entered, if nobody else's blocks stand there
	server *Server
	ticket uint64 // what has to be on the disk before it is looked for there; 0 until that is known
	answer func(lines []string)
}

const (
	// WhoLines is how many changes of a block are told, and WhoLook how many are looked at to see whether somebody is
	// among those who made them.
	WhoLines = 8
	WhoLook  = 256
	// ReplayChat and ReplayConsole are how many changes of a region are told.
	ReplayChat    = 24
	ReplayConsole = 2000

	recallsMax = 64 // that wait for the disk
)

// Answer answers. The owner of the server that goes on with the world calls it, once.
func (r *Recall) Answer(s *Server, lines ...string) {
	if s != r.server && r.By.Stream != timestream.Server { // the disk failed meanwhile, or came back
		s.tellAll(r.By.Stream, lines)
		return
	}
	r.answer(lines)
}

// Inform says a line on the way to the answer, if it is a player who waits.
func (r *Recall) Inform(s *Server, line string) {
	if r.By.Stream != timestream.Server {
		s.Tell(r.By.Stream, line)
	}
}

// recall hands a question on, once all that has happened can be found in the store.
func (o *order) recall(r *Recall) {
	r.What = cmp.Or(r.What, o.call.Row.Name)
	r.By, r.server, r.answer = o.by, o.s, o.answer
	switch {
	case o.s.cfg.House == nil:
		o.missing()
	case len(o.s.recalls) >= recallsMax:
		o.say("%s: too much is being asked at once: ask again later", o.call.Row.Name)
	default:
		o.later = true
		o.s.recalls = append(o.s.recalls, r)
	}
}

// recalled hands on what waited for the disk.
func (s *Server) recalled() {
	for i := 0; i < len(s.recalls); i++ { // an answer may come at once, and something more may be asked for then
		r := s.recalls[i]
		if r.ticket == 0 {
			r.ticket, r.Query.UpTo = s.ticket, s.edits
		}
		if s.durable < r.ticket {
			continue
		}
		s.recalls = slices.Delete(s.recalls, i, i+1)
		i--
		if !s.cfg.House.Recall(r) {
			r.Answer(s, r.What+": not in this version")
		}
	}
}

// NameOf returns the name of a player who is or was here, "the server" for its own stream.
func (s *Server) NameOf(of timestream.Stream) string {
	if of == timestream.Server {
		return "the server"
	}
	if c := s.session(of); c != nil {
		return c.name
	}
	if r := s.register.streams[of]; r != nil {
		return r.Name
	}
	return fmt.Sprintf("player %d", of)
}

// Tale writes what is known of changes. Found are those of a block, the newest first, and mine tells whether the
// giver made any of them; or those of a region, in order, and more says that there are more.
func (s *Server) Tale(r *Recall, found []store.Past, mine, more bool) (lines []string) {
	names := map[timestream.Stream]string{}
	name := func(of timestream.Stream) string {
		if names[of] == "" {
			names[of] = s.NameOf(of)
		}
		return names[of]
	}
	now := s.wall()
	if r.What == "who" {
		if r.By.Rank < commands.Operator && !mine {
			s.metrics.Orders[OrderRefused]++
			return []string{"who: not allowed: you have not built this"}
		}
		if len(found) == 0 {
			return []string{fmt.Sprintf("nobody changed %s, as far as is known", cell(r.At))}
		}
		lines = append(lines, fmt.Sprintf("%s, now %v:", cell(r.At), found[0].Block))
		for i := range found[:min(len(found), WhoLines)] {
			p := &found[i]
			lines = append(lines, fmt.Sprintf("  %s, %s: %s: %v -> %v", ago(now-p.Time/1000), clock(p.Time), name(p.Author), p.Before, p.Block))
		}
		return lines
	}
	if len(found) == 0 {
		return []string{"nothing changed " + r.Text}
	}
	for i := range found {
		p := &found[i]
		lines = append(lines, fmt.Sprintf("%s %s: %s: %v -> %v", clock(p.Time), cell(p.Pos), name(p.Author), p.Before, p.Block))
	}
	if more {
		last := found[len(found)-1].Time / 1000
		lines = append(lines, fmt.Sprintf("... and more: go on with replay %s", span(max(1, now-last))))
	}
	return lines
}

// cell writes one.
func cell(p world.Pos) string { return fmt.Sprintf("%d %d %d", p.X, p.Y, p.Z) }

// span writes seconds as a command reads them, to two units.
func span(seconds int64) string {
	for _, unit := range [...]int64{60, 3600, 86400} {
		if seconds >= 60*unit || unit == 86400 && seconds >= 24*3600 {
			seconds -= seconds % unit
		}
	}
	return commands.Span(seconds)
}

// ago writes how long ago something was.
func ago(seconds int64) string {
	if seconds < 1 {
		return "just now"
	}
	return span(seconds) + " ago"
}

// clock writes a wall clock, in ms since 1970.
func clock(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05") }

// Places writes some cells for people, "" for none.
func Places(cells []world.Pos) string {
	var all []string
	for _, p := range cells {
		all = append(all, cell(p))
	}
	return strings.Join(all, ", ")
}
