package stage

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"voxtide/client"
	"voxtide/client/links"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

// DirectSuffix at the end of a method says that its clients are linked directly, too: timestream+direct. It is no choice of the method
// but of the player, who consents to links; it has an effect where the method predicts the streams of others.
const DirectSuffix = "+direct"

// Direct are the paths of direct links. They have nothing to do with those to the server: real ones go other ways.
type Direct struct {
	RoundTrip time.Duration // between two clients; 20 ms
	Jitter    time.Duration // each way
	Loss      float64       // each way
	// NATs stand before the clients, in turn, one for each; none: they have addresses of their own.
	NATs []nat.Config
	// House puts all clients behind the first of NATs.
	House bool
}

// DefaultPeerRTT is between two players of one region.
const DefaultPeerRTT = 20 * time.Millisecond

// ParseMethod returns the choice that a text form stands for, and whether it ends in DirectSuffix.
func ParseMethod(text string) (c client.Choice, direct bool, err error) {
	base, direct := strings.CutSuffix(text, DirectSuffix)
	if c, err = client.ParseMethod(base); err != nil {
		return c, direct, err
	}
	if direct && !CanLink(&c) {
		return c, direct, fmt.Errorf("%s: direct links show what peers do on their own streams, so they need own=streams, judge=declared and others=streams", text)
	}
	return c, direct, nil
}

// CanLink reports whether a method shows what comes over direct links.
func CanLink(c *client.Choice) bool {
	return c.Own == "streams" && c.Judge == "declared" && c.Others == "streams"
}

// peerNetwork is what lies between clients, and the address of the server, which has no host there.
type peerNetwork struct {
	*nat.Network
	house  *nat.NAT
	server netip.AddrPort
}

// ports of the sockets: of a client's first connection, and of the server.
const (
	firstPort  = 40_000
	serverPort = 4600
)

func newPeerNetwork(cfg *Config) *peerNetwork {
	d := &cfg.Direct
	if d.RoundTrip == 0 {
		d.RoundTrip = DefaultPeerRTT
	}
	p := &peerNetwork{Network: nat.New(cfg.Seed)}
	p.SetPath(nat.Path{Delay: d.RoundTrip / 2, Jitter: d.Jitter, Loss: d.Loss})
	p.server = netip.AddrPortFrom(p.NewHost().Address(), serverPort)
	if d.House && len(d.NATs) > 0 {
		p.house = p.NewNAT(d.NATs[0])
	}
	return p
}

// newHost returns the host of a client.
func (p *peerNetwork) newHost(i int, d *Direct) (*nat.Host, *nat.NAT) {
	switch {
	case p.house != nil:
		return p.house.NewHost(), p.house
	case len(d.NATs) > 0:
		home := p.NewNAT(d.NATs[i%len(d.NATs)])
		return home.NewHost(), home
	}
	return p.Network.NewHost(), nil
}

// end is a client's place on the network of peers. The zero value is that of a stage without direct links.
type end struct {
	secret secure.Secret
	host   *nat.Host
	home   *nat.NAT
	socket *nat.Socket // of the present connection
	port   uint16
}

// prepareLinks gives a client what it needs for direct links, and its consent if its method asks for them.
func (k *seat) prepareLinks(cfg *client.Config, direct bool) {
	peers := k.stage.peers
	if peers == nil {
		return
	}
	seed := make([]byte, ed25519.SeedSize)
	binary.LittleEndian.PutUint64(seed, uint64(k.index)+1)
	k.end.secret = secure.NewSecret(ed25519.NewKeyFromSeed(seed))
	k.end.host, k.end.home = peers.newHost(k.index, &k.stage.cfg.Direct)
	k.end.port = firstPort
	cfg.Links = &links.Config{Secret: k.end.secret, Mode: links.Off, Socket: func() punch.Socket { return k.end.socket }}
	if direct {
		cfg.Links.Mode = links.All
	}
}

// located opens a socket for a connection and returns the server's end of it, which knows where the client is and by which key it goes.
func (k *seat) located(server *memnet.Conn) transport.Conn {
	peers := k.stage.peers
	if peers == nil {
		return server
	}
	if k.end.socket != nil {
		k.end.socket.Close()
	}
	socket := k.end.host.Listen(k.end.port)
	k.end.socket, k.end.port = socket, k.end.port+1
	identity := transport.Identity(k.end.secret.Public())
	return transport.WithLocation(transport.WithIdentity(server, identity), func() netip.AddrPort { return socket.MappedTo(peers.server) })
}

// keepMapped does to the NATs what the packets of client i's session do.
func (k *seat) keepMapped() {
	if k.end.socket != nil {
		k.end.socket.MappedTo(k.stage.peers.server)
	}
}

// NAT returns the NAT before client i, nil if there is none.
func (s *Stage) NAT(i int) *nat.NAT { return s.seats[i].end.home }

// Peers returns the network of direct links, nil if no method asks for them.
func (s *Stage) Peers() *nat.Network {
	if s.peers == nil {
		return nil
	}
	return s.peers.Network
}

func (s *Stage) peerStats() nat.Stats {
	if s.peers == nil {
		return nat.Stats{}
	}
	return s.peers.Stats()
}

// PeerBytes returns what has been sent over direct links since stage time 0, and what arrived, with all headers.
func (s *Stage) PeerBytes() (sent, arrived uint64) {
	now := s.peerStats()
	return now.SentBytes - s.peersAtZero.SentBytes, now.ArrivedBytes - s.peersAtZero.ArrivedBytes
}

// Linked returns the number of clients to which client i is linked.
func (s *Stage) Linked(i int) (n int) {
	for _, l := range s.seats[i].client.DirectLinks() {
		if l.State == links.Linked {
			n++
		}
	}
	return n
}
