package server

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server/admin"
	"voxtide/server/rendezvous"
	"voxtide/server/replication"
	"voxtide/timestream"
)

// Metrics counts what a server has done since its start.
type Metrics struct {
	Steps, LateSteps int
	LatestStep       timestream.Duration
	Behind           timestream.Duration // how far the server's stream was behind at the last step

	Rescued          int                       // avatars that fell out of the world
	Deaths           int                       // players who died
	ResendRequests   int                       // sections that clients asked for again
	Players          int                       // sessions now
	Joined           int                       //
	Resumed          int                       //
	Queued           int                       // players who had to wait for a place
	Seated           int                       // who were in the world when the server before this one ended, and are in it again
	Left             int                       //
	SessionsEnded    int                       // sessions and pending connections that broke a rule
	Actions          [actions.RefusalCount]int // by outcome
	Hits             int                       // that counted
	Stalls           int                       // times that a stream began to be advanced by the server
	StallTime        timestream.Duration       // stream time that the server advanced
	ControlsReleased int                       // keys released in a stall

	Updates           int                           // written
	UpdateBytes       uint64                        //
	FullUpdates       int                           // updates with the full state
	InterestPostponed int                           // turns of clients to have sections opened that waited for the next step,
	BulkPostponed     int                           // and to be sent them
	Motions           uint64                        // motions of bodies told
	Ranked            [replication.RateCount]uint64 // players that clients know, by how often each was to be told after a ranking
	UpdatesDropped    int                           // updates that waited too long for the store or the lane
	Snapshots         int                           // sections sent
	SnapshotBytes     uint64                        // of the snapshots
	SectionsResent    int                           // sections sent again because much of them changed at once
	SectionsConfirmed int                           // sections confirmed by the server itself
	Batches           int                           //

	SectionsUnreadable int // sections of a read-only world that cannot be read
	SectionsUnloaded   int // sections dropped from memory
	SectionsSaved      int // sections of which a snapshot was handed to the store

	// Reported by clients: corrections by cause, and hashes that did not match what they had received.
	Corrections      [protocol.CauseCount]int
	RivalCorrections int // under methods that promise no causes
	Desyncs          int

	MethodSwitches int    // sessions that went on with another method (protocol.Method)
	InputsReused   uint64 // ticks of JudgeTicks without an input of their own
	InputsLate     uint64 // inputs of JudgeTicks that were dropped

	ItemsMerged  int // items taken in by others
	ItemsRemoved int // items removed because of their age or a bound

	PlayersForgotten int                        // rows removed because there was nothing to keep
	Rejected         [RejectReasons]int         // connections that were rejected, by reason
	EntitiesMoved    int                        // bodies moved by the server instead of their players
	Links            rendezvous.Counts          // players who were introduced for direct links
	Commands         [admin.CommandOutcomes]int // commands, by outcome
	QueueMax         int                        // most actions held for one session
	OutboxMax        int                        // most bytes of updates waiting for one session
	LogMax           int                        // most edits waiting to be sent
}

// RejectReason says why a connection was rejected.
type RejectReason uint8

// The reasons, in the order of Metrics.Rejected.
const (
	RejectMalformed RejectReason = iota // it does not speak the protocol
	RejectVersion
	RejectFull
	RejectNameTaken
	RejectBanned
	RejectNotWhitelisted
	RejectTimeout
	RejectNameOwned   // the name belongs to another key
	RejectNameInvalid // it looks like another name, or cannot be read
	RejectManyNames   // too many new names from one source
	RejectReasons
)

var rejectNames = [RejectReasons]string{"malformed", "version", "full", "name taken", "banned", "no guest", "timeout", "name of another", "name", "new names"}

// String returns the reason in a word or two.
func (t RejectReason) String() string { return rejectNames[min(t, RejectReasons-1)] }

// rejectReasons maps disconnect reasons; any other counts as malformed.
var rejectReasons = map[protocol.DisconnectReason]RejectReason{
	protocol.ReasonVersion:        RejectVersion,
	protocol.ReasonTables:         RejectVersion,
	protocol.ReasonFull:           RejectFull,
	protocol.ReasonNameTaken:      RejectNameTaken,
	protocol.ReasonBanned:         RejectBanned,
	protocol.ReasonNotWhitelisted: RejectNotWhitelisted,
	protocol.ReasonTimeout:        RejectTimeout,
	protocol.ReasonNameOwned:      RejectNameOwned,
	protocol.ReasonNameInvalid:    RejectNameInvalid,
	protocol.ReasonNewNames:       RejectManyNames,
}

// rejectReasonOf returns the reason for the text with which a connection is closed.
func rejectReasonOf(text string) RejectReason {
	return rejectReasons[protocol.DisconnectReasonOf(text)]
}

// count adds what clients report of themselves.
func (m *Metrics) count(p protocol.Report) {
	m.Desyncs += int(p.Desyncs)
	m.RivalCorrections += int(p.Rival)
	for cause, n := range p.Corrections {
		m.Corrections[cause] += int(n)
	}
}
