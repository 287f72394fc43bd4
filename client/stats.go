package client

import (
	"voxtide/actions"
	"voxtide/predict"
	"voxtide/protocol"
)

// Stats are a client's counters since it was made.
type Stats struct {
	Frames               int
	Updates              int
	Corrections          [protocol.CauseCount]int // of the own body
	BlockCorrections     [protocol.CauseCount]int // of blocks that own actions had changed
	InventoryCorrections [protocol.CauseCount]int // of the own inventory
	LargestUnits         int64                    // largest correction, position units
	Actions              int
	Acked                uint64
	HitsGiven, HitsTaken int // hits that counted, by and of the own player
	Refused              [actions.RefusalCount]int
	LostMoves            int // moves at a box for which another player was first
	ToldWho              int // of these, for which it is known who
	InputToFrame         int // most frames from an action to the frame that shows it; 1 is the same frame
	BytesUp, BytesDown   int // bytes of messages, before the transport's headers
	Desyncs              int
	Resumes              int
	Resent               int    // actions sent again at resumes
	BrokenLaw            string // the first law that the client itself saw broken
	FirstDesync          string
}

func (s *Stats) addCorrection(c *predict.Correction) {
	switch c.Kind {
	case predict.KindBlocks:
		s.BlockCorrections[c.Cause]++
	case predict.KindInventory:
		s.InventoryCorrections[c.Cause]++
	default:
		s.Corrections[c.Cause]++
		s.LargestUnits = max(s.LargestUnits, c.Distance)
	}
}

// Unexplained returns the number of corrections of all kinds without a cause.
func (s *Stats) Unexplained() int {
	return s.Corrections[protocol.Unexplained] + s.BlockCorrections[protocol.Unexplained] + s.InventoryCorrections[protocol.Unexplained]
}
