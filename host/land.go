package host

import (
	"sync"

	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/world"
	"voxtide/worldgen"
)

// land makes sections in workers: it reads what is kept, or generates. What is wanted first is made first; all sections
// of a column are made by the same worker, which remembers the column's heights.
//
// Owner: the server's loop calls Want, Ready and Get; each worker has a generator and a packer of its own. The queues are
// bounded by the server, which asks for a bounded number of sections at once.
type land struct {
	store   store.Store
	here    maker // of the owner, for Get
	workers []*worker
	done    sync.WaitGroup

	spots *worldgen.Generator
	look  sync.Once  // for the spots where players begin
	mu    sync.Mutex // over what is ready
	ready []server.Loaded
	taken []server.Loaded // by the owner, from next on
	next  int
}

// maker is what it takes to make a section; one goroutine uses it.
type maker struct {
	gen  *worldgen.Generator
	pack protocol.Packer
}

// worker makes sections of the columns that are its own.
type worker struct {
	maker
	mu    sync.Mutex
	some  sync.Cond // a section is wanted, or it is over
	wants []world.SectionPos
	over  bool
}

func newLand(st store.Store, seed uint64, workers int) *land {
	l := &land{store: st, here: maker{gen: worldgen.New(seed)}, spots: worldgen.New(seed)}
	l.done.Go(func() { l.spawn(0) }) // where land is far, that takes some steps' time
	for range workers {
		w := &worker{maker: maker{gen: worldgen.New(seed)}}
		w.some.L = &w.mu
		l.workers = append(l.workers, w)
		l.done.Add(1)
		go l.work(w)
	}
	return l
}

// spawn returns where the i-th player begins. It waits for nothing, but right after the start.
func (l *land) spawn(i int) world.Vec {
	l.look.Do(func() { l.spots.Spawn(0) })
	return l.spots.Spawn(i)
}

// make makes a section. What is handed out is packed, so that the owner never has to.
func (l *land) make(m *maker, p world.SectionPos) server.Loaded {
	r := server.Fetch(l.store, m.gen.Section, &m.pack, p)
	o := p.Origin()
	for i := range r.Biomes {
		r.Biomes[i] = uint8(m.gen.Biome(o.X+int32(i%4)*4+2, o.Z+int32(i/4)*4+2))
	}
	if r.Err == nil && r.Packed == nil {
		r.Packed = m.pack.Pack(nil, r.Section)
	}
	return r
}

func (l *land) work(w *worker) {
	defer l.done.Done()
	for {
		w.mu.Lock()
		for len(w.wants) == 0 && !w.over {
			w.some.Wait()
		}
		if w.over {
			w.mu.Unlock()
			return
		}
		p := w.wants[0]
		if w.wants = w.wants[1:]; len(w.wants) == 0 {
			w.wants = nil // the queue begins anew; what was taken from its front is let go of
		}
		w.mu.Unlock()
		r := l.make(&w.maker, p)
		l.mu.Lock()
		l.ready = append(l.ready, r)
		l.mu.Unlock()
	}
}

// Want implements server.Land.
func (l *land) Want(p world.SectionPos) {
	w := l.workers[(uint32(p.X)*0x9e3779b1^uint32(p.Z)*0x85ebca77)>>16%uint32(len(l.workers))]
	w.mu.Lock()
	w.wants = append(w.wants, p)
	w.mu.Unlock()
	w.some.Signal()
}

// Ready implements server.Land.
func (l *land) Ready() (server.Loaded, bool) {
	if l.next == len(l.taken) {
		clear(l.taken)
		l.mu.Lock()
		l.taken, l.ready = l.ready, l.taken[:0]
		l.mu.Unlock()
		if l.next = 0; len(l.taken) == 0 {
			return server.Loaded{}, false
		}
	}
	l.next++
	return l.taken[l.next-1], true
}

// Get implements server.Land.
func (l *land) Get(p world.SectionPos) server.Loaded { return l.make(&l.here, p) }

// Instant implements server.Land.
func (l *land) Instant() bool { return false }

// close ends the workers; what is wanted is not made any more.
func (l *land) close() {
	for _, w := range l.workers {
		w.mu.Lock()
		w.over = true
		w.mu.Unlock()
		w.some.Signal()
	}
	l.done.Wait()
}
