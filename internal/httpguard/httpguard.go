// Package httpguard protects the HTTP endpoints of a server: it bounds waits, headers and connections, in total and by
// address, and it answers only requests to a known host name.
//
// Owner: the caller of New; a Server may be called from any goroutine. Invariants: an idle or slow visitor keeps nobody out: a
// connection without a request under way makes room for a new one when there is none left; an address has a bounded share;
// every request that reaches a handler was addressed to an IP address, to localhost, or to a name that the operator has
// configured, so that no page in a browser can reach it by a name of its own (DNS rebinding), and by no page of another origin.
package httpguard

import (
	"context"
	"net"
	"net/http"
	"time"
)

const (
	headerBytesMax = 16 << 10
	headerTimeout  = 5 * time.Second
	readTimeout    = 10 * time.Second
	idleTimeout    = 60 * time.Second
	closeTimeout   = 5 * time.Second // of handlers after their connections have ended
)

// Config says how an endpoint is served.
type Config struct {
	Handler      http.Handler
	HostNames    []string      // names that requests may be addressed to, beside IP addresses and localhost
	WriteTimeout time.Duration // of an answer
}

// Server answers requests at a listener.
type Server struct {
	http    *http.Server
	limiter *connLimiter
}

// New returns a server, which runs until Close.
func New(c Config) *Server {
	v := &connLimiter{perAddress: map[string]int{}}
	return &Server{limiter: v, http: &http.Server{
		Handler:           CheckHost(CheckOrigin(v.markBusy(c.Handler), c.HostNames), c.HostNames),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: c.WriteTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: headerBytesMax,
		ConnContext: func(ctx context.Context, conn net.Conn) context.Context {
			return context.WithValue(ctx, connKey{}, conn)
		},
		ConnState: func(conn net.Conn, state http.ConnState) {
			if state == http.StateIdle { // the whole answer has left
				v.markIdle(conn)
			}
		},
	}}
}

// Serve answers requests at a listener, which it takes over, until Close. The error is http.ErrServerClosed, or that of the
// listener.
func (s *Server) Serve(l net.Listener) error { return s.http.Serve(&listener{l, s.limiter}) }

// Close ends the listener and all connections, and with them the contexts of their requests. It then waits until the handlers have
// returned, for closeTimeout at most: the caller may close what they look at.
func (s *Server) Close() error {
	err := s.http.Close()
	s.limiter.waitQuiet(closeTimeout)
	return err
}
