// Package rollback answers questions about past changes of blocks, and takes changes back. A Query comes from a command; a
// Worker scans the store's history for it, on goroutines of its own; a Job sets cells back in the server's steps; a log in
// the world's folder remembers past rollbacks, so that each can be undone.
//
// Owner: the server's loop owns queries, jobs and the log. Worker.Query returns at once; the goroutines scan in bounded
// slices and hand every result to the loop. Invariants: each query is answered once, unless the world ends first; a rollback
// changes blocks by ordinary edits alone, and only cells that still hold the change that it takes back.
package rollback

import (
	"voxtide/actions"
	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server/access"
	"voxtide/server/building"
	"voxtide/store"
	"voxtide/timestream"
	"voxtide/world"
)

// Kind says what a Query asks for. Texts name a query by it.
type Kind string

// The kinds of queries.
const (
	Who     Kind = "who"     // who changed a block
	Claim   Kind = "claim"   // whether somebody else built where a claim is to be
	Replay  Kind = "replay"  // the changes in a region, in order
	Preview Kind = "preview" // what a rollback would do
	Apply   Kind = "apply"   // a rollback
	Bring   Kind = "restore" // a region from a backup, as a rollback
	Undo    Kind = "undo"    // a rollback of an earlier rollback
	Status  Kind = "status"  // the rollbacks that run, wait and have ended
	Cancel  Kind = "cancel"  // the end of one that runs or waits

	ShowBuild Kind = "show"       // what an operation of a builder would change
	DoBuild   Kind = "build"      // an operation of a builder, as a rollback
	UndoBuild Kind = "build undo" // a rollback of the issuer's last operation that is not undone
	RedoBuild Kind = "build redo" // a rollback of the issuer's last UndoBuild that is not redone
	Work      Kind = "work"       // something that takes its time: Query.Work
)

// Query is a question about past changes, or the order to take them back.
type Query struct {
	Kind Kind
	Text string // what is asked for, for people

	// The issuer: the console's stream is timestream.Server.
	Rank   commands.Rank
	Stream timestream.Stream
	Name   string

	Changes store.Query  // which changes are asked for; UpTo keeps out all that came after the question
	Pos     world.Pos    // of Who: the block; else where the issuer stands, if HasPos
	HasPos  bool         //
	Number  int          // of a rollback, or of a backup; 0: none was named
	Claim   access.Claim // of kind Claim: it is entered if no block of anybody else stands there

	// Cells calls a function with each cell of a region as it is in a backup, for Bring: who hands the query on sets it. It may take its time.
	Cells func(f func(Restore) error) error

	// Of the kinds of builders. Read reads the world as the store has it: who hands the query on sets it.
	Build   *building.Operation
	Read    building.Read
	Made    building.Read        // the same as the land was made; nil for a section that nobody has changed
	Allowed func(world.Pos) bool // where the issuer may build; the loop asks. nil: everywhere
	// Work does something for a query of kind Work, in a goroutine; the loop calls what it returns, for the answer.
	Work func(read building.Read) (finish func() []string, err error)

	asked  Server
	answer func(lines []string)
}

// Server is what queries need of the server that runs the world. The loop alone calls it.
type Server interface {
	// Tell writes a line into a player's chat.
	Tell(player timestream.Stream, line string)
	// FormatHistory returns the answer to a Query of kind Who or Replay: see Format.
	FormatHistory(q *Query, found []store.HistoryEntry, own, more bool) []string
	// FinishClaim answers a Query of kind Claim. blocking is a change by which a block of another player stands there, nil if
	// there is none.
	FinishClaim(q *Query, blocking *store.HistoryEntry, err error)
	// ShowPreview shows blocks to a player that are not there, in the place of earlier ones where clear is set. It returns
	// false if the player sees less than all of them.
	ShowPreview(player string, clear bool, cells []protocol.PreviewCell) bool
	// ReadOnly returns why nothing can be changed now, Done if it can.
	ReadOnly() actions.Refusal
	// StartRollback begins a Job: it runs a slice in each step.
	StartRollback(j *Job)
}

// Begin says which server a query was put to, and how its answer is delivered there.
func (q *Query) Begin(s Server, answer func(lines []string)) { q.asked, q.answer = s, answer }

// Answer delivers the answer. The owner of the server that runs the world now calls it, once.
func (q *Query) Answer(s Server, lines ...string) {
	if s != q.asked && q.FromPlayer() { // the disk failed or recovered meanwhile, and another server goes on
		for _, l := range lines {
			s.Tell(q.Stream, l)
		}
		return
	}
	q.answer(lines)
}

// Progress tells a player who waits for the answer how far the work is.
func (q *Query) Progress(s Server, line string) {
	if q.FromPlayer() {
		s.Tell(q.Stream, line)
	}
}

// FromPlayer reports whether a player asks, not the console.
func (q *Query) FromPlayer() bool { return q.Stream != timestream.Server }

// IssuerName names the issuer, for people.
func (q *Query) IssuerName() string {
	if q.FromPlayer() {
		return q.Name
	}
	return "the console"
}

// Denied reports whether the issuer of a query of kind Who may not see the answer: a player sees the history of a block in
// which they have a part, an operator that of every block.
func (q *Query) Denied(own bool) bool { return q.Kind == Who && q.Rank < commands.Operator && !own }

// BlocksClaim reports whether a cell keeps the issuer from claiming the land around it: another player put the block there.
func (q *Query) BlocksClaim(c *store.CellHistory) bool {
	author := c.Last.Author
	if faults.Active(faults.ClaimsOverOthers) {
		return false
	}
	return c.Last.Block != world.Air && author != timestream.Server && author != q.Stream
}
