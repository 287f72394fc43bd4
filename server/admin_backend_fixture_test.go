package server

import (
	"fmt"
	"strings"
	"testing"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/schematic/schemfile"
	"voxtide/server/access"
	"voxtide/server/admin"
	"voxtide/server/chatlog"
	"voxtide/server/chores"
	"voxtide/server/itemlog"
	"voxtide/server/profiler"
	"voxtide/server/rollback"
	"voxtide/server/visits"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// fakeBackend keeps access lists in memory and notes what it is asked.
type fakeBackend struct {
	kept   []*access.Lists
	asked  []string
	err    error
	absent bool // nobody runs jobs

	had itemlog.Past

	recalled []*rollback.Query
	built    *store.HistoryEntry // a block of another player on the land to be claimed
	claimed  *store.Box          // where such a block was looked for last
}

func (h *fakeBackend) SaveAccess(b *access.Lists, done func(error)) {
	h.kept = append(h.kept, b)
	done(h.err)
}

// AccessUnsaved implements admin.Backend: lists that could not be saved still have to be.
func (h *fakeBackend) AccessUnsaved() bool { return h.err != nil }

// unknownStream belongs to a player whom nobody knows.
const unknownStream = timestream.Stream(999)

// QueryHistory implements admin.Backend: another player changed the block in question.
func (h *fakeBackend) QueryHistory(s rollback.Server, r *rollback.Query) bool {
	if r.Kind == rollback.Claim {
		h.claimed = r.Changes.Box
		s.FinishClaim(r, h.built, nil)
		return true
	}
	h.recalled = append(h.recalled, r)
	if r.Kind != rollback.Who && r.Kind != rollback.Replay {
		r.Answer(s, string(r.Kind)+" is under way")
		return true
	}
	past := store.HistoryEntry{BlockChange: store.BlockChange{Pos: r.Pos, Block: world.Glass, Author: unknownStream}, Time: 1_799_999_700_000}
	r.Answer(s, s.FormatHistory(r, []store.HistoryEntry{past}, false, false)...)
	return true
}

// Chore implements admin.Backend.
func (h *fakeBackend) Chore(o chores.Order, done func([]string)) bool {
	return h.ask(o.String(), func(lines []string) {
		if o.Show {
			done(lines)
		}
	})
}

// Schematics implements admin.Backend.
func (h *fakeBackend) Schematics() *schemfile.Folder { return &schemfile.Folder{Dir: "testdata/none"} }

// Search implements admin.Backend: nobody keeps what is said.
func (h *fakeBackend) Search(chatlog.Query, func([]chatlog.Entry, int, error)) bool { return false }

// Items implements admin.Backend.
func (h *fakeBackend) Items(q itemlog.Query, done func(itemlog.Found, error)) bool {
	h.asked = append(h.asked, "items "+q.Name+q.Item)
	done(itemlog.Found{}, nil)
	return true
}

// Had implements admin.Backend.
func (h *fakeBackend) Had(name, _ string, _ int64, death bool, done func(itemlog.Past, error)) bool {
	h.asked = append(h.asked, fmt.Sprint("had ", name, death))
	done(h.had, h.err)
	return true
}

// Brought implements admin.Backend.
func (h *fakeBackend) Brought(name, by string, item world.Item, n int) {
	h.asked = append(h.asked, fmt.Sprintf("brought %s %d %v by %s", name, n, item, by))
}

// Visits implements admin.Backend: nobody keeps them.
func (h *fakeBackend) Visits(string, int, func([]visits.Event, []string, error)) bool { return false }

func (h *fakeBackend) Stop(reason string) bool {
	return h.ask("stop "+reason, func([]string) {})
}

func (h *fakeBackend) Reload(_ uint64, done func([]string)) bool { return h.ask("reload", done) }
func (h *fakeBackend) Backup(done func([]string)) bool           { return h.ask("backup", done) }
func (h *fakeBackend) Backups(done func([]string)) bool          { return h.ask("backups", done) }
func (h *fakeBackend) VerifyBackup(_ int, done func([]string)) bool {
	return h.ask("backup verify", done)
}
func (h *fakeBackend) Status(done func([]string)) bool { return h.ask("status", done) }

// Report implements admin.Backend.
func (h *fakeBackend) Report(p *profiler.Run, done func([]string)) bool {
	h.asked = append(h.asked, "profile")
	done(p.Lines())
	return true
}

// ask notes a request, and answers it.
func (h *fakeBackend) ask(what string, done func([]string)) bool {
	if h.absent {
		return false
	}
	h.asked = append(h.asked, strings.TrimSpace(what))
	done([]string{what + " is under way"})
	return true
}

// ownerOf is a connection of the player who runs the server.
type ownerOf struct{ *fakeConn }

func (ownerOf) Owner() bool { return true }

// joinOwner joins as the player who runs the server.
func (r *harness) joinOwner(name string) *testClient {
	h := &testClient{t: r.t, name: name, next: 1, why: map[uint64]actions.Refusal{}, r: r, conn: &fakeConn{}}
	r.hands = append(r.hands, h)
	r.s.Accept(ownerOf{h.conn})
	h.conn.say(protocol.AppendJoin(nil, &protocol.Join{Name: name}))
	return h
}

// chatLines returns the chat that a client has received since the last call, each line with the stream that said it.
func (h *testClient) chatLines() (out []string) {
	if h.dumb == nil {
		return nil
	}
	ev := h.dumb.PendingEvents()
	for _, e := range ev.Chat {
		out = append(out, fmt.Sprintf("%d %s", e.Stream, e.Text))
	}
	ev.Chat = ev.Chat[:0]
	return out
}

// typeCommand types a line in the chat and returns all chat that the client receives in the next half second.
func (h *testClient) typeCommand(line string) string {
	h.chatLines()
	h.do(actions.Action{Kind: actions.Chat, Text: line}, h.r.s.Now())
	h.r.play(30)
	return strings.Join(h.chatLines(), "\n")
}

// consoleCommand gives a command on the console and returns the answer.
func (r *harness) consoleCommand(line string) string {
	var out []string
	answered := 0
	r.s.RunCommand(admin.Console, line, func(lines []string) { out = lines; answered++ })
	r.play(4)
	if answered != 1 {
		r.t.Errorf("%q: answered %d times", line, answered)
	}
	return strings.Join(out, "\n")
}

// newAdminFixture is a server with a backend and two players on whom commands work: ann, who is to be an operator, and bob.
func newAdminFixture(t *testing.T, change func(*Config)) (*harness, *fakeBackend, *testClient, *testClient) {
	h := &fakeBackend{}
	r := newHarness(t, func(c *Config) {
		c.Backend = h
		c.WallClock = func() int64 { return 1_800_000_000_000 }
		c.WorldSeed = 77
		if change != nil {
			change(c)
		}
	})
	ann, bob := r.join("ann"), r.join("bob")
	r.play(30)
	return r, h, ann, bob
}
