// Package host runs a world in this process: its folder on the disk, the land's workers, the server's loop on a goroutine
// of its own, the sockets. The server program is a host with a console, single player is a host with one client in the
// same process, and opening to the LAN is calling Listen.
//
// Owner: whoever opened it; all methods may be called from any goroutine. The loop alone touches the server: others reach
// it through Do, and connections through their own bounded queues. Invariants: the loop waits for time alone, never for the
// disk, a socket or a lock that is held for long; when Close returns all that was acknowledged is on the disk, and no
// goroutine is left.
package host

import (
	"crypto/ed25519"
	cryptorand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/access"
	"voxtide/actions"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store"
	"voxtide/store/disk"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/gate"
	"voxtide/transport/lanes"
	"voxtide/world"
)

// Config says how a world is run. A zero field has the value that its comment names.
type Config struct {
	Dir        string             // the world's folder; required
	Seed       uint64             // of a new world
	SeedSet    bool               // Seed was asked for: an existing world with another one is refused
	Interval   bool               // durable within a second instead of before it is acknowledged
	Survival   bool               // the mode of new players; else creative
	Players    int                // at most: 100
	View       int                // blocks that players see at most: 192
	Frames     int                // a second to each player at most: 60
	BulkRate   int                // bytes of the world a second to each player; 0 is without bound
	Workers    int                // goroutines that make sections: one less than there are cores, 1 to 4
	Secret     gate.Secret        // the server's key, by which players know it; zero: a new one, which they do not
	Owner      transport.Identity // of the player who comes in by Dial
	Rules      server.Rules       // what can be changed while it runs; of Players, View, Frames and Creative the fields above count
	Staff      Staff              // whom commands may ask
	WebNames   []string           // by which map and metrics may be asked over HTTP, beside IP addresses and localhost
	Profiles   bool               // metrics come with Go's profiles
	History    time.Duration      // how long past changes are kept; 0: for ever
	NamesFor   time.Duration      // of the world, after which names that nobody needs are free again; 0: never
	ClaimAfter time.Duration      // of play, for each claim of a player: none
	Backups    int                // of those that are made without a folder so many are kept, the newest; 0: all
	Version    string             // of the program, for the command status
	Log        *slog.Logger

	// Of tests: a hand on how the folder is opened, another store before that of the disk, the pause before each probe.
	tune       func(*disk.Options)
	wrap       func(store.Store) store.Store
	probeAfter time.Duration
}

// viewUp is how far players see up and down, in sections.
const viewUp = 8

// Host is a world that runs.
type Host struct {
	cfg     Config
	info    disk.Info
	disk    atomic.Pointer[disk.Store]
	timed   atomic.Pointer[timed]
	again   chan struct{}          // the disk takes changes again
	ill     atomic.Pointer[string] // why nothing can be kept now, for people; nil: it can
	flicker *flicker               // nil but with a deliberate fault
	books   *books
	house   *house
	past    *historian
	watcher *watcher
	began   time.Duration // when it was opened first
	calls   chan func(*server.Server)
	stop    chan string
	came    chan struct{} // a connection waits
	durable chan struct{} // the disk has kept something
	done    chan struct{}
	err     error // set before done is closed
	gauges  gauges
	chart   chart

	// The loop's, from here on.
	srv      *server.Server
	land     *land
	store    store.Store
	frozen   *store.Frozen   // nil: changes are kept
	why      actions.Refusal // else: why not,
	failing  error           // and the error
	openedAt time.Duration   // when changes began to be kept
	handed   timestream.Time // the world's time when the last server ended; 0: there was none
	handedAt time.Duration   // and when that was
	pause    time.Duration   // between two probes
	sayWhat  string          // to players, "" for nothing,
	sayAt    time.Duration   // and when; 0: when somebody has come
	came0    int             // who had come by the last step

	mu     sync.Mutex // over what follows
	dialed []transport.Conn
	posts  []func(*server.Server) // for the loop
	hubs   []*lanes.Hub
	closed bool

	holding []*lanes.Hub // the loop's
}

