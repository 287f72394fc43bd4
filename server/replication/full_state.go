package replication

import (
	"time"

	"voxtide/actions"
)

// A full update tells a client the whole state that concerns it: over a new connection, after updates that waited too long for
// the disk or the lane, or where an ordinary update would be too large. Sections are not part of it: those that the client holds
// stay as they are, and their edits since the client's E are told.
//
// Data flow:
//
//	RequestFull   the telling half: the client needs one, not before a batch is durable (commitSeq). From then on it is told
//	              nothing else, and none of its sections is sent; once that is reported nothing is opened for it.
//	PrepareFull   the judge, in the first step in which that batch is durable: decides from which E it goes on (since) and
//	              which subscriptions cannot go on. The server closes these, and those that OverBudget returns.
//	the server    opens closed subscriptions again, as far as there is credit. At the end of the step the news of the client
//	              have the edits of the history since.
//	writeFull     with that step: writes the update. It depends on the newest batch and waits for it in the outbox. Until it
//	              has left, no other update is written: the next one tells all that happened meanwhile.
//
// Invariants:
//   - A subscription goes on only if the client holds the section under its very epoch and the history is complete from since on
//     (covers). The update is written only while that still holds; otherwise it is prepared again, and the subscriptions that
//     the history no longer covers are closed. So it cannot be wrong.
//   - Of a section that was opened since the last update no edit before the opening is told: its snapshot has them.
//   - The update fits: the subscriptions go on, nearest first, whose entries, edits and checks find room in FullRoomBytes; own
//     entities beyond FullOwnEntities are handed over before; entities of others and lines of chat are told as far as there is
//     room, and by the updates after. So it is written once: were it too large all the same, the next one gets half of the room,
//     and at last none.
//   - One that waits for the disk is never dropped for another one of its kind.

const (
	// FullRoomBytes bounds the bytes of a full update for subscriptions, with their edits and checks; those that do not fit are
	// opened again.
	FullRoomBytes = 176 << 10
	// FullOwnEntities bounds the own entities that a player goes on with; with more all are handed over to the server's stream.
	FullOwnEntities = 128
	// fullEntityBytes is the size of a full update from which on no entity of another player is told in it.
	fullEntityBytes = updateMax - 16<<10
	// EditBytes, CheckBytes, StreamBytes and hashBytes are the most that an entry of that kind takes in an update.
	EditBytes   = 48
	CheckBytes  = 48
	StreamBytes = 72
	hashBytes   = 28
)

// fullState is what the telling half knows of a client's next full update.
type fullState struct {
	needed       bool
	prepared     bool   // it is to be written with this step
	commitSeq    uint64 // of the batch that must be durable before
	room         int    // bytes for the subscriptions that go on; 0: FullRoomBytes
	previousEdit uint64 // E of the client, if it is one of the server's life before this one; 0: it is not
}

// preparation is what the judge's half knows of it: from where it goes on.
type preparation struct {
	reported  bool   // the telling half needs one, or a connection that has come in this step
	commitSeq uint64 // of the batch that must be durable before
	prepared  bool   // the subscriptions are ones that can go on
	builtEdit uint64 // E of the last update that was built, or with which the client resumes
	since     uint64 // E from which it goes on
	epoch     uint32 // the last one of the subscriptions when it was prepared
	room      int    // as in fullState

	// Of a resume:
	held         []actions.SectionEpoch // the sections that the client says to hold
	resuming     bool                   // held counts
	previousEdit uint64                 // as in fullState
	resumedAt    time.Duration          // since when sections of that life are waited for
}

// halveRoom halves the room of the next full update, because one did not fit.
func (f *fullState) halveRoom() {
	if f.room == 0 {
		f.room = FullRoomBytes
	}
	f.room = max(1, f.room/2)
}
