package recording

import (
	"bytes"
	"compress/flate"
	"crypto/ed25519"
	"encoding/binary"
	"io"
	"net/netip"
	"testing"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/client/links"
	"voxtide/internal/testrand"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/transport/nat"
	"voxtide/transport/punch"
	"voxtide/transport/secure"
	"voxtide/world"
)

// TestReplayOfLinks: a session in which a linked player's actions were shown before the server told them is replayed frame for frame,
// over a link that loses packets, a resume and withdrawn consent; and the file holds no address and no key of the other player.
func TestReplayOfLinks(t *testing.T) {
	random := testrand.New(t)
	net, peers := memnet.New(random.Uint64()), nat.New(random.Uint64())
	peers.SetPath(nat.Path{Delay: 10 * time.Millisecond, Jitter: 5 * time.Millisecond, Loss: 0.1})
	srv, err := server.New(server.Config{Generate: flat, Creative: true, StartingInventory: []world.Stack{world.StackOf(world.Dirt, 10)},
		Spawn: func(i int) world.Vec { return world.BottomCentre(world.Pos{X: int32(4 + 3*i), Z: 4}) }})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	w := NewWriter(&file, Config{Name: "ann", JoinTimeout: time.Minute})
	via := memnet.Link{Delay: 80 * time.Millisecond, Jitter: 10 * time.Millisecond, Loss: 0.02}
	var sockets [2]*nat.Socket
	secrets := [2]secure.Secret{}
	clients := [2]*client.Client{}
	for i := range clients {
		seed := make([]byte, ed25519.SeedSize)
		seed[0] = byte(i + 1)
		secrets[i] = secure.NewSecret(ed25519.NewKeyFromSeed(seed))
		host, port := peers.NewHost(), uint16(4000)
		cfg := client.Config{Name: [2]string{"ann", "bob"}[i], JoinTimeout: time.Minute, Dial: func() transport.Conn {
			near, far := net.Pair(via, via)
			port++
			s := host.Listen(port)
			sockets[i] = s
			srv.Accept(transport.WithLocation(transport.WithIdentity(far, transport.Identity(secrets[i].Public())), func() netip.AddrPort {
				return s.MappedTo(netip.MustParseAddrPort("20.9.9.9:30000"))
			}))
			return near
		}, Links: &links.Config{Secret: secrets[i], Mode: links.All, Socket: func() punch.Socket { return sockets[i] }}}
		if i == 0 {
			cfg.Recorder = w
		}
		clients[i] = client.New(cfg)
	}
	linked, shown := 0, 0
	now := time.Duration(0)
	for frame := range 900 {
		now += 16 * time.Millisecond
		net.Advance(now)
		peers.Advance(now)
		srv.Step(now)
		net.Advance(now)
		switch frame {
		case 450:
			clients[0].Reconnect("a test")
		case 750:
			clients[0].SetDirectLinks(links.Off, nil)
		}
		in := client.Input{Keys: world.Keys(frame / 40 % 16), Yaw: uint16(frame/8) << 10, Pitch: float64(frame % 40)}
		if bob, ok := clients[1].Avatar(); ok && frame%15 == 0 {
			at := bob.Motion.Pos.Block()
			at.X += int32(random.IntN(5)) - 2
			at.Z += 2
			in.Actions = []actions.Action{{Kind: actions.Place, Pos: at, Face: world.Down, Aim: actions.Aim{8, 0, 8}}}
		}
		clients[1].Frame(now, in)
		clients[0].Frame(now, client.Input{Keys: world.KeyForward, Yaw: uint16(frame) << 8})
		for _, l := range clients[0].DirectLinks() {
			if l.State == links.Linked {
				linked++
			}
			if l.Seen > 0 {
				shown++
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := clients[0].Stats()
	if linked < 200 || shown < 150 || s.Unexplained() > 0 {
		t.Errorf("linked in %d frames, shown by the link in %d, %d unexplained corrections", linked, shown, s.Unexplained())
	}
	got, err := Replay(bytes.NewReader(file.Bytes()), nil)
	if err != nil || got.Differ > 0 || got.Frames != w.Frames() || got.Hash != w.hash || !got.Complete {
		t.Errorf("%v: %d frames of %d, %d differ, the first is %d", err, got.Frames, w.Frames(), got.Differ, got.First)
	}
	all := inflated(t, file.Bytes())
	key, ip := secrets[1].Public(), sockets[1].Addresses()[0].Addr().As16()
	if bytes.Contains(all, key[:]) || bytes.Contains(all, ip[:]) {
		t.Error("the recording holds the other player's key or address")
	}
	effects := bytes.Count(all, []byte("bob"))
	t.Logf("%d frames, linked in %d; %d bytes of records, %d times the name of the other; corrections %v", got.Frames, linked, len(all), effects, s.Corrections)
}

// inflated returns the records of a file.
func inflated(t *testing.T, file []byte) (all []byte) {
	t.Helper()
	b := file[len(magic)+2+8:]
	for len(b) >= 8 {
		n := binary.LittleEndian.Uint32(b)
		records, err := io.ReadAll(flate.NewReader(bytes.NewReader(b[8 : 8+n])))
		if err != nil {
			t.Fatal(err)
		}
		all, b = append(all, records...), b[8+n:]
	}
	return all
}
