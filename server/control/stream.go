package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"voxtide/server/events"
)

// neededFor names the command that a caller must be able to give to see events of a kind.
var neededFor = map[string]string{
	events.Join: "list", events.Leave: "list", events.Chat: "list", events.Death: "list", events.Started: "list", events.Stopping: "list",
	events.Ended: "record", events.Refused: "record", events.Command: "record", events.Rollback: "record",
	events.Frozen: "status", events.Backup: "status",
}

// filter is which events a caller sees.
type filter struct {
	kinds     map[string]bool
	addresses bool
}

// pass returns an event as the caller sees it; false if not at all.
func (f *filter) pass(e events.Event) (events.Event, bool) {
	if !f.addresses {
		e.Address, e.Key = "", ""
	}
	return e, f.kinds[e.Kind]
}

// filterOf returns what the caller sees of the kinds that were asked for; nil if that cannot be known.
func (q *request) filterOf(asked []string) *filter {
	ctx, cancel := context.WithTimeout(q.door.ctx, readPatience)
	defer cancel()
	names := []string{"list", "record", "status"}
	v, err := q.door.cfg.World.May(ctx, q.caller, names...)
	if err != nil {
		return nil
	}
	f := &filter{kinds: map[string]bool{}, addresses: v[1].Allowed}
	for _, kind := range asked {
		f.kinds[kind] = v[slices.Index(names, neededFor[kind])].Allowed
	}
	return f
}

// askedKinds returns the kinds of events that a request is for. The error names them all.
func askedKinds(text string) ([]string, error) {
	if text == "" {
		return events.Kinds, nil
	}
	asked := strings.Split(text, ",")
	for _, k := range asked {
		if !slices.Contains(events.Kinds, k) {
			return nil, fmt.Errorf("there are no events of the kind %.40q; there are %s", k, strings.Join(events.Kinds, ", "))
		}
	}
	return asked, nil
}

// events answers GET /v1/events: as a websocket if that is asked for, else as an event stream.
func (q *request) events() {
	asked, err := askedKinds(q.URL.Query().Get("kinds"))
	if err != nil {
		q.fail(http.StatusBadRequest, err.Error())
		return
	}
	after := q.door.cfg.World.Events().Last()
	for _, text := range []string{q.Request.Header.Get("Last-Event-ID"), q.URL.Query().Get("after")} {
		if text != "" {
			if after, err = strconv.ParseUint(text, 10, 64); err != nil {
				q.fail(http.StatusBadRequest, "after is the number of an event")
				return
			}
		}
	}
	f := q.filterOf(asked)
	if f == nil {
		q.failWorld(context.DeadlineExceeded)
		return
	}
	if !slices.ContainsFunc(asked, func(k string) bool { return f.kinds[k] }) {
		q.fail(http.StatusForbidden, "events: not allowed: none of these kinds; the commands list, record and status let you see some")
		return
	}
	end, ok := q.door.traffic.beginStream(q.caller.Name)
	if !ok {
		q.Header().Set("Retry-After", "10")
		q.fail(http.StatusTooManyRequests, fmt.Sprintf("there are %d streams of this token already, or %d of all", streamsEach, streamsMax))
		return
	}
	defer end()
	q.door.streams.Add(1)
	defer q.door.streams.Done()
	s := stream{request: q, asked: asked, filter: f, at: after}
	if strings.EqualFold(q.Request.Header.Get("Upgrade"), "websocket") {
		s.websocket()
		return
	}
	s.serverSent()
}

// stream is a caller who follows events.
type stream struct {
	*request
	asked  []string
	filter *filter
	at     uint64
}

// errOver says that the caller counts no longer.
var errOver = errors.New("the token counts no longer")

// run hands events to send, and beats where there is none; either error ends it. ctx is that of the connection.
func (s *stream) run(ctx context.Context, send func(events.Event) error, beat func() error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.door.ctx, cancel)()
	log, beatAt := s.door.cfg.World.Events(), time.Now().Add(s.door.beat)
	for {
		wait, stop := context.WithDeadline(ctx, beatAt)
		e, lost, err := log.Wait(wait, s.at)
		stop()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil, time.Now().After(beatAt): // a token that was taken away, or may less now
			if !s.again() {
				return errOver
			}
			f := s.filterOf(s.asked)
			if f == nil {
				return errOver
			}
			s.filter, beatAt = f, time.Now().Add(s.door.beat)
			if err := beat(); err != nil {
				return err
			}
			if err != nil {
				continue
			}
		}
		if lost > 0 {
			if err := send(events.Event{Number: s.at + lost, At: e.At, Kind: "lost", Text: strconv.FormatUint(lost, 10)}); err != nil {
				return err
			}
		}
		s.at = e.Number
		if e, ok := s.filter.pass(e); ok {
			if err := send(e); err != nil {
				return err
			}
		}
	}
}

// serverSent sends events as an event stream.
func (s *stream) serverSent() {
	h := s.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	c := http.NewResponseController(s.ResponseWriter)
	c.SetReadDeadline(time.Time{})
	write := func(text string) error {
		c.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := s.Write([]byte(text)); err != nil {
			return err
		}
		return c.Flush()
	}
	if write(": events\n\n") != nil {
		return
	}
	s.run(s.Context(), func(e events.Event) error {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		return write(fmt.Sprintf("id: %d\nevent: %s\ndata: %s\n\n", e.Number, e.Kind, text))
	}, func() error { return write(": beat\n\n") })
}

// websocket sends events as messages of JSON. Package httpguard has looked at host and origin.
func (s *stream) websocket() {
	c, err := websocket.Accept(s.ResponseWriter, s.Request, &websocket.AcceptOptions{InsecureSkipVerify: true, Subprotocols: []string{"voxtide.v1"}, CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return // it was answered
	}
	defer c.CloseNow()
	ctx := c.CloseRead(context.Background()) // ends with the connection; a message of the caller's ends it
	in := func(f func(context.Context) error) error {
		ctx, cancel := context.WithTimeout(ctx, writeTimeout)
		defer cancel()
		return f(ctx)
	}
	err = s.run(ctx, func(e events.Event) error {
		text, err := json.Marshal(e)
		if err != nil {
			return err
		}
		return in(func(ctx context.Context) error { return c.Write(ctx, websocket.MessageText, text) })
	}, func() error { return in(c.Ping) })
	switch {
	case errors.Is(err, errOver):
		c.Close(websocket.StatusPolicyViolation, err.Error())
	case s.door.ctx.Err() != nil:
		c.Close(websocket.StatusGoingAway, "the server stops")
	}
}
