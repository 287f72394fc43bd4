package etcd

import (
	"context"
	"errors"
	"strings"
	"time"

	"go.etcd.io/etcd/api/v3/v3rpc/rpctypes"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.uber.org/zap"
)

// Upkeep. What was trimmed is history until it is compacted, then free room in the database file, and given back to the disk when
// the file is written again, which stops this member for a moment.
const (
	compactEach  = 10 * time.Second
	defragAfter  = 10 * time.Minute // the least time between two defragmentations of a cluster, too: the lock stays so long
	defragFree   = 128 << 20        // bytes of free room from which on it is worth it
	defragKey    = "m/defrag"
	upkeepPeriod = 5 * time.Second // of time for each
)

// maintain compacts, if this node leads, and defragments this member when much of its file is free, one node at a time.
func (n *Node) maintain(ctx context.Context) {
	tick := time.NewTicker(compactEach)
	defer tick.Stop()
	lead := time.NewTicker(leadPeriod)
	defer lead.Stop()
	n.sayLeader()
	var before int64
	for {
		select {
		case <-n.server.LeaderChangedNotify():
			n.sayLeader()
			continue
		case <-lead.C:
			n.yieldLead(ctx)
			continue
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		if n.Leads() {
			revision := n.server.KV().Rev()
			if before > 0 && revision > before {
				n.compact(ctx, before) // followers have had this long to see what is older
			}
			before = revision
			n.disarm(ctx)
		} else {
			before = 0
		}
		if b := n.server.Backend(); b.Size()-b.SizeInUse() > max(defragFree, b.Size()/2) {
			n.defragment(ctx)
		}
	}
}

// sayLeader says which node leads.
func (n *Node) sayLeader() {
	if m := n.server.Cluster().Member(n.server.Leader()); m != nil && m.Name != "" {
		name, _, _ := strings.Cut(m.Name, ".")
		n.cfg.say("node %s leads", name)
	}
}

func (n *Node) compact(ctx context.Context, revision int64) {
	ctx, cancel := context.WithTimeout(ctx, upkeepPeriod)
	defer cancel()
	if _, err := n.client.Compact(ctx, revision); err != nil && !errors.Is(err, rpctypes.ErrCompacted) {
		n.log.Warn("not compacted", zap.Error(err))
	}
}

// disarm takes back the alarm that the database is full, when it is not.
func (n *Node) disarm(ctx context.Context) {
	if len(n.server.Alarms()) == 0 || n.server.Backend().Size() > quota/4*3 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, upkeepPeriod)
	defer cancel()
	if _, err := n.client.AlarmDisarm(ctx, &clientv3.AlarmMember{}); err != nil {
		n.log.Warn("the alarm stays", zap.Error(err))
	}
}

// defragment writes this member's file again, if no node has done so lately. A leader gives the lead away instead; its turn comes later.
func (n *Node) defragment(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, upkeepPeriod)
	defer cancel()
	if n.Leads() && len(n.cfg.Members) > 1 {
		for _, m := range n.server.Cluster().Members() {
			if m.ID != n.server.MemberID() && !m.IsLearner && n.server.MoveLeader(ctx, uint64(n.server.MemberID()), uint64(m.ID)) == nil {
				return
			}
		}
		return
	}
	lease, err := n.client.Grant(ctx, int64(defragAfter/time.Second))
	if err != nil {
		return
	}
	res, err := n.client.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(defragKey), "=", 0)).
		Then(clientv3.OpPut(defragKey, n.cfg.Name, clientv3.WithLease(lease.ID))).Commit()
	if err != nil || !res.Succeeded {
		n.client.Revoke(ctx, lease.ID)
		return
	}
	began := time.Now()
	err = n.server.Backend().Defrag()
	n.log.Info("defragmented", zap.Duration("took", time.Since(began)), zap.Error(err))
}
