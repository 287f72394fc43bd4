package etcd

import (
	"time"

	bolt "go.etcd.io/bbolt"
	"go.etcd.io/etcd/server/v3/config"
	"go.etcd.io/etcd/server/v3/features"
)

// serverConfig is how etcd runs here. What is not said is as its own program has it.
func (n *Node) serverConfig(c cluster) (config.ServerConfig, error) {
	cfg := config.ServerConfig{
		Name: fullName(n.cfg.Name, n.folder.Birth), DataDir: n.folder.database(), PeerURLs: urls(n.self.Address),
		ClientURLs:         urls(n.self.Address), // no clients are served; a member without counts as one that never ran
		InitialPeerURLsMap: c.urls, InitialClusterToken: c.token, NewCluster: c.isNew, PeerTLSInfo: n.tls,

		TickMs: uint(heartbeat / time.Millisecond), ElectionTicks: electionTicks, InitialElectionTickAdvance: true, PreVote: true,
		StrictReconfigCheck: true,

		SnapshotCount: snapshotEach, SnapshotCatchUpEntries: catchUp, MaxSnapFiles: 3, MaxWALFiles: 3,
		QuotaBackendBytes: quota, MaxRequestBytes: maxRequest, MaxTxnOps: 128, BackendFreelistType: bolt.FreelistMapType,

		AutoCompactionMode:   "periodic", // with a time of 0: this package compacts by itself
		WarningApplyDuration: 100 * time.Millisecond, WarningUnaryRequestDuration: 300 * time.Millisecond,
		CompactHashCheckTime: time.Minute, DowngradeCheckTime: time.Minute, MaxLearners: 1, Metrics: "basic",

		Logger: n.log, ServerFeatureGate: features.NewDefaultServerFeatureGate(n.cfg.Name, n.log),
	}
	return cfg, nil
}