// ErrClosed says that the world does not run any more.
var ErrClosed = errors.New("host: the world is closed")

// Open opens the world in a folder, or makes a new one there, and runs it. One that is there and lies on a full disk goes on
// without changes, as one that runs does when its disk is full. Errors: those of disk.Open.
func Open(cfg Config) (*Host, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	or(&cfg.Players, 100)
	or(&cfg.View, 192)
	or(&cfg.Frames, 60)
	or(&cfg.Workers, max(1, min(runtime.NumCPU()-1, 4)))
	if cfg.Secret == (gate.Secret{}) {
		_, key, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		cfg.Secret = gate.NewSecret(key)
	}
	h := &Host{
		cfg: cfg, calls: make(chan func(*server.Server)), stop: make(chan string, 1), came: make(chan struct{}, 1), durable: make(chan struct{}, 1), done: make(chan struct{}),
		again: make(chan struct{}, 1), openedAt: Since(), began: Since(),
	}
	h.books = &books{dir: cfg.Dir, log: cfg.Log}
	h.gauges.stepped = Since()
	if cfg.Staff.Backup == nil {
		cfg.Staff.Backup = h.backup
	}
	h.past = newHistorian(cfg.Dir, cfg.Log, h.History, h.post)
	h.house = newHouse(cfg.Staff, h.books, h.past, cfg.Log, h.post, func() *server.Server { return h.srv })
	h.house.machine = h.machine
	h.watcher = newWatcher(cfg.Log, func() *server.Server { return h.srv })
	err := h.open(nil)
	if err != nil && disk.Full(err) {
		err = h.beginFrozen(err)
	}
	if err != nil {
		h.house.close()
		h.past.close()
		h.watcher.end()
		return nil, err
	}
	go h.loop()
	return h, nil
}

func (h *Host) serverConfig(st store.Store, book *access.Book) server.Config {
	r := &h.cfg.Rules
	return server.Config{
		Frames: h.cfg.Frames, View: (h.cfg.View + world.SectionSize - 1) / world.SectionSize, ViewY: viewUp,
		Land: h.land, Spawn: h.land.spawn, Creative: !h.cfg.Survival, Inventory: kit(), Store: st,
		BulkCredit: 192, Players: h.cfg.Players, Seed: random(),
		Observe: observer{h.watcher, &h.chart}, Begin: h.clock(), Frozen: h.why, Wall: func() int64 { return time.Now().UnixMilli() }, Date: func() int64 { return h.disk.Load().Date() },
		NamesFor: h.cfg.NamesFor, ClaimAfter: h.cfg.ClaimAfter, Book: book, House: h.house, LandSeed: h.info.Seed,
		MOTD: r.MOTD, Guarded: r.Guarded, SpawnGuard: r.SpawnGuard, SaveEvery: r.SaveEvery, Bounds: server.Bounds{Linger: r.Linger},
		ItemsLast: r.ItemsLast,
	}
}

// kit is what new players have in their hands: something to build with.
func kit() (slots []world.Stack) {
	for _, b := range [...]world.Block{
		world.Stone, world.Planks, world.Dirt, world.Glass, world.Torch, world.Sand, world.Log, world.StoneStairsNorth, world.Water,
		world.StoneBricks, world.Cobblestone, world.Bricks, world.Grass, world.Leaves, world.Lamp, world.Ladder, world.StoneSlab, world.PlankSlab,
		world.WhiteWool, world.RedWool, world.BlueWool, world.GreenWool, world.Sandstone, world.Marble, world.Basalt, world.Bookshelf, world.Snow,
		world.Gravel, world.BirchPlanks, world.PinePlanks, world.FencePost, world.RedFlower, world.YellowFlower, world.Ice, world.Cactus, world.RedCarpet,
	} {
		slots = append(slots, world.Stack{Block: b, Count: world.StackMax})
	}
	return slots
}

