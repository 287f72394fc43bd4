package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"

	"voxtide/protocol"
	"voxtide/settings"
	"voxtide/transport/gate"
	"voxtide/transport/lanes"
)

// playerKey returns the key that this player is known by everywhere; it is made at the first start.
func playerKey(home string) (gate.Secret, error) {
	key, err := settings.Key(filepath.Join(home, "player.key"))
	if err != nil {
		return gate.Secret{}, err
	}
	return gate.NewSecret(key), nil
}

// trust decides which key a server has to show: the one that it showed before, or the one whose fingerprint the player
// gave, or at the first contact any, which is known from then on. The gate asks it from goroutines of its own.
type trust struct {
	address string
	accept  string // fingerprint that was given, "" for none
	log     *slog.Logger

	mu   sync.Mutex
	file *settings.Known // nil where nothing is kept
	key  *gate.Key       // that has to be shown, nil at the first contact
}

// newTrust reads what is known of the server at an address. Errors: those of settings.ReadKnown.
func newTrust(home, address, accept string, log *slog.Logger) (*trust, error) {
	t := &trust{address: address, accept: accept, log: log}
	var err error
	if t.file, err = settings.ReadKnown(filepath.Join(home, "known_servers")); err != nil {
		return nil, err
	}
	if raw, ok := t.file.Key(address); ok {
		if key := gate.Key(raw); accept == "" || key.String() == accept {
			t.key = &key
		}
	}
	return t, nil
}

// trusting returns one that knows the only right key.
func trusting(key gate.Key) *trust { return &trust{key: &key} }

func (t *trust) known() *gate.Key {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.key
}

// first is asked for a key that nobody knows yet.
func (t *trust) first(key gate.Key) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.accept != "" && key.String() != t.accept {
		return fmt.Errorf("the server's key has fingerprint %s, not %s as --accept-key says", key, t.accept)
	}
	if t.file != nil {
		if err := t.file.Set(t.address, key); err != nil {
			return fmt.Errorf("the server's key cannot be kept: %w", err)
		}
		t.log.Info("the first time on this server; its key is known from now on", "address", t.address, "fingerprint", key.String())
	}
	t.key = &key
	return nil
}

// dialled is a connection that tells people why it was not let in and what they can do.
type dialled struct {
	*lanes.Conn
	address string
}

// Closed implements transport.Conn.
func (d dialled) Closed() (reason string, closed bool) {
	if reason, closed = d.Conn.Closed(); !closed {
		return reason, closed
	}
	var key *gate.KeyError
	var refused *gate.RefusedError
	switch err := d.Err(); {
	case errors.As(err, &key):
		reason = fmt.Sprintf("the server's key has changed: it was %s and is %s; if its owner says that this is right, accept it with: client --connect %s --accept-key %s",
			key.Known, key.Shown, d.address, key.Shown)
	case errors.As(err, &refused) && (refused.Code == gate.RefusedVersion || refused.Code == gate.RefusedLayout):
		reason = protocol.ReasonVersion + ": " + refused.Error()
	}
	return reason, closed
}

// newKey returns the fingerprint of the key that the server showed in place of the one that is known, "" if it did not.
func (g *game) newKey() string {
	var key *gate.KeyError
	if g.conn != nil && errors.As(g.conn.Err(), &key) {
		return key.Shown.String()
	}
	return ""
}

// fingerprint tells whether a text has the form of one.
func fingerprint(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == 16 && text == strings.ToLower(text)
}
