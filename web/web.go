// Package web is what every HTTP endpoint of a server has in common: bounds on waits, headers and connections, in all and
// from each address, and names by which it may be asked.
//
// Owner: whoever called New; a Server may be called from any goroutine. Invariants: nobody who is idle or slow keeps others
// out: a connection without a request under way gives its place to a new one when there is none left; an address has a
// bounded share; every request that reaches a handler was addressed to an IP address, to localhost, or to a name that
// whoever runs the server gave, so that no page in a browser can reach it by a name of its own (DNS rebinding).
package web

import (
	"context"
	"net"
	"net/http"
	"time"
)

// What bounds an endpoint. Beyond a bound a connection is closed, unless one that is idle can go in its place.
const (
	// ConnectionsMax is how many connections there are at most.
	ConnectionsMax = 128
	// EachMax is how many of them come from one address, of IPv6 from one network of 64 bits.
	EachMax = 16
	// OwnMax is how many of them come from this machine, where a proxy may stand for many visitors.
	OwnMax = 64

	headerBytesMax = 16 << 10
	headerPatience = 5 * time.Second
	readPatience   = 10 * time.Second
	idlePatience   = 60 * time.Second
)

// Config is what an endpoint is made from.
type Config struct {
	Handler http.Handler
	Names   []string      // by which it may be asked beside IP addresses and localhost
	Write   time.Duration // how long an answer may take
}

// Server answers requests that come to a listener.
type Server struct {
	http   *http.Server
	visits *visits
}

// New returns a server; Close ends it.
func New(c Config) *Server {
	v := &visits{of: map[string]int{}}
	return &Server{visits: v, http: &http.Server{
		Handler:           Guard(v.mark(c.Handler), c.Names),
		ReadHeaderTimeout: headerPatience, ReadTimeout: readPatience, WriteTimeout: c.Write, IdleTimeout: idlePatience,
		MaxHeaderBytes: headerBytesMax,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, visitKey{}, conn)
		},
		ConnState: func(conn net.Conn, state http.ConnState) {
			if state == http.StateIdle { // all of the answer has left
				v.rest(conn)
			}
		},
	}}
}

// Serve answers requests that come to a listener, which is the server's from then on, until Close. The error is
// http.ErrServerClosed, or why the listener gives none any more.
func (s *Server) Serve(l net.Listener) error { return s.http.Serve(&listener{l, s.visits}) }

// Close ends the listener and all connections.
func (s *Server) Close() error { return s.http.Close() }
