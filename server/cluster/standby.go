package cluster

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"voxtide/engine"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/store/logged"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/transport/secure"
	"voxtide/world"
)

const (
	// wakeEvery is how often the owner's loop is woken for the engine in any case: heartbeats of the log are due then.
	wakeEvery = 50 * time.Millisecond
	// turnTime is by how much later each machine claims than the one before it in the list, so that two rarely do at once.
	turnTime = 100 * time.Millisecond
	// leash is how long an owner tells anything without a word of the engine's that the log is its own: less than the silence after which another
	// claims it.
	leash = 500 * time.Millisecond
	// wellFor is how long the engine must have answered without a break before silence of the owner counts: an election of its own silences an
	// owner that is well.
	wellFor = 150 * time.Millisecond
	// beginMargin is added to the world's time as this machine knows it: a batch is some milliseconds on its way.
	beginMargin = 50 * timestream.Millisecond
	// restAfterDrain is how long a machine that had the world leaves it to others.
	restAfterDrain = 10 * time.Second
)

// Owned is the world on this machine, which has claimed it.
type Owned struct {
	Claimed host.Claimed
	Key     ed25519.PrivateKey // of the server, which all machines show
	close   func()
}

// Close ends the connection to the engine; the host that ran on the world has ended.
func (o *Owned) Close() { o.close() }

// Own follows the world until this machine has it. key is that of SettleKey. following is called when the machine stands by.
func (n *Node) Own(ctx context.Context, key ed25519.PrivateKey, following func()) (*Owned, error) {
	for {
		if err := n.settleWorld(ctx); err != nil {
			return nil, err
		}
		o, err := n.follow(ctx, following)
		switch {
		case err == nil:
			o.Key = key
			return o, nil
		case errors.Is(err, engine.ErrDiverged), errors.Is(err, engine.ErrTrimmed), errors.Is(err, engine.ErrHole):
			if err := n.moveAside(err); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
}

// follow follows the log on this machine's disk until the machine has it.
func (n *Node) follow(ctx context.Context, following func()) (o *Owned, err error) {
	durable := make(chan struct{}, 1)
	options := n.cfg.Host.DiskOptions()
	options.OnDurable = func(uint64) { signal(durable) }
	disk, err := pebble.Open(n.cfg.Host.Dir, options)
	if err != nil {
		return nil, err
	}
	n.disk.Store(disk)
	defer n.disk.Store(nil)
	e := n.dial()
	shared := engine.Share(e)
	defer func() {
		if err != nil {
			e.Close()
		}
	}()
	replica, err := logged.NewReplica(shared, disk, logged.Options{
		World: n.cfg.world(), Node: n.cfg.Name(), Blocks: world.BlockNames(), Repack: host.Repack, Log: n.cfg.Log, Observe: n.appends.note,
		Wait: func(d time.Duration) time.Duration { time.Sleep(d); return host.Monotonic() },
	})
	if err != nil {
		return nil, errors.Join(err, disk.Close())
	}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	began, told := host.Monotonic(), false
	var st *logged.Store
	for {
		select {
		case <-tick.C:
		case <-shared.Ready():
		case <-durable:
		case <-ctx.Done():
			if st != nil {
				replica = st.Follow()
			}
			return nil, errors.Join(ctx.Err(), replica.Close())
		case <-n.program.done:
			if st != nil {
				replica = st.Follow()
			}
			return nil, errors.Join(n.program.err, replica.Close())
		}
		now := host.Monotonic()
		if st != nil { // it claims
			st.Advance(now)
			switch err := st.Err(); {
			case errors.Is(err, engine.ErrFenced):
				replica, st = st.Follow(), nil
				continue
			case err != nil:
				return nil, errors.Join(err, st.Close())
			case st.Opened():
				if err := n.takeLists(); err != nil {
					return nil, errors.Join(err, st.Close())
				}
				n.dir.want(keyBegun, []byte{1})
				return n.owned(e, st, disk, durable), nil
			}
			continue
		}
		replica.Advance(now)
		if err := replica.Err(); err != nil {
			return nil, errors.Join(err, replica.Close())
		}
		if _, holder := replica.Owner(); replica.CaughtUp() && holder != "" && !told {
			told = true
			following()
		}
		if n.mayClaim(now, began, replica) {
			st = replica.Claim(fmt.Sprintf("%s %x", n.cfg.Name(), randomHolder()))
		}
	}
}

// mayClaim reports whether the owner counts as gone: nothing came from it for a while although the engine answers.
func (n *Node) mayClaim(now, began time.Duration, r *logged.Replica) bool {
	heard, ok := r.Heard()
	if !ok {
		heard = began
	}
	if now < n.restUntil {
		return false
	}
	wait := time.Duration(n.cfg.Node-1) * turnTime
	if !r.Stopped() {
		wait += n.cfg.Silence
	}
	if now-heard < wait-wellFor-lookEvery || !r.CaughtUp() {
		n.wellSince = 0
		return false
	}
	if _, ok := n.dir.get(keyAt + n.cfg.Name()); !ok { // cut off from the others, or no majority is there
		n.wellSince = 0
		return false
	}
	now = host.Monotonic()
	if n.wellSince == 0 {
		n.wellSince = now
	}
	if now-heard < wait || now-n.wellSince < wellFor && !r.Stopped() {
		return false
	}
	r.Advance(now)
	again, _ := r.Heard()
	return r.Err() == nil && r.CaughtUp() && (!ok || again == heard)
}

// owned returns the world that this machine has claimed.
func (n *Node) owned(e engine.Engine, st *logged.Store, disk *pebble.Store, durable <-chan struct{}) *Owned {
	wake, stop, over := make(chan struct{}, 1), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(wakeEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
			case <-e.Ready():
			case <-durable:
			case <-stop:
				return
			}
			signal(wake)
		}
	}()
	begins, _ := worldTime(st)
	return &Owned{Claimed: host.Claimed{Disk: disk, Begins: begins, Store: st, Wake: wake}, close: func() {
		close(stop)
		<-over
		e.Close()
	}}
}

// worldTime returns the world's time now, 50 ms later than this machine believes: it must not be before what clients were told.
func worldTime(st *logged.Store) (timestream.Time, bool) {
	t, ok := st.WorldTime(host.Monotonic())
	if !ok {
		return 0, false
	}
	return t.Add(beginMargin), true
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Run runs the owned world. serve is called with the host once it runs. It returns when the world is another machine's (engine.ErrFenced is in
// the error then), or the host ends by itself or by stop, which is asked for with the reason.
func (n *Node) Run(cfg host.Config, o *Owned, serve func(*host.Host) error) error {
	cfg.Claimed, cfg.Secret = &o.Claimed, secure.NewSecret(o.Key)
	st := o.Claimed.Store.(*logged.Store)
	cfg.Leash = func(now time.Duration) bool { return now-st.Held() > leash }
	cfg.Others, cfg.OnList, cfg.Numbers = n.Others, n.dir.keepList, n.Numbers
	h, err := host.Open(cfg)
	if err != nil {
		o.Close()
		return err
	}
	copies, err := n.serveCopies(h)
	if err == nil {
		n.running.Store(&running{h, st})
		err = serve(h)
	}
	if err != nil {
		h.Close(protocol.ReasonStopping.String())
	}
	<-h.Done()
	n.running.Store(nil)
	if n.drained.Load() {
		n.restUntil = host.Monotonic() + restAfterDrain
	}
	copies.close()
	err = errors.Join(err, h.Close(protocol.ReasonReopening.String()))
	o.Close()
	return err
}
