package etcd

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"sync/atomic"

	"go.etcd.io/etcd/client/pkg/v3/fileutil"
	"go.etcd.io/etcd/client/pkg/v3/transport"
	"go.etcd.io/etcd/client/pkg/v3/types"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/server/v3/etcdserver"
	"go.uber.org/zap"
)

// ErrRemoved means that another folder has taken this node's place in the cluster.
var ErrRemoved = errors.New("etcd: this node is no longer a member: another folder runs under its name, or has")

// ErrLocked means that another process runs on the data folder.
var ErrLocked = errors.New("etcd: another program runs on this data folder")

// Node is a member of a cluster that runs in this process.
type Node struct {
	cfg    Config
	self   Member
	folder *folder
	log    *zap.Logger
	peers  *peers
	tls    transport.TLSInfo

	lock     *fileutil.LockedFile
	listener net.Listener
	web      *http.Server
	database atomic.Pointer[http.Handler] // of etcd's traffic, once it runs
	server   *etcdserver.EtcdServer
	running  atomic.Bool // server and client are there
	client   *clientv3.Client
	writing  writing

	replacing sync.Mutex // one member is replaced at a time
	folderMu  sync.Mutex // guards folder.birth
	stop      context.CancelFunc
	work      sync.WaitGroup
	done      chan struct{}
	err       error // why it ended by itself; after done
}

// Done is closed when the node has ended, by Close or by itself; Err says why.
func (n *Node) Done() <-chan struct{} { return n.done }

// Err returns why a node ended by itself, nil if it did not; after Done.
func (n *Node) Err() error { return n.err }

// Leads reports whether this node leads the cluster just now.
func (n *Node) Leads() bool { return n.server.Leader() == n.server.MemberID() }

func peerURL(address string) string { return "https://" + address }

func urls(address string) types.URLs { return types.MustNewURLs([]string{peerURL(address)}) }
