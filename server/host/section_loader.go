package host

import (
	"sync"
	"time"

	"voxtide/protocol"
	"voxtide/server/premade"
	"voxtide/server/sections"
	"voxtide/server/seen"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// sectionLoader makes sections in workers: it reads them from the store, or generates them, in the order of the requests. All
// sections of 8 by 8 columns are made by the same worker, which remembers the heights of the columns and of those around them.
//
// Owner: the server's loop, which calls Request, Ready and Load; each worker has a generator and a packer of its own. The
// queues are bounded by the server, which requests a bounded number of sections at once.
type sectionLoader struct {
	store      store.Store
	ownerMaker sectionMaker // the owner's, for Load
	workers    []*loaderWorker
	done       sync.WaitGroup
	made       *premade.Cache // land that was made ahead; nil: none. Set before anything is requested
	seen       *seen.Map      // is told which changed columns are loaded; nil: nobody is

	spawn     spawnFinder
	mu        sync.Mutex // over ready
	ready     []sections.Loaded
	taken     []sections.Loaded // by the owner, from nextTaken on
	nextTaken int
}

// sectionMaker makes sections. One goroutine uses it.
type sectionMaker struct {
	gen  worldgen.Generator
	pack protocol.Packer
}

// loaderWorker makes sections of the columns that are its own.
type loaderWorker struct {
	sectionMaker
	mu      sync.Mutex
	cond    sync.Cond // a section is wanted, resting, or closing
	wanted  []world.SectionPos
	resting bool // memory is to be given back
	closing bool
	idle    *time.Timer // rests when nothing was wanted for restAfter
}

// restAfter is how long nothing is wanted of a worker until it forgets the land around what it made, which is megabytes. Who walks crosses from one column of sections to the next in less.
const restAfter = 4 * time.Second

// landOf returns what the land of a world is.
func landOf(i pebble.Info) worldgen.Land {
	return worldgen.Land{Seed: i.Seed, Generator: i.Generator, Kept: i.Kept}
}

func newSectionLoader(st store.Store, land worldgen.Land, workers int) *sectionLoader {
	l := &sectionLoader{store: st, ownerMaker: sectionMaker{gen: worldgen.New(land)}, spawn: spawnFinder{gen: worldgen.New(land)}}
	l.done.Go(func() { l.spawn.point(0) }) // where land is far from the origin, the search takes a while
	for range workers {
		w := &loaderWorker{sectionMaker: sectionMaker{gen: worldgen.New(land)}}
		w.gen.Widen()
		w.cond.L = &w.mu
		w.idle = time.AfterFunc(restAfter, w.rest)
		l.workers = append(l.workers, w)
		l.done.Add(1)
		go l.runWorker(w)
	}
	return l
}

// makeSection makes a section. It is packed already, so that the owner never has to pack it.
func (l *sectionLoader) makeSection(m *sectionMaker, p world.SectionPos) sections.Loaded {
	column := store.Column{X: p.X, Z: p.Z}
	var made *premade.Column
	if l.made != nil {
		made = l.made.Column(column)
	}
	r := sections.Load(l.store, func(p world.SectionPos) *world.Section { return m.land(made, p) }, &m.pack, p)
	if r.Changed && l.seen != nil {
		l.seen.Mark(column)
	}
	if made != nil {
		if r.Biomes = made.Biomes; r.Err == nil && !r.Changed {
			r.Packed = made.Packed(p.Y)
		}
	}
	o := p.Origin()
	for i := range r.Biomes {
		if made != nil {
			break
		}
		r.Biomes[i] = uint8(m.gen.Biome(o.X+int32(i%4)*4+2, o.Z+int32(i/4)*4+2))
	}
	if r.Err == nil && r.Packed == nil {
		r.Packed = m.pack.Pack(nil, r.Section)
	}
	return r
}

// land returns a section as it was made: ahead, or now.
func (m *sectionMaker) land(made *premade.Column, p world.SectionPos) *world.Section {
	if made != nil {
		if packed := made.Packed(p.Y); packed != nil {
			if s, err := m.pack.Unpack(packed); err == nil {
				return s
			}
		}
	}
	return m.gen.Section(p)
}

func (l *sectionLoader) runWorker(w *loaderWorker) {
	defer l.done.Done()
	for {
		w.mu.Lock()
		for len(w.wanted) == 0 && !w.resting && !w.closing {
			w.cond.Wait()
		}
		if w.closing {
			w.mu.Unlock()
			return
		}
		if w.resting {
			w.mu.Unlock() // the owner, which asks for sections, does not wait for it
			w.gen.Rest()
			w.mu.Lock()
			w.resting = false
			w.mu.Unlock()
			continue
		}
		p := w.wanted[0]
		if w.wanted = w.wanted[1:]; len(w.wanted) == 0 {
			w.wanted = nil // frees the memory of the requests before
			w.idle.Reset(restAfter)
		}
		w.mu.Unlock()
		r := l.makeSection(&w.sectionMaker, p)
		l.mu.Lock()
		l.ready = append(l.ready, r)
		l.mu.Unlock()
	}
}

// Request implements sections.Source.
func (l *sectionLoader) Request(p world.SectionPos) {
	w := l.workers[(uint32(p.X>>3)*0x9e3779b1^uint32(p.Z>>3)*0x85ebca77)>>16%uint32(len(l.workers))]
	w.mu.Lock()
	w.wanted = append(w.wanted, p)
	w.mu.Unlock()
	w.cond.Signal()
}

// rest has the workers give back memory that they took while many came in, and gives back that of what they had made.
func (l *sectionLoader) rest() {
	l.mu.Lock()
	l.ready = append([]sections.Loaded(nil), l.ready...)
	l.mu.Unlock()
	l.taken, l.nextTaken = append([]sections.Loaded(nil), l.taken[l.nextTaken:]...), 0
	for _, w := range l.workers {
		w.rest()
	}
}

// rest has the worker give back memory. Any goroutine may call it.
func (w *loaderWorker) rest() {
	w.mu.Lock()
	w.resting = true
	w.mu.Unlock()
	w.cond.Signal()
}

// Ready implements sections.Source.
func (l *sectionLoader) Ready() (sections.Loaded, bool) {
	if l.nextTaken == len(l.taken) {
		clear(l.taken)
		l.mu.Lock()
		l.taken, l.ready = l.ready, l.taken[:0]
		l.mu.Unlock()
		if l.nextTaken = 0; len(l.taken) == 0 {
			return sections.Loaded{}, false
		}
	}
	l.nextTaken++
	return l.taken[l.nextTaken-1], true
}

// Load implements sections.Source.
func (l *sectionLoader) Load(p world.SectionPos) sections.Loaded {
	return l.makeSection(&l.ownerMaker, p)
}

// Immediate implements sections.Source.
func (l *sectionLoader) Immediate() bool { return false }

// close ends the workers; requests that wait are dropped.
func (l *sectionLoader) close() {
	for _, w := range l.workers {
		w.mu.Lock()
		w.closing = true
		w.mu.Unlock()
		w.cond.Signal()
		w.idle.Stop()
	}
	l.done.Wait()
	l.spawn.close()
}
