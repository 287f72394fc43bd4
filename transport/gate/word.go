package gate

import (
	"errors"
	"syscall"
)

// A word is an answer of the network itself to a packet: nobody listens there, no way leads there. Whoever knows the
// addresses and ports of a session can forge one. It is a reason to ask again, and never proof of anything: it ends no
// session and counts as no fault of the socket.

// word takes an error of the socket for what it may be; true if it was a word. Any goroutine may call it.
func (g *Gate) word(err error) bool {
	if g.sock.raw == nil {
		return false
	}
	refused := errors.Is(err, syscall.ECONNREFUSED)
	if forgetWords(g.sock.raw) == 0 && !refused {
		return false
	}
	if refused && g.client != nil {
		g.client.refusedAt.set(g.now())
	}
	return true
}

// Refused tells whether the system has said, since anything authentic came, that nobody listens where the far end is. Only
// of a client's peer, and only where the system tells. It may be forged.
func (p *Peer) Refused() bool { return p.refusedAt.get() > p.heard.get() }
