package webhook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"text/template"

	"voxtide/server/events"
)

// bodyMax bounds a post in bytes.
const bodyMax = 64 << 10

// templateMax bounds the text of a template in bytes.
const templateMax = 8 << 10

// Template makes the body of a post from an event.
type Template struct{ own *template.Template }

// builtin are the templates that have a name.
var builtin = map[string]string{
	"":        `{{json .}}`,
	"json":    `{{json .}}`,
	"discord": `{"content": {{json (printf "%.1900s" (discord .))}}, "allowed_mentions": {"parse": []}}`,
	"slack":   `{"text": {{json (words .)}}}`,
}

// NewTemplate returns a built-in template by its name, or one of one's own: a template of Go's package text/template over an event, with
// the functions json, words and discord. The error says what is wrong.
func NewTemplate(text string) (*Template, error) {
	if t, ok := builtin[text]; ok {
		text = t
	}
	if len(text) > templateMax {
		return nil, fmt.Errorf("a template has at most %d bytes", templateMax)
	}
	t, err := template.New("webhook").Funcs(template.FuncMap{"json": asJSON, "words": words, "discord": discord}).Option("missingkey=error").Parse(text)
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	out := &Template{t}
	if _, _, err := out.Body(&events.Event{Kind: events.Chat, Player: "ann", Text: "hello", At: 1}); err != nil {
		return nil, err
	}
	return out, nil
}

// limited takes bytes up to a bound.
type limited struct{ bytes.Buffer }

// Write implements io.Writer.
func (l *limited) Write(b []byte) (int, error) {
	if l.Len()+len(b) > bodyMax {
		return 0, fmt.Errorf("a post has at most %d bytes", bodyMax)
	}
	return l.Buffer.Write(b)
}

// Body returns the body of an event, and its content type.
func (t *Template) Body(e *events.Event) (body []byte, kind string, err error) {
	var b limited
	if err := t.own.Execute(&b, e); err != nil {
		return nil, "", errors.New(strings.TrimPrefix(err.Error(), "template: "))
	}
	kind = "text/plain; charset=utf-8"
	if json.Valid(b.Bytes()) {
		kind = "application/json"
	}
	return b.Bytes(), kind, nil
}

func asJSON(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// words says an event in plain words.
func words(e *events.Event) string {
	switch e.Kind {
	case events.Join:
		return e.Player + " has come"
	case events.Leave:
		return e.Player + " has left"
	case events.Refused:
		return e.Player + " was not let in: " + e.Text
	case events.Ended:
		return "the session of " + e.Player + " was ended: " + e.Text
	case events.Chat:
		return e.Player + ": " + e.Text
	case events.Death:
		return e.Player + " " + e.Text
	case events.Command:
		done := ""
		if !e.Done {
			done = " (not done)"
		}
		return e.Player + " gave the command " + e.Text + done
	case events.Started:
		return "the server has started: " + e.Text
	case events.Stopping:
		return "the server stops: " + e.Text
	}
	return e.Text
}

// discordEscapes are the letters that Discord takes for marks.
var discordEscapes = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `_`, `\_`, `~`, `\~`, "`", "\\`", `|`, `\|`, `>`, `\>`, `#`, `\#`, `[`, `\[`, `@`, "@\u200b", `<`, `\<`)

// discord says an event in words, in which nothing that players wrote is a mark or calls somebody.
func discord(e *events.Event) string {
	safe := *e
	safe.Player, safe.Text = discordEscapes.Replace(e.Player), discordEscapes.Replace(e.Text)
	if e.Kind == events.Chat {
		return "**" + safe.Player + "**: " + safe.Text
	}
	return words(&safe)
}

// CheckURL returns why an address cannot be that of a webhook, nil if it can.
func CheckURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || len(text) > 2000 {
		return errors.New("url is not an address such as https://discord.com/api/webhooks/1/abc")
	}
	return nil
}

// redact returns an address without what is secret of it: webhooks have their secret in the path.
func redact(text string) string {
	u, err := url.Parse(text)
	if err != nil {
		return "an address"
	}
	return u.Scheme + "://" + u.Host + "/..."
}

// withoutURL returns an error of a post without the address.
func withoutURL(err error) error {
	if u := (*url.Error)(nil); errors.As(err, &u) {
		return u.Err
	}
	return err
}

// Parse makes a hook of settings. The error says what is wrong.
func Parse(address string, kinds []string, text string) (c Config, err error) {
	if err := CheckURL(address); err != nil {
		return c, err
	}
	if len(kinds) == 0 {
		return c, fmt.Errorf("events is empty, not some of %s", strings.Join(events.Kinds, ", "))
	}
	for _, k := range kinds {
		if !contains(events.Kinds, k) {
			return c, fmt.Errorf("events has %.40q; there are %s", k, strings.Join(events.Kinds, ", "))
		}
	}
	t, err := NewTemplate(text)
	if err != nil {
		return c, fmt.Errorf("template: %w", err)
	}
	return Config{URL: address, Kinds: kinds, Template: t}, nil
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}
