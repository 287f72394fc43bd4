package admin

import (
	"cmp"
	"fmt"
	"slices"

	"voxtide/commands"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/timestream"
)

// historyQueriesMax bounds the queries that wait for the disk.
const historyQueriesMax = 64

// queryHistory hands a query on to the backend, once everything that has happened can be found in the store.
func (o *invocation) queryHistory(q *rollback.Query) {
	q.Kind = cmp.Or(q.Kind, rollback.Kind(o.call.Command.Name))
	q.Rank, q.Stream, q.Name = o.by.Rank, o.by.Stream, o.by.Who.Name
	if o.granted {
		q.Rank = max(q.Rank, commands.Operator) // the history of what others built, too
	}
	q.Begin(o.history, o.answer)
	switch {
	case o.backend == nil:
		o.unsupported()
	case len(o.queries) >= historyQueriesMax:
		o.print("%s: too much is being asked at once: ask again later", o.call.Command.Name)
	default:
		o.deferred = true
		o.queries = append(o.queries, historyQuery{Query: q})
	}
}

// Waits reports whether a command is answered by a later step.
func (x *Executor) Waits() bool { return len(x.queries) > 0 }

// sendQueries hands on the queries that no longer wait for the disk.
func (x *Executor) sendQueries() {
	for i := 0; i < len(x.queries); i++ { // an answer may come at once, and bring the next query
		q := &x.queries[i]
		if q.commitSeq == 0 {
			q.commitSeq, q.Changes.UpTo = x.game.CommitSeq(), x.game.Edits()
		}
		if x.game.DurableSeq() < q.commitSeq {
			continue
		}
		due := q.Query
		x.queries = slices.Delete(x.queries, i, i+1)
		i--
		if !x.backend.QueryHistory(x.history, due) {
			due.Answer(x.history, string(due.Kind)+": not in this version")
		}
	}
}

// NameOf returns the name of a player who is or was here, "the server" for its own stream.
func (x *Executor) NameOf(of timestream.Stream) string {
	if of == timestream.Server {
		return "the server"
	}
	if r := x.roster.ByStream(of); r != nil {
		return r.Name
	}
	return fmt.Sprintf("player %d", of)
}

// FormatHistory returns the answer to a query: see rollback.Format.
func (x *Executor) FormatHistory(q *rollback.Query, found []store.HistoryEntry, own, more bool) []string {
	if q.Denied(own) {
		x.Counts[CommandDenied]++
	}
	return rollback.Format(q, found, own, more, x.NameOf, x.game.WallTime())
}
