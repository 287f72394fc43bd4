package host

import (
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"net"
	"runtime"
	"testing"
	"time"

	"go.uber.org/goleak"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/internal/leaktest"
	"voxtide/protocol"
	"voxtide/server"
	"voxtide/store/pebble"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
	"voxtide/world"
)

var walkFor = flag.Duration("walk", 6*time.Second, "how long TestWalkers walks")

// patience is how long a busy machine may take for what takes milliseconds.
const patience = 2 * time.Minute

// checkLeaks fails a test that leaves goroutines behind, except those that kcp-go starts for the whole process.
func checkLeaks(t *testing.T) {
	t.Helper()
	if testNetwork != nil { // the bubble finds them
		return
	}
	leaktest.Check(t, append(standingGoroutines, goleak.IgnoreTopFunction("github.com/xtaci/kcp-go/v5.(*TimedSched).sched"),
		goleak.IgnoreTopFunction("github.com/xtaci/kcp-go/v5.(*TimedSched).prepend"))...)
}

// standingGoroutines excepts goroutines that hang since a disk failed in an earlier test: see package pebble.
var standingGoroutines []goleak.Option

// leaveStanding excepts the goroutines that failures of disks have left. They are a number more than before at most.
func leaveStanding(t *testing.T, before, most, failures int) {
	t.Helper()
	begin := time.Now()
	for runtime.NumGoroutine()-before > most {
		if time.Since(begin) > time.Minute {
			t.Errorf("%d goroutines are left of %d failures", runtime.NumGoroutine()-before, failures)
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond) // others may be ending
	standingGoroutines = append(standingGoroutines, goleak.IgnoreCurrent())
}

func openHost(t *testing.T, dir string, change func(*Config)) (*Host, net.Addr) {
	t.Helper()
	cfg := Config{Dir: dir, Seed: 7, SeedSet: true, ViewDistance: 64}
	if testNetwork != nil {
		storeInMemory(&cfg)
	}
	if change != nil {
		change(&cfg)
	}
	h, err := Open(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if testNetwork != nil {
		s := testNetwork.listen()
		testNetwork.hosts = append(testNetwork.hosts, h)
		if err := h.Serve(s); err != nil {
			t.Fatal(err)
		}
		return h, s.LocalAddr()
	}
	at, err := h.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return h, at
}

// dialConfig returns the configuration of a player who trusts any server.
func dialConfig(name string) reliable.Config {
	seed := sha256.Sum256([]byte(name))
	return reliable.Config{Secure: secure.Config{
		Secret: secure.NewSecret(ed25519.NewKeyFromSeed(seed[:])), Version: protocol.Version, Trust: func(secure.Key) error { return nil },
	}}
}

// testClient is a client over UDP, with the socket of its last connection.
type testClient struct {
	*client.Client
	pc   net.PacketConn
	conn *reliable.Conn
	in   client.Input
}

func join(t *testing.T, name string, at net.Addr) *testClient {
	g := &testClient{}
	g.Client = client.New(client.Config{Name: name, Dial: func() transport.Conn {
		var err error
		if g.pc, err = socket(); err != nil {
			t.Error(err)
			return nil
		}
		g.conn = reliable.Dial(g.pc, at, dialConfig(name))
		return g.conn
	}})
	return g
}

// play plays frames of all clients for a while.
func play(t *testing.T, clients []*testClient, d, every time.Duration) {
	t.Helper()
	for end := Monotonic() + d; Monotonic() < end; {
		next := Monotonic() + every
		for _, g := range clients {
			g.Frame(Monotonic(), g.in)
			if g.State() == client.Ended {
				t.Fatalf("an honest session ended: %s", g.Reason())
			}
		}
		time.Sleep(max(0, next-Monotonic()))
	}
}

func (g *testClient) honest(t *testing.T, who int) {
	t.Helper()
	s := g.Stats()
	if s.Corrections[protocol.Unexplained] > 0 || s.InputToFrame > 1 || s.Desyncs > 0 || s.BrokenLaw != "" {
		t.Errorf("guest %d: %+v", who, s)
	}
}

// TestWalkers: twenty clients fly apart over a real network; memory stays bounded by what they see, and once they have left,
// half of them without a message, no session and no goroutine of them is left.
func TestWalkers(t *testing.T) { runInMemory(t, testWalkers) }

func testWalkers(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), nil)
	walkers, walk := 20, *walkFor
	if testing.Short() { // under the race detector
		walkers, walk = 8, min(walk, 3*time.Second)
	}
	var clients []*testClient
	for i := range walkers {
		g := join(t, fmt.Sprintf("walker%d", i), at)
		g.in = client.Input{Keys: world.KeyForward | world.KeySprint | world.KeyFly | world.KeyJump, Yaw: uint16(i * 65536 / walkers)}
		clients = append(clients, g)
	}
	play(t, clients, 2*time.Second, 30*time.Millisecond)
	for _, g := range clients {
		g.in.Keys &^= world.KeyJump // high enough
	}
	goroutines := runtime.NumGoroutine()
	var most uint64
	for end := Monotonic() + walk; Monotonic() < end; {
		play(t, clients, min(walk, 10*time.Second), 30*time.Millisecond)
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapAlloc)
		h.Do(func(s *server.Server) {
			t.Logf("heap %d MB, %d goroutines, %d sections in memory, %d unloaded", m.HeapAlloc>>20, runtime.NumGoroutine(), s.SectionsLoaded(), s.Metrics().SectionsUnloaded)
		})
	}
	if n := runtime.NumGoroutine(); n > goroutines+4 {
		t.Errorf("%d goroutines have become %d", goroutines, n)
	}
	if most > 400<<20 {
		t.Errorf("%d MB of heap", most>>20)
	}
	far := 0
	for i, g := range clients {
		g.honest(t, i)
		if w := g.World(); w != nil {
			p := w.Entity(w.Find(world.AvatarID(g.Stream()))).Motion.Pos.Block()
			if max(p.X, -p.X)+max(p.Z, -p.Z) > 20 {
				far++
			}
		}
	}
	if far < walkers*3/4 { // some meet a mountain
		t.Errorf("%d of %d have come far", far, walkers)
	}
	for i, g := range clients {
		if i%2 == 0 {
			g.Leave()
		} else {
			g.pc.Close() // as kill -9 does
		}
	}
	left := walkers
	for end := Monotonic() + 8*time.Second; Monotonic() < end && left > walkers/2; time.Sleep(20 * time.Millisecond) { // who left without a word is missed later
		h.Do(func(s *server.Server) { left = s.Metrics().Players })
	}
	if left != walkers/2 {
		t.Errorf("%d players are left", left)
	}
	begin := Monotonic()
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	if took := Monotonic() - begin; took > time.Second { // of Ctrl-C, with half of the players there
		t.Errorf("Close took %v", took)
	} else {
		t.Logf("Close took %v", took)
	}
	for _, g := range clients {
		g.conn.Close("over")
	}
	time.Sleep(200 * time.Millisecond)
}

