package netlab

import (
	"time"

	"voxtide/protocol"
	"voxtide/world"
)

// Law 15: a server whose world another one has is fenced. Once a claim was answered, no entry of an older one comes into the log or onto a disk
// (worldLog), and what an older owner tells ends with its leash.
//
// Law 16: nothing leaves early. When an update leaves a server, all that it tells is in the log, on the disks of a majority of the engine.

// leashSlack is how much later than its leash something may leave: clocks are wrong, and a step asks once.
const leashSlack = 5 * time.Millisecond

// left judges an update that leaves a server, and notes what it rests on.
func (p *pair) left(s *simClient, from *machine) told {
	l, k := p.sim, from.beside
	l.commitDurable()
	p.tally.Left++
	claim, held := uint64(0), time.Duration(0)
	if k.store != nil {
		claim, held = k.store.Claim(), k.store.Held()
	}
	if since := k.mono() - held; since > leashLong+leashSlack {
		l.fail(15, "%s tells client %d something %v after it last knew that the world was its own", from.name(), s.index, since)
	}
	if since := l.now - p.log.newestAt; claim < p.log.newest && since > leashLong+leashSlack {
		l.fail(15, "%s tells client %d something %v after claim %d was answered, and has claim %d", from.name(), s.index, since, p.log.newest, claim)
	}
	return told{counts: true, claim: claim, version: l.laws.durability.version, edits: l.laws.durability.edits}
}

// checkEarly checks what a client has when it has applied an update: all of it was durable when the update left.
func (l *simulation) checkEarly(s *simClient) {
	t := &s.told
	if !t.counts {
		return
	}
	p := l.laws.durability.players[s.client.Stream()]
	if acked := s.client.Stats().Acked; acked > 0 && (p == nil || acked > p.lastAsOf(t.version)) {
		l.fail(16, "client %d was told an ack of %d, which was not in the log when it left", s.index, acked)
	}
	if why := l.firstUndurable(s.client.World(), s.client.Stream(), t.version); why != "" {
		l.fail(16, "client %d: %s when it left", s.index, why)
	}
}

// checkEarlyEdit checks an edit that came with an update.
func (l *simulation) checkEarlyEdit(s *simClient, at world.SectionPos, seq uint64) {
	if t := &s.told; t.counts && seq > t.edits {
		l.fail(16, "client %d sees edit %d of %v, which was not in the log when it left", s.index, seq, at)
	}
}

// checkDisks checks at the end that all disks hold the log.
func (p *pair) checkDisks() {
	l := p.sim
	l.commitDurable()
	for _, m := range l.machines.all {
		disk := m.beside.disk.crash(m.mono())
		st, err := disk.Load()
		if err != nil || st == nil {
			l.fail(15, "the disk of %s cannot be read: %v", m.name(), err)
			return
		}
		if why := p.log.has(st.Log); why != "" {
			l.fail(15, "the disk of %s ends with entry %d, which %s", m.name(), st.Log.N, why)
		}
		if !l.laws.durability.settled() {
			continue
		}
		if law, why := l.compareDisk(disk, st); law > 0 {
			l.fail(law, "the disk of %s at the end: %s", m.name(), why)
		}
	}
}

// takeOverTally is what runs with two machines have been through.
type takeOverTally struct {
	TakeOverResult
	ownerClaim uint64 // under which the laws' server writes
}

// noteFreeze notes for how long no update was applied, if another server went on meanwhile.
func (s *simClient) noteFreeze() {
	t := &s.tally
	if t.overTakeOver && t.updateAt > 0 {
		f := &s.sim.machines.pair.tally.Freezes
		*f = append(*f, s.sim.now-t.updateAt)
	}
	t.updateAt, t.overTakeOver = s.sim.now, false
}

// result returns the tally at the end.
func (p *pair) result() TakeOverResult {
	for _, m := range p.sim.machines.all {
		m.beside.gather()
	}
	r := p.tally.TakeOverResult
	r.Voids = p.log.voids
	return r
}

// youngEdits is the number of the last edits in the log of which a section's last change is one that it may have waited for.
const youngEdits = 5

// leftSection judges a section that leaves a server: its last change is in the log.
func (p *pair) leftSection(s *simClient, from *machine, msg []byte) {
	l := p.sim
	n, err := protocol.ReadSnapshot(msg)
	if err != nil || l.machines.owner != from {
		return // a skin, or what an older owner has left of what is in the log
	}
	l.commitDurable()
	changes := l.laws.order.historyOf(n.Section).changes
	for i := len(changes) - 1; i >= 0; i-- {
		if seq := changes[i].seq; seq <= n.AtEdit {
			if seq > l.laws.durability.edits {
				l.fail(16, "%v leaves for client %d with edit %d, which is not in the log", n.Section, s.index, seq)
			}
			if seq+youngEdits > l.laws.durability.edits {
				p.tally.Young++
			}
			return
		}
	}
}
