package netlab

import (
	"time"

	"voxtide/engine"
	"voxtide/engine/simulated"
	"voxtide/store"
)

// worldLog is the log of a world as it is in the engine, read from outside: what is in it is on the disks of a majority, whatever anybody was
// answered.
type worldLog struct {
	*violations
	cluster *simulated.Cluster
	entries []logEntry
	claim   uint64            // under which the last entry is
	batches map[uint64]uint64 // how many are there, by claim

	newest   uint64        // claim that the engine knows
	newestAt time.Duration // since when
	appended int           // entries of the engine's history that were judged
	voids    int
}

// logEntry is an entry of the log.
type logEntry struct {
	hash engine.Hash
	void bool
}

// logName is the name of the world and of its log.
const logName = "world"

// advance reads what is new.
func (g *worldLog) advance() {
	g.cluster.Advance(g.now)
	if claim, _ := g.cluster.Newest(logName); claim != g.newest {
		g.newest, g.newestAt = claim, g.now
	}
	for _, a := range g.cluster.History()[g.appended:] {
		if g.appended++; a.Claim != a.NewestClaim {
			g.fail(15, "entry %d came into the log under claim %d after claim %d was answered", a.N, a.Claim, a.NewestClaim)
		}
	}
	for {
		data := g.cluster.Entry(logName, uint64(len(g.entries)+1))
		if data == nil {
			return
		}
		e, err := engine.ReadEntry(data)
		if err != nil {
			g.fail(8, "entry %d cannot be read: %v", len(g.entries)+1, err)
			return
		}
		n := logEntry{engine.HashOf(data), e.Claim < g.claim}
		g.entries = append(g.entries, n)
		if g.claim = max(g.claim, e.Claim); n.void {
			g.voids++
		} else if e.Kind == engine.Data && len(e.Data) > 0 && e.Data[0] == 0 { // the last piece of a batch
			g.batches[e.Claim]++
		}
	}
}

// has reports whether the log has a place, and what is wrong if not.
func (g *worldLog) has(p store.LogPosition) (why string) {
	g.advance()
	switch {
	case p.N == 0 || p.N > uint64(len(g.entries)):
		return "is not in the log"
	case g.entries[p.N-1].hash != p.Hash:
		return "is another one in the log"
	case g.entries[p.N-1].void:
		return "is void in the log"
	}
	return ""
}

// followingDisk is the disk of a machine that has another one beside it: it may hold what is in the log, and nothing else.
type followingDisk struct {
	*store.Memory
	log  *worldLog
	name string
}

// Commit implements store.Store.
func (d *followingDisk) Commit(now time.Duration, b *store.Batch) uint64 {
	if why := d.log.has(b.Log); why != "" {
		d.log.fail(15, "the disk of %s is given entry %d under claim %d, which %s", d.name, b.Log.N, b.Log.Claim, why)
	}
	return d.Memory.Commit(now, b)
}

// crash returns the disk as a power failure leaves it.
func (d *followingDisk) crash(now time.Duration) *followingDisk {
	return &followingDisk{d.Memory.Crash(now), d.log, d.name}
}

// told is what an update rested on when it left a server.
type told struct {
	counts  bool
	claim   uint64
	version uint64 // of what was durable
	edits   uint64 // the newest durable edit
}

// TakeOverResult is what became of a world with two machines.
type TakeOverResult struct {
	Claims    int             // that were begun
	TakeOvers int             // that another server went on, or the same machine again
	Fenced    int             // servers that were dropped because the world was another's
	Unknown   int             // appends whose outcome was not known
	LookedUp  int             // that were found in the log
	Again     int             // that were sent again
	Voids     int             // entries that came too late
	Left      int             // updates that left a server
	Young     int             // sections that left with one of the last edits in the log
	Lost      int             // steps that were not in the log when another server went on
	Troubles  map[string]int  // by name
	Freezes   []time.Duration // of each client over each take-over: the time without an update
}
