package host

import (
	"errors"
	"fmt"
	"time"

	"voxtide/actions"
	"voxtide/internal/faults"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/access"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/transport"
)

const (
	// carryTimeout is how long the disk may take to write what a read-only world carried on.
	carryTimeout = 5 * time.Second
	// closeTimeout is how long close waits for the section workers and the store, which may take 2 s itself.
	closeTimeout = 5 * time.Second
)

// openWorld is a world that is open: its folder, the section workers over it, and the server. When the disk fails, and again when
// it has recovered, another one takes its place; sockets and the loop go on.
//
// Owner: the loop. disk and commits may be used by any goroutine.
type openWorld struct {
	disk     *pebble.Store
	commits  *commitTimer // over disk, readOnly or power
	loader   *sectionLoader
	srv      *server.Server
	readOnly *store.ReadOnly // nil: changes are kept
	reason   actions.Refusal // why changes are not kept, Done if they are
	power    *faultStore     // nil but with a deliberate fault
}

// opener opens a world, as often as need be.
type opener struct {
	cfg       *Config
	info      pebble.Info // known once the world was open
	known     bool
	lists     func() (*access.Lists, error)                     // the lists in the world's folder
	configure func(w *openWorld, l *access.Lists) server.Config // of the world's server
	attach    func(w *openWorld)                                // called before a world's server begins
	onDurable func()                                            // called when a batch has become durable; it must not wait
	endedTime timestream.Time                                   // the world's time when the last server ended; 0: there was none
	endedAt   time.Duration                                     // the Monotonic time of it
}

// writable opens the world so that changes are kept, having committed what a read-only world carried on. before is the world that
// was open before, nil for none.
func (o *opener) writable(before *openWorld, carried *store.Batch) (*openWorld, error) {
	if c := o.cfg.Claimed; c != nil {
		return o.start(before, &openWorld{disk: c.Disk, commits: &commitTimer{}}, c.Store)
	}
	options := o.cfg.DiskOptions()
	timer := &commitTimer{}
	options.OnDurable = func(seq uint64) {
		timer.noteDurable(seq)
		o.onDurable()
	}
	disk, err := pebble.Open(o.cfg.Dir, options)
	if err != nil {
		return nil, err
	}
	if before == nil {
		if err := ofNoCluster(disk); err != nil {
			return nil, errors.Join(err, disk.Close())
		}
	}
	if g := disk.Info().Generator; o.cfg.Generator != 0 && g != o.cfg.Generator {
		return nil, errors.Join(fmt.Errorf("%w: %d was asked for, it has %d; leave --generator out, or give it that one with server upgrade", ErrOtherGenerator, o.cfg.Generator, g), disk.Close())
	}
	if carried != nil {
		seq := disk.Commit(0, carried)
		for end := time.Now().Add(carryTimeout); disk.Committed(0) < seq && disk.Err() == nil && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if disk.Committed(0) < seq {
			return nil, errors.Join(disk.Err(), disk.Close(), errors.New("host: the disk does not take what happened meanwhile"))
		}
	}
	return o.start(before, &openWorld{disk: disk, commits: timer}, disk)
}

// ofNoCluster returns pebble.ErrFollowsLog, or nil for a world that is on this machine alone.
func ofNoCluster(disk *pebble.Store) error {
	at, err := disk.LogPosition()
	if err == nil && at.N > 0 {
		err = pebble.ErrFollowsLog
	}
	return err
}

// readOnly opens the world to be read alone. It goes on from what an earlier read-only world carried on, or from last, the state
// of a server that could not go on, as far as the disk has it.
func (o *opener) readOnly(before *openWorld, why actions.Refusal, carried, last *store.Batch) (*openWorld, error) {
	options := o.cfg.DiskOptions()
	options.ReadOnly = true
	disk, err := pebble.Open(o.cfg.Dir, options)
	if err != nil {
		return nil, err
	}
	if last != nil {
		state, err := disk.Load()
		if err != nil {
			return nil, errors.Join(err, disk.Close())
		}
		carried = unsavedState(state, last)
	}
	w := &openWorld{disk: disk, commits: &commitTimer{}, readOnly: store.NewReadOnly(disk, carried), reason: why}
	return o.start(before, w, w.readOnly)
}

