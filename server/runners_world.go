package server

import (
	"fmt"
	"strings"

	"voxtide/commands"
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/world"
)

// What commands do to the world and tell of it.

// save is an order to save that waits.
type save struct {
	order  *order
	ticket uint64 // all up to it must be durable; 0 while sections remain to be written
}

// saveNow makes snapshots of all that changed due, and answers when they are durable.
func saveNow(o *order) {
	o.later = true
	o.s.saveAt = 0
	o.s.saves = append(o.s.saves, save{order: o})
}

// saved answers those who wait until all is saved.
func (s *Server) saved() {
	if len(s.saves) == 0 {
		return
	}
	rest := s.saves[:0]
	for _, w := range s.saves {
		if w.ticket == 0 && len(s.saving) == 0 {
			w.ticket = max(s.ticket, 1)
		}
		if w.ticket == 0 || s.durable < w.ticket && s.ticket > 0 {
			rest = append(rest, w)
			continue
		}
		w.order.say("saved: edit %d, %d sections since the start", s.edits, s.metrics.Saved)
		w.order.answer(w.order.lines)
	}
	clear(s.saves[len(rest):])
	s.saves = rest
}

func seed(o *order) { o.say("seed %d", o.s.cfg.LandSeed) }

func hashNow(o *order) { o.say("hash %016x edits %d", o.s.Hash(), o.s.Edits()) }

func status(o *order) {
	s, m := o.s, &o.s.metrics
	o.say("%d players, %d sections in memory, %d steps (%d late), edit %d, %d sections saved", m.Players, s.Loaded(), m.Steps, m.LateSteps, s.Edits(), m.Saved)
	waits := s.ticket - min(s.ticket, s.durable)
	o.say("%d batches wait for the disk, the clock is %.1f s behind", waits, float64(m.Behind)/float64(timestream.Second))
	if s.cfg.House != nil { // of the machine
		o.later = s.cfg.House.Ask("status", "", func(lines []string) {
			for _, l := range lines {
				o.say("%s", l)
			}
			o.answer(o.lines)
		})
	}
}

func stats(o *order) {
	m := &o.s.metrics
	done, refused := m.Actions[0], 0
	for _, n := range m.Actions[1:] {
		refused += n
	}
	o.say("sessions: %d joined, %d resumed, %d left, %d ended for a reason, %d stalls", m.Joined, m.Resumed, m.Left, m.Ended, m.Stalls)
	o.say("actions: %d done, %d refused; %d edits", done, refused, o.s.edits)
	corrections, causes := 0, []string{fmt.Sprintf("%d unexplained", m.Corrections[protocol.Unexplained])}
	for cause, n := range m.Corrections {
		if corrections += n; n > 0 && protocol.Cause(cause) != protocol.Unexplained {
			causes = append(causes, fmt.Sprintf("%d %s", n, protocol.Cause(cause)))
		}
	}
	o.say("clients report: %d corrections (%s), %d desyncs; they asked for %d sections anew", corrections, strings.Join(causes, ", "), m.Desyncs, m.Again)
	o.say("sent: %d frames of %d KiB, %d sections of %d KiB", m.Frames, m.FrameBytes>>10, m.Snapshots, m.SnapshotBytes>>10)
	o.say("commands: %d done, %d failed, %d not understood, %d refused", m.Orders[OrderDone], m.Orders[OrderFailed], m.Orders[OrderWrong], m.Orders[OrderRefused])
}

// dayTime tells or sets the time of day.
func dayTime(o *order) {
	s := o.s
	if v := o.get("TIME"); v.Given {
		by := world.DayFor(s.now, v.Number)
		s.rec.Do(edits.Edit{Kind: edits.SetDay, Number: uint64(by)})
		s.book.Day, o.changed = int64(by), true
	}
	o.say("it is %s", commands.Time(s.rec.W.Clock(s.now)))
}

