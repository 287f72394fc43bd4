package server

import (
	"slices"

	"voxtide/edits"
	"voxtide/server/rollback"
	"voxtide/timestream"
	"voxtide/world"
)

// rollbackPendingMax is the number of batches that may wait for the disk while rollbacks go on: they wait for a slow disk.
const rollbackPendingMax = 64

// StartRollback begins a job. It runs a slice in each step until it is Finished, or the server ends: cells that are not set back
// by then stay as they are, and the same rollback may be asked for again.
func (s *Server) StartRollback(j *rollback.Job) { s.rollbacks = append(s.rollbacks, j) }

// runRollbacks runs a slice of each job.
func (s *Server) runRollbacks() {
	if len(s.rollbacks) == 0 || s.persist.commitSeq > s.persist.durableSeq+rollbackPendingMax {
		return
	}
	for _, j := range s.rollbacks {
		j.Step(rollbackWorld{s}, s.clock.mono, s.clock.now)
	}
	s.rollbacks = slices.DeleteFunc(s.rollbacks, (*rollback.Job).Finished)
}

// rollbackWorld is the server as a rollback.Job sees it.
type rollbackWorld struct{ s *Server }

// Recorder implements rollback.World.
func (w rollbackWorld) Recorder() *edits.Recorder { return &w.s.rec }

// LastEdit implements rollback.World.
func (w rollbackWorld) LastEdit() uint64 { return w.s.journal.lastEdit }

// Subscribed implements rollback.World.
func (w rollbackWorld) Subscribed(p world.SectionPos) bool {
	return w.s.sections.Subscribers(p) > 0
}

// RequestSections implements rollback.World.
func (w rollbackWorld) RequestSections(sections []world.SectionPos) {
	for _, p := range sections {
		w.s.sections.Request(p, timestream.Server)
	}
	if w.s.sections.Immediate() {
		w.s.takeLoadedSections()
	}
}

// CloseForResend implements rollback.World.
func (w rollbackWorld) CloseForResend(p world.SectionPos) { w.s.closeForResend(p) }

// EndSlice implements rollback.World.
func (w rollbackWorld) EndSlice() {
	w.s.endTransaction(kindRollback)
	w.s.reopenResent()
}
