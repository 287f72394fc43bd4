package logged

import (
	"time"

	"voxtide/engine"
	"voxtide/internal/wire"
	"voxtide/store/record"
)

const versionPlace = 1

// appendPlace writes version, number, claim and hash: where in the log a disk is.
func appendPlace(to []byte, p engine.Position) []byte {
	to = wire.AppendUvarint(wire.AppendUvarint(append(to, versionPlace), p.N), p.Claim)
	return append(to, p.Hash[:]...)
}

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
	asking bool
}

func (p *reporter) put(now time.Duration, shared *engine.Shared, o *Options, place engine.Position) {
	if p.asking || p.begun && (now-p.at < o.ReportEvery || place == p.said) {
		return
	}
	p.asking, p.begun, p.at = true, true, now
	shared.Put(nodesPrefix(o.World)+o.Node, appendPlace(nil, place), func(_ time.Duration, a *engine.Answer) {
		if p.asking = false; a.Outcome == engine.OK {
			p.said = place
		}
	})
}
