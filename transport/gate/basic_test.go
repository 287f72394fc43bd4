package gate

import (
	"crypto/ed25519"
	"net"
	"testing"
	"time"
)

func TestFirstLight(t *testing.T) {
	for _, ik := range []bool{true, false} {
		_, a, _ := ed25519.GenerateKey(nil)
		_, b, _ := ed25519.GenerateKey(nil)
		spc, _ := net.ListenPacket("udp", "127.0.0.1:0")
		cpc, _ := net.ListenPacket("udp", "127.0.0.1:0")
		opened := make(chan *Peer, 4)
		s := Listen(spc, Config{Secret: NewSecret(a), Opened: func(p *Peer) { opened <- p }})
		cfg := Config{Secret: NewSecret(b), Opened: func(p *Peer) { opened <- p }, Trust: func(Key) error { return nil }}
		if ik {
			k := NewSecret(a).Public()
			cfg.Known = &k
		}
		c := Dial(cpc, spc.LocalAddr(), cfg)
		got := make(chan string, 10)
		for _, g := range []*Gate{s, c} {
			go func() {
				buf := make([]byte, 2000)
				for {
					n, p, err := g.ReadFrom(buf)
					if err != nil {
						return
					}
					got <- string(buf[:n])
					if g == s {
						g.WriteTo([]byte("pong"), p)
					}
				}
			}()
		}
		<-opened
		<-opened
		if _, err := c.WriteTo([]byte("ping"), c.Peer()); err != nil {
			t.Fatal(err)
		}
		t.Log(<-got, <-got)
		c.CloseWith("bye")
		time.Sleep(50 * time.Millisecond)
		t.Logf("%+v", s.Stats())
		s.Close()
	}
}
