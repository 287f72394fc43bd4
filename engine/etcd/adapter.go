package etcd

import (
	"context"
	"errors"
	"sync"
	"time"

	"voxtide/engine"
)

// backlog is the bytes of entries that wait for Poll, from which on a log is no longer followed until some were taken.
const backlog = 16 << 20

var errLeader = errors.New("another node leads since: what was asked of the one before may be lost")

// adapter is an engine.Engine over the member in this process. Each request has a goroutine of its own.
type adapter struct {
	node *Node
	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup
	last engine.Request // the caller's goroutine alone

	ready   chan struct{}
	mu      sync.Mutex
	answers []engine.Answer
	bytes   int           // of entries in answers
	taken   chan struct{} // closed by the next Poll
}

// Engine returns a new Engine to the cluster. Close it before the Node.
func (n *Node) Engine() engine.Engine {
	ctx, stop := context.WithCancel(context.Background())
	return &adapter{node: n, ctx: ctx, stop: stop, ready: make(chan struct{}, 1), taken: make(chan struct{})}
}

func (a *adapter) Ready() <-chan struct{} { return a.ready }

func (a *adapter) Poll(_ time.Duration, answers []engine.Answer) []engine.Answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.answers) == 0 {
		return answers
	}
	answers = append(answers, a.answers...)
	clear(a.answers)
	a.answers, a.bytes = a.answers[:0], 0
	close(a.taken)
	a.taken = make(chan struct{})
	return answers
}

func (a *adapter) Close() error {
	a.stop()
	a.work.Wait()
	return nil
}

// put queues an answer.
func (a *adapter) put(r engine.Request, ans engine.Answer) {
	if a.ctx.Err() != nil {
		return // closed
	}
	ans.Request = r
	a.mu.Lock()
	a.answers = append(a.answers, ans)
	for _, e := range ans.Entries {
		a.bytes += len(e.Data)
	}
	a.mu.Unlock()
	select {
	case a.ready <- struct{}{}:
	default:
	}
}

// full returns a channel that is closed by the next Poll, if much is queued; nil if not.
func (a *adapter) full() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.bytes < backlog {
		return nil
	}
	return a.taken
}

// read does something that changes nothing: it tries again while it has time, as there may be an election.
func (a *adapter) read(do func(ctx context.Context) (engine.Answer, error)) engine.Request {
	return a.request(func(ctx context.Context) (engine.Answer, error) {
		for {
			ans, err := do(ctx)
			if err == nil || ctx.Err() != nil {
				return ans, err
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-ctx.Done():
				return ans, err
			}
		}
	})
}

// write does something once. When another node leads, what was sent to the one before is not waited for any longer.
func (a *adapter) write(do func(ctx context.Context) (engine.Answer, error)) engine.Request {
	return a.request(func(ctx context.Context) (engine.Answer, error) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		changed := a.node.server.LeaderChangedNotify()
		go func() {
			select {
			case <-changed:
				cancel(errLeader)
			case <-ctx.Done():
			}
		}()
		ans, err := do(ctx)
		if cause := context.Cause(ctx); err != nil && errors.Is(cause, errLeader) {
			err = cause
		}
		return ans, err
	})
}

// request runs what is to be done under the time that a request has. An error is an Unknown.
func (a *adapter) request(do func(ctx context.Context) (engine.Answer, error)) engine.Request {
	a.last++
	r := a.last
	a.work.Go(func() {
		ctx, cancel := context.WithTimeout(a.ctx, requestTimeout)
		defer cancel()
		ans, err := do(ctx)
		if err != nil {
			ans = engine.Answer{Outcome: engine.Unknown, Reason: err.Error()}
		}
		a.put(r, ans)
	})
	return r
}

// refuse answers a request that is wrong in itself.
func (a *adapter) refuse(reason string) engine.Request {
	a.last++
	a.put(a.last, engine.Answer{Outcome: engine.Refused, Reason: reason})
	return a.last
}
