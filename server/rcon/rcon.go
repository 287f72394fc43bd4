// Package rcon answers commands of panels that speak RCON, the protocol of Valve's and Minecraft's servers. The password is the secret of a
// token (package tokens), so that each panel has rights of its own.
//
// Data flow: a connection logs in, sends a command, and reads the answer before it sends the next; the world judges the command. Owner: the
// maker of a Server; each connection has a goroutine. Invariants: before the login nothing is done for a connection but the login; frames,
// connections, waits and wrong passwords are bounded. RCON is not encrypted: keep it on loopback, or in a tunnel.
package rcon

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"

	"voxtide/commands"
	"voxtide/internal/faults"
	"voxtide/internal/textline"
	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// Bounds of a server.
const (
	ConnectionsMax = 32
	connectionsOf  = 8 // of one address
	loginWithin    = 5 * time.Second
	idleMax        = 10 * time.Minute
	writeWithin    = 10 * time.Second
	commandWithin  = 10 * time.Minute // the command goes on
	commandEvery   = 25 * time.Millisecond
)

// Give runs a line as a command of a grant, and waits for the answer.
type Give func(ctx context.Context, g *roles.Grant, line string) (lines []string, err error)

// Server answers panels. Use New.
type Server struct {
	give     Give
	tokens   *tokens.Store
	log      *slog.Logger
	attempts tokens.Attempts
	ctx      context.Context
	cancel   context.CancelFunc
	running  sync.WaitGroup

	mu    sync.Mutex
	conns map[net.Conn]netip.Addr
	on    net.Listener
}

// New returns a server. log may be nil.
func New(give Give, store *tokens.Store, log *slog.Logger) *Server {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	s := &Server{give: give, tokens: store, log: log, conns: map[net.Conn]netip.Addr{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

// Serve answers at a listener, which it takes over, until Close. It waits until then. Call it once.
func (s *Server) Serve(l net.Listener) error {
	s.mu.Lock()
	s.on = l
	if s.ctx.Err() != nil {
		l.Close()
	}
	s.mu.Unlock()
	for failed := 0; ; {
		c, err := l.Accept()
		switch {
		case s.ctx.Err() != nil:
			if c != nil {
				c.Close()
			}
			return nil
		case err != nil && failed < 100 && !errors.Is(err, net.ErrClosed): // too many files, for a moment
			failed++
			time.Sleep(10 * time.Millisecond)
			continue
		case err != nil:
			return err
		}
		failed = 0
		if !s.admit(c) {
			c.Close()
		}
	}
}

// admit begins to answer a connection, if there is room.
func (s *Server) admit(c net.Conn) bool {
	at, _ := netip.ParseAddrPort(c.RemoteAddr().String())
	from := at.Addr().Unmap()
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, o := range s.conns {
		if o == from {
			n++
		}
	}
	if s.ctx.Err() != nil || len(s.conns) >= ConnectionsMax || n >= connectionsOf {
		return false
	}
	s.conns[c] = from
	s.running.Go(func() {
		defer func() {
			c.Close()
			s.mu.Lock()
			delete(s.conns, c)
			s.mu.Unlock()
		}()
		s.serve(c, from)
	})
	return true
}

// Close ends the listener and all connections, and waits for them.
func (s *Server) Close() {
	s.cancel()
	s.mu.Lock()
	if s.on != nil {
		s.on.Close()
	}
	for c := range s.conns {
		c.Close()
	}
	s.mu.Unlock()
	s.running.Wait()
}

// serve answers a connection until it ends.
func (s *Server) serve(c net.Conn, from netip.Addr) {
	c.SetReadDeadline(time.Now().Add(loginWithin))
	f, err := readFrame(c)
	if err != nil || f.kind != kindLogin {
		return
	}
	t, err := s.attempts.Lookup(s.tokens, from, f.text)
	if err != nil {
		s.log.Warn("a login over RCON was refused", "address", from.String(), "why", err)
		s.write(c, frame{-1, kindCommand, ""})
		return
	}
	if !s.write(c, frame{f.number, kindCommand, ""}) {
		return
	}
	secret, next := f.text, time.Now()
	for {
		c.SetReadDeadline(time.Now().Add(idleMax))
		if f, err = readFrame(c); err != nil {
			return
		}
		time.Sleep(time.Until(next)) // a flood waits in its own connection
		next = time.Now().Add(commandEvery)
		if now, err := s.tokens.Lookup(secret); (err != nil || now.Name != t.Name) && !faults.Active(faults.RCONAfterRemoval) {
			return // the token was taken away
		}
		text := fmt.Sprintf("Unknown request %x", uint32(f.kind)) // panels send one to find the end of an answer
		if f.kind == kindCommand {
			text = s.answer(t.Grant(), f.text)
		}
		for _, part := range pieces(text) {
			if !s.write(c, frame{f.number, kindAnswer, part}) {
				return
			}
		}
	}
}

// answer runs a command.
func (s *Server) answer(g *roles.Grant, line string) string {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > commands.LineMax || textline.Clean(line, commands.LineMax) != line {
		return fmt.Sprintf("a command is one line of text, of 1 to %d bytes", commands.LineMax)
	}
	ctx, cancel := context.WithTimeout(s.ctx, commandWithin)
	defer cancel()
	lines, err := s.give(ctx, g, line)
	if err != nil {
		return "the server does not answer: it stops, or the command takes too long and goes on"
	}
	return strings.Join(lines, "\n")
}

// write writes a frame; false if the connection does not take it.
func (s *Server) write(c net.Conn, f frame) bool {
	c.SetWriteDeadline(time.Now().Add(writeWithin))
	_, err := c.Write(appendFrame(nil, f))
	return err == nil
}