// rawConn is a connection that sends any message.
type rawConn struct {
	*reliable.Conn
	welcomed bool
}

func dialRaw(t *testing.T, name string, at net.Addr) *rawConn {
	t.Helper()
	pc, err := socket()
	if err != nil {
		t.Fatal(err)
	}
	r := &rawConn{Conn: reliable.Dial(pc, at, dialConfig(name))}
	r.Send(transport.Live, protocol.AppendJoin(nil, &protocol.Join{Name: name}))
	r.Flush()
	for end := Monotonic() + patience; Monotonic() < end && !r.welcomed; time.Sleep(5 * time.Millisecond) {
		r.read()
	}
	if !r.welcomed {
		t.Fatalf("%s was not let in", name)
	}
	return r
}

func (r *rawConn) read() {
	for m, ok := r.Receive(); ok; m, ok = r.Receive() {
		r.welcomed = r.welcomed || m.Kind == transport.KindMessage && m.Data[0] == protocol.MsgWelcome
	}
}

// closed waits for the end of a connection and returns its reason.
func (r *rawConn) closed(d time.Duration, meanwhile func()) string {
	for end := Monotonic() + d; Monotonic() < end; time.Sleep(5 * time.Millisecond) {
		if why, closed := r.Closed(); closed {
			return why
		}
		meanwhile()
		r.Flush()
	}
	return "(not closed)"
}

// TestBadPeers: a client that sends garbage, stamps from the future, or reads nothing loses its session with a reason, over
// the real network, and an honest player notices nothing.
func TestBadPeers(t *testing.T) { runInMemory(t, testBadPeers) }

