package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"voxtide/engine"
	"voxtide/store/logged"
)

// directory is what the machines of a world tell each other besides the log: where they are, the lists of people and land, and the key by
// which players know the server.
//
// Owner: its goroutine has the engine; all methods may be called from any goroutine.
type directory struct {
	cfg    *Config
	shared *engine.Shared
	calls  chan func(*engine.Shared)
	stop   chan struct{}
	over   sync.WaitGroup

	mu     sync.Mutex
	at     map[string]neighbour // each machine, by name
	wanted map[string][]byte    // to be written, by key
}

// neighbour is what is known of a machine of the world.
type neighbour struct {
	said    string    // its address, and a number that changes while it runs
	changed time.Time // when that was last seen to change
	place   uint64    // the entry of the log up to which its disk is, as it said
}

// address returns where players and copies are served.
func (k *neighbour) address() string {
	at, _, _ := strings.Cut(k.said, " ")
	return at
}

// lives reports whether the machine was heard of not long ago.
func (k *neighbour) lives() bool { return time.Since(k.changed) < livesFor }

// livesFor is how long after it was heard of a machine counts as there.
const livesFor = 10 * time.Second

// The keys, behind the name of the world.
const (
	keyAt    = "/at/"    // and the name of a machine: where players and copies are served
	keyLists = "/lists/" // and the name of a file
	keyKey   = "/key"    // the server's, sealed
	keyBegun = "/begun"  // there once the world has a log
)

const (
	directoryEvery = 2 * time.Second      // between two looks
	lookEvery      = 5 * time.Millisecond // how often who waits for the engine looks at its answers in any case
	writeEvery     = 250 * time.Millisecond
)

func openDirectory(cfg *Config, e engine.Engine) *directory {
	d := &directory{cfg: cfg, shared: engine.Share(e), calls: make(chan func(*engine.Shared)), stop: make(chan struct{}), at: map[string]neighbour{}, wanted: map[string][]byte{}}
	d.over.Go(func() {
		d.run()
		e.Close()
	})
	return d
}

func (d *directory) close() {
	close(d.stop)
	d.over.Wait()
}

// want has a value written, again and again until it is.
func (d *directory) want(key string, value []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.wanted[key] = value
}

// keepList keeps a list of people or land for the machine that goes on with the world; it is host.Config.OnList.
func (d *directory) keepList(name, text string) { d.want(keyLists+name, []byte(text)) }

// others returns the addresses of the other machines, those first that were heard of.
func (d *directory) others() (all []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var silent []string
	for _, name := range slices.Sorted(maps.Keys(d.at)) {
		k := d.at[name]
		switch at := k.address(); {
		case name == d.cfg.Name(), at == "", at == d.cfg.Public:
		case k.lives():
			all = append(all, at)
		default:
			silent = append(silent, at)
		}
	}
	return append(all, silent...)
}

// standbys returns how many other machines were heard of, and the entry up to which the best of their disks is.
func (d *directory) standbys() (n int, place uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for name, k := range d.at {
		if name != d.cfg.Name() && k.lives() {
			n, place = n+1, max(place, k.place)
		}
	}
	return n, place
}

// get returns a value, nil for none; ok is false where the engine does not answer.
func (d *directory) get(key string) (value []byte, ok bool) {
	_, ok = d.ask(func(s *engine.Shared, then func(time.Duration, *engine.Answer)) { s.Get(d.cfg.world()+key, then) }, func(a *engine.Answer) { value = a.Value })
	return value, ok
}

// list returns all values whose keys begin with a prefix, by the rest of their keys.
func (d *directory) list(prefix string) (all map[string][]byte, ok bool) {
	all = map[string][]byte{}
	_, ok = d.ask(func(s *engine.Shared, then func(time.Duration, *engine.Answer)) { s.List(d.cfg.world()+prefix, then) }, func(a *engine.Answer) {
		for k, v := range a.Values {
			all[strings.TrimPrefix(k, d.cfg.world()+prefix)] = v
		}
	})
	return all, ok
}

// put writes a value; ok is false where it is not known to be written.
func (d *directory) put(key string, value []byte) (ok bool) {
	_, ok = d.ask(func(s *engine.Shared, then func(time.Duration, *engine.Answer)) {
		s.Put(d.cfg.world()+key, value, then)
	}, func(*engine.Answer) {})
	return ok
}

// ask asks the engine and waits for the answer.
func (d *directory) ask(question func(*engine.Shared, func(time.Duration, *engine.Answer)), take func(*engine.Answer)) (outcome engine.Outcome, ok bool) {
	answered := make(chan engine.Outcome, 1)
	f := func(s *engine.Shared) {
		question(s, func(_ time.Duration, a *engine.Answer) {
			if a.Outcome == engine.OK {
				take(a)
			}
			answered <- a.Outcome
		})
	}
	select {
	case d.calls <- f:
	case <-d.stop:
		return engine.Unknown, false
	}
	select {
	case outcome = <-answered:
		return outcome, outcome == engine.OK
	case <-d.stop:
		return engine.Unknown, false
	}
}

func (d *directory) run() {
	began := time.Now()
	tick := time.NewTicker(writeEvery)
	defer tick.Stop()
	var looked time.Time
	for {
		select {
		case f := <-d.calls:
			f(d.shared)
		case <-d.shared.Ready():
		case <-tick.C:
			d.write()
			if time.Since(looked) > directoryEvery {
				looked = time.Now()
				d.want(keyAt+d.cfg.Name(), fmt.Appendf(nil, "%s %d", d.cfg.Public, looked.Unix()))
				d.look()
			}
		case <-d.stop:
			return
		}
		d.shared.Poll(time.Since(began))
	}
}

// write writes what is wanted.
func (d *directory) write() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for key, value := range d.wanted {
		d.shared.Put(d.cfg.world()+key, value, func(_ time.Duration, a *engine.Answer) {
			d.mu.Lock()
			defer d.mu.Unlock()
			if a.Outcome == engine.OK && string(d.wanted[key]) == string(value) {
				delete(d.wanted, key)
			}
		})
	}
}

// look reads where the others are.
func (d *directory) look() {
	d.each(keyAt, func(name string, value []byte) {
		k := d.at[name]
		if k.said != string(value) {
			k.said, k.changed = string(value), time.Now()
		}
		d.at[name] = k
	})
	d.each(logged.Places, func(name string, value []byte) {
		if p, err := logged.ReadPlace(value); err == nil {
			k := d.at[name]
			k.place = p.N
			d.at[name] = k
		}
	})
}

// each asks for all values whose keys begin with a prefix, and calls f with each, by the rest of its key; mu is held then.
func (d *directory) each(prefix string, f func(name string, value []byte)) {
	prefix = d.cfg.world() + prefix
	d.shared.List(prefix, func(_ time.Duration, a *engine.Answer) {
		d.mu.Lock()
		defer d.mu.Unlock()
		for k, v := range a.Values {
			f(strings.TrimPrefix(k, prefix), v)
		}
	})
}
