package flood

// Attackers with sessions of their own: any key opens a session.

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
)

const (
	joinsAtOnce  = 64          // sessions being opened at once
	joinPatience = time.Second // longest wait for one
	joinAddress  = 7           // 127.7.7.7: all from one
	acksEach     = 250         // acks in a payload
	segsASecond  = 18          // segments that a server sends a player who acks nothing, roughly
)

func (a *Attack) gateConfig() secure.Config {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		panic(err) // the system's source does not fail
	}
	return secure.Config{Secret: secure.NewSecret(key), Version: a.Version, Trust: func(secure.Key) error { return nil }}
}

// joins opens sessions from one address, each with a key of its own, joins if it knows how, and closes them at once.
// It returns how many opened.
func (a *Attack) joins(ctx context.Context) (opened uint64) {
	var wait sync.WaitGroup
	var done atomic.Uint64
	slots := make(chan struct{}, joinsAtOnce)
	atRate(ctx, float64(a.Joins), func(n int) {
		select {
		case slots <- struct{}{}:
		default:
			return // earlier sessions are still opening
		}
		wait.Add(1)
		go func() {
			defer wait.Done()
			if a.joinOnce(n) {
				done.Add(1)
			} else {
				a.unsure.Add(1)
			}
			<-slots
		}()
	})
	wait.Wait()
	return done.Load()
}

func (a *Attack) joinOnce(n int) bool {
	pc, err := openAt(net.IPv4(127, joinAddress, joinAddress, joinAddress))
	if err != nil {
		return false
	}
	c := reliable.Dial(pc, net.UDPAddrFromAddrPort(a.Server), reliable.Config{Secure: a.gateConfig()})
	defer func() {
		c.Close("away")
		<-c.Done()
	}()
	if a.Join != nil {
		c.Send(transport.Live, a.Join(n))
		c.Flush()
	}
	for start := time.Now(); time.Since(start) < joinPatience; time.Sleep(pollEvery) {
		if _, closed := c.Closed(); closed {
			return false
		}
		if c.Stats().PacketsDown > 0 {
			return true
		}
	}
	return false
}

// acks joins with one session at a time, opens its window as far as possible and acks one segment over and over:
// payloads that cost a server most for their size. It returns the number of payloads and of sessions.
func (a *Attack) acks(ctx context.Context) (sent, sessions uint64) {
	for n := 0; ctx.Err() == nil; n++ {
		pc, err := openLoopback()
		if err != nil {
			return sent, sessions
		}
		g := secure.Dial(pc, net.UDPAddrFromAddrPort(a.Server), a.gateConfig())
		read := make(chan struct{})
		go func() {
			defer close(read)
			buf := make([]byte, packetMax)
			for {
				if _, _, err := g.ReadFrom(buf); err != nil {
					return
				}
			}
		}()
		for start := time.Now(); !g.Peer().IsOpen() && time.Since(start) < joinPatience; {
			time.Sleep(pollEvery)
		}
		if !g.Peer().IsOpen() {
			a.unsure.Add(1)
		} else {
			sessions++
			if a.Join != nil {
				g.WriteTo(dataPayload(a.Join(1<<20+n)), g.Peer())
			}
			began := time.Now()
			life, over := context.WithCancel(ctx)
			atRate(life, float64(a.Acks), func(int) {
				newest := min(253, int(time.Since(began).Seconds()*segsASecond))
				if _, err := g.WriteTo(acksPayload(newest), g.Peer()); err == nil {
					sent++
				} else if !g.Peer().IsOpen() {
					over()
				}
			})
			over()
		}
		g.Close()
		<-read
	}
	return sent, sessions
}

// dataPayload is one live segment with a message, and an open window; the layout is that of package reliable.
func dataPayload(msg []byte) []byte {
	stream := append(binary.AppendUvarint(nil, uint64(len(msg))<<1), msg...)
	b := []byte{1 << 1, 1 << 3, 0, 0, 0, 255, 1, 0, 0, 0, 0, 0, 0}
	return append(binary.AppendUvarint(b, uint64(len(stream))), stream...)
}

// acksPayload is acks of one live segment, and nothing in order.
func acksPayload(sn int) []byte {
	b := []byte{1 << 1, 1 << 2, 0, 0, 0, 255, acksEach}
	for range acksEach {
		b = append(binary.AppendVarint(b, int64(sn)), 0, 0)
	}
	return b
}
