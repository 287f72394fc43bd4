package cluster

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"voxtide/engine"
	"voxtide/internal/atomicfile"
	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/store/logged"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/transport/secure"
	"voxtide/world"
)

const (
	// lookEvery is how often a machine that stands by looks at the engine's answers in any case.
	lookEvery = 5 * time.Millisecond
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
	// createAfter is how much later each machine makes a new world than the one before it.
	createAfter = 3 * time.Second
)

// Owned is the world on this machine, which has claimed it.
type Owned struct {
	Claimed host.Claimed
	Key     ed25519.PrivateKey // of the server, which all machines show
	close   func()
}

// Close ends the connection to the engine; the host that ran on the world has ended.
func (o *Owned) Close() { o.close() }

// Own follows the world until this machine has it. key is the server's key of this machine, which is that of a new cluster. following is called
// when the machine stands by.
func (n *Node) Own(ctx context.Context, key ed25519.PrivateKey, following func()) (*Owned, error) {
	if err := n.settleKey(ctx, &key); err != nil {
		return nil, err
	}
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

// settleKey takes the server's key of the cluster, or gives it that of this machine.
func (n *Node) settleKey(ctx context.Context, key *ed25519.PrivateKey) error {
	for ctx.Err() == nil {
		sealed, ok := n.dir.get(keyKey)
		switch {
		case ok && sealed != nil:
			seed, err := n.cfg.Secret.Unseal("server key", sealed)
			if err != nil || len(seed) != ed25519.SeedSize {
				return fmt.Errorf("%w: the server's key in the engine was sealed with another secret", ErrConfig)
			}
			*key = ed25519.NewKeyFromSeed(seed)
			return nil
		case ok && (pebble.IsWorld(n.cfg.Host.Dir) || n.waitTurn(ctx)):
			n.dir.put(keyKey, n.cfg.Secret.Seal("server key", key.Seed())) // and what is there then is taken
		}
		time.Sleep(lookEvery)
	}
	return ctx.Err()
}

// waitTurn waits until this machine is to make a new world, and reports whether none has done so meanwhile.
func (n *Node) waitTurn(ctx context.Context) bool {
	for end := time.Now().Add(time.Duration(n.cfg.Node-1) * createAfter); ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if sealed, ok := n.dir.get(keyKey); ok && sealed != nil {
			return false
		} else if ok && !time.Now().Before(end) {
			return true
		}
	}
	return false
}

// settleWorld makes sure that this machine has a folder of the world: a copy from another one, or a new one where there is no log yet.
func (n *Node) settleWorld(ctx context.Context) error {
	said := time.Now().Add(-7 * time.Second)
	for !pebble.IsWorld(n.cfg.Host.Dir) {
		begun, ok := n.dir.get(keyBegun)
		if ok && begun == nil && n.waitBegun(ctx) {
			return nil // a new world is made
		}
		err := n.fetch(ctx)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Since(said) > 10*time.Second {
			said = time.Now()
			n.cfg.Log.Warn("no copy of the world yet: it comes from the machine that has it", "why", err)
		}
		time.Sleep(300 * time.Millisecond)
	}
	return nil
}

// keyBegun is there once a world has a log.
const keyBegun = "/begun"

// waitBegun waits for this machine's turn to begin the log, and reports whether none has.
func (n *Node) waitBegun(ctx context.Context) bool {
	for end := time.Now().Add(time.Duration(n.cfg.Node-1) * createAfter); ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		if begun, ok := n.dir.get(keyBegun); ok && begun != nil {
			return false
		} else if ok && !time.Now().Before(end) {
			return true
		}
	}
	return false
}

// moveAside puts a world that cannot follow the log out of the way; nothing is deleted.
func (n *Node) moveAside(why error) error {
	to := fmt.Sprintf("%s.aside-%s", n.cfg.Host.Dir, time.Now().UTC().Format("20060102-150405.000"))
	n.cfg.Log.Warn("this machine's world is not that of the cluster: it is moved aside, and a copy is fetched", "why", why, "to", to)
	return os.Rename(n.cfg.Host.Dir, to)
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

// takeLists writes the lists of people and land, as the owner before kept them, into the folder of the world.
func (n *Node) takeLists() error {
	for {
		all, ok := n.dir.list(keyLists)
		if !ok {
			time.Sleep(lookEvery)
			continue
		}
		for name, text := range all {
			if name != filepath.Base(name) || !host.IsList(name) {
				continue
			}
			if err := atomicfile.Replace(filepath.Join(n.cfg.Host.Dir, name), text, 0o600); err != nil {
				return err
			}
		}
		return nil
	}
}

// KeepList keeps a list of people or land for the machine that goes on with the world; it is host.Config.OnList.
func (n *Node) KeepList(name, text string) { n.dir.want(keyLists+name, []byte(text)) }

// Run runs the owned world. serve is called with the host once it runs. It returns when the world is another machine's (engine.ErrFenced is in
// the error then), or the host ends by itself or by stop, which is asked for with the reason.
func (n *Node) Run(cfg host.Config, o *Owned, serve func(*host.Host) error) error {
	cfg.Claimed, cfg.Secret = &o.Claimed, secure.NewSecret(o.Key)
	st := o.Claimed.Store.(*logged.Store)
	cfg.Leash = func(now time.Duration) bool { return now-st.Held() > leash }
	cfg.Others, cfg.OnList, cfg.Numbers = n.Others, n.KeepList, n.Numbers
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
