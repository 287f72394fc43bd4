package server

// Every bound of the package that is no configuration, and what happens at it.

import (
	"time"

	"voxtide/timestream"
	"voxtide/transport"
)

const (
	// stepLate is the distance of two steps above which the server itself was late.
	stepLate = 50 * timestream.Millisecond
	// stepStood is the distance above which the server stood still: the process was stopped, or its machine. Nobody plays on for
	// more than 2 s without a word of it, so the streams do not come after it by themselves.
	stepStood = 2 * timestream.Second
	// catchUp bounds the marks of the server's stream in one step; the rest waits for the next.
	catchUp = 20
	// wantedMax bounds the sections that are asked for and have not come, of all clients; more are asked for later.
	wantedMax = 1 << 13
	// aheadMax bounds those of one client, wherever it has gone since: sections are made while others are on their way to it.
	aheadMax = 64
	// scanMax bounds the sections of one client's interest that are looked at in a step.
	scanMax = 1 << 10
	// openingChecks bounds the pending checks that are told with the sections opened for a client in a step; the other sections
	// are opened later, one at least in a step.
	openingChecks = 512
	// arriveMax bounds the sections that come in with a step; the rest waits for the next.
	arriveMax = 1 << 10
	// saveMax bounds the snapshots that are made in a step.
	saveMax = 8
	// unloadMax bounds the sections that are looked at in a step, whether to drop them.
	unloadMax = 64
	// receiveMax bounds what is taken from one connection in a step; the rest waits in the transport.
	receiveMax = 1024
	// freeMax bounds the queued actions that count in no rate; beyond it the session ends.
	freeMax = 1024
	// strangersMax bounds connections that have not joined; one more takes the place of the oldest that has said nothing for
	// joinGrace, or of one of a source that has more of them than its own, and is turned away where there is none: who only knocks must not keep others out.
	strangersMax = 64
	joinGrace    = time.Second
	// joinWait is how long a stranger may take to join.
	joinWait = 10 * time.Second
	// logMax bounds the edits that wait to be told; a client that is further behind gets the state whole.
	logMax = 1 << 14
	// historyMax bounds the block edits kept for resuming; sections changed before are opened anew.
	historyMax = 1 << 15
	// resumeMax bounds the edits of one whole frame; sections whose edits go beyond are opened anew.
	resumeMax = 4096
	// bodiesMax bounds the bodies that one client is told of, its own apart: players before things, and the nearest. Further
	// ones are not shown to it until there is room.
	bodiesMax = 1024
	// sectionItems bounds the items that lie in one section, playerItems those that came into the world on one player's time;
	// beyond it the oldest is gone.
	sectionItems = 256
	playerItems  = 4096
	// refusalsMax bounds the refusals that wait for a frame; of more the reason is dropped, never the ack.
	refusalsMax = 512
	// outboxMax bounds the bytes of waiting frames of a client; beyond it the state is sent whole.
	outboxMax = 4 << 20
	// frameMax is the size of a frame above which the state is sent whole instead.
	frameMax = transport.MessageMax
	// ceilingAhead is how far the time on disk is ahead, and ceilingLeft when it is moved on.
	ceilingAhead = 10 * timestream.Second
	ceilingLeft  = 5 * timestream.Second
	// editsGap is added to the number of the last edit after a crash: what followed it may have been told.
	editsGap = 1 << 20
	// freeRate bounds the actions a second of the server's clock that count in no rate of stream time: an honest
	// client sends 20 headings and a have a picture, and after a pause of some seconds all at once.
	freeRate = 2000
	// ordersRate bounds the commands of one player in a second of the server's clock; further ones are refused with a word.
	ordersRate = 8
	// epochsGap is added to the highest epoch that a client holds of a server that was killed.
	epochsGap = 1 << 16
	// epochsMax is the highest epoch; a session that would go beyond ends.
	epochsMax = 1 << 31
	// confirmAfter is how long after delivery the server confirms a section itself.
	confirmAfter = 5 * time.Second
)
