package evening

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"net"
	"strings"
	"time"

	"voxtide/actions"
	"voxtide/client"
	"voxtide/protocol"
	"voxtide/render/scene"
	"voxtide/transport"
	"voxtide/transport/reliable"
	"voxtide/transport/secure"
	"voxtide/world"
)

// player is a client over a socket of its own. One goroutine at a time plays it.
type player struct {
	*client.Client
	e    *evening
	name string
	in   client.Input
}

// errTurnedAway is why a session ended, or did not begin.
type errTurnedAway struct{ reason string }

func (e errTurnedAway) Error() string { return e.reason }

// frameEvery is the time between two frames of a player.
const frameEvery = time.Second / 30

// join brings a player in, from a loopback address and with a key of its own. Errors: errTurnedAway, those of the context and of the system.
func (e *evening) join(ctx context.Context, name, from string) (*player, error) {
	seed := sha256.Sum256([]byte(fmt.Sprint("evening ", e.cfg.Seed, name)))
	key := secure.NewSecret(ed25519.NewKeyFromSeed(seed[:]))
	p := &player{e: e, name: name}
	p.Client = client.New(client.Config{Name: name, ViewDistance: 3, Dial: func() transport.Conn {
		pc, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.ParseIP(from)})
		if err != nil {
			return nil
		}
		return reliable.Dial(pc, e.at, reliable.Config{Secure: secure.Config{Secret: key, Version: protocol.Version, Trust: func(secure.Key) error { return nil }}})
	}})
	for end := time.Now().Add(time.Minute); !p.Playable(); {
		p.frame()
		switch {
		case p.State() == client.Ended:
			reason := p.Reason()
			p.Close()
			return nil, errTurnedAway{reason}
		case ctx.Err() != nil, time.Now().After(end):
			p.Close()
			return nil, fmt.Errorf("evening: %s does not come in: %w", name, context.DeadlineExceeded)
		}
	}
	return p, nil
}

// frame plays a frame.
func (p *player) frame() *scene.Scene {
	time.Sleep(frameEvery)
	sc := p.Frame(now(), p.in)
	p.in.Actions = p.in.Actions[:0]
	return sc
}

// now is a monotonic time.
func now() time.Duration { return time.Since(began) }

var began = time.Now()

// do has an action done in the next frame.
func (p *player) do(a actions.Action) { p.in.Actions = append(p.in.Actions, a) }

// say says a line in the next frame.
func (p *player) say(text string) { p.do(actions.Action{Kind: actions.Chat, Text: text}) }

// goTo brings a creative player above a cell in the next frame.
func (p *player) goTo(at world.Pos) {
	p.do(actions.Action{Kind: actions.Teleport, Pos: at, Aim: actions.Aim{8, 0, 8}})
}

// leave ends the session, and notes what the client measured.
func (p *player) leave() {
	s := p.Stats()
	p.e.note(func(r *Report) { r.Unexplained += s.Unexplained(); r.Desyncs += s.Desyncs })
	p.Leave()
	for end := now() + 200*time.Millisecond; now() < end; {
		p.frame()
	}
	p.Close()
}

// idle stays in the village until the end, and counts what is read there of spammers.
func (p *player) idle(over chan struct{}) {
	p.in.Keys = world.KeyFly
	p.goTo(beside(villageAt, 0, 3, 0))
	for {
		select {
		case <-over:
			p.leave()
			return
		default:
		}
		for _, l := range p.frame().Chat {
			if !strings.HasPrefix(l.Name, spammerName) {
				continue
			}
			p.e.note(func(r *Report) {
				r.SpamRead++
				if strings.Contains(l.Text, "http") {
					r.LinksRead++
				}
			})
		}
	}
}
