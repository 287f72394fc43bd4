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

// TestLeavesWhileAsking: who leaves while another server of the world is asked to go on with the session closes that connection, too. One that
// is still there when the other server gets the world would ask for a session that is over, in place of the one that its player has by then.
func TestLeavesWhileAsking(t *testing.T) {
	r := newHarness(t, memnet.Link{}, server.Config{Others: func() []string { return []string{"second"} }}, "")
	link := memnet.Link{Delay: 20 * time.Millisecond, Copies: true}
	var near, far, asked *memnet.Conn
	r.cl = client.New(client.Config{Name: "ann", Dial: func() transport.Conn {
		near, far = r.net.Pair(link, link)
		r.srv.Accept(far)
		return near
	}, DialOther: func(string) transport.Conn {
		other, theirs := r.net.Pair(link, link)
		asked = theirs
		return other
	}})
	r.play()
	far.Kill()
	for waited := 0; asked == nil; waited++ {
		if waited > 100 {
			t.Fatal("the second server is not asked")
		}
		r.run(50 * time.Millisecond)
	}
	r.cl.Leave()
	r.run(200 * time.Millisecond)
	if _, closed := asked.Closed(); !closed {
		t.Error("the connection to the second server is open")
	}
	if _, closed := near.Closed(); !closed {
		t.Error("the connection is open")
	}
}