// unsavedState returns what the state of a server holds beside the state on the disk.
func unsavedState(saved *store.State, last *store.Batch) *store.Batch {
	left := *last
	left.Players = nil
	if saved == nil {
		return &left
	}
	left.Hash = saved.Hash
	for _, row := range saved.Players {
		for i := range last.Players {
			if last.Players[i].Stream == row.Stream {
				row.Avatar = last.Players[i].Avatar
				left.Players = append(left.Players, row)
			}
		}
	}
	return &left
}

// start starts workers and a server over a store, which it closes if that fails.
func (o *opener) start(before, w *openWorld, st store.Store) (*openWorld, error) {
	if !o.known { // it is the same for ever
		o.info, o.known = w.disk.Info(), true
	}
	if o.cfg.wrapStore != nil {
		st = o.cfg.wrapStore(st)
	}
	if faults.Active(faults.AckBeforeCommit) {
		w.power = newFaultStore()
		st = w.power
	}
	var lists *access.Lists
	var err error
	o.cfg.Together.locked(func() { lists, err = o.accessLists(before) })
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	w.commits.Store = st
	w.loader = newSectionLoader(w.commits, landOf(o.info), o.cfg.Workers)
	o.attach(w)
	o.cfg.Together.locked(func() { w.srv, err = server.New(o.serverConfig(w, lists)) })
	if err != nil {
		w.loader.close()
		return nil, errors.Join(fmt.Errorf("host: the world cannot be loaded: %w", err), st.Close())
	}
	return w, nil
}

// accessLists returns the lists of the server before, or of the files if there was none.
func (o *opener) accessLists(before *openWorld) (*access.Lists, error) {
	if before != nil {
		return before.srv.AccessList(), nil
	}
	l, err := o.lists()
	if err == nil {
		o.cfg.Together.sharePeople(l)
	}
	return l, err
}

// serverConfig returns the configuration of the world's server.
func (o *opener) serverConfig(w *openWorld, lists *access.Lists) server.Config {
	c := o.configure(w, lists)
	c.Store, c.StartTime = w.commits, o.resumedTime()
	if o.cfg.Claimed != nil {
		c.StartTime = o.cfg.Claimed.Begins
	}
	return c
}

// end ends the world's server, and returns its state and the connections that have not joined.
func (o *opener) end(w *openWorld) (last store.Batch, joining []transport.Conn) {
	o.cfg.Together.locked(func() {
		last, joining = w.srv.Handover()
		o.endedTime, o.endedAt = w.srv.Now(), Monotonic()
	})
	return last, joining
}

// resumedTime returns the world's time now, for a server that takes the place of another one: clients' clocks have gone on.
func (o *opener) resumedTime() timestream.Time {
	if o.endedTime == 0 {
		return 0
	}
	return o.endedTime.Add(timestream.Duration((Monotonic() - o.endedAt) / time.Microsecond))
}

// close closes all but the server, which has ended. Its errors come from a disk that has failed already.
func (w *openWorld) close() error {
	over := make(chan error, 1)
	go func() { // a worker may hang in a disk that does not answer
		w.loader.close()
		over <- w.commits.Close()
	}()
	select {
	case err := <-over:
		return err
	case <-time.After(closeTimeout):
		return errors.New("host: the disk does not answer")
	}
}

// cutPower cuts the power of a world with the deliberate fault ack-before-commit, when it is time: a server that goes on from what
// was durable takes its place, and all players have to come back. It returns nil when it is not time.
func (o *opener) cutPower(w *openWorld, now time.Duration) (*openWorld, error) {
	if w.power == nil || !w.power.due(now) {
		return nil, nil
	}
	left := w.power.memory.Load().Crash(now)
	w.srv.Stop(protocol.ReasonStopping.String()) // into a store that is not used any more
	w.power.memory.Store(left)
	w.loader.close()
	next := *w
	next.commits = &commitTimer{Store: w.power}
	next.loader = newSectionLoader(w.power, landOf(o.info), o.cfg.Workers)
	o.attach(&next)
	srv, err := server.New(o.serverConfig(&next, w.srv.AccessList()))
	if err == nil {
		next.srv = srv
	}
	return &next, err
}
