package bots

import (
	"errors"
	"net"
	"net/netip"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"voxtide/client"
	"voxtide/internal/testrand"
	"voxtide/server/host"
	"voxtide/store/pebble"
	"voxtide/transport/secure"
	"voxtide/world"
	"voxtide/world/worldgen"
)

// mortalSocket is a server's socket that can be taken away without a word.
type mortalSocket struct {
	*net.UDPConn
	gone atomic.Bool
}

func (m *mortalSocket) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	for {
		n, from, err := m.UDPConn.ReadFromUDPAddrPort(b)
		if err != nil || !m.gone.Load() {
			return n, from, err
		}
	}
}

func (m *mortalSocket) WriteToUDPAddrPort(b []byte, to netip.AddrPort) (int, error) {
	if m.gone.Load() {
		return len(b), nil
	}
	return m.UDPConn.WriteToUDPAddrPort(b, to)
}

// SyscallConn hides the socket, so that everything goes through the methods above.
func (m *mortalSocket) SyscallConn() (syscall.RawConn, error) { return nil, errors.ErrUnsupported }

// TestAnotherServer: over real sockets a server falls silent, and 0.7 s later another one opens the same world at another address, with the same
// key: all who play go on there without a frame in which they cannot play, and nothing that was acked is lost. A machine with another key at
// that address is refused, and ends nothing.
func TestAnotherServer(t *testing.T) {
	const later = 700 * time.Millisecond
	key := secretOf(1_000_000)
	begin := func(dir string, secret secure.Secret, others ...string) *host.Host {
		h, err := host.Open(host.Config{Dir: dir, Secret: secret, Survival: true, ViewDistance: 32, Company: host.Company{Cluster: host.Cluster{Others: func() []string { return others }}},
			StartingItems: []world.Stack{world.StackOf(world.Dirt, 64), world.StackOf(world.Planks, 64), world.StackOf(world.Cobblestone, 64), world.StackOf(world.Torch, 64), world.StackOf(world.Sand, 64), world.StackOf(blockOf(t, "chest"), 1), {Item: logItem, Count: 48}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { h.Close("the test is over") })
		return h
	}
	free := func() string {
		pc, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer pc.Close()
		return pc.LocalAddr().String()
	}
	second, stranger := free(), free()
	liar := begin(t.TempDir(), secretOf(1_000_001))
	if _, err := liar.Listen(stranger); err != nil {
		t.Fatal(err)
	}
	first := begin(t.TempDir(), key, stranger, second)
	udp, err := net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	socket := &mortalSocket{UDPConn: udp}
	if err := first.Serve(socket); err != nil {
		t.Fatal(err)
	}
	const players = 3
	seed := testrand.Seed(t)
	c := &clusterTest{crashTest: crashTest{began: time.Now(), counted: make([]int, players)}, meters: make([]outage, players)}
	network := &Network{Seed: seed}
	if err := network.Resolve(udp.LocalAddr().String()); err != nil {
		t.Fatal(err)
	}
	taken, shared := map[world.Pos]bool{}, &sharedBoxes{}
	for n := range players {
		c.builders = append(c.builders, newCrashBot(n, seed, c.clock, taken, shared, network.dialOf(n)))
		c.meters[n].back = -1
	}
	t.Cleanup(c.leave)
	if err := c.waitForAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	c.frames(1500*time.Millisecond, true)
	for i := range c.meters {
		c.meters[i].silent, c.meters[i].still = 0, 0
	}
	socket.gone.Store(true)
	at := c.clock()
	dir, opened := filepath.Join(t.TempDir(), "w"), make(chan *host.Host, 1)
	if _, err := first.Backup(dir); err != nil { // what its disk had: nobody reaches it any more
		t.Fatal(err)
	}
	time.AfterFunc(later, func() {
		h := begin(dir, key, udp.LocalAddr().String())
		if _, err := h.Listen(second); err != nil {
			t.Error(err)
		}
		opened <- h
	})
	for c.clock()-at < 15*time.Second && !(c.clock()-at > 2*time.Second && c.allBack()) {
		c.frames(framesAtOnce, true)
	}
	h := <-opened
	acked := 0 // builders who had an ack; the others had nothing to do, and nothing waits for one
	for i, b := range c.builders {
		m := c.meters[i]
		first := "none"
		if m.firstAt > 0 {
			first = (m.firstAt - at).Round(time.Millisecond).String()
			acked++
		}
		t.Logf("%s heard nothing for %v, could not play for %v, first new ack after: %s; %d wait for theirs; %+v", b.name, m.silent.Round(time.Millisecond), m.still, first, b.client.UnackedCount(), b.client.Stats().Corrections)
		if b.client.State() != client.Playing || m.firstAt == 0 && b.client.UnackedCount() > 0 || b.client.Stats().Resumes == 0 {
			t.Errorf("%s is %v: %s", b.name, b.client.State(), b.client.Reason())
		}
		if m.still > 0 {
			t.Errorf("%s could not play for %v", b.name, m.still)
		}
	}
	if acked == 0 {
		t.Error("nobody had an ack of the other server")
	}
	if err := c.settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	look := filepath.Join(t.TempDir(), "w")
	if _, err := h.Backup(look); err != nil {
		t.Fatal(err)
	}
	w, err := pebble.Open(look, pebble.Options{Generators: worldgen.Numbers(), Blocks: world.BlockNames()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := c.compareStore(w, landOf(w).Section); err != nil {
		t.Fatal(err)
	}
	t.Log(c.tally.String())
	if !c.tally.OK() || c.tally.Acked < 10 {
		t.Error(c.tally.Notes)
	}
}