func gamemode(o *order) {
	c := o.target("PLAYER")
	if c == nil {
		return
	}
	mode := o.get("MODE").Text
	o.s.change(c, func(m *world.Motion) {
		if mode == "creative" {
			m.Flags |= world.Creative
			return
		}
		m.Flags &^= world.Creative
		m.Keys &^= world.KeyFly
	})
	o.s.batch.player(c.stream)
	c.row.Kept = true
	o.say("%s plays in %s mode", c.name, mode)
	if c.stream != o.by.Stream {
		o.s.Tell(c.stream, "You play in "+mode+" mode now.")
	}
}

func give(o *order) {
	c := o.target("PLAYER")
	if c == nil {
		return
	}
	n := 1
	if v := o.get("COUNT"); v.Given {
		n = int(v.Number)
	}
	b := o.get("BLOCK").Block
	name := world.Blocks[b].Name
	tx := o.s.rec.Begin()
	for range n { // onto several stacks where one has no room
		if !o.s.rec.Stow(c.stream, world.Stack{Block: b, Count: 1}) {
			if !faults.Active(faults.GiftKeptInPart) {
				o.s.rec.Rollback(tx)
			}
			o.no("%s has no room for %d %s", c.name, n, name)
			return
		}
	}
	o.s.rec.End()
	o.say("%s has %d more %s", c.name, n, name)
}

// point returns a position that was given, relative to where the giver stands; false after a word on it.
func (o *order) point(arg string) (world.Pos, bool) {
	v := o.get(arg)
	c := o.s.session(o.by.Stream)
	switch {
	case v.Given && !v.Point.Needs():
		return v.Point.From(world.Pos{}), true
	case c == nil:
		o.no("%s: give a position, three numbers without ~; the console is nowhere in the world", o.call.Row.Name)
		return world.Pos{}, false
	}
	if !v.Given {
		return o.s.feet(c), true
	}
	return v.Point.From(o.s.feet(c)), true
}

// feet returns the cell in which a player stands.
func (s *Server) feet(c *session) world.Pos {
	slot := s.rec.W.Find(world.AvatarID(c.stream))
	if slot == world.NoSlot {
		return c.row.Avatar.Motion.Pos.Block()
	}
	return s.rec.W.Entity(slot).Motion.Pos.Block()
}

// inside tells whether a player can be brought to a cell.
func inside(p world.Pos) bool { return p.Y >= world.MinY && p.Y <= world.MaxY+64 }

func teleport(o *order) {
	c := o.target("PLAYER")
	if c == nil {
		return
	}
	if to := o.get("WHERE"); to.Text != "" {
		d := o.here("WHERE")
		if d == c {
			o.no("%s is there already", c.name)
			return
		}
		slot := o.s.rec.W.Find(world.AvatarID(d.stream))
		if slot == world.NoSlot {
			o.no("%s has no body", d.name)
			return
		}
		o.s.bring(c, o.s.rec.W.Entity(slot).Motion.Pos)
		o.say("%s is with %s", c.name, d.name)
		return
	}
	p, ok := o.point("WHERE")
	if !ok {
		return
	}
	if !inside(p) {
		o.no("tp: y is %d, not %d to %d", p.Y, world.MinY, world.MaxY+64)
		return
	}
	o.s.bring(c, world.Middle(p))
	o.say("%s is at %d %d %d", c.name, p.X, p.Y, p.Z)
}

func setSpawn(o *order) {
	p, ok := o.point("POSITION")
	if !ok {
		return
	}
	if !p.InHeight() {
		o.no("setspawn: y is %d, not %d to %d", p.Y, world.MinY, world.MaxY)
		return
	}
	o.s.book.Spawn, o.s.book.SpawnSet, o.changed = p, true, true
	o.say("players begin at %d %d %d from now on", p.X, p.Y, p.Z)
}

func spawn(o *order) {
	if c := o.self(); c != nil {
		o.s.bring(c, o.s.start(int(c.stream)-1))
		o.say("back at the start")
	}
}
