// Package host runs a world in this process: its folder on the disk, the workers that make sections, the server's loop on a goroutine
// of its own, the sockets. The server program is a host with a console, single player is a host with one client in the same
// process, and opening a world to the LAN is a call of Listen.
//
// Owner: the caller of Open; all methods may be called from any goroutine. The loop alone touches the server: others reach it
// through Do, and connections through their own bounded queues. Invariants: the loop waits for time alone, never for the disk, a
// socket or a lock that is held for long; when Close returns everything that was acknowledged is on the disk, and no goroutine is
// left.
package host

import (
	"errors"
	"net"
	"sync"
	"time"

	"voxtide/server"
	"voxtide/server/admin"
	"voxtide/server/backups"
	"voxtide/server/control"
	"voxtide/server/farland"
	"voxtide/server/rollback"
	"voxtide/store"
	"voxtide/store/pebble"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

// Host is a world that runs. Use Open.
type Host struct {
	cfg      Config
	worlds   failover
	network  network
	mailbox  mailbox
	jobs     *adminJobs
	history  *rollback.Worker
	events   *eventLog
	keeper   *backups.Keeper
	land     landWork
	metrics  loopMetrics
	mapFeed  mapFeed
	outside  outside
	samples  control.SampleLog
	aboutAt  time.Duration  // when strangers were last told something else; the loop's
	far      *farland.Maker // nil: nothing is told of land beyond the view
	openedAt time.Duration  // Monotonic
	others   []*Host        // the other worlds of the process, of which this is the first; set before anybody else has the Host

	calls   chan func(*server.Server)
	stop    chan string   // the reason
	wake    wakeUp        // a connection or a posted function waits
	durable wakeUp        // a batch has become durable
	done    chan struct{} // closed when the loop has ended
	err     error         // set before done is closed

	endpoints sync.WaitGroup // of ServeMetrics, which end after done is closed
}

// Info returns what the world was made with.
func (h *Host) Info() pebble.Info { return h.worlds.info }

// Dir returns the world's folder.
func (h *Host) Dir() string { return h.cfg.Dir }

// Key returns the key by which players recognize the server.
func (h *Host) Key() secure.Key { return h.cfg.Secret.Public() }

// Dial opens a connection within the process.
func (h *Host) Dial() transport.Conn { return h.network.dial(h.cfg.Owner) }

// Listen opens the world to others at a UDP address, "HOST:PORT"; port 0 takes a free one. It returns the address.
func (h *Host) Listen(address string) (net.Addr, error) {
	pc, err := net.ListenPacket("udp", address)
	if err != nil {
		return nil, err
	}
	return pc.LocalAddr(), h.Serve(pc)
}

// Serve opens the world to others over a packet connection, which it takes over.
func (h *Host) Serve(pc net.PacketConn) error { return h.network.serve(pc, &h.cfg, &h.worlds.info) }

// Network returns the counts of all its sockets.
func (h *Host) Network() reliable.HubStats { return h.network.stats() }

// Do calls f with the server, between two steps, and waits until it has returned. Errors: ErrClosed.
func (h *Host) Do(f func(*server.Server)) error {
	over := make(chan struct{})
	select {
	case h.calls <- func(s *server.Server) { defer close(over); f(s) }:
		<-over
		return nil
	case <-h.done:
		return ErrClosed
	}
}

// Reload reads settings and lists again, as the command does; its answer goes to the log.
func (h *Host) Reload() {
	h.mailbox.post(func(s *server.Server) { s.RunCommand(admin.Console, "reload", func([]string) {}) })
}

// History returns the history of past changes. Any goroutine may ask it; an error that wraps store.ErrClosed says that the world is
// being opened again, and that the caller can ask again.
func (h *Host) History() store.History { return h.worlds.current.Load().disk }

// Backup copies the world as it is now into a new folder, lists included, while it is in use: see pebble.Store.Backup. Any goroutine
// may call it.
func (h *Host) Backup(dir string) (pebble.CopyInfo, error) {
	c, err := h.worlds.current.Load().disk.Backup(dir)
	if err != nil {
		return c, err
	}
	return c, CopyLists(h.cfg.Dir, dir)
}

// Done is closed when the world does not run any more: after Close, or because it cannot be kept. Close then returns why.
func (h *Host) Done() <-chan struct{} { return h.done }

// Close tells all players the reason, saves everything and ends the world. Its error says that something could not be saved. Further
// calls wait and return the same.
func (h *Host) Close(reason string) error {
	others := h.closeOthers(reason)
	select {
	case h.stop <- reason:
	default: // another call was first
	}
	<-h.done
	h.endpoints.Wait()
	return errors.Join(h.err, others)
}
