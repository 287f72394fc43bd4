package logged

import (
	"time"

	"voxtide/engine"
	"voxtide/internal/wire"
	"voxtide/store/record"
)

// retry is the time after which a question to the directory is asked again.
const retry = 500 * time.Millisecond

const versionPlace = 1

// appendPlace writes version, number, claim and hash: where in the log a disk is.
func appendPlace(to []byte, p engine.Position) []byte {
	to = wire.AppendUvarint(wire.AppendUvarint(append(to, versionPlace), p.N), p.Claim)
	return append(to, p.Hash[:]...)
}

// Places are where in the log the disks of a world's machines are, by the rest of the key behind this prefix: see ReadPlace.
const Places = "/nodes/"

// ReadPlace reads where in the log a machine's disk is.
func ReadPlace(b []byte) (engine.Position, error) { return readPlace(b) }

func readPlace(b []byte) (p engine.Position, err error) {
	r := record.Open(b, versionPlace)
	p.N, p.Claim = r.Uvarint(), r.Uvarint()
	copy(p.Hash[:], r.Bytes(len(p.Hash)))
	return p, r.End()
}

// reporter says in the directory how far a disk is, so that the owner does not trim what it lacks.
type reporter struct {
	said   engine.Position
	at     time.Duration // when it was said, or tried
	begun  bool
	told   bool // said is in the directory
	asking bool
}

func (p *reporter) put(now time.Duration, shared *engine.Shared, o *Options, place engine.Position) {
	if p.asking || p.begun && (now-p.at < o.ReportEvery || p.told && place == p.said) {
		return
	}
	p.asking, p.begun, p.at = true, true, now
	shared.Put(nodesPrefix(o.World)+o.Node, appendPlace(nil, place), func(_ time.Duration, a *engine.Answer) {
		if p.asking = false; a.Outcome == engine.OK {
			p.said, p.told = place, true
		}
	})
}

// publisher puts a machine's table of blocks into the directory. A claim waits for that: who begins to read within it finds the table there.
type publisher struct {
	done   bool
	begun  bool
	asking bool
	at     time.Duration // when it was tried
}

func (p *publisher) put(now time.Duration, shared *engine.Shared, o *Options, t *Table) {
	if p.done || p.asking || p.begun && now-p.at < retry {
		return
	}
	p.asking, p.begun, p.at = true, true, now
	shared.Put(tableKey(o.World, t.hash), t.packed, func(_ time.Duration, a *engine.Answer) {
		p.asking, p.done = false, a.Outcome == engine.OK
	})
}
