// Package worlds joins the worlds that one process runs: who is in which of them, and what they have in common. Each has a server, a
// store and a loop of its own, and nothing of one is in another: not its land, not what its players carry. In common they have the
// places for players, names and the keys that these belong to, and the lists of people: operators, roles, bans, records.
//
// Owner: each server, for its own World; a Group may be used by several loops. Invariants: the loops step one at a time (Lock), so a
// world may ask and change another one in its step, and what it sees there does not change meanwhile; a player is in at most one
// world; a name belongs to one key in all of them; the lists of people are equal in all worlds between two steps.
package worlds

import (
	"slices"
	"strings"
	"sync"

	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/transport"
)

// World is one of the worlds, as the others see it. It is called under the lock of its Group alone.
type World interface {
	// KeyOf returns the key that a name belongs to, zero if to none yet; false if nothing is kept under the name.
	KeyOf(name string) (transport.Identity, bool)
	// Known returns the first names that are kept and begin with a text.
	Known(begin string, most int) []string
	// Lookalike returns a name that is kept, and that readers take for another one; "" if there is none.
	Lookalike(name string) string
	// Here reports whether a player is in the world, with a connection or for a while without one.
	Here(name string) bool
	// Depart has a player leave the world with its next step: they are in another one. What they have is kept.
	Depart(name string)
	// Sessions returns how many players are in the world; PlayerCount leaves out those who are unseen.
	Sessions() int
	PlayerCount() int
	// Adopt takes a connection over whose join another world has read.
	Adopt(conn transport.Conn, j *protocol.Join)
	// Expect keeps a place free for a while for a player who is on the way.
	Expect(name string)
	// SharePeople takes the lists of people that another world has changed. Save says that this world keeps them in its files: done is
	// called once it does, or with the error.
	SharePeople(l *access.Lists)
	SavePeople(done func(error))
	// Names appends who is in the world and not unseen.
	Names(dst []string) []string
	// Broadcast writes a line into everybody's chat.
	Broadcast(line string)
}

// Entry is what settings say of a world.
type Entry struct {
	Name string
	Only []string // the roles whose holders, beside operators, may go there; none: everybody may
}

// Group is the worlds of a process. All methods but Lock and Unlock are called under the lock. A nil Group is a world alone.
type Group struct {
	mu      sync.Mutex
	entries []Entry
	worlds  []World // by entry; nil: it is not open
}

// New returns a group; the first entry is the world to which players come who were in none, and which keeps the lists of people.
func New(entries []Entry) *Group {
	return &Group{entries: slices.Clone(entries), worlds: make([]World, len(entries))}
}

// Lock waits until no other world is in a step. A loop holds the lock while it touches its server, never while it waits.
func (g *Group) Lock() {
	if g != nil {
		g.mu.Lock()
	}
}

// Unlock ends Lock.
func (g *Group) Unlock() {
	if g != nil {
		g.mu.Unlock()
	}
}

func (g *Group) index(name string) int {
	if g == nil {
		return -1
	}
	return slices.IndexFunc(g.entries, func(e Entry) bool { return strings.EqualFold(e.Name, name) })
}

// Enter makes a server that of a world, in the place of the one before; nil: the world is not open.
func (g *Group) Enter(name string, w World) {
	if i := g.index(name); i >= 0 {
		g.worlds[i] = w
	}
}

// Entries returns the worlds in their order. The caller must not change them.
func (g *Group) Entries() []Entry {
	if g == nil {
		return nil
	}
	return g.entries
}

// Named returns the name of a world as settings spell it, "" if there is none.
func (g *Group) Named(name string) string {
	if i := g.index(name); i >= 0 {
		return g.entries[i].Name
	}
	return ""
}

// Find returns a world by its name, nil if there is none or it is not open.
func (g *Group) Find(name string) World {
	if i := g.index(name); i >= 0 {
		return g.worlds[i]
	}
	return nil
}

// First returns the first world, nil for a world alone or while it is not open.
func (g *Group) First() World {
	if g == nil {
		return nil
	}
	return g.worlds[0]
}

// Others calls a function with each open world but one, by name, until it returns false.
func (g *Group) Others(name string) func(yield func(World) bool) {
	return func(yield func(World) bool) {
		for i, e := range g.Entries() {
			if w := g.worlds[i]; w != nil && e.Name != name && !yield(w) {
				return
			}
		}
	}
}

// May reports whether a player may go to a world at a time in seconds since 1970.
func (g *Group) May(name string, l *access.Lists, w access.Principal, now int64) bool {
	i := g.index(name)
	if i < 0 || len(g.entries[i].Only) == 0 || l.IsOperator(w) || faults.Active(faults.ClosedWorldOpen) {
		return true
	}
	return slices.ContainsFunc(l.AppendRoles(nil, w, now), func(r *access.Role) bool { return slices.Contains(g.entries[i].Only, r.Name) })
}

// Lookalike returns a name of another world than one that readers take for a name which that world does not keep itself; "" if there is none.
func (g *Group) Lookalike(world, name string) string {
	for w := range g.Others(world) {
		if _, known := w.KeyOf(name); known {
			return ""
		}
		if other := w.Lookalike(name); other != "" {
			return other
		}
	}
	return ""
}

// Elsewhere reports whether a player is in another world than one, which is told to let them go.
func (g *Group) Elsewhere(world, name string) (there bool) {
	if faults.Active(faults.InTwoWorlds) {
		return false
	}
	for w := range g.Others(world) {
		if w.Here(name) {
			w.Depart(name)
			there = true
		}
	}
	return there
}

// Owner returns the key that a name belongs to in another world than one; false if no other keeps the name.
func (g *Group) Owner(world, name string) (key transport.Identity, kept bool) {
	for w := range g.Others(world) {
		if k, known := w.KeyOf(name); known && (!kept || key == (transport.Identity{})) {
			key, kept = k, true
		}
	}
	return key, kept && !faults.Active(faults.NameInEachWorld)
}

// Sessions returns how many players are in all worlds but one.
func (g *Group) Sessions(but string) (n int) {
	for w := range g.Others(but) {
		n += w.Sessions()
	}
	return n
}

// PlayerCount returns how many players are seen in all worlds but one.
func (g *Group) PlayerCount(but string) (n int) {
	for w := range g.Others(but) {
		n += w.PlayerCount()
	}
	return n
}

// SharePeople gives the lists of people of a world to all others.
func (g *Group) SharePeople(from string, l *access.Lists) {
	if faults.Active(faults.BansOfOneWorld) {
		return
	}
	for w := range g.Others(from) {
		w.SharePeople(l)
	}
}
