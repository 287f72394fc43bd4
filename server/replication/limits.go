package replication

import (
	"time"

	"voxtide/transport"
)

// Bounds of the news that wait for one client, and the outcome at each.
const (
	// LogKept edits wait to be told to those who are behind, or more, where those of the last LogTime are more, but at most LogMax. A
	// client that is further behind gets a full update. LogMax is below HistoryMax, so that its sections go on.
	LogKept = 1 << 14
	LogTime = time.Second
	LogMax  = HistoryMax - 1<<12
	// HistoryMax bounds the block edits kept for resuming; a section that changed before them is sent again.
	HistoryMax = 1 << 15
	// resumeMax bounds the block edits of one full update; sections whose edits go beyond are sent again.
	resumeMax = 4096
	// EntitiesMax bounds the entities that one client is told of, its own apart: players before objects, and the nearest first.
	// The others are not shown to it until there is room.
	EntitiesMax = 1024
	// RefusalsMax bounds the refusals that wait for an update; beyond it the reason is dropped, never the ack.
	RefusalsMax = 512
	// PrivateLinesMax bounds the lines that wait to be told to one client alone; further ones are dropped.
	PrivateLinesMax = 256
	// OutboxMax bounds the bytes of waiting updates of a client; beyond it the client gets a full update.
	OutboxMax = 4 << 20
	// updateMax is the size of an update above which a full update is sent instead.
	updateMax = transport.MessageMax
	// deliverTime bounds the time of a step in which sections are sent, where there is a clock for it; one client's turn is always over.
	deliverTime = 4 * time.Millisecond
)

// Least times between two updates of the same thing. A step may be stepSlack early.
const (
	stepSlack     = 4 * time.Millisecond
	idleInterval  = 50*time.Millisecond - stepSlack  // where there is no news
	midInterval   = 50*time.Millisecond - stepSlack  // a player within nearBlocks
	farInterval   = 100*time.Millisecond - stepSlack // a player beyond, or one who is not among the fullRateCount nearest
	crowdInterval = 500*time.Millisecond - stepSlack // a player who is not among the midRateCount nearest
	pitchInterval = 100*time.Millisecond - stepSlack
	rankInterval  = 100*time.Millisecond - stepSlack
	slowUpdate    = time.Second // the longest time between two updates of a client that is starved
	// Where updates are at least sendSlotsFrom apart, each client is sent to in one of sendSlots slots.
	sendSlotsFrom = 25 * time.Millisecond
	sendSlots     = 8
)

// Rate is how often a client is told a player.
type Rate int

// The rates: with every update, every midInterval, farInterval and crowdInterval.
const (
	RateFull Rate = iota
	RateMid
	RateFar
	RateCrowd
	RateCount
)

var rateNames = [RateCount]string{"every update", "20 a second", "10 a second", "2 a second"}

// String returns the rate in words.
func (r Rate) String() string { return rateNames[r] }

func rateOf(interval time.Duration) Rate {
	switch {
	case interval == 0:
		return RateFull
	case interval == farInterval:
		return RateFar
	case interval == crowdInterval:
		return RateCrowd
	}
	return RateMid
}

// Distances of the entities that a client is told of, in blocks.
const (
	nearestCount   = 8   // avatars that are told with every update
	fullRateCount  = 64  // avatars that are told at the rate of their distance; of the others those among
	midRateCount   = 256 // the nearest every farInterval, the rest every crowdInterval
	nearBlocks     = 64
	farBlocks      = 128
	farLeaveBlocks = 136 // beyond which a known entity leaves
	// reselectBlocks is how far a player goes before resting objects are chosen again; KnownQuarters of 4 parts of the square of
	// its distance count for an object that the client knows, so that two that are as far away do not replace each other all the
	// time.
	reselectBlocks = 2
	KnownQuarters  = 3
	// reachBlocks is how near falling blocks come before all other objects: further than a player reaches.
	reachBlocks = 10
)
