package control

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"voxtide/internal/faults"
	"voxtide/server/roles"
	"voxtide/server/tokens"
)

// contentSecurityPolicy lets the page show what this server sends, as that of the map.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// request is a request of a caller.
type request struct {
	http.ResponseWriter
	*http.Request
	door   *Door
	caller *roles.Grant
	again  func() bool // reports whether the caller still counts
}

// routes returns the handler of a listener.
func (d *Door) routes(local bool) http.Handler {
	mux := http.NewServeMux()
	for path, f := range pageFiles() {
		mux.Handle("GET "+path, f)
	}
	for path, f := range map[string]func(*request){
		"POST /v1/command": (*request).command, "GET /v1/complete": (*request).complete, "GET /v1/players": (*request).players, "GET /v1/status": (*request).status,
		"GET /v1/bans": (*request).bans, "GET /v1/backups": (*request).backups, "GET /v1/samples": (*request).samples, "GET /v1/events": (*request).events, "GET /v1/token": (*request).whoami,
	} {
		mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			q := &request{ResponseWriter: w, Request: r, door: d}
			if q.authenticate(local) {
				f(q)
			}
		})
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		writeError(w, http.StatusNotFound, "there is nothing here: /admin is the page, /v1/command, /v1/players, /v1/status and /v1/events are for programs")
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", contentSecurityPolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		mux.ServeHTTP(w, r)
	})
}

// bearer returns the secret of a request: that of its header or, as browsers cannot set one for a websocket, that among the protocols
// it offers.
func bearer(r *http.Request) string {
	if word, secret, ok := strings.Cut(r.Header.Get("Authorization"), " "); ok && strings.EqualFold(word, "bearer") {
		return strings.TrimSpace(secret)
	}
	for p := range strings.SplitSeq(r.Header.Get("Sec-WebSocket-Protocol"), ",") {
		if secret, ok := strings.CutPrefix(strings.TrimSpace(p), "bearer."); ok {
			return secret
		}
	}
	return ""
}

// authenticate finds out who asks; otherwise it answers, and returns false.
func (q *request) authenticate(local bool) bool {
	if local || faults.Active(faults.DoorWithoutToken) {
		q.caller, q.again = &roles.Grant{Role: roles.ConsoleRole}, func() bool { return true }
		return true
	}
	secret := bearer(q.Request)
	if secret == "" {
		q.Header().Set("WWW-Authenticate", "Bearer")
		q.fail(http.StatusUnauthorized, "this needs a token: Authorization: Bearer SECRET; server token add NAME --role moderator makes one")
		return false
	}
	from, _ := netip.ParseAddrPort(q.RemoteAddr)
	t, err := q.door.attempts.Lookup(q.door.cfg.Tokens, from.Addr(), secret)
	switch {
	case errors.Is(err, tokens.ErrTooMany):
		q.Header().Set("Retry-After", "10")
		q.fail(http.StatusTooManyRequests, err.Error())
	case errors.Is(err, tokens.ErrUnknown):
		q.Header().Set("WWW-Authenticate", "Bearer")
		q.fail(http.StatusUnauthorized, err.Error())
	case err != nil:
		q.door.cfg.Log.Error("no token counts", "why", err)
		q.fail(http.StatusServiceUnavailable, "no token counts now: see the log of the server")
	default:
		q.caller = t.Grant()
		q.again = func() bool {
			now, err := q.door.cfg.Tokens.Lookup(secret)
			return err == nil && now.Name == t.Name
		}
		return true
	}
	return false
}

// Header returns the header of the answer.
func (q *request) Header() http.Header { return q.ResponseWriter.Header() }

// Write writes to the answer.
func (q *request) Write(b []byte) (int, error) { return q.ResponseWriter.Write(b) }

// fail answers with an error.
func (q *request) fail(code int, text string) { writeError(q.ResponseWriter, code, text) }

// failWorld answers with an error of the world.
func (q *request) failWorld(err error) {
	text := "the server does not answer: it stops, or is busy"
	if errors.Is(err, context.Canceled) {
		text = "the request was given up"
	}
	q.fail(http.StatusServiceUnavailable, text)
}

// may asks what the caller may of commands; if that cannot be known it answers, and returns nil.
func (q *request) may(names ...string) []roles.Verdict {
	ctx, cancel := context.WithTimeout(q.Context(), readPatience)
	defer cancel()
	v, err := q.door.cfg.World.May(ctx, q.caller, names...)
	if err != nil {
		q.failWorld(err)
		return nil
	}
	return v
}

// require answers with 403 and returns false where the caller may not give a command.
func (q *request) require(name string) bool {
	v := q.may(name)
	if v == nil {
		return false
	}
	if !v[0].Allowed {
		q.fail(http.StatusForbidden, name+": "+v[0].Why)
		return false
	}
	return true
}

func writeJSON(w http.ResponseWriter, code int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	json.NewEncoder(w).Encode(v)
}

func writeError(w http.ResponseWriter, code int, text string) {
	writeJSON(w, code, struct {
		Error string `json:"error"`
	}{text})
}
