package client_test

import (
	"testing"
	"time"

	"voxtide/client"
	"voxtide/server"
	"voxtide/transport"
	"voxtide/transport/memnet"
)

// TestSecondServerIsKept: a client whose session went on at another server of the world finds back to that one when it loses the connection,
// although that server names only the first one, where nobody is; and one whose connection is silent asks the address of it again.
func TestSecondServerIsKept(t *testing.T) {
	named := "second"
	r := newHarness(t, memnet.Link{}, server.Config{Others: func() []string { return []string{named} }}, "")
	link := memnet.Link{Delay: 20 * time.Millisecond, Copies: true}
	var near, far *memnet.Conn
	there := "first" // where the server is reached
	open := func(name string) transport.Conn {
		if name != there {
			return nil
		}
		near, far = r.net.Pair(link, link)
		r.srv.Accept(far)
		return near
	}
	r.cl = client.New(client.Config{Name: "ann", Dial: func() transport.Conn { return open("first") }, DialOther: open})
	r.play()
	back := func(what string) {
		t.Helper()
		for range 6 {
			r.run(time.Second)
		}
		if r.cl.State() != client.Playing || r.cl.SilentFor() > 0 {
			t.Fatalf("%s: %v, silent for %v", what, r.cl.State(), r.cl.SilentFor())
		}
	}
	there = "second" // it names the first one, as a second server does
	far.Kill()
	named = "first"
	back("the world is at the second server")
	near.Kill()
	far.Kill()
	back("the connection to the second is lost")
	far.Kill()
	back("the connection to the second is silent")
}
