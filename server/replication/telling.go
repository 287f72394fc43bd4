package replication

import (
	"sync"
	"time"
)

// telling is whether a step is being told, beside the judging of the next one.
type telling struct {
	mu      sync.Mutex
	busy    bool          // the Replicator belongs to the goroutine that tells
	over    sync.Cond     // signalled when it no longer does
	durable uint64        // a batch that has become durable meanwhile
	at      time.Duration // when
	took    time.Duration // of the last step that was told with Timed
}

// Tell tells all clients what is due of a step: with Aside in a goroutine of its own, which Wait waits for. The judge waits before it
// calls any other method, or tells the next step.
func (r *Replicator) Tell(f *Feed) {
	if !r.Aside {
		r.tellStep(f)
		return
	}
	t := &r.telling
	t.mu.Lock()
	t.busy = true
	t.mu.Unlock()
	go r.tellAside(f)
}

func (r *Replicator) tellStep(f *Feed) {
	if f.Timed {
		began := f.Stopwatch()
		defer func() { r.telling.took = f.Stopwatch() - began }()
	}
	r.takeIn(f)
	r.writeUpdates()
	r.deliver()
	r.trimLog()
}

// Took returns once how long it took to tell the last step, if that was told with Timed, after Wait has returned.
func (r *Replicator) Took() (d time.Duration) {
	d, r.telling.took = r.telling.took, 0
	return d
}

func (r *Replicator) tellAside(f *Feed) {
	r.tellStep(f)
	t := &r.telling
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.durable > r.Durable {
		r.Durable, r.Now = t.durable, t.at
		t.mu.Unlock()
		r.sendWaiting()
		t.mu.Lock()
	}
	t.busy = false
	t.over.Broadcast()
}

// Wait returns when nothing is being told.
func (r *Replicator) Wait() {
	t := &r.telling
	t.mu.Lock()
	for t.busy {
		t.over.Wait()
	}
	t.mu.Unlock()
}

// Release sends the updates that waited for a batch, which is durable by now. It does not wait.
func (r *Replicator) Release(durable uint64, now time.Duration) {
	t := &r.telling
	t.mu.Lock()
	if t.busy {
		t.durable, t.at = durable, now
		t.mu.Unlock()
		return
	}
	t.mu.Unlock()
	r.Durable, r.Now = durable, now
	r.sendWaiting()
}

// sendWaiting sends what waits for nothing any more.
func (r *Replicator) sendWaiting() {
	r.cork(true)
	for i := range r.clients {
		if to := &r.clients[i]; to.Link.Conn != nil && to.Client.Waiting() > 0 {
			r.send(to.Client, to.Link.Conn)
			to.Link.Conn.Flush()
		}
	}
	r.cork(false)
}

// cork holds back what is sent to clients, or sends what was held back.
func (r *Replicator) cork(on bool) {
	if r.Cork != nil {
		r.Cork(on)
	}
}
