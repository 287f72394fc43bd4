package links

import (
	"bytes"
	"crypto/ed25519"
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/internal/wire"
	"voxtide/predict"
	"voxtide/protocol"
	"voxtide/timestream"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
)

const (
	ms    = time.Millisecond
	frame = 16 * ms
)

// muted is a socket that sends nothing while it is mute.
type muted struct {
	*nat.Socket
	mute bool
	sent int
}

func (s *muted) Send(packet []byte, to netip.AddrPort) {
	if s.sent++; !s.mute {
		s.Socket.Send(packet, to)
	}
}

// player is one end of links, with a session that only takes notes.
type player struct {
	stream timestream.Stream
	secret secure.Secret
	socket *muted
	links  *Links
	number uint64 // of the last action
	own    []actions.Action

	acted     []actions.Action // that peers showed
	looks     int
	forgot    []timestream.Stream
	said      []string
	told      [][]byte
	denied    map[timestream.Stream]uint64
	verdict   predict.PeerVerdict
	withholds bool // actions that change blocks or items
}

// Apply implements Session.
func (p *player) Apply(e *Effect) predict.PeerVerdict {
	switch e.Kind {
	case Act:
		p.acted = append(p.acted, e.Action)
		return p.verdict
	case Look:
		p.looks++
	case Forget:
		p.forgot = append(p.forgot, e.Stream)
	case Say:
		p.said = append(p.said, string(e.Message))
	case Tell:
		p.told = append(p.told, bytes.Clone(e.Message))
	}
	return predict.PeerIgnored
}

// Denied implements Session.
func (p *player) Denied(s timestream.Stream) uint64 { return p.denied[s] }

// NameOf implements Session.
func (p *player) NameOf(s timestream.Stream) string {
	return [...]string{"", "ann", "bob", "eve"}[min(s, 3)]
}

// count returns how many messages of a kind the server was told.
func (p *player) count(kind byte) (n int) {
	for _, m := range p.told {
		if m[0] == kind {
			n++
		}
	}
	return n
}

// last returns the last message of a kind that the server was told.
func (p *player) last(kind byte) (m []byte) {
	for _, told := range p.told {
		if told[0] == kind {
			m = told
		}
	}
	return m
}

// unlinked returns why the server was last told that there is no link to a stream; LinkEndCount if it was not.
func (p *player) unlinked(t *testing.T, s timestream.Stream) protocol.LinkEnd {
	t.Helper()
	why := protocol.LinkEndCount
	for _, m := range p.told {
		if m[0] != protocol.MsgUnlinked {
			continue
		}
		r := wire.NewReader(m[1:])
		u, err := protocol.ReadUnlinked(&r)
		if err != nil {
			t.Fatal(err)
		}
		if u.Stream == s {
			why = u.Why
		}
	}
	return why
}

// act makes an own action, un-acked until the test forgets it.
func (p *player) act(k actions.Kind) {
	p.number++
	p.own = append(p.own, actions.Action{Kind: k, Number: p.number, At: timestream.Time(p.number * 1000), Text: "pass word", Count: 1})
}

// meeting is players on one network, without NATs.
type meeting struct {
	t       *testing.T
	net     *nat.Network
	now     time.Duration
	players []*player
	pair    uint32
	named   protocol.LinkHow // of all addresses
}

func newMeeting(t *testing.T, path nat.Path, n int) *meeting {
	m := &meeting{t: t, net: nat.New(7), named: protocol.LinkSeenByServer}
	m.net.SetPath(path)
	for i := range n {
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = byte(i + 1)
		p := &player{stream: timestream.Stream(i + 1), secret: secure.NewSecret(ed25519.NewKeyFromSeed(seed)), socket: &muted{Socket: m.net.NewHost().Listen(4000)},
			denied: map[timestream.Stream]uint64{}}
		p.links = New(Config{Secret: p.secret, Mode: All, Socket: func() punch.Socket { return p.socket }}, p)
		m.players = append(m.players, p)
		p.links.Begin(0)
	}
	return m
}

// run lets time pass.
func (m *meeting) run(d time.Duration) {
	for end := m.now + d; m.now < end; {
		m.now += frame
		m.net.Advance(m.now)
		for _, p := range m.players {
			p.links.Update(m.now)
			p.links.Share(protocol.Declare{Stamp: stampAt(m.now), LastAction: p.number, Pitch: 5}, p.own, !p.withholds, stampAt(m.now))
		}
	}
}

func stampAt(now time.Duration) timestream.Time { return timestream.Time(now / time.Microsecond) }

// introduce tells player a of player b.
func (m *meeting) introduce(a, b *player) {
	at, role := b.socket.Addresses()[0], byte(0)
	if a.stream > b.stream {
		role = 1
	}
	a.links.Introduced(&protocol.Peer{Stream: b.stream, Key: protocol.PlayerKey(b.secret.Public()), Pair: m.pair, Secret: [32]byte{byte(m.pair)}, Role: role,
		Addresses: []protocol.PeerAddress{{How: m.named, LinkAddress: protocol.LinkAddress{IP: at.Addr().As16(), Port: at.Port()}}}}, 0)
}

// link introduces two players to each other and waits until they are linked.
func (m *meeting) link(a, b *player) {
	m.t.Helper()
	m.pair++
	m.introduce(a, b)
	m.introduce(b, a)
	m.run(time.Second)
	for _, p := range []*player{a, b} {
		if p.count(protocol.MsgLinked) == 0 {
			m.t.Fatalf("player %d has no link: %+v", p.stream, p.links.Infos())
		}
	}
}

// stateOf returns the state of the link to a stream, and whether it is listed.
func (p *player) stateOf(s timestream.Stream) (Info, bool) {
	for _, in := range p.links.Infos() {
		if in.Stream == s {
			return in, true
		}
	}
	return Info{}, false
}
