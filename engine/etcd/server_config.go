package etcd

import (
	"crypto/tls"
	"errors"
	"io"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
	"go.etcd.io/etcd/server/v3/config"
	"go.etcd.io/etcd/server/v3/features"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

type tlsConn = tls.Conn

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

		AutoCompactionMode: "periodic",                              // with a time of 0: this package compacts by itself
		AuthToken:          "simple", BcryptCost: 10, TokenTTL: 300, // not used, but looked at
		WarningApplyDuration: 100 * time.Millisecond, WarningUnaryRequestDuration: 300 * time.Millisecond,
		CompactHashCheckTime: time.Minute, DowngradeCheckTime: time.Minute, MaxLearners: 1, Metrics: "basic",

		Logger: n.log, ServerFeatureGate: features.NewDefaultServerFeatureGate(n.cfg.Name, n.log),
	}
	return cfg, nil
}

// newLog makes the log of the database. What etcd ends the process for, a full disk above all, is said to people too.
func newLog(cfg Config) *zap.Logger {
	out := cfg.Log
	if out == nil {
		out = io.Discard
	}
	level := zapcore.WarnLevel
	if cfg.Verbose {
		level = zapcore.InfoLevel
	}
	enc := zap.NewProductionEncoderConfig()
	enc.EncodeTime = zapcore.ISO8601TimeEncoder
	return zap.New(lastWords{zapcore.NewCore(zapcore.NewJSONEncoder(enc), zapcore.Lock(zapcore.AddSync(out)), level), &cfg})
}

// lastWords is a log that says to people why the database ends the process.
type lastWords struct {
	zapcore.Core
	cfg *Config
}

func (l lastWords) With(fields []zapcore.Field) zapcore.Core {
	return lastWords{l.Core.With(fields), l.cfg}
}

func (l lastWords) Check(e zapcore.Entry, c *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if l.Enabled(e.Level) {
		return c.AddCore(e, l)
	}
	return c
}

func (l lastWords) Write(e zapcore.Entry, fields []zapcore.Field) error {
	if e.Level >= zapcore.DPanicLevel {
		text := e.Message
		for _, f := range fields {
			if err, ok := f.Interface.(error); ok && f.Type == zapcore.ErrorType {
				text += ": " + err.Error()
				if errors.Is(err, syscall.ENOSPC) {
					text += "; make room on the disk and start it again"
				}
			}
		}
		l.cfg.say("the database cannot go on: %s", text)
	}
	return l.Core.Write(e, fields)
}
