package server

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// house keeps books in memory and notes what it is asked.
type house struct {
	kept  []*access.Book
	asked []string
	err   error

	recalled []*Recall
	built    *store.Past // by somebody else on land that is claimed
}

func (h *house) Keep(b *access.Book, done func(error)) {
	h.kept = append(h.kept, b)
	done(h.err)
}

// Owes tells that what could not be kept is owed.
func (h *house) Owes() bool { return h.err != nil }

// stranger0 is of somebody whom nobody knows any more.
const stranger0 = timestream.Stream(999)

// Recall tells that somebody else changed what is asked for.
func (h *house) Recall(r *Recall) bool {
	if r.What == "claim" {
		r.server.ClaimFound(r, h.built, nil)
		return true
	}
	h.recalled = append(h.recalled, r)
	if r.What != "who" && r.What != "replay" {
		r.Answer(r.server, r.What+" is under way")
		return true
	}
	past := store.Past{SectionChange: store.SectionChange{Pos: r.At, Block: world.Glass, Author: stranger0}, Time: 1_799_999_700_000}
	r.Answer(r.server, r.server.Tale(r, []store.Past{past}, false, false)...)
	return true
}

func (h *house) Ask(what, reason string, done func([]string)) bool {
	h.asked = append(h.asked, strings.TrimSpace(what+" "+reason))
	done([]string{what + " is under way"})
	return true
}

// ownerOf is a connection of whoever runs the server.
type ownerOf struct{ *pipe }

func (ownerOf) Owner() bool { return true }

// joinOwner joins as whoever runs the server.
func (r *rig) joinOwner(name string) *hand {
	h := &hand{t: r.t, name: name, next: 1, why: map[uint64]actions.Refusal{}, r: r, conn: &pipe{}}
	r.hands = append(r.hands, h)
	r.s.Accept(ownerOf{h.conn})
	h.conn.say(protocol.AppendJoin(nil, &protocol.Join{Name: name}))
	return h
}

// heard returns what was told to a client since the last call, each line with the stream that said it.
func (h *hand) heard() (out []string) {
	if h.dumb == nil {
		return nil
	}
	ev := h.dumb.Happened()
	for _, e := range ev.Said {
		out = append(out, fmt.Sprintf("%d %s", e.Stream, e.Text))
	}
	ev.Said = ev.Said[:0]
	return out
}

// types types a line in the chat and returns all that is heard in the next half second.
func (h *hand) types(line string) string {
	h.heard()
	h.do(actions.Action{Kind: actions.Chat, Text: line}, h.r.s.Now())
	h.r.play(30)
	return strings.Join(h.heard(), "\n")
}

// orders gives a line on the console.
func (r *rig) orders(line string) string {
	var out []string
	answered := 0
	r.s.Order(Console, line, func(lines []string) { out = lines; answered++ })
	r.play(4)
	if answered != 1 {
		r.t.Errorf("%q: answered %d times", line, answered)
	}
	return strings.Join(out, "\n")
}

// village is a server with a house and two players on whom commands work: ann, an operator's candidate, and bob.
func village(t *testing.T, change func(*Config)) (*rig, *house, *hand, *hand) {
	h := &house{}
	r := newRig(t, func(c *Config) {
		c.House = h
		c.Wall = func() int64 { return 1_800_000_000_000 }
		c.LandSeed = 77
		if change != nil {
			change(c)
		}
	})
	ann, bob := r.join("ann"), r.join("bob")
	r.play(30)
	return r, h, ann, bob
}
