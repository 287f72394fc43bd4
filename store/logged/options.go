package logged

import (
	"cmp"
	"log/slog"
	"time"

	"voxtide/world"
)

// Options say how a world is kept. World, Node and Blocks are needed; other zero values stand for the usual ones.
type Options struct {
	World  string   // names the log, and begins all keys of the directory
	Node   string   // names this machine; no other has the name
	Blocks []string // names of the blocks by number
	// Repack rewrites the packed cells of a section for another table of blocks. It is needed only where machines run different versions.
	Repack func(packed []byte, n *world.Numbering) ([]byte, error)
	Log    *slog.Logger // nil: nothing is logged

	Keep        time.Duration            // entries younger than this stay in the log; 5 minutes
	KeepBytes   int                      // of entries that only a silent standby lacks; 256 MiB
	WaitingMax  int                      // bytes of batches that wait for the engine; 64 MiB
	ReportEvery time.Duration            // how often a machine says how far its disk is; 2 s
	TrimEvery   time.Duration            // how often the owner trims the log; 10 s
	InFlight    int                      // appends on their way at once; see engine.WriterOptions
	Heartbeat   time.Duration            // the same
	Observe     func(took time.Duration) // the same
	// Wait lets time pass and returns the new time, for Close, which waits for the engine up to CloseWait (10 s); nil: it does not.
	Wait      func(time.Duration) (now time.Duration)
	CloseWait time.Duration
}

// defaults sets zero values to what they stand for.
func (o *Options) defaults() {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Keep, o.KeepBytes = cmp.Or(o.Keep, 5*time.Minute), cmp.Or(o.KeepBytes, 256<<20)
	o.WaitingMax, o.CloseWait = cmp.Or(o.WaitingMax, 64<<20), cmp.Or(o.CloseWait, 10*time.Second)
	o.ReportEvery, o.TrimEvery = cmp.Or(o.ReportEvery, 2*time.Second), cmp.Or(o.TrimEvery, 10*time.Second)
}

// nodesPrefix begins the keys under which the machines of a world say how far their disks are.
func nodesPrefix(world string) string { return world + Places }
