package etcd

import (
	"context"
	"time"

	"go.etcd.io/etcd/api/v3/mvccpb"
	clientv3 "go.etcd.io/etcd/client/v3"

	"voxtide/engine"
)

const (
	followRetry = 100 * time.Millisecond
	maxAhead    = 4096 // entries behind a hole
)

func (a *adapter) Follow(log string, from uint64) engine.Request {
	p, ok := pathsOf(log)
	if !ok {
		return a.refuse(badLog)
	}
	a.last++
	f := &follower{adapter: a, request: a.last, paths: p, next: min(max(from, 1), highestN), ahead: map[uint64][]byte{}}
	a.work.Go(f.run)
	return f.request
}

// follower gives the entries of one log: it reads what is there at one revision and watches what comes after that. Entries may be
// written in another order than their numbers have, as several are on their way: those behind a hole wait.
type follower struct {
	adapter *adapter
	request engine.Request
	paths   paths
	next    uint64 // the number that is given next
	ahead   map[uint64][]byte
}

// run ends when the adapter is closed, or when a number was trimmed before it was given.
func (f *follower) run() {
	for f.adapter.ctx.Err() == nil {
		revision, ended, err := f.read()
		if ended {
			return
		}
		if err == nil {
			ended = f.watch(revision + 1)
		} else {
			f.wait(nil, followRetry)
		}
		if ended {
			return
		}
		if taken := f.adapter.full(); taken != nil {
			f.wait(taken, time.Hour)
		}
	}
}

func (f *follower) wait(taken <-chan struct{}, most time.Duration) {
	t := time.NewTimer(most)
	defer t.Stop()
	select {
	case <-taken:
	case <-t.C:
	case <-f.adapter.ctx.Done():
	}
}

// read gives what the log has and returns the revision up to which that is all.
func (f *follower) read() (revision int64, ended bool, err error) {
	for {
		ctx, cancel := context.WithTimeout(f.adapter.ctx, requestTimeout)
		g, err := f.adapter.node.readPage(ctx, f.paths, f.next, engine.ReadMax)
		cancel()
		if err != nil {
			return 0, false, err
		}
		if f.next < g.first {
			f.adapter.put(f.request, engine.Answer{Outcome: engine.Refused, First: g.first, Reason: "the number is trimmed"})
			return 0, true, nil
		}
		before := f.next
		for _, e := range g.entries {
			f.offer(e.N, e.Data)
		}
		f.give()
		if !g.more {
			return g.revision, false, nil
		}
		if f.next == before { // a hole with more behind it than is read at once
			return 0, f.end("there is a hole in the log with too much behind it"), nil
		}
		if taken := f.adapter.full(); taken != nil {
			f.wait(taken, time.Hour)
		}
	}
}

// watch gives what is written from a revision on, until the watch breaks, or too much waits for Poll: then it is read again.
func (f *follower) watch(revision int64) (ended bool) {
	ctx, cancel := context.WithCancel(f.adapter.ctx)
	defer cancel()
	for res := range f.adapter.node.client.Watch(ctx, f.paths.entries, clientv3.WithPrefix(), clientv3.WithRev(revision)) {
		if res.Err() != nil {
			return false
		}
		trimmed := false
		for _, e := range res.Events {
			if n := f.paths.n(e.Kv.Key); e.Type == mvccpb.PUT {
				f.offer(n, e.Kv.Value)
			} else {
				trimmed = trimmed || n >= f.next
			}
		}
		f.give()
		if len(f.ahead) > maxAhead {
			return f.end("there is a hole in the log with too much behind it")
		}
		if trimmed || f.adapter.full() != nil {
			return false
		}
	}
	return false
}

func (f *follower) end(reason string) bool {
	f.adapter.put(f.request, engine.Answer{Outcome: engine.Unknown, Reason: reason})
	return true
}

func (f *follower) offer(n uint64, data []byte) {
	if n >= f.next {
		f.ahead[n] = data
	}
}

// give answers with all that has come without a hole.
func (f *follower) give() {
	var entries []engine.Stored
	bytes := 0
	flush := func() {
		if len(entries) > 0 {
			f.adapter.put(f.request, engine.Answer{Outcome: engine.OK, Entries: entries})
			entries, bytes = nil, 0
		}
	}
	for {
		data, ok := f.ahead[f.next]
		if !ok {
			break
		}
		if bytes += len(data); bytes > engine.ReadMax {
			flush()
			bytes = len(data)
		}
		entries = append(entries, engine.Stored{N: f.next, Data: data})
		delete(f.ahead, f.next)
		f.next++
	}
	flush()
}
