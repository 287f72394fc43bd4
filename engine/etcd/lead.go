package etcd

import (
	"context"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
)

// Where the lead lies. A machine that writes a log is the one whose loss everybody feels: another has to claim the log then, and can do so at once
// if the cluster has not lost its leader with that machine. So a node does not lead while entries come from its own machine, if another is there.
const (
	leadPeriod  = time.Second
	writerAfter = 3 * time.Second // without an entry from this machine, a node does not count as the writer's any more
)

// writing is when an entry last came from this machine.
type writing struct{ at atomic.Int64 }

func (w *writing) note() { w.at.Store(time.Now().UnixNano()) }

// lately reports whether an entry came from this machine within the last writerAfter.
func (w *writing) lately() bool {
	at := w.at.Load()
	return at != 0 && time.Since(time.Unix(0, at)) < writerAfter
}

// yieldLead gives the lead to the node that has been connected longest, if this node leads and the entries come from its machine. With nobody
// connected it keeps the lead. Appends that are under way at that moment end as Unknown, and are asked again.
func (n *Node) yieldLead(ctx context.Context) {
	if !n.Leads() || !n.writing.lately() || len(n.cfg.Members) < 2 {
		return
	}
	if err := n.server.TryTransferLeadershipOnShutdown(); err != nil && ctx.Err() == nil {
		n.log.Debug("the lead stays here", zap.Error(err))
	}
}
