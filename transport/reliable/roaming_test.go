package reliable

import (
	"errors"
	"net"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"voxtide/transport"
)

// roamer is a socket of a client that can go on from another port, as behind a NAT that forgot it.
type roamer struct {
	net.PacketConn
	now atomic.Pointer[net.PacketConn]
}

func (r *roamer) WriteTo(b []byte, to net.Addr) (int, error) { return (*r.now.Load()).WriteTo(b, to) }

func (r *roamer) ReadFrom(b []byte) (int, net.Addr, error) {
	for {
		pc := *r.now.Load()
		pc.SetReadDeadline(time.Now().Add(5 * ms))
		n, from, err := pc.ReadFrom(b)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, from, err
		}
	}
}

// TestLocationFollowsRoaming: a connection says at which address and port its far end is, also after that has moved.
func TestLocationFollowsRoaming(t *testing.T) {
	h, to := serving(t, Config{})
	first, second := socket(t), socket(t)
	r := &roamer{PacketConn: first}
	r.now.Store(&first)
	client, server := dial(t, h, to, r, Config{})
	arrives(t, client, server)
	if got := transport.LocationOf(server).String(); got != first.LocalAddr().String() || transport.LocationOf(client).String() != to.String() {
		t.Fatalf("the client is at %s, the server at %v", got, transport.LocationOf(client))
	}
	r.now.Store(&second)
	t.Cleanup(func() { second.Close() })
	arrives(t, client, server)
	eventually(t, "the new port", func() bool { return transport.LocationOf(server).String() == second.LocalAddr().String() })
	arrives(t, server, client)
}
