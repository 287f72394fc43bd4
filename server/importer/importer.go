// Package importer writes whole sections of other origin into a world that no program has open.
//
// Data flow: a program opens an Importer over a world's folder, which it may make, puts sections, and closes it. Owner: one goroutine. Invariants: what is in
// the world is in order after each batch, its hash and its history included; where nobody has changed anything a section is written whole, elsewhere
// its cells are changes of the server's; what boxes hold there stays.
package importer

import (
	"errors"
	"log/slog"
	"time"

	"voxtide/protocol"
	"voxtide/server/host"
	"voxtide/server/sections"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// Importer puts whole sections into a world that no program has open, and makes the world if there is none. One goroutine uses it. Use Open, and
// Close at the end, also after an error.
type Importer struct {
	Sections int // put so far
	Changed  int // of them, those that somebody had changed before: their cells are changes of the server's in the history

	store *pebble.Store
	land  worldgen.Generator
	pack  protocol.Packer
	state store.State
	batch store.Batch
}

// importBatch is the number of sections that are written at once.
const importBatch = 64

// Open opens a world, or makes one with a seed and the land of a generator, 0 for the newest: an existing world keeps its own. Errors: those of
// pebble.Open; pebble.ErrFollowsLog for a world of a cluster.
func Open(dir string, seed uint64, seedSet bool, generator int, log *slog.Logger) (*Importer, error) {
	cfg := host.Config{Dir: dir, Log: log}
	cfg.Seed, cfg.SeedSet, cfg.Generator = seed, seedSet, generator
	if cfg.Generator == 0 {
		cfg.Generator = worldgen.NewWorlds
	}
	st, err := pebble.Open(dir, cfg.DiskOptions())
	if err != nil {
		return nil, err
	}
	info := st.Info()
	i := &Importer{store: st, land: worldgen.New(worldgen.Land{Seed: info.Seed, Generator: info.Generator, Kept: info.Kept})}
	state, err := st.Load()
	if err == nil && state != nil && state.Log != (store.LogPosition{}) {
		err = pebble.ErrFollowsLog
	}
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	if i.state = (store.State{Clean: true}); state != nil {
		i.state = *state
	}
	return i, nil
}

// Put puts a section where it belongs, in the place of what is there.
func (i *Importer) Put(p world.SectionPos, s *world.Section) error {
	before, err := i.store.Section(p)
	if err != nil {
		return err
	}
	i.state.Edits++
	i.Sections++
	if before.Packed == nil && len(before.Changes) == 0 {
		i.batch.Snapshots = append(i.batch.Snapshots, store.Snapshot{Section: p, Edits: i.state.Edits, Packed: i.pack.Pack(nil, s)})
		i.state.Hash ^= world.SectionHash(p, s.Hash())
	} else if err := i.change(p, before, s); err != nil {
		return err
	}
	if len(i.batch.Snapshots) >= importBatch || len(i.batch.Changes) >= importBatch*256 {
		return i.commit()
	}
	return nil
}

// change puts a section where somebody has built before, by changes of its cells: so the history goes on. What boxes hold there stays.
func (i *Importer) change(p world.SectionPos, before store.Stored, s *world.Section) error {
	l := sections.Build(before, i.land.Section, &i.pack, p)
	if l.Err != nil {
		return l.Err
	}
	i.Changed++
	i.state.Hash ^= world.SectionHash(p, l.Section.Hash())
	for cell := range world.SectionCells {
		was, is := l.Section.Get(cell), s.Get(cell)
		if was == is || l.Section.BlockEntity(cell) != nil {
			continue
		}
		l.Section.Set(cell, is)
		i.batch.Changes = append(i.batch.Changes, store.BlockChange{Pos: p.PosAt(cell), Block: is, Seq: i.state.Edits, Author: timestream.Server, Before: was})
	}
	i.state.Hash ^= world.SectionHash(p, l.Section.Hash())
	return nil
}

// commit writes what was put, and waits until it is durable.
func (i *Importer) commit() error {
	b, s := &i.batch, &i.state
	b.Time, b.Now, b.Ceiling, b.Clean = time.Now().UnixMilli(), s.Now, s.Ceiling, s.Clean
	b.Edits, b.LastStream, b.EntityCounter, b.Hash = s.Edits, s.LastStream, s.EntityCounter, s.Hash
	seq := i.store.Commit(0, b)
	for i.store.Committed(0) < seq {
		if err := i.store.Err(); err != nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	b.Reset()
	return nil
}

// Hash returns the hash of all changed sections.
func (i *Importer) Hash() uint64 { return i.state.Hash }

// Read returns a section as it is now, without what was put since the last 64 sections.
func (i *Importer) Read(p world.SectionPos) (*world.Section, error) {
	stored, err := i.store.Section(p)
	if err != nil {
		return nil, err
	}
	l := sections.Build(stored, i.land.Section, &i.pack, p)
	return l.Section, l.Err
}

// Close writes the rest and closes the world.
func (i *Importer) Close() error {
	var err error
	if len(i.batch.Snapshots)+len(i.batch.Changes) > 0 {
		err = i.commit()
	}
	return errors.Join(err, i.store.Close())
}
