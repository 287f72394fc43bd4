package host

import (
	"errors"
	"fmt"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/faults"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/disk"
	"voxtide/world"
	"voxtide/worldgen"
)

// A world that is open: its folder, the land's workers over it, and the server. When the disk fails it is closed and
// opened anew, to be read alone; the host, its sockets and its loop go on.

// carryPatience is how long the disk may take to write down what a frozen world carried on.
const carryPatience = 5 * time.Second

// options returns how the folder is opened.
func (c *Config) options() disk.Options {
	names := make([]string, world.BlockCount)
	for i := range names {
		names[i] = world.Blocks[i].Name
	}
	o := disk.Options{
		Seed: c.Seed, SeedSet: c.SeedSet, Generator: worldgen.Version, NoSync: c.Interval, History: c.History, Blocks: names, Log: c.Log,
	}
	if c.tune != nil {
		c.tune(&o)
	}
	return o
}

// open opens the world to be changed, having committed what a frozen one carried on.
func (h *Host) open(carried *store.Batch) error {
	o := h.cfg.options()
	if !o.SeedSet {
		o.Seed = random() >> 1 // fits a signed number, so that it can be written down anywhere
	}
	t := &timed{}
	o.Kept = func(ticket uint64) {
		t.kept(ticket)
		h.keptSome()
	}
	st, err := disk.Open(h.cfg.Dir, o)
	if err != nil {
		return err
	}
	if carried != nil {
		ticket := st.Commit(0, carried)
		for end := time.Now().Add(carryPatience); st.Committed(0) < ticket && st.Err() == nil && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		if st.Committed(0) < ticket {
			return errors.Join(st.Err(), st.Close(), errors.New("host: the disk does not take what happened meanwhile"))
		}
	}
	h.disk.Store(st)
	if h.srv == nil { // it is the same for ever
		h.info = st.Info()
	}
	h.frozen, h.why = nil, actions.Done
	return h.serve(st, t)
}

// openFrozen opens the world to be read alone, to go on from what a frozen one carried on, or from where a server was
// when it could not go on, as far as the disk has it.
func (h *Host) openFrozen(why actions.Refusal, carried, on *store.Batch) error {
	o := h.cfg.options()
	o.ReadOnly = true
	st, err := disk.Open(h.cfg.Dir, o)
	if err != nil {
		return err
	}
	if on != nil {
		state, err := st.Load()
		if err != nil {
			return errors.Join(err, st.Close())
		}
		carried = rest(state, on)
	}
	h.disk.Store(st)
	if h.srv == nil {
		h.info = st.Info()
	}
	h.frozen, h.why = store.NewFrozen(st, carried), why
	return h.serve(h.frozen, &timed{})
}

// rest is what a server that could not go on leaves beside the state on the disk.
func rest(state *store.State, on *store.Batch) *store.Batch {
	left := *on
	left.Players = nil
	if state == nil {
		return &left
	}
	left.Hash = state.Hash
	for _, row := range state.Players {
		for i := range on.Players {
			if on.Players[i].Stream == row.Stream {
				row.Avatar = on.Players[i].Avatar
				left.Players = append(left.Players, row)
			}
		}
	}
	return &left
}

// serve starts workers and a server over a store, which it closes if that fails. t times what the server commits.
func (h *Host) serve(st store.Store, t *timed) (err error) {
	if h.cfg.wrap != nil {
		st = h.cfg.wrap(st)
	}
	if faults.Active(faults.AckBeforeCommit) {
		h.flicker = newFlicker()
		st = h.flicker
	}
	book, err := h.book()
	if err != nil {
		return errors.Join(err, st.Close())
	}
	t.Store = st
	h.timed.Store(t)
	st = t
	h.land = newLand(st, h.info.Seed, h.cfg.Workers)
	if h.srv, err = server.New(h.serverConfig(st, book)); err != nil {
		h.land.close()
		return errors.Join(fmt.Errorf("host: the world cannot be loaded: %w", err), st.Close())
	}
	h.store = st
	h.chart.anew()
	return nil
}

// book returns who may come in and whose land is whose: as the last server had it, or as the files say.
func (h *Host) book() (*access.Book, error) {
	if h.srv != nil {
		return h.srv.Book(), nil
	}
	return h.books.read()
}

// shut closes what is open, but for the server. Errors are of a disk that failed already.
func (h *Host) shut() error {
	land, st := h.land, h.store
	over := make(chan error, 1)
	go func() { // a worker may hang in a disk that does not answer
		land.close()
		over <- st.Close()
	}()
	select {
	case err := <-over:
		return err
	case <-time.After(shutPatience):
		return errors.New("host: the disk does not answer")
	}
}

// shutPatience is how long shut waits for the land's workers and the store, which may take 2 s itself.
const shutPatience = 5 * time.Second

// History returns what is known of past changes. Any goroutine may ask it; an error that wraps disk.ErrClosed says that
// the world was just opened anew, and that asking again will do.
func (h *Host) History() store.History { return h.disk.Load() }

// Backup copies the world as it is now into a new folder, while it is in use: see disk.Store.Backup; who may come in and
// whose land is whose goes along. Any goroutine may call it.
func (h *Host) Backup(dir string) (disk.Copied, error) {
	c, err := h.disk.Load().Backup(dir)
	if err != nil {
		return c, err
	}
	return c, copyBooks(h.cfg.Dir, dir)
}

// Copied says what a copy of a world holds, in the words of the command hash.
func Copied(dir string, hash, edits uint64) string {
	return fmt.Sprintf("%s holds hash %016x edits %d", dir, hash, edits)
}

// IsWorld reports whether there is a world in a folder, whether it can be opened or not.
func IsWorld(dir string) bool { return disk.IsWorld(dir) }

// Dir returns the world's folder.
func (h *Host) Dir() string { return h.cfg.Dir }