func testBadPeers(t *testing.T) {
	defer checkLeaks(t)
	h, at := openHost(t, t.TempDir(), nil)
	ann := join(t, "ann", at)
	over := make(chan bool)
	done := make(chan bool)
	go func() { // an honest player, all the while
		defer close(done)
		for {
			select {
			case <-over:
				return
			default:
				ann.in.Keys = world.KeyForward
				ann.Frame(Monotonic(), ann.in)
				time.Sleep(15 * time.Millisecond)
			}
		}
	}()
	quiet := func() {}
	deaf := dialRaw(t, "deaf", at)
	for _, c := range []struct{ name, want string }{{"junk", "unknown message"}, {"future", "too far in the future"}, {"backwards", "malformed stamp"}, {"bulky", "message on the bulk lane"}} {
		r := dialRaw(t, c.name, at)
		switch c.name {
		case "junk":
			r.Send(transport.Live, []byte{250, 1, 2, 3})
		case "future":
			r.Value(protocol.SlotStamp, protocol.AppendDeclare(nil, protocol.Declare{Stamp: timestream.Time(1 << 50)}))
		case "backwards":
			r.Value(protocol.SlotStamp, []byte{255})
		case "bulky":
			r.Send(transport.Bulk, []byte("hello"))
		}
		if why := r.closed(3*time.Second, quiet); why != c.want {
			t.Errorf("%s: %q", c.name, why)
		}
	}
	n := uint64(0)
	if why := deaf.closed(patience, func() {
		n++
		deaf.Value(protocol.SlotPing, protocol.AppendPing(nil, protocol.Ping{ID: n}))
	}); why != "nothing of what is sent is read" {
		t.Errorf("deaf: %q", why)
	}
	close(over)
	<-done
	ann.honest(t, 0)
	if s := ann.Stats(); ann.State() != client.Playing || s.Updates < 100 || s.Resumes > 0 {
		t.Errorf("%v %+v", ann.State(), s)
	}
	ann.Leave()
	if err := h.Close(protocol.ReasonStopping.String()); err != nil {
		t.Error(err)
	}
	time.Sleep(200 * time.Millisecond)
}

// TestSinglePlayer: a client in the same process plays without a socket; its blocks survive a restart, and the hash is the
// same.
func TestSinglePlayer(t *testing.T) { runInMemory(t, testSinglePlayer) }

func testSinglePlayer(t *testing.T) {
	defer checkLeaks(t)
	dir := t.TempDir()
	hash := uint64(0)
	for round := range 2 {
		h, err := Open(Config{Dir: dir, ViewDistance: 48})
		if err != nil {
			t.Fatal(err)
		}
		c := client.New(client.Config{Name: "ann", Dial: h.Dial})
		g := []*testClient{{Client: c}}
		for end := Monotonic() + patience; Monotonic() < end && !standing(c); {
			play(t, g, 50*time.Millisecond, 15*time.Millisecond)
		}
		if !standing(c) {
			t.Fatalf("round %d: not in the world after 20 s", round)
		}
		play(t, g, 2*time.Second, 15*time.Millisecond) // all that changed has come
		if received, _ := c.Hashes(); round == 1 && received != hash {
			t.Errorf("the hash was %x and is %x", hash, received)
		}
		hit, ok := c.Target(0, -80)
		if !ok {
			t.Fatal("there is no ground")
		}
		g[0].in.Actions = append(g[0].in.Actions, hit.BreakAction(actions.FinishBreak))
		c.Frame(Monotonic(), g[0].in)
		g[0].in.Actions = nil
		for end := Monotonic() + patience; Monotonic() < end; { // a busy machine takes long to write it down
			play(t, g, time.Second, 15*time.Millisecond)
			if received, _ := c.Hashes(); received != hash && c.UnackedCount() == 0 {
				break
			}
		}
		if received, shown := c.Hashes(); received == hash || received != shown || c.UnackedCount() > 0 {
			t.Errorf("round %d: hashes %x and %x, %d un-acked", round, received, shown, c.UnackedCount())
		}
		h.Do(func(s *server.Server) { hash = s.Hash() })
		if received, _ := c.Hashes(); received != hash {
			t.Errorf("the server's hash is %x, the client's %x", hash, received)
		}
		if _, err := Open(Config{Dir: dir}); !errors.Is(err, pebble.ErrLocked) {
			t.Errorf("opened twice: %v", err)
		}
		c.Leave()
		if err := h.Close(protocol.ReasonStopping.String()); err != nil {
			t.Fatal(err)
		}
		if h.Do(func(*server.Server) {}) != ErrClosed || h.Close("again") != nil {
			t.Error("a closed world answers")
		}
	}
}

func standing(c *client.Client) bool {
	w := c.World()
	if w == nil {
		return false
	}
	slot := w.Find(world.AvatarID(c.Stream()))
	return slot != world.NoEntity && w.Entity(slot).Motion.Flags&(world.Suspended|world.OnGround) == world.OnGround
}
