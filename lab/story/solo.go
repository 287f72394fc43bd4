package story

import (
	"errors"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/timestream"
	"voxtide/transport"
	"voxtide/transport/memnet"
	"voxtide/world"
)

// solo is a real server and one real client, stepped by hand: the server works when it is told to, the client makes a frame when it
// is told to. The client knows the server's clock and, where its method estimates it, the true round trip.
type solo struct {
	net    *memnet.Network
	server *server.Server
	client *client.Client
	now    time.Duration
}

// worldTime is the server's clock: its first step is at 0.
func worldTime(now time.Duration) timestream.Time { return timestream.Time(now / time.Microsecond) }

// newSolo lets a client with a method join over a link of a one-way delay. Server and client run every millisecond.
func newSolo(method string, oneWay time.Duration) (*solo, error) {
	s := &solo{net: memnet.New(1)}
	var err error
	s.server, err = server.New(server.Config{
		UpdateRate: 1000, View: 1, ViewY: 1, Generate: storyLand, Creative: true, AnyMethod: true,
		Spawn: func(int) world.Vec { return world.BottomCentre(world.Pos{X: 0, Y: 1}) },
	})
	if err != nil {
		return nil, err
	}
	s.client = client.New(client.Config{Name: "Alice", Strategy: method, KnownClock: worldTime,
		TrueRoundTrip: func() time.Duration { return 2 * oneWay },
		Dial: func() transport.Conn {
			link := memnet.Link{Delay: oneWay, Copies: true}
			near, far := s.net.Pair(link, link)
			s.server.Accept(far)
			return near
		}})
	for s.now < storyReady {
		s.step(client.Input{}, true)
	}
	if !s.client.Playable() {
		return nil, errors.New("story: the player did not get into the world: " + s.client.Reason())
	}
	return s, nil
}

// step plays a millisecond: packets arrive, the server works if it is to, the client makes a frame.
func (s *solo) step(in client.Input, serve bool) {
	s.now += storyTick
	s.net.Advance(s.now)
	if serve {
		s.server.Step(s.now)
	}
	s.client.Frame(s.now, in)
}

// shown returns where the client shows its own body.
func (s *solo) shown() world.Motion {
	body, _ := s.client.Avatar()
	return body.Motion
}
