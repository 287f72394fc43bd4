package server

// Every bound of the package that is no configuration, and what happens when it is reached.

import (
	"time"

	"voxtide/timestream"
)

const (
	// stepLate is the distance of two steps above which the server itself was late.
	stepLate = 50 * timestream.Millisecond
	// stepSuspended is the distance of two steps above which the server was suspended: its process or its machine stood still. Players
	// stop acting after 2 s without an answer, so their streams would not catch up by themselves.
	stepSuspended = 2 * timestream.Second
	// catchUpTicks bounds the ticks of the server's stream in one step; later ones wait for the next.
	catchUpTicks = 20
	// requestedPerClient bounds the sections that are requested for one client and have not arrived, wherever it has moved since:
	// while some are made, others are on their way to it.
	requestedPerClient = 64
	// scanMax bounds the sections of one client's interest that are checked in a step.
	scanMax = 1 << 10
	// openingChecks bounds the pending support checks that are sent with the sections opened for a client in a step; further sections
	// are opened later, at least one in a step.
	openingChecks = 512
	// receiveMax bounds the messages received from one connection in a step; the rest waits in the transport.
	receiveMax = 1024
	// sectionItemsMax bounds the items at rest in one section, playerItemsMax the items that one player's stream spawned; with more
	// the oldest is removed.
	sectionItemsMax = 256
	playerItemsMax  = 4096
	// ceilingAhead is how far the time on disk is ahead of the clock, and ceilingLeft when it is raised again.
	ceilingAhead = 10 * timestream.Second
	ceilingLeft  = 5 * timestream.Second
	// editsGap is added to the number of the last edit after a crash: clients may have been told of later ones.
	editsGap = 1 << 20
	// freeRate bounds the unmetered actions of a client in a second of the server's clock: an honest client sends 20 yaws a second and
	// a confirmation in each frame, and after a pause of some seconds all of them at once.
	freeRate = 2000
	// commandsPerSecond bounds the commands of one player in a second of the server's clock; further ones are refused.
	commandsPerSecond = 8
	// epochsGap is added to the highest epoch that a client holds from a server that was killed.
	epochsGap = 1 << 16
	// epochsMax is the highest epoch; a session that would go beyond it ends.
	epochsMax = 1 << 31
	// confirmAfter is how long after delivery the server confirms a section by itself.
	confirmAfter = 5 * time.Second
)
