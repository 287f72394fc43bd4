package server

import (
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/timestream"
)

// Metrics counts what a server has done since its start.
type Metrics struct {
	Steps, LateSteps int
	LatestStep       timestream.Duration
	Behind           timestream.Duration // of the server's stream at the last step

	Rescued   int                   // avatars that fell out of the world
	Again     int                   // sections that a client asked for anew
	Players   int                   // sessions now
	Joined    int                   //
	Resumed   int                   //
	Left      int                   //
	Ended     int                   // sessions or strangers that broke a rule
	Actions   [actions.Refusals]int // by outcome
	Stalls    int                   // times that a stream began to be advanced by the server
	StallTime timestream.Duration   // stream time that the server advanced
	Released  int                   // controls released in a stall

	Frames        int    // built
	FrameBytes    uint64 //
	Whole         int    // frames with the whole state
	Dropped       int    // frames that waited too long for the store or the lane
	Snapshots     int    // sections sent
	SnapshotBytes uint64 // of them
	Resent        int    // sections sent anew, because so much of them changed at once
	Confirmed     int    // sections confirmed by the server itself
	Unreadable    int    // sections of a frozen world that cannot be read
	Unloaded      int    // sections dropped: nobody near, kept as they are
	Saved         int    // sections of which a snapshot was handed to the store
	Batches       int    //

	// Of clients, as they report: corrections by cause, and hashes that did not fit what they had received.
	Corrections [protocol.Causes]int
	Desyncs     int

	Merged int // items that others took in
	Gone   int // items that lay too long, or were the oldest where too many lay

	Forgotten int         // rows of players of whom there was nothing to keep
	Turned    [Turns]int  // connections that were not let in, by reason
	Moved     int         // bodies that the server moved and not their players
	Orders    [Orders]int // commands, by outcome
	QueueMax  int         // most actions held for one session
	OutboxMax int         // most bytes of frames waiting for one session
	LogMax    int         // most edits waiting to be told
}
