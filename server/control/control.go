// Package control is the door of a server for machines: commands, readings and events over HTTP with JSON, and a page for people that
// uses them. All that asks comes with a token, or over a local socket that only the server's own user can open.
//
// Data flow: a request is guarded (package httpguard), its caller becomes a grant (package tokens), the world judges and runs its command in
// the same place as commands of the chat; events come from a history that the world fills and never waits for. Owner: the maker of a
// Door; its handlers run on the goroutines of HTTP. Invariants: nothing is answered without a grant but the files of the page; a command is
// judged by the world alone; bodies, lines, commands under way, streams and attempts with wrong tokens are bounded; no page of another
// origin gets an answer.
package control

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/internal/httpguard"
	"voxtide/server/events"
	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// Bounds of a door.
const (
	bodyMax         = 4 << 10
	commandsAtOnce  = 64               // under way, of all callers
	commandsEach    = 8                // of one caller
	commandRate     = 20               // a second, of one token
	commandBurst    = 40               //
	commandPatience = 10 * time.Minute // how long an answer is waited for; the command goes on
	streamsMax      = 32
	streamsEach     = 4 // of one token
	writeTimeout    = 30 * time.Second
	readPatience    = 5 * time.Second // how long the world may take for a reading
	beatEvery       = 10 * time.Second
)

// World is the server behind a door. Any goroutine may call its methods.
type World interface {
	// Give runs a line as a command of a grant and waits for the answer. Errors: those of the context, and that the world has ended.
	Give(ctx context.Context, g *roles.Grant, line string) (Answer, error)
	// May returns what a grant may of commands, by name.
	May(ctx context.Context, g *roles.Grant, names ...string) ([]roles.Verdict, error)
	// Complete returns the options for the last word of a line, and where that begins.
	Complete(ctx context.Context, g *roles.Grant, line string) (from int, options []string, err error)
	Players(ctx context.Context) ([]Player, error)
	Status(ctx context.Context) (Status, error)
	Bans(ctx context.Context) ([]Ban, error)
	Backups(ctx context.Context) ([]Backup, error)
	// Samples returns figures of the last hour.
	Samples() []Sample
	Events() *events.Log
}

// Config says what a door leads to.
type Config struct {
	World     World
	Tokens    *tokens.Store
	HostNames []string // by which requests may be addressed, beside addresses and localhost
	Log       *slog.Logger
}

// Door serves a world to machines. Use New.
type Door struct {
	cfg      Config
	attempts tokens.Attempts
	traffic  traffic
	ctx      context.Context // ends with Close
	cancel   context.CancelFunc
	streams  sync.WaitGroup
	closed   atomic.Bool
	beat     time.Duration // between two looks whether the caller of a stream still counts

	mu      sync.Mutex
	servers []*httpguard.Server
}

// New returns a door.
func New(cfg Config) *Door {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	d := &Door{cfg: cfg, beat: beatEvery}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// Serve answers at a listener, which it takes over, until Close. Over a local one every caller is the console: the listener must let in
// nobody else. It waits until then.
func (d *Door) Serve(l net.Listener, local bool) error {
	s := httpguard.New(httpguard.Config{Handler: d.routes(local), HostNames: d.cfg.HostNames, WriteTimeout: writeTimeout})
	d.mu.Lock()
	if d.closed.Load() {
		d.mu.Unlock()
		return l.Close()
	}
	d.servers = append(d.servers, s)
	d.mu.Unlock()
	err := s.Serve(l)
	if d.closed.Load() || errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Close ends all connections and streams, and waits for them.
func (d *Door) Close() {
	d.mu.Lock()
	d.closed.Store(true)
	servers := d.servers
	d.mu.Unlock()
	d.cancel()
	for _, s := range servers {
		s.Close()
	}
	d.streams.Wait()
}
