package logged

import (
	"time"

	"voxtide/engine"
	"voxtide/store"
)

// Replica is a standby: a disk that follows the log of a world whose owner is another machine. It is used up by Claim, which makes a Store of it.
type Replica struct {
	member   *member
	follower *engine.Follower
}

// NewReplica returns a replica on a disk, from where the disk is in the log; an empty disk, or one that has the world as it was before the log
// began, is before the first entry. The disk is the replica's from now on.
func NewReplica(shared *engine.Shared, disk store.Store, o Options) (*Replica, error) {
	o.defaults()
	table := NewTable(o.Blocks)
	a, err := newApplier(disk, NewDecoder(table, o.Repack))
	if err != nil {
		return nil, err
	}
	return &Replica{&member{shared: shared, o: o, table: table, disk: a}, engine.NewFollower(shared, o.World, a.at)}, nil
}

// Advance makes progress: it asks the engine and commits to the disk what has come.
func (r *Replica) Advance(now time.Duration) {
	r.member.shared.Poll(now)
	if r.Err() != nil {
		return
	}
	r.member.publish.put(now, r.member.shared, &r.member.o, r.member.table)
	r.follower.Advance(now)
	r.member.pump(now, r.follower.Next)
	r.member.disk.live = r.CaughtUp()
}

// Position returns the place of the last entry that was given to the disk; durable is that of the last batch which is durable there.
func (r *Replica) Position() (at, durable engine.Position) {
	return r.member.disk.at, r.member.disk.durable
}

// CaughtUp reports whether the disk was given all that the log has, as far as is known. Who is not should not claim the log.
func (r *Replica) CaughtUp() bool {
	return r.Err() == nil && r.follower.CaughtUp() && r.member.disk.at.N == r.follower.Position().N
}

// Heard returns when the last entry came, which an owner that is well writes several times a second; ok is false before the log was seen.
func (r *Replica) Heard() (at time.Duration, ok bool) { return r.follower.Heard() }

// Quiet returns how long the engine is known to have had no new entry; see engine.Follower.
func (r *Replica) Quiet() (long time.Duration, outage bool) { return r.follower.Quiet() }

// How long the log is quiet when an owner is taken for gone.
const (
	ownerGone       = 500 * time.Millisecond
	ownerGoneOutage = 2 * time.Second
)

// OwnerGone reports whether the owner is to be taken for gone: the engine answers, and has had no entry for a while in which an owner that is well
// writes two heartbeats; after an outage of the engine, for as long as such an owner may need to come through again. A machine that is mistaken does
// no harm: the claim decides.
func (r *Replica) OwnerGone() bool {
	long, outage := r.follower.Quiet()
	return r.CaughtUp() && (long >= ownerGoneOutage || long >= ownerGone && !outage)
}

// Stopped reports whether the owner has stopped the world in good order, as far as this machine has the log: nobody need wait for it.
func (r *Replica) Stopped() bool { return r.member.disk.last.clean }

// Owner returns the newest claim and who made it, 0 if there is none.
func (r *Replica) Owner() (claim uint64, holder string) { return r.follower.Owner() }

// Err returns why the replica has stopped: the errors of a follower of the engine (after ErrDiverged and ErrTrimmed the world has to be copied
// again), ErrNewer, or that of the disk.
func (r *Replica) Err() error {
	if err := r.follower.Err(); err != nil {
		return err
	}
	return r.member.firstErr()
}

// Disk returns the store below.
func (r *Replica) Disk() store.Store { return r.member.disk.store }

// Claim begins to claim the log under a name that no other claim has, and returns the store that it will be. The replica is used up.
func (r *Replica) Claim(holder string) *Store {
	r.follower.Stop() // what was not given to the disk, the writer reads again
	return &Store{member: r.member, holder: holder, encoder: NewEncoder(r.member.table)}
}

// Follow returns the standby that a store becomes whose log is another machine's, or that is to leave it to another: its disk goes on from where it
// is. What the store was given and the log does not have is dropped; a server that has run on it is not to be believed any more.
func (s *Store) Follow() *Replica {
	if s.writer != nil {
		s.writer.Stop()
	}
	m := s.member
	return &Replica{m, engine.NewFollower(m.shared, m.o.World, m.disk.at)}
}

// Close closes the disk.
func (r *Replica) Close() error {
	r.follower.Stop()
	return r.member.disk.store.Close()
}
