package host

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/server/chores"
	"voxtide/server/premade"
	"voxtide/server/sections"
	"voxtide/server/seen"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// landWork is what is kept and done about the land beside the game.
type landWork struct {
	made   *premade.Cache
	seen   *seen.Map
	worker *chores.Worker // nil before the world is open
	log    *slog.Logger
	stop   chan struct{}
	done   sync.WaitGroup
}

// Files and folders of landWork, in that of the world.
const (
	seenFile = "seen"
	madeDir  = "made"
)

// seenEvery is the time between two times that it is written who saw what.
const seenEvery = 10 * time.Minute

// attachLand gives a world that is being opened what is kept about its land.
func (h *Host) attachLand(w *openWorld) {
	l := &h.land
	if l.made == nil {
		l.log = h.cfg.Log
		l.made = premade.New(filepath.Join(h.cfg.Dir, madeDir), landOf(h.worlds.info))
		first := w.disk
		var err error
		l.seen, err = seen.Open(filepath.Join(h.cfg.Dir, seenFile), func() seen.Day {
			if now := h.worlds.current.Load(); now != nil && now.disk != nil {
				first = now.disk
			}
			return seen.DayOf(h.landDate(first))
		})
		if err != nil {
			l.log.Warn("when land was last seen is not known", "why", err)
		}
	}
	w.loader.made, w.loader.seen = l.made, l.seen
}

// begin starts the worker and the goroutine that writes who saw what.
func (l *landWork) begin(h *Host) {
	l.stop = make(chan struct{})
	l.write() // when the record began is known from now on, however the process ends
	l.worker = chores.New(&choresLand{h: h}, madeLand{l.made, h}, filepath.Join(h.cfg.Dir, chores.FileName), l.log, h.history.NextNumber,
		func(f func()) { h.mailbox.post(func(*server.Server) { f() }) })
	h.history.Beside(l.worker.Status, l.worker.Cancel)
	h.jobs.chores = l.worker
	l.worker.Begin()
	l.done.Go(func() {
		t := time.NewTicker(seenEvery)
		defer t.Stop()
		for {
			select {
			case <-l.stop:
				return
			case <-t.C:
			}
			if h.Do(func(s *server.Server) { l.seen.Mark(s.ChangedColumns()...) }) == nil {
				l.write()
			}
		}
	})
}

func (l *landWork) write() {
	if err := l.seen.Write(); err != nil {
		l.log.Warn("when land was last seen is not kept", "why", err)
	}
}

// close ends the goroutines. The loop calls it when it ends.
func (l *landWork) close() {
	if l.worker != nil {
		l.worker.Close()
		close(l.stop)
	}
	if l.made != nil {
		l.write()
		l.made.Close()
	}
}

// choresLand is the world as chores see it.
type choresLand struct {
	h *Host
	m *sectionMaker
}

func (l *choresLand) disk() *pebble.Store { return l.h.worlds.current.Load().disk }

func (l *choresLand) Scan(f func(*store.StoredSection) error) error { return l.disk().ScanSections(f) }

func (l *choresLand) Sections(dst []world.SectionPos, c store.Column) ([]world.SectionPos, error) {
	return l.disk().Sections(dst, c)
}

func (l *choresLand) Section(p world.SectionPos) (store.Stored, error) { return l.disk().Section(p) }

func (l *choresLand) Build(st store.Stored, p world.SectionPos) (*world.Section, error) {
	if l.m == nil {
		l.m = &sectionMaker{gen: worldgen.New(landOf(l.h.worlds.info))}
	}
	r := sections.Build(st, l.m.gen.Section, &l.m.pack, p)
	return r.Section, r.Err
}

func (l *choresLand) Bytes() (uint64, error) { return l.disk().Bytes() }

func (l *choresLand) Seen() *seen.Map { return l.h.land.seen }

func (l *choresLand) Date() int64 { return l.h.landDate(l.disk()) }

// landDate returns the date by which land was seen, in ms since 1970.
func (h *Host) landDate(disk *pebble.Store) int64 {
	if h.cfg.testHooks.landDate != nil {
		return h.cfg.testHooks.landDate()
	}
	return disk.Date()
}

// Compact also tells those who read the store by themselves that land is another one.
func (l *choresLand) Compact(ctx context.Context) error {
	if err := l.onLoop(func(*server.Server) error { l.h.reopened(); return nil }); err != nil {
		return err
	}
	return l.disk().Compact(ctx)
}

var errCluster = errors.New("the other machines of a cluster have this world, too: take it out with server leave first")

func (l *choresLand) Lived() (lived chores.Lived, err error) {
	if l.h.cfg.Claimed != nil {
		return lived, errCluster
	}
	err = l.onLoop(func(s *server.Server) error { lived = s.Lived(); return nil })
	return lived, err
}

func (l *choresLand) Hold(list []store.Column) (held []store.Column, err error) {
	err = l.onLoop(func(s *server.Server) error { held = s.HoldColumns(list); return nil })
	return held, err
}

func (l *choresLand) Drop(list []chores.Gone) (n int, err error) {
	err = l.onLoop(func(s *server.Server) error {
		if why := s.ReadOnly(); why != actions.Done {
			return errors.New(why.String())
		}
		n = s.DropColumns(list)
		for _, g := range list {
			l.h.land.seen.Forget(g.Column)
			if l.h.far != nil {
				l.h.far.Changed(world.Pos{X: g.Column.X << 4, Z: g.Column.Z << 4})
			}
		}
		return nil
	})
	return n, err
}

func (l *choresLand) Durable() (durable bool, err error) {
	err = l.onLoop(func(s *server.Server) error {
		if why := s.ReadOnly(); why != actions.Done {
			return errors.New(why.String())
		}
		durable = !s.Dropping()
		return nil
	})
	return durable, err
}

// onLoop has the loop call a function before its next step, and waits until it has.
func (l *choresLand) onLoop(f func(*server.Server) error) error {
	over := make(chan error, 1)
	l.h.mailbox.post(func(s *server.Server) { over <- f(s) })
	select {
	case err := <-over:
		return err
	case <-l.h.land.worker.Closing():
		return chores.ErrClosing
	}
}

// madeLand is the land that is made ahead, on the disk of a host.
type madeLand struct {
	*premade.Cache
	h *Host
}

func (m madeLand) Has(q chores.Square) bool { return m.Cache.Has(premade.Square(q)) }

func (m madeLand) Make(q chores.Square, each func(done int) error) (int, error) {
	return m.Cache.Make(premade.Square(q), each)
}

// Room leaves a tenth of the disk free, so that the game never comes to a full one by it.
func (m madeLand) Room() error {
	free, all, err := pebble.FreeSpace(m.h.cfg.Dir)
	if err != nil {
		return nil // it is not known
	}
	if free < all/10 {
		return fmt.Errorf("less than a tenth of the disk is free (%d MB): %s", free>>20, protocol.ReasonUnsaved)
	}
	return nil
}
