// Package actions is what a player may want: every action, its bytes, and Perform, the one rule that the server runs
// as truth and a client runs as guess.
//
// Owner: whoever owns the world. An action changes state through the edits.Recorder alone, in one transaction: all
// of it or, when it is refused, nothing. Do is the dispatcher: it meters the rate, performs, rolls a refusal back and
// moves the number of the last action on, so that no refusal can forget its ack.
//
// An action is judged at its own stream's moment: the caller has advanced the stream to the action's time (or, for
// time that is already taken, stands at the stamp) before it calls Do. What takes time, hardness and the rates, counts by
// the action's own stamp: how late it was heard of says nothing of how long it took. The caller sees to it that a
// stream's actions come in order of stamp, and that nobody can claim more time than there was.
package actions

import (
	"voxtide/edits"
	"voxtide/faults"
	"voxtide/timestream"
	"voxtide/wire"
	"voxtide/world"
)

// Kind is a row of the table of actions.
type Kind uint8

// The kinds of actions, in the order of their numbers on the wire.
const (
	None Kind = iota
	Controls
	Heading
	Dig
	Dug
	Undig
	Place
	Select
	MoveItem
	Have
	Chat
	Goto
	Kinds
)

// HaveMax is the greatest number of sections in one Have.
const HaveMax = 64

// Arrived names a section that has come, under an epoch of the subscription.
type Arrived struct {
	Section world.SectionPos
	Epoch   uint32
}

// Action is one wish of a player. Which fields count depends on the kind. Number runs from 1 per client, +1 each.
type Action struct {
	Kind   Kind
	Number uint64
	At     timestream.Time // of the client's stream
	Frame  uint64          // the last frame that its sender had applied

	Keys  world.Keys // Controls
	Yaw   uint16     // Heading
	Pos   world.Pos  // Dig, Dug, Place, Goto: the target cell
	Face  world.Face // Place: towards the block that is built against
	Aim   Aim        // Dig, Dug, Place: where on the target the player looks; Goto: where in the cell
	Slot  uint8      // Select, MoveItem: from
	To    uint8      // MoveItem
	Count uint8      // MoveItem
	Haves []Arrived  // Have
	Text  string     // Chat
}

// Aim is a point of a cell in 1/16 block from its lowest corner, each part 0 to 16.
type Aim [3]uint8

// Point returns the aim at a cell as a position.
func (a Aim) Point(p world.Pos) world.Vec {
	const step = world.Unit / 16
	return world.Vec{
		int64(p.X)*world.Unit + int64(a[0])*step, //exact: a block times the unit
		int64(p.Y)*world.Unit + int64(a[1])*step, //exact: a block times the unit
		int64(p.Z)*world.Unit + int64(a[2])*step, //exact: a block times the unit
	}
}

// row is what the package knows of a kind. Reading and writing share it.
type row struct {
	name    string
	perform func(c Context, a *Action) Refusal
	write   func(b []byte, a *Action) []byte
	read    func(r *wire.Reader, a *Action)
	// guess tells that a client performs it before the server does.
	guess bool
	// touches tells that it reads or changes blocks or other bodies around Pos, so that these must stand at the
	// action's moment.
	touches bool
	// free actions count in no rate.
	free bool
	// lasts tells that it changes, or begins to change, what must be kept: blocks, items. Where a player stands and looks,
	// what is in the hand and what is said does not count: a world that cannot be kept goes on with these.
	lasts bool
}

// Predictable tells whether a client performs actions of the kind before the server does.
func (k Kind) Predictable() bool { return k < Kinds && table[k].guess }

// Touches tells whether actions of the kind read or change blocks and bodies around their Pos.
func (k Kind) Touches() bool { return k < Kinds && table[k].touches }

// Free tells whether actions of the kind count in no rate and in no queue's bound.
func (k Kind) Free() bool { return k < Kinds && table[k].free }

// Lasts tells whether actions of the kind change what must be kept: blocks and items.
func (k Kind) Lasts() bool { return k < Kinds && table[k].lasts }

// String returns the name of the kind.
func (k Kind) String() string {
	if k >= Kinds {
		return "unknown action"
	}
	return table[k].name
}

// Context is what an action is performed on: a recorder, the stream of its player, the moment of that stream, and the
// action's own stamp, which is never later.
type Context struct {
	*edits.Recorder
	Stream timestream.Stream
	At     timestream.Time
	Stamp  timestream.Time

	avatar world.Slot
	player *world.Player
}

// Do performs an action as stream s at its moment at. It returns why the action was refused, or Done; either way the
// action's number is the stream's last from now on.
func Do(r *edits.Recorder, s timestream.Stream, at timestream.Time, a *Action) Refusal {
	return meter(r, s, at, a, Done)
}

// Deny is Do for an action that the server refuses for a reason of its own: it counts, and its rate is paid, as if it had
// been performed and refused.
func Deny(r *edits.Recorder, s timestream.Stream, at timestream.Time, a *Action, why Refusal) Refusal {
	return meter(r, s, at, a, why)
}

func meter(r *edits.Recorder, s timestream.Stream, at timestream.Time, a *Action, denied Refusal) Refusal {
	c := Context{Recorder: r, Stream: s, At: at, Stamp: min(a.At, at), avatar: r.W.Find(world.AvatarID(s)), player: r.W.Player(s)}
	if faults.Active(faults.JudgedLate) {
		c.Stamp = at
	}
	author := r.Author
	r.Author = s
	refusal := c.do(a, denied)
	if c.player != nil {
		r.Do(edits.Edit{Kind: edits.SetLast, Stream: s, Number: a.Number})
	}
	r.Author = author
	return refusal
}

func (c *Context) do(a *Action, denied Refusal) Refusal {
	if a.Kind == None || a.Kind >= Kinds {
		return NotAllowed
	}
	if c.avatar == world.NoSlot {
		return NoBody
	}
	rw := &table[a.Kind]
	if !rw.free {
		m := c.motion()
		if !take(&m.ActFull, c.Stamp, actCost, actBurst) {
			return TooFast
		}
		c.setMotion(&m)
	}
	if denied != Done {
		return denied
	}
	tx := c.Begin()
	refusal := rw.perform(*c, a)
	if refusal != Done && !faults.Active(faults.DropOnRefusalKeepsItem) {
		c.Rollback(tx)
	}
	c.End()
	return refusal
}

// motion returns a copy of the avatar's motion.
func (c *Context) motion() world.Motion { return c.W.Entity(c.avatar).Motion }

// setMotion sets the avatar's motion, which goes on holding at the same instant.
func (c *Context) setMotion(m *world.Motion) {
	c.SetMotion(c.avatar, c.W.Entity(c.avatar).At, m)
}