// random returns a number that nobody can guess.
func random() uint64 {
	var b [8]byte
	cryptorand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

func or(v *int, value int) {
	if *v == 0 {
		*v = value
	}
}

// Info returns what the world was made with.
func (h *Host) Info() disk.Info { return h.info }

// Dial opens a connection within the process.
func (h *Host) Dial() transport.Conn {
	near, far := transport.Pipe()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		near.Close("the world is closed")
		return near
	}
	h.dialed = append(h.dialed, own{transport.As(far, h.cfg.Owner)})
	h.arrived()
	return near
}

// own is a connection of whoever runs the world: within the process.
type own struct{ transport.Conn }

// Identity implements transport.Identified.
func (o own) Identity() transport.Identity { return transport.IdentityOf(o.Conn) }

// Owner tells the server so.
func (own) Owner() bool { return true }

// post has the loop call a function before its next step. It never waits; once the world has ended nothing happens.
func (h *Host) post(f func(*server.Server)) {
	h.mu.Lock()
	if !h.closed {
		h.posts = append(h.posts, f)
	}
	h.mu.Unlock()
	h.arrived()
}

// posted returns what was posted since the last call.
func (h *Host) posted() (all []func(*server.Server)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	all, h.posts = h.posts, nil
	return all
}

// Reload reads settings and lists anew, as the command does; what is to be said goes to the log.
func (h *Host) Reload() {
	h.post(func(s *server.Server) { s.Order(server.Console, "reload", func([]string) {}) })
}

// Listen opens the world to others at a UDP address, "HOST:PORT"; port 0 takes a free one. It returns the address.
func (h *Host) Listen(address string) (net.Addr, error) {
	pc, err := net.ListenPacket("udp", address)
	if err != nil {
		return nil, err
	}
	return pc.LocalAddr(), h.Serve(pc)
}

// Serve opens the world to others over a packet connection, which is the host's from then on.
func (h *Host) Serve(pc net.PacketConn) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		pc.Close()
		return ErrClosed
	}
	most := 2*h.cfg.Players + 64
	h.hubs = append(h.hubs, lanes.Listen(pc, lanes.Config{
		Gate: gate.Config{
			Secret: h.cfg.Secret, Version: protocol.Version, World: worldID(&h.info),
			Peers: most, SourceBurst: h.cfg.Players, // all players may be one school, which comes in at once
		},
		BulkRate: h.cfg.BulkRate, Arrived: h.arrived,
	}))
	return nil
}

// worldID is what a world is called in handshakes. It tells nothing of the seed.
func worldID(i *disk.Info) (id [16]byte) {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("voxtide world"), uint64(i.Created.UnixMilli())))
	copy(id[:], sum[:])
	return id
}

// Network returns what all its sockets have met so far.
func (h *Host) Network() (all lanes.HubStats) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, hub := range h.hubs {
		all.Add(hub.Stats())
	}
	return all
}

// Key returns what players know the server by.
func (h *Host) Key() gate.Key { return h.cfg.Secret.Public() }

// arrived has the loop look for connections at once, should it be idle.
func (h *Host) arrived() {
	select {
	case h.came <- struct{}{}:
	default:
	}
}

// arrivals appends the connections that were opened since the last call.
func (h *Host) arrivals(dst []transport.Conn) []transport.Conn {
	h.mu.Lock()
	defer h.mu.Unlock()
	dst = append(dst, h.dialed...)
	h.dialed = h.dialed[:0]
	for _, hub := range h.hubs {
		for c, ok := hub.Accept(); ok; c, ok = hub.Accept() {
			dst = append(dst, c)
		}
	}
	return dst
}

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

// Done is closed when the world does not run any more: after Close, or because it cannot be kept; Err tells.
func (h *Host) Done() <-chan struct{} { return h.done }

// Close tells all players the reason, saves all and ends. The error says that not all could be kept. Further calls wait
// and return the same.
func (h *Host) Close(reason string) error {
	select {
	case h.stop <- reason:
	default: // another call was first
	}
	<-h.done
	return h.err
}

// Since is the monotonic time of the process, which the loop and clients in it share.
func Since() time.Duration { return time.Since(began) }

var began = time.Now()
