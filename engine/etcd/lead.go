package etcd

import (
	"context"
	"strings"
	"sync/atomic"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/types"
	"go.etcd.io/etcd/server/v3/etcdserver/api/membership"
	"go.uber.org/zap"
)

// Where the lead lies. A machine that writes a log is the one whose loss everybody feels: another has to claim the log then, and can do so at once
// if the cluster has not lost its leader with that machine. So a node does not lead while entries come from its own machine, if there is another from whose machine none come.
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

// yieldLead gives the lead to a successor, if this node leads and entries come from its own machine. Appends that are under way at that moment end
// as Unknown, and are asked again.
func (n *Node) yieldLead(ctx context.Context) {
	if !n.Leads() || !n.writing.lately() || len(n.cfg.Members) < 2 {
		return
	}
	infos, _ := n.peers.ask(ctx, n.cfg.Members)
	to, ok := successor(n.server.MemberID(), n.server.Cluster().Members(), infos)
	if !ok || !n.Leads() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, n.server.Cfg.ReqTimeout())
	defer cancel()
	if err := n.server.MoveLeader(ctx, uint64(n.server.MemberID()), uint64(to)); err != nil && ctx.Err() == nil {
		n.log.Debug("the lead stays here", zap.Error(err))
	}
}

// successor is the node that leads instead of one from whose machine entries come, by what all that answered say of themselves; ok is false if the
// lead stays. None whose own machine writes: two of them would pass the lead on every leadPeriod. Of several the one that has applied most: one that
// lags behind would be waited for, and nothing is taken meanwhile.
func successor(self types.ID, members []*membership.Member, infos map[string]nodeInfo) (to types.ID, ok bool) {
	var most uint64
	for _, m := range members {
		name, _, _ := strings.Cut(m.Name, ".")
		if i := infos[name]; name != "" && m.ID != self && !m.IsLearner && !i.Writing && i.Applied > most {
			to, most = m.ID, i.Applied
		}
	}
	return to, most > 0
}
