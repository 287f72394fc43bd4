package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"

	"voxtide/commands"
	"voxtide/internal/textline"
)

// statusOf is the HTTP status of each outcome.
var statusOf = map[Outcome]int{
	Done: http.StatusOK, Invalid: http.StatusBadRequest, Denied: http.StatusForbidden, Unsupported: http.StatusNotImplemented, Failed: http.StatusConflict,
}

// readLine reads the body of a command. The error says what one is.
func readLine(r *http.Request) (string, error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return "", errors.New(`send application/json: {"line": "list"}`)
	}
	var body struct {
		Line string `json:"line"`
	}
	d := json.NewDecoder(io.LimitReader(r.Body, bodyMax))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		return "", errors.New(`this is not {"line": "list"} of at most 4096 bytes`)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New(`there is more than {"line": "list"}`)
	}
	if body.Line == "" || len(body.Line) > commands.LineMax || textline.Clean(body.Line, commands.LineMax) != body.Line {
		return "", fmt.Errorf("a command is one line of text, of 1 to %d bytes", commands.LineMax)
	}
	return body.Line, nil
}

// command answers POST /v1/command.
func (q *request) command() {
	line, err := readLine(q.Request)
	if err != nil {
		q.fail(http.StatusBadRequest, err.Error())
		return
	}
	end, ok := q.door.traffic.beginCommand(q.caller.Name)
	if !ok {
		q.Header().Set("Retry-After", "1")
		q.fail(http.StatusTooManyRequests, "too many commands at once: wait a moment")
		return
	}
	defer end()
	ctx, cancel := context.WithTimeout(q.Context(), commandPatience)
	defer cancel()
	c := http.NewResponseController(q.ResponseWriter) // an answer may take as long as a rollback
	c.SetReadDeadline(time.Time{})
	c.SetWriteDeadline(time.Now().Add(commandPatience + writeTimeout))
	a, err := q.door.cfg.World.Give(ctx, q.caller, line)
	if err != nil {
		q.failWorld(err)
		return
	}
	if a.Lines == nil {
		a.Lines = []string{}
	}
	writeJSON(q.ResponseWriter, statusOf[a.Outcome], a)
}

// complete answers GET /v1/complete.
func (q *request) complete() {
	ctx, cancel := context.WithTimeout(q.Context(), readPatience)
	defer cancel()
	line := q.URL.Query().Get("line")
	if len(line) > commands.LineMax {
		q.fail(http.StatusBadRequest, "line is too long")
		return
	}
	from, options, err := q.door.cfg.World.Complete(ctx, q.caller, line)
	if err != nil {
		q.failWorld(err)
		return
	}
	writeJSON(q.ResponseWriter, http.StatusOK, map[string]any{"from": from, "options": append([]string{}, options...)})
}

// whoami answers GET /v1/token: what the caller's token is called, and what it may.
func (q *request) whoami() {
	rows := commands.All()
	names := make([]string, len(rows))
	for i := range rows {
		names[i] = rows[i].Name
	}
	v := q.may(names...)
	if v == nil {
		return
	}
	may := []string{}
	for i := range v {
		if v[i].Allowed && !rows[i].Local {
			may = append(may, names[i])
		}
	}
	writeJSON(q.ResponseWriter, http.StatusOK, map[string]any{"name": q.caller.Name, "role": q.caller.Role, "may": may})
}

// players answers GET /v1/players.
func (q *request) players() {
	v := q.may("list", "record", "vanish")
	if v == nil {
		return
	}
	if !v[0].Allowed {
		q.fail(http.StatusForbidden, "list: "+v[0].Why)
		return
	}
	ctx, cancel := context.WithTimeout(q.Context(), readPatience)
	defer cancel()
	all, err := q.door.cfg.World.Players(ctx)
	if err != nil {
		q.failWorld(err)
		return
	}
	if !v[2].Allowed {
		all = slices.DeleteFunc(all, func(p Player) bool { return p.Vanished })
	}
	for i := range all {
		if !v[0].Granted {
			all[i].At = nil
		}
		if !v[1].Allowed {
			all[i].Address, all[i].Key = "", ""
		}
	}
	writeJSON(q.ResponseWriter, http.StatusOK, append([]Player{}, all...))
}

// status answers GET /v1/status.
func (q *request) status() {
	v := q.may("list", "status")
	if v == nil {
		return
	}
	if !v[0].Allowed && !v[1].Allowed {
		q.fail(http.StatusForbidden, "list: "+v[0].Why)
		return
	}
	ctx, cancel := context.WithTimeout(q.Context(), readPatience)
	defer cancel()
	s, err := q.door.cfg.World.Status(ctx)
	if err != nil {
		q.failWorld(err)
		return
	}
	if !v[1].Allowed {
		s.Figures = nil
	}
	writeJSON(q.ResponseWriter, http.StatusOK, s)
}

// bans answers GET /v1/bans.
func (q *request) bans() { reading(q, "bans", q.door.cfg.World.Bans) }

// backups answers GET /v1/backups.
func (q *request) backups() { reading(q, "backups", q.door.cfg.World.Backups) }

// samples answers GET /v1/samples.
func (q *request) samples() {
	reading(q, "status", func(context.Context) ([]Sample, error) { return q.door.cfg.World.Samples(), nil })
}

// reading answers with a list of the world to callers who may give a command.
func reading[T any](q *request, command string, read func(context.Context) ([]T, error)) {
	if !q.require(command) {
		return
	}
	ctx, cancel := context.WithTimeout(q.Context(), readPatience)
	defer cancel()
	all, err := read(ctx)
	if err != nil {
		q.failWorld(err)
		return
	}
	writeJSON(q.ResponseWriter, http.StatusOK, append([]T{}, all...))
}
