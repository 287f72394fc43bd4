// Package etcd keeps the logs of package engine in an etcd that runs in this process: a Node is one member of the cluster, and
// Node.Engine gives the interface to it. Nothing of etcd is seen outside of this package.
//
// What flows: a request becomes one transaction of etcd's (log.go, directory.go), made in a goroutine of its own on the member in this
// process without a socket; its answer waits in a queue for Poll (adapter.go). The member's consensus runs to the other nodes over one
// port, with certificates that are signed by the cluster's shared secret (secret.go); beside it nodes ask each other who they are
// (peers.go). From that a node with an empty folder decides whether the cluster is to be made, or whether it is one that has lost its
// disk and takes its place again (join.go, birth.go).
//
// Owner: one goroutine calls an Engine, as its package says; there may be several Engines of a Node, and a Node's methods may be called
// from any goroutine. Invariants: an append is one transaction that compares the log's claim, the trimmed number and the entry itself; a
// node that has lost its disk never votes under its old number; a cluster is made only when all of its members are there and none
// has data; etcd's fsyncs are never left out; without the secret a connection gets nothing, and no other port is opened.
package etcd

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/client/pkg/v3/fileutil"
	"go.etcd.io/etcd/client/pkg/v3/transport"
	"go.etcd.io/etcd/server/v3/etcdserver"
	"go.etcd.io/etcd/server/v3/etcdserver/api/etcdhttp"
	"go.etcd.io/etcd/server/v3/etcdserver/api/rafthttp"
	"go.etcd.io/etcd/server/v3/etcdserver/api/v3client"
	"go.uber.org/zap"
)

// Open starts a node and waits until the cluster works: until a majority of its nodes is there, and all of them when it is made.
func Open(ctx context.Context, cfg Config) (node *Node, err error) {
	n := &Node{cfg: cfg, done: make(chan struct{})}
	if n.self, err = cfg.self(); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, err
	}
	if n.lock, err = fileutil.TryLockFile(filepath.Join(cfg.Dir, "lock"), os.O_WRONLY|os.O_CREATE, 0o600); err != nil {
		if errors.Is(err, fileutil.ErrLocked) {
			err = fmt.Errorf("%w: %s", ErrLocked, cfg.Dir)
		}
		return nil, err
	}
	if n.folder, err = openFolder(cfg.Dir); err != nil {
		n.lock.Close()
		return nil, err
	}
	n.log = newLog(cfg)
	background, stop := context.WithCancel(context.Background())
	n.stop = stop
	defer func() {
		if err != nil {
			n.Close()
			node = nil
		}
	}()
	if err := n.listen(); err != nil {
		return nil, err
	}
	cluster, err := n.decide(ctx)
	if err != nil {
		return nil, err
	}
	if err := n.start(cluster); err != nil {
		return nil, err
	}
	if err := n.waitReady(ctx); err != nil {
		return nil, err
	}
	n.work.Go(func() { n.maintain(background) })
	n.work.Go(func() {
		<-n.server.StopNotify()
		if background.Err() == nil {
			n.err = ErrRemoved
		}
		close(n.done)
	})
	return n, nil
}

// listen opens the one port, for other nodes that have the secret.
func (n *Node) listen() (err error) {
	if n.tls, err = tlsFiles(n.cfg.Secret, filepath.Join(n.cfg.Dir, "tls"), n.cfg.Name); err != nil {
		return err
	}
	n.tls.Logger = n.log
	if n.peers, err = newPeers(n.tls); err != nil {
		return err
	}
	address := n.cfg.Listen
	if address == "" {
		address = n.self.Address
	}
	// As etcd's own listener of peers: connections on which nothing goes on are broken ones.
	n.listener, err = transport.NewListenerWithOpts(address, "https", transport.WithTLSInfo(&n.tls),
		transport.WithTimeout(rafthttp.DefaultConnReadTimeout, rafthttp.DefaultConnWriteTimeout))
	if err != nil {
		return fmt.Errorf("listening on %s: %w", address, err)
	}
	n.web = &http.Server{
		Handler: n.handler(), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 5 * time.Minute,
		ErrorLog:     zap.NewStdLog(n.log),
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){}, // the consensus speaks HTTP 1
	}
	n.work.Go(func() { n.web.Serve(n.listener) })
	if n.cfg.OnListen != nil {
		n.cfg.OnListen(n.listener.Addr().String())
	}
	return nil
}

// start makes the database of this process and sets it going.
func (n *Node) start(c cluster) error {
	cfg, err := n.serverConfig(c)
	if err != nil {
		return err
	}
	if n.server, err = etcdserver.NewServer(cfg); err != nil {
		n.server = nil
		return err
	}
	if err := n.checkMembers(); err != nil {
		n.server.Cleanup()
		n.server = nil
		return err
	}
	h := etcdhttp.NewPeerHandler(n.log, n.server)
	n.database.Store(&h)
	n.server.Start()
	n.client = v3client.New(n.server)
	n.running.Store(true)
	return nil
}

// checkMembers looks whether the folder belongs to the cluster that the settings name.
func (n *Node) checkMembers() error {
	named := map[string]bool{}
	for _, m := range n.cfg.Members {
		named[peerURL(m.Address)] = true
	}
	for _, m := range n.server.Cluster().Members() {
		for _, u := range m.PeerURLs {
			if !named[u] {
				return fmt.Errorf("%w: %s is of a cluster that has a member at %s, which --cluster does not name: give the line with which it was made, or another folder", ErrFolder, n.cfg.Dir, u)
			}
		}
	}
	return nil
}

// waitReady waits until this node reads what the cluster has now: it has caught up with a majority. etcd's own notice comes later, when
// the first name that it gives the others was lost.
func (n *Node) waitReady(ctx context.Context) error {
	patience := time.Now().Add(3 * time.Second)
	for {
		reading, cancel := context.WithTimeout(ctx, requestTimeout)
		_, err := n.client.Get(reading, defragKey)
		cancel()
		if err == nil {
			n.folderMu.Lock()
			defer n.folderMu.Unlock()
			if n.folder.Started {
				return nil
			}
			n.folder.Started = true
			return n.folder.save()
		}
		if !patience.IsZero() && time.Now().After(patience) {
			patience = time.Time{}
			n.cfg.say("waiting for a majority of the nodes %s", names(n.cfg.Members))
		}
		select {
		case <-n.server.StopNotify():
			return ErrRemoved
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Close ends the node; if it leads, another takes over first.
func (n *Node) Close() error {
	n.stop()
	if n.running.Load() {
		n.client.Close()
		n.server.Stop()
	}
	if n.web != nil {
		n.web.Close()
		n.peers.http.CloseIdleConnections()
	}
	n.work.Wait()
	n.log.Sync()
	return n.lock.Close()
}
